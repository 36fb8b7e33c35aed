// A random history of a federation on nodes that are killed, stopped and cut off from each other, in simulated time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace orrery::rti::testing {

// How often a history had the faults, and compared a restored state with the saved one.
struct Counts {
  std::size_t kills = 0;
  std::size_t stops = 0;
  std::size_t cuts = 0;    // in one direction or both
  std::size_t joins = 0;   // of nodes
  std::size_t leaves = 0;  // by good-bye
  std::size_t compared_restores = 0;
};

struct FaultyHistory {
  std::string wrong;  // empty: nothing
  std::string lines;  // what happened, with the simulated time in milliseconds
  Counts counts;
};

// Which faults there are.
struct Faults {
  bool kills = true;
  bool stops = true;
  bool cuts = true;          // in both directions
  bool one_way_cuts = true;  // what a node hears, but cannot answer
  bool comings = false;      // nodes join and leave
};

// Plays the history of this seed. Judged at its end, when cuts and stops have been settled:
//   order     the nodes that go on have applied the same operations, and agree about federates, objects, owners and names
//   parts     all nodes that go on reach each other, and nobody else goes on
//   losses    federates of other nodes are resigned, and told if they live; without cuts, only killed nodes are lost, and by
//             a single cut at most one node
//   ending    every call has returned, and no service of a node that goes on waited for nothing; federates can
//             join, synchronize and are granted a time
//   restores  a save or restore ends, in the same way for all federates, and what was restored is what had been saved
FaultyHistory play_faulty_history(std::uint64_t seed, const Faults& faults);

}  // namespace orrery::rti::testing
