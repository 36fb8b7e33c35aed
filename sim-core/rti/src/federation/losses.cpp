// Federates that are lost: with their node, or alone, when they let more wait for them than may be kept.
#include <algorithm>
#include <utility>

#include "core/core.hpp"

namespace orrery::rti {

void Core::apply_node_lost(std::uint32_t node) {
  ++counters_.nodes_lost;
  for (auto& [id, federation] : federations_) {
    std::vector<std::pair<std::uint32_t, std::string>> lost;
    for (const auto& [handle, member] : federation->members) {
      if (member.node == node) lost.emplace_back(handle, member.name);
    }
    for (const auto& [handle, name] : lost) {
      lose_member(*federation, handle, name, "its node of the RTI has gone without a word");
    }
    await_no_more(*federation, node);
    federation->snapshots->lost_node(node);
    if (federation->time.lbts) begin_epoch(*federation);
  }
}

void Core::lose_member(Federation& federation, std::uint32_t handle, const std::string& name,
                       const std::string& why) {
  remove_member(federation, handle, federation.members.at(handle).automatic_resign);
  for (Local* local : federation.locals) {
    inboxes_.post(
        *local, [handle, name](FederateAmbassador& to) { to.federate_lost({handle}, name); },
        name.size());
  }
  federation.mom->report_lost(handle, name, why);
}

void Core::lose_the_overfull() {
  for (Local* local : locals_) {
    if (!local->overfull || local->federation == nullptr || std::exchange(local->lost, true)) {
      continue;
    }
    Operation lost{.kind = OperationKind::federate_lost};
    lost.federation = local->federation->id;
    lost.text = local->federation->members.at(local->handle).name;
    lost.texts = {"it did not evoke its callbacks: more than " +
                  std::to_string(options_.bounds.federate_bytes) +
                  " bytes waited for it (MemoryBounds::federate_bytes)"};
    (void)net_.submit(lost, SubmitPermit::of_the_rti());
  }
}

// By its name: a restore, since its node said so, may have given it another handle.
void Core::apply_federate_lost(Federation& federation, const Operation& operation,
                               std::uint32_t origin) {
  const auto member = std::ranges::find_if(federation.members, [&](const auto& each) {
    return each.second.node == origin && each.second.name == operation.text;
  });
  if (member == federation.members.end()) return;  // it has resigned meanwhile
  const std::uint32_t handle = member->first;
  const std::string why = operation.texts.empty() ? std::string() : operation.texts.front();
  Local* const local = origin == net_.self() ? federation.find_local(handle) : nullptr;
  lose_member(federation, handle, operation.text, why);
  if (local == nullptr) return;
  local->lost = true;
  inboxes_.post(*local, [why](FederateAmbassador& to) { to.connection_lost(why); }, why.size());
}

}  // namespace orrery::rti
