// Rows of the modelling language. Its marks are against published figures: a thousand times faster than the study's
// Pentium, no more memory than on either of its platforms, arrays packed at more than 5 GB/s.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "orrery/bench/suite.hpp"

namespace orrery::bench {

struct ModelBench {
  int core = 0;
  std::int64_t figure_ns = 0;
  std::function<bool(const std::string&)> wanted;  // is this case to be measured?
};

std::vector<Row> model_rows(const ModelBench& bench);

}  // namespace orrery::bench
