#include <string>

#include "orrery/workloads/face/one_node.hpp"

#include "findings.hpp"

namespace orrery::workloads::networked {

namespace {

using contracts::Check;

std::uint64_t expected_on(const Scenario& scenario, const Totals& totals, LaneId lane) {
  std::uint64_t updates = 0;
  for (SystemId system = 0; system < scenario.tree().size(); ++system) {
    if (scenario.tree().on_near_side(lane, system)) updates += totals.updates[system];
  }
  return updates * scenario.copies(lane);
}

std::string of_lanes(std::size_t wrong, const Scenario& scenario) {
  return std::to_string(wrong) + " of " + std::to_string(scenario.tree().lanes().size()) +
         " directions of links differ";
}

void hold_against(std::vector<Check>& checks, const Scenario& scenario, const Totals& totals,
                  const Truth& truth) {
  std::size_t differing = 0;
  for (LaneId lane = 0; lane < scenario.tree().lanes().size(); ++lane) {
    if (truth.lanes[lane] != totals.lanes[lane]) ++differing;
  }
  checks.push_back({"oracle_traffic", "Every link carries as many messages as the oracle's",
                    truth.updates == totals.updates && differing == 0, of_lanes(0, scenario),
                    of_lanes(differing, scenario)});
  checks.push_back({"oracle_state", "Users and shadows are where the sequential oracle has them",
                    truth.checksum == totals.checksum, "checksum " + hexadecimal(truth.checksum),
                    "checksum " + hexadecimal(totals.checksum)});
}

}  // namespace

std::vector<contracts::MessageCount> messages(const Scenario& scenario, const Totals& totals) {
  std::vector<contracts::MessageCount> counts;
  const std::uint64_t bytes = wire_bytes(scenario.plan().approximation);
  for (LaneId at = 0; at < scenario.tree().lanes().size(); ++at) {
    const Lane& lane = scenario.tree().lanes()[at];
    const std::string lower = std::to_string(lane.up ? lane.from : lane.to);
    counts.push_back({"link_" + lower + (lane.up ? "_up" : "_down"),
                      "System " + std::to_string(lane.from) + " to " + std::to_string(lane.to) +
                          ", level " + std::to_string(lane.level),
                      expected_on(scenario, totals, at), totals.lanes[at],
                      totals.lanes[at] * bytes});
  }
  return counts;
}

std::vector<Check> checks(const Scenario& scenario, const Totals& totals,
                          const std::optional<Truth>& truth) {
  std::size_t wrong = 0;
  for (const auto& count : messages(scenario, totals)) wrong += count.counted != count.expected;
  const std::uint64_t shadows = totals.all_updates() * (scenario.tree().size() - 1);
  std::vector<Check> checks{
      {"traffic", "Every link carries what the model expects of the users on either side",
       wrong == 0, of_lanes(0, scenario), of_lanes(wrong, scenario)},
      {"arrivals", "Every update comes to every other system once", totals.arrived == shadows,
       std::to_string(shadows) + " arrivals", std::to_string(totals.arrived) + " arrivals"},
      {"error_bound", "No shadow is further off than threshold and way allow",
       totals.beyond_bound == 0, "0 of " + std::to_string(totals.error_um.count()) + " looks",
       std::to_string(totals.beyond_bound) + " of " + std::to_string(totals.error_um.count()) +
           " looks"},
  };
  if (truth) hold_against(checks, scenario, totals, *truth);
  return checks;
}

}  // namespace orrery::workloads::networked
