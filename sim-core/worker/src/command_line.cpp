#include "orrery/worker/command_line.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <iostream>

#include "orrery/contracts/json.hpp"
#include "orrery/worker/calibration.hpp"
#include "orrery/worker/run.hpp"

#include "check_model.hpp"
#include "oracle.hpp"

namespace orrery::worker {

namespace {

constexpr int exit_wrong_use = 64;
constexpr std::int64_t calibration_ms = 400;

// What libraries print is no control line: it goes where the worker's own complaints go.
RunStreams away_from_print() {
  RunStreams streams;
  const int out = ::fcntl(streams.out, F_DUPFD_CLOEXEC, streams.telemetry + 1);
  if (out >= 0 && ::dup2(STDERR_FILENO, streams.out) >= 0) streams.out = out;
  return streams;
}

constexpr const char* help =
    "usage: orrery-worker run | calibrate [--ms N] | oracle | model check FILE|- | --version\n"
    "  run        one repeat of a run for one node: control lines on standard input and output,\n"
    "             telemetry frames on file descriptor 3\n"
    "  calibrate  print what this machine and build can do, as JSON; N milliseconds, 10 to 60000\n"
    "  oracle     read a plan on standard input, print the sequential oracle's state checksum\n"
    "  model      check a model in the modelling language (-: standard input), print a report as "
    "JSON;\n"
    "             status 0 if it is good, 2 if it is not\n";

int wrong_use(const std::string& message) {
  std::cerr << "orrery-worker: " << message << "\n" << help;
  return exit_wrong_use;
}

int calibrate_command(std::span<const std::string> arguments) {
  std::int64_t ms = calibration_ms;
  if (!arguments.empty()) {
    if (arguments.size() != 2 || arguments[0] != "--ms") {
      return wrong_use("calibrate takes --ms N and nothing else");
    }
    const std::string& text = arguments[1];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ms);
    if (error != std::errc{} || end != text.data() + text.size() || ms < 10 || ms > 60'000) {
      return wrong_use("--ms is '" + text + "': give a whole number from 10 to 60000");
    }
  }
  std::cout << contracts::write_line(calibrate(ms)) << "\n" << std::flush;
  return std::cout ? exit_done : exit_failed;
}

}  // namespace

int command_line(std::span<const std::string> arguments) {
  if (arguments.empty()) return wrong_use("a command is missing");
  const std::string& command = arguments.front();
  const auto rest = arguments.subspan(1);
  if (command == "calibrate") return calibrate_command(rest);
  if (command == "model") {
    if (rest.size() != 2 || rest[0] != "check")
      return wrong_use("model takes: check FILE, or check -");
    limit_checking_process();
    return check_model(rest[1], std::cout, std::cerr);
  }
  if (!rest.empty()) return wrong_use("'" + command + "' takes no arguments");
  if (command == "run") return run(away_from_print());
  if (command == "oracle") return print_oracle(0, 1);
  if (command == "--version") {
    std::cout << version_line() << "\n";
    return exit_done;
  }
  if (command == "--help") {
    std::cout << help;
    return exit_done;
  }
  return wrong_use("'" + command + "' is no command");
}

}  // namespace orrery::worker
