// Moves that a user requests while a system runs. One thread receives the requests; the master's hot loop takes them
// between two steps, without a lock, an allocation or a system call.
#pragma once

#include <array>
#include <bit>

#include "orrery/telemetry/sample_ring.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

// A request to move one entity, wherever it is, or a share of a node's entities. A share refers to the entities that the
// node has when the request's turn comes. It is rounded to whole entities, at least one, and takes those with the lowest
// ids.
struct MoveRequest {
  std::uint64_t number = 0;  // by which the requester identifies the request
  double share = 0;          // above 0: of node `from`'s entities; 0: one `entity`
  EntityId entity = 0;
  NodeIndex from = 0;
  NodeIndex to = 0;
};

// The outcome of a request. Each entity that moved also has a MigrationRecord.
struct MoveOutcome {
  MoveRequest request;
  NodeIndex from = 0;       // also set for a single entity
  std::uint64_t moves = 0;  // 0: there was nothing to move, or no time
  Step first_step = 0;      // first step after a move; warm-up steps count
  Step last_step = 0;
  bool cut_short = false;  // the steps ended before the request was complete
};

inline constexpr std::size_t most_waiting_moves = 64;

// One thread calls ask(), one thread calls drain().
class MoveRequests {
 public:
  MoveRequests() : ring_(words, most_waiting_moves) {}

  // Returns false if too many requests wait already.
  bool ask(const MoveRequest& request) {
    const std::array<std::uint64_t, words> record{
        request.number, std::bit_cast<std::uint64_t>(request.share), request.entity,
        std::uint64_t{request.from} << 32 | request.to};
    return ring_.push(record);
  }

  template <class Take>
  void drain(Take&& take) {
    ring_.drain([&](std::span<const std::uint64_t> record) {
      take(MoveRequest{record[0], std::bit_cast<double>(record[1]),
                       static_cast<EntityId>(record[2]), static_cast<NodeIndex>(record[3] >> 32),
                       static_cast<NodeIndex>(record[3])});
    });
  }

 private:
  static constexpr std::size_t words = 4;
  telemetry::SampleRing ring_;
};

}  // namespace orrery::universe
