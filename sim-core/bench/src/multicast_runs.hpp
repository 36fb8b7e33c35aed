// Runs of reliable multicast, each party in a process of its own, and the raw probes beside.
#pragma once

#include <cstdint>
#include <vector>

#include "hosts.hpp"

namespace orrery::bench {

enum class Multicast : std::uint8_t { nak, region, dds, norm };

struct MulticastRun {
  Multicast protocol = Multicast::nak;
  unsigned receivers = 4;
  std::uint64_t messages = 400'000;
  std::size_t bytes = 128;
  // At each receiver, by the impairment module, or by NORM itself; not of dds, whose packets are its own.
  double loss = 0.01;
  int core_sender = 0;
  std::vector<int> cores_receivers = {1};
  std::vector<Host> hosts = {};  // the sender's, then the receivers'; empty: all are on this one
};

// Of party 0, the sender, or of a receiver.
inline Host host_of(const MulticastRun& run, unsigned party) {
  return run.hosts.empty() ? Host{} : run.hosts.at(party);
}

struct Delays {
  double p50_ms = 0;
  double p99_ms = 0;
};

// Messages a second that each receiver has read: from the first sent until the last has read all.
double reliable_multicast_rate(const MulticastRun& run);

// One way, of messages sent at 1,000 a second; all must arrive. Of several receivers the greatest of each.
Delays reliable_multicast_delays(const MulticastRun& run);

// The same between the same parties, raw: sockets, a packet a system call, and no losses.
// As many bytes in packets of as many messages as a bundle takes; the sender waits for a count from each receiver
// every 64 packets, and no more than that.
double raw_multicast_rate(const MulticastRun& run);
Delays raw_multicast_delays(const MulticastRun& run);

}  // namespace orrery::bench
