// The messages of a step: a header of 16 bytes in the machine's byte order (little-endian on supported machines), then the
// body.
//
//   node_notify, update_notify, update_complete, manager_process, node_complete   no body
//   state_from_entity, state_to_manager, state_relay     one component's packed state, `state_bytes` long
//   state_complete     u64: state updates that this node relayed in the step
//   manager_complete   u64: state updates that the manager received in the step
//   neighbour_state    an entity's state as entities on other nodes see it (neighbourhood.hpp), 16 bytes
//   load_report, migration_order, entity_state     migration_wire.hpp
//   usage_request, usage_report, decision_request, decision     resource_wire.hpp
// At the end, outside the message model: finish, party_report (party.hpp), node_report (node_report.hpp), goodbye. Outside it
// too: watch_usage, forget_usage (resource_wire.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "orrery/universe/system.hpp"

namespace orrery::universe {

enum class MessageKind : std::uint16_t {
  node_notify,
  update_notify,
  state_from_entity,
  state_to_manager,
  state_relay,
  update_complete,
  state_complete,
  manager_process,
  manager_complete,
  node_complete,
  neighbour_state,
  load_report,
  migration_order,
  entity_state,
  usage_request,
  usage_report,
  decision_request,
  decision,
  // Not part of a step, and not counted.
  finish,
  party_report,
  node_report,
  goodbye,
  watch_usage,
  forget_usage,
};
inline constexpr std::size_t counted_kinds = 18;

std::string_view to_string(MessageKind kind);  // `state_to_manager`
std::string_view title_of(MessageKind kind);   // `State update to manager`

struct MessageHeader {
  MessageKind kind = MessageKind::node_notify;
  std::uint16_t component = 0;
  std::uint32_t source = 0;  // entity, manager or node
  Step step = 0;
};
static_assert(sizeof(MessageHeader) == 16);

inline void write_header(std::byte* to, const MessageHeader& header) {
  std::memcpy(to, &header, sizeof(header));
}

inline MessageHeader read_header(const std::byte* from) {
  MessageHeader header;
  std::memcpy(&header, from, sizeof(header));
  return header;
}

// A message whose body is one number.
struct CountMessage {
  MessageHeader header;
  std::uint64_t count = 0;
};
static_assert(sizeof(CountMessage) == 24);

// One counter for each kind of message of a step.
struct MessageCounts {
  std::array<std::uint64_t, counted_kinds> by_kind{};

  std::uint64_t& operator[](MessageKind kind) { return by_kind[static_cast<std::size_t>(kind)]; }
  std::uint64_t operator[](MessageKind kind) const {
    return by_kind[static_cast<std::size_t>(kind)];
  }
  MessageCounts& operator+=(const MessageCounts& other) {
    for (std::size_t i = 0; i < counted_kinds; ++i) by_kind[i] += other.by_kind[i];
    return *this;
  }
  // Compares word by word: a wide load of counters that were just written waits until they have left the core's store
  // buffer.
  bool operator==(const MessageCounts& other) const {
    std::uint64_t differences = 0;
    for (std::size_t i = 0; i < counted_kinds; ++i) differences |= by_kind[i] ^ other.by_kind[i];
    return differences == 0;
  }
};

}  // namespace orrery::universe
