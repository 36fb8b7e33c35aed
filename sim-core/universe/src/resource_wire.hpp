// The messages between a node's universe manager and its resource manager. Each begins with the header of message.hpp.
//
// To the resource manager:
//   watch_usage        WatchMessage: a party is on the node; `source` is its id, `component` its WatchedRole
//   forget_usage       the entity `source` has left; no body
//   usage_request      the step is over: read the CPU use of all watched parties; no body
//   load_report        master only: the load of node `source`; migration_wire.hpp
//   migration_order    master only: a move by hand before the next step; migration_wire.hpp
//   decision_request   master only: CountMessage, the number of moves that may be decided
// From it:
//   usage_report       the node's load in the step; a body as load_report has, without arrivals
//   migration_order    a move before the next step
//   decision           CountMessage: migration_order messages of this decision, all sent before it
#pragma once

#include <cstddef>
#include <span>

#include "orrery/universe/message.hpp"

namespace orrery::universe {

enum class WatchedRole : std::uint16_t { entity, manager, universe_manager };
inline constexpr std::uint16_t watched_roles = 3;

struct WatchMessage {
  MessageHeader header;
  std::int32_t clock = 0;  // base::CpuClock::number()
  std::uint32_t unused = 0;
  // CPU time of the party when it began to be watched. -1: the first request reads it, and tells no cost.
  std::int64_t before_ns = -1;
  std::int64_t construct_ns = 0;  // of an entity that came in this step
};
static_assert(sizeof(WatchMessage) == 40);

// Return false if the message has another size, or values that no universe manager sends.
bool read_watch(std::span<const std::byte> message, WatchMessage& watch);
bool read_count(std::span<const std::byte> message, std::uint64_t& count);

}  // namespace orrery::universe
