// Moves that somebody asks for while a system runs: from a thread that hears of them into the master's hot loop, which takes
// them between two steps without a lock, an allocation or a system call.
#pragma once

#include <array>
#include <bit>

#include "orrery/telemetry/sample_ring.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

// One entity, wherever it is; or a share of those that a node has when its turn comes: those of lowest number, rounded to a
// whole one, and one at least.
struct MoveRequest {
  std::uint64_t number = 0;  // by which whoever asks knows it
  double share = 0;          // above 0: of node `from`; 0: the entity
  EntityId entity = 0;
  NodeIndex from = 0;
  NodeIndex to = 0;
};

// What became of a request. Each entity that moved is in a MigrationRecord besides.
struct MoveOutcome {
  MoveRequest request;
  NodeIndex from = 0;       // also of a single entity
  std::uint64_t moves = 0;  // 0: there was nothing to move, or no time
  Step first_step = 0;      // in which targets updated them; warm-up steps count
  Step last_step = 0;
  bool cut_short = false;  // by the end of the steps
};

inline constexpr std::size_t most_waiting_moves = 64;

// One thread asks, one takes.
class MoveRequests {
 public:
  MoveRequests() : ring_(words, most_waiting_moves) {}

  // False: so many wait that there is no room.
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
