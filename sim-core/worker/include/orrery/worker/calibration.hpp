// What this machine and this build can do: `orrery-worker calibrate` and `--version`.
#pragma once

#include <cstdint>
#include <string>

#include "orrery/contracts/contracts.hpp"

namespace orrery::worker {

// Takes about `duration_ms` of wall time: the CPU rating is measured over it, so that a CPU limit shows.
contracts::Calibration calibrate(std::int64_t duration_ms);

// `orrery-worker 0.1.0, commit 1a2b3c4d5e6f, g++ 12.2.0 Release`
std::string version_line();

}  // namespace orrery::worker
