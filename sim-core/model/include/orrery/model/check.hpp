// Checks a whole model: its errors, its components, and the memory that it needs. For editors and the command line.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/model/diagnostic.hpp"
#include "orrery/model/estimate.hpp"
#include "orrery/model/kinds.hpp"
#include "orrery/model/limits.hpp"

namespace orrery::model {

struct CheckedComponent {
  std::string path;
  Kind kind = Kind::none;
  std::string type;               // for example "REAL[3]"; empty for containers
  std::uint64_t state_bytes = 0;  // of one instance; 0 if it has no state
};

struct CodeSize {
  std::size_t text = 0;
  std::size_t compressed = 0;
  std::size_t tokenised = 0;
  std::size_t tokenised_compressed = 0;
};

struct CheckReport {
  Diagnostics errors;
  // Only for a model without errors:
  std::uint32_t components = 0;
  std::vector<CheckedComponent> listed;  // in the order of the text, at most `most_listed`
  Estimate estimate;
  std::uint64_t names = 0;  // bytes of names, which no estimate counts
  CodeSize code;
};

inline constexpr std::size_t most_listed = 500;

CheckReport check(std::string_view text, const Limits& limits = {});
CodeSize code_size(std::string_view text, const Limits& limits = {});

}  // namespace orrery::model
