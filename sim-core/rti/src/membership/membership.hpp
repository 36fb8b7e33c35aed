// Federates that join, resign, or are lost: with their node, or alone, when they let more wait for them than may be kept.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bounds/bounds.hpp"
#include "face/error.hpp"
#include "federation/sync_points.hpp"
#include "objects/deletions.hpp"

namespace orrery::rti {

// Those that an operation brings, from that of its texts on.
Result<std::vector<FomModule>> modules_of(const Operation& operation, std::size_t first);

class Membership {
 public:
  Membership(Net& net, const MemoryBounds& memory, Inboxes& inboxes, SyncPoints& points,
             TimeBounds& bounds, Discovery& discovery, Deletions& deletions)
      : net_(net),
        memory_(memory),
        inboxes_(inboxes),
        points_(points),
        bounds_(bounds),
        discovery_(discovery),
        deletions_(deletions) {}

  // The federate of this node that waits until it has joined; null: none.
  void await_join(Local* local) { joining_ = local; }
  [[nodiscard]] std::uint32_t joined_as() const { return joined_as_; }  // the last that waited

  Status join(Federation& federation, const Operation& operation, std::uint32_t origin);
  void remove(Federation& federation, std::uint32_t handle, ResignAction action);
  void lose_node(Federation& federation, std::uint32_t node);
  void lose_federate(Federation& federation, const Operation& operation, std::uint32_t origin);
  void lose_the_overfull(std::span<Local* const> locals);

 private:
  // It is removed with what it owns, and the others are told.
  void lose(Federation& federation, std::uint32_t handle, const std::string& name,
            const std::string& why);

  Net& net_;
  const MemoryBounds& memory_;
  Inboxes& inboxes_;
  SyncPoints& points_;
  TimeBounds& bounds_;
  Discovery& discovery_;
  Deletions& deletions_;
  Local* joining_ = nullptr;
  std::uint32_t joined_as_ = 0;
};

}  // namespace orrery::rti
