// The worker's command line: run, calibrate [--ms N], oracle, --version, --help.
#pragma once

#include <span>
#include <string>

namespace orrery::worker {

// Without the program's name. Returns the exit status; wrong use is explained on standard error, status 64.
int command_line(std::span<const std::string> arguments);

}  // namespace orrery::worker
