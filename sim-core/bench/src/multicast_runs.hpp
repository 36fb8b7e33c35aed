// Runs of reliable multicast, each party in a process of its own, and the raw probe beside.
#pragma once

#include <cstdint>

namespace orrery::bench {

enum class Multicast : std::uint8_t { nak, region, dds };

struct MulticastRun {
  Multicast protocol = Multicast::nak;
  unsigned receivers = 4;
  std::uint64_t messages = 400'000;
  std::size_t bytes = 128;
  double loss =
      0.01;  // at each receiver, by the impairment module; not of dds, whose packets are its own
  int core_sender = 0;
  int core_receivers = 1;
};

// Messages a second that each receiver has read: from the first sent until the last has read all.
double reliable_multicast_rate(const MulticastRun& run);

// The same number of bytes in packets of ten messages, raw: sockets, and no more than that the sender
// waits for a count from each receiver every 64 packets. Messages a second.
double raw_multicast_rate(const MulticastRun& run);

// 99th percentile, ms, one way, of messages sent at 1,000 a second; all must arrive. Of several receivers the
// greatest.
double reliable_multicast_p99_ms(const MulticastRun& run);

}  // namespace orrery::bench
