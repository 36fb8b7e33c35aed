// A process or thread in which an entity runs that may migrate. The entity may leave, and another may come; in between the
// place is vacant and waits. A node has a place for every entity of the system, because a step starts no process.
//
// Messages from the universe manager, besides those of other entities:
//   migration_order   the entity leaves. Answered with entity_state, whose history is empty
//   entity_state      an entity comes. Its first update_complete tells the cost of its construction
// Each update_complete is a PlaceComplete.
#pragma once

#include <vector>

#include "orrery/universe/checksum.hpp"

#include "migration_wire.hpp"
#include "party.hpp"
#include "party_life.hpp"
#include "party_link.hpp"

namespace orrery::universe {

struct PlaceComplete {
  MessageHeader header;
  std::int64_t cost_ns = 0;  // CPU time of the update, or its nominal cost
  // Only for an entity that came in this step.
  std::int64_t construct_ns = 0;
  std::int64_t cpu_before_ns = 0;  // CPU time of the place before the construction
  std::int64_t done_ns = 0;        // base::now_ns() at the end of the construction
};

class EntityPlace {
 public:
  EntityPlace(const PartyCommon& common, PartyIdentity identity, PartyLink& link);

  bool handle(const MessageHeader& header, std::span<const std::byte> message);
  static bool take_other() { return false; }
  bool finish();

 private:
  std::byte* state() { return reinterpret_cast<std::byte*>(state_.data()); }
  bool leave(const MessageHeader& order);
  bool arrive(const MessageHeader& header, std::span<const std::byte> message);
  bool update(Step step);
  void destruct();

  const PartyCommon& common_;
  const EntityClass& class_;
  PartyLink& link_;
  EntityId id_;
  bool vacant_;
  std::vector<std::uint64_t> state_;
  const std::size_t message_bytes_;
  std::vector<std::byte> messages_;  // state updates of a step
  std::vector<std::byte> packed_;
  PlaceComplete complete_;
  RunningChecksum checksum_;
  MeasuredCpu cpu_;
  EntityCosts costs_;
};

}  // namespace orrery::universe
