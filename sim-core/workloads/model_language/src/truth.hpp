// The checks of a run. None depends on the speed of the machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orrery/contracts/contracts.hpp"

#include "subject.hpp"

namespace orrery::workloads::model_language {

struct Truth {
  std::vector<contracts::Check> checks;
  std::uint64_t state_checksum = 0;
};

// `text`: a model without errors. `subjects`: those of this model.
Truth find_truth(const std::string& text, const std::vector<Subject>& subjects, std::uint64_t seed,
                 std::uint32_t live_instances, const std::function<bool()>& stopped);

}  // namespace orrery::workloads::model_language
