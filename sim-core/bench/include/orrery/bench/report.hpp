// The benchmark's result as a table for people and as JSON for programs, with the machine that it was measured on.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "orrery/bench/suite.hpp"

namespace orrery::bench {

// {"machine": {...}, "rows": [{name, value, unit, reference, ratio, mark, meets}]}; null where there is nothing to say.
std::string to_json(const std::vector<Row>& rows, const SuiteOptions& options);
std::string to_table(const std::vector<Row>& rows);

// The two cores on which least goes on, watched for a moment; throws std::runtime_error if there are not two.
std::pair<int, int> quietest_cores();

}  // namespace orrery::bench
