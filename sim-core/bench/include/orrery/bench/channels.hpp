// The product's channels, measured as the raw probes are: two processes, a core each, polled.
#pragma once

#include <cstdint>

#include "orrery/transport/channel.hpp"

namespace orrery::bench {

// Round trips a second of messages of `bytes`; between processes (kind `thread`: between two threads).
double channel_round_trips(transport::Kind kind, std::uint64_t rounds, std::size_t bytes,
                           int core_a, int core_b);

// Round trips a second through the ring of kind `shm`, polled without a wait set; each end copies the bytes in and out.
double polled_ring_round_trips(std::uint64_t rounds, std::size_t bytes, int core_a, int core_b);

// Messages a second one way, flushed every `batch`.
double channel_messages(transport::Kind kind, std::uint64_t messages, std::size_t bytes,
                        std::uint64_t batch, int core_a, int core_b);

}  // namespace orrery::bench
