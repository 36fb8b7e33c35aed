// HELICS 3 (helics.org) as a peer of our RTI, through its C interface, which is loaded when the program runs.
//
// What stands for what:
//   object instance      a global publication; an update is one value with all its attributes. Of a publication HELICS
//                        keeps the newest value of a time, so a second update of an object at one time is Congested:
//                        evoking grants the next time.
//   interaction          a message from the federate's one endpoint to those that subscribe.
//   evoking, waiting     a time request; what was sent until then is one batch. Messages and values are not mixed in a
//                        batch, so that they arrive in the order in which they were sent.
//   synchronization      messages by way of federate 0: HELICS has none after its start.
//   time advance         a time request. Lookahead is not passed on: HELICS' output delay would delay all that is sent.
// All federates declare before the first of them waits: HELICS takes no registrations later.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "orrery/rti/peer.hpp"

namespace orrery::peers::helics {

// Between threads of one process; between processes of a machine, through shared memory; between hosts. HELICS has others
// over sockets; of those that were tried none came up and delivered everything each time (docs/decisions).
enum class Core : std::uint8_t { inproc, ipc, tcp };

struct Options {
  Core core = Core::inproc;
  int federates = 2;
  int federates_here = 1;               // in this process
  std::string name;                     // of the federation; no other on the machine has it
  std::string address = "127.0.0.1";    // of this host, with tcp: where others reach it
  std::vector<rti::FomModule> modules;  // HELICS has no object model of its own
  bool advances_time = false;           // all regulate and are constrained
};

// The library is the one named by ORRERY_HELICS_LIBRARY, or libhelics.so.3 where the system looks for libraries.
// Its version, or why it cannot be used.
rti::Result<std::string> version();
rti::Result<std::unique_ptr<rti::Peer>> make(Options options);

}  // namespace orrery::peers::helics
