// What this machine and this build can do: `orrery-worker calibrate` and `--version`.
#pragma once

#include <cstdint>
#include <string>

#include "orrery/contracts/contracts.hpp"

namespace orrery::worker {

// Takes `duration_ms` of wall time and a quarter on a machine that does nothing else, and up to five
// times that on a busy one: the CPU rating is the best of windows of half that time.
contracts::Calibration calibrate(std::int64_t duration_ms);

// `orrery-worker 0.1.0, commit 1a2b3c4d5e6f, g++ 12.2.0 Release`
std::string version_line();

}  // namespace orrery::worker
