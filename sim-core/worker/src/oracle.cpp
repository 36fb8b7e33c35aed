#include "oracle.hpp"

#include <nlohmann/json.hpp>

#include <iostream>

#include "orrery/contracts/json.hpp"
#include "orrery/worker/run.hpp"
#include "orrery/workloads/face/makers.hpp"

#include "control.hpp"

namespace orrery::worker {

namespace {

// A plan as the worker gets it, in its line of the control channel or bare, on one line or on many.
contracts::WorkerPlan read_plan(const std::string& text) {
  const contracts::Json json = contracts::parse_json(text);
  if (json.is_object() && json.contains("kind")) {
    return contracts::read<contracts::GivePlan>(json).plan;
  }
  return contracts::read<contracts::WorkerPlan>(json);
}

}  // namespace

int print_oracle(int in, int out) {
  LineReader reader(in);
  std::string text;
  std::string line;
  while (reader.next(line) == LineReader::Got::line) text += line + "\n";
  try {
    const contracts::WorkerPlan plan = read_plan(text);
    const std::uint64_t checksum = workloads::make_workload(plan)->oracle([] { return false; });
    Voice(out).say_line(R"({"state_checksum": ")" + std::to_string(checksum) + R"("})");
    return exit_done;
  } catch (const std::exception& error) {
    std::cerr << "orrery-worker oracle: " << error.what() << "\n";
    return exit_bad_plan;
  }
}

}  // namespace orrery::worker
