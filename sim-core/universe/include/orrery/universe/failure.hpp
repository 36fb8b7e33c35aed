// Why a run cannot continue, in words for the user: which process failed, what happened, and what to do.
#pragma once

#include <optional>
#include <string>

namespace orrery::universe {

struct Failure {
  std::string code;     // stable, lower case: `process_died`, `peer_lost`, `stopped`
  std::string process;  // `universe manager`, `entity 17`, `manager 0`
  std::string message;
  std::string remedy;
};

// Empty on success.
using MayFail = std::optional<Failure>;

}  // namespace orrery::universe
