// An entity or a manager that is a process or a thread of its own.
//
// run_party() runs it from beginning to end, in its own process or thread. It answers the universe manager's messages over
// its end of the channel, until it is told to finish or the universe manager has ended.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "orrery/base/clock.hpp"
#include "orrery/base/process.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/base/work.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/universe/entity_class.hpp"
#include "orrery/universe/node.hpp"
#include "orrery/universe/node_report.hpp"
#include "orrery/universe/system.hpp"

#include "state_cast.hpp"
#include "step_gate.hpp"

namespace orrery::universe {

// `resources`: the node's resource manager (resource_manager.hpp).
enum class PartyRole : std::uint8_t { entity, manager, resources };

// The last message of a party: all its results.
struct PartyReport {
  MessageHeader header{MessageKind::party_report, 0, 0, 0};
  std::uint64_t checksum = 0;
  std::uint64_t prefix_checksum = 0;
  std::int64_t measured_cpu_ns = 0;  // from the first measured step on
  EntityCosts costs;
  ManagerCosts manager_costs;
  ResourceCosts resource_costs;
  base::ResourceUsage usage;
};
static_assert(std::is_trivially_copyable_v<PartyReport>);

// What all parties of a node share. Immutable; outlives them.
struct PartyCommon {
  const System& system;
  const EntityClass& entity_class;
  base::CpuWork work;
  base::CycleClock clock;
  base::WaitStrategy wait;
  std::uint64_t prefix_steps;
  bool measure;                 // time constructions, updates and managers' tasks
  bool own_process;             // false: a thread
  StepGate* gate;               // if entities get no notices; else null
  StateCast* cast;              // if state updates go to all managers at once; else null
  const NodeConfig* migrating;  // if entities migrate; else null
};

struct PartyIdentity {
  PartyRole role = PartyRole::entity;
  std::uint32_t id = 0;
  std::size_t number = 0;  // index among the node's parties of its role
  bool vacant = false;     // the place of an entity that may come (entity_place.hpp)

  [[nodiscard]] std::string name() const {
    if (vacant) return "vacant place " + std::to_string(number);
    if (role == PartyRole::resources) return "resource manager";
    return (role == PartyRole::entity ? "entity " : "manager ") + std::to_string(id);
  }
};

// Returns true if it finished in order, false if the universe manager ended before.
bool run_party(const PartyCommon& common, PartyIdentity identity, transport::Channel& channel,
               const std::shared_ptr<base::Doorbell>& bell);

}  // namespace orrery::universe
