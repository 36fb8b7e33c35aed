// Federates that join, resign or are lost. A federate is lost with its node, or alone when its inbox is overfull.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "face/error.hpp"
#include "federation/sync_points.hpp"
#include "galt/galt.hpp"
#include "objects/deletions.hpp"

namespace orrery::rti {

// Parses the FOM modules of an operation: pairs of name and text, from `texts[first]` on.
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

  // Sets the federate of this node that waits for its join to be applied; null: none.
  void await_join(Local* local) { joining_ = local; }
  [[nodiscard]] std::uint32_t joined_as() const { return joined_as_; }  // its handle, once joined

  Status join(Federation& federation, const Operation& operation, std::uint32_t origin);
  void remove(Federation& federation, std::uint32_t handle, ResignAction action);
  // A node has joined, or this node takes part from now on: who computes the bound on time has changed.
  void begin_epochs(const std::unordered_map<std::uint32_t, std::unique_ptr<Federation>>& all);
  void lose_node(Federation& federation, std::uint32_t node);
  void lose_federate(Federation& federation, const Operation& operation, std::uint32_t origin);
  void lose_the_overfull(std::span<Local* const> locals);

 private:
  // Removes the federate as its automatic resign directive says, and informs the other federates.
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
