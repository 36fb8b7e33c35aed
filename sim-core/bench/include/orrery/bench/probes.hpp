// Raw probes: what this machine allows, written by hand with as little as possible between the code and the hardware.
// They are the references against which the product is measured, in the same run.
//
// Each makes its own processes, pins them to the cores given, and returns a rate; they end with the call. Sizes are
// those of the product's messages. A probe that cannot run throws std::runtime_error.
#pragma once

#include <cstdint>
#include <span>

namespace orrery::bench {

// `parties` processes meet at a counter in shared memory, yielding while they wait; all on `cores`. Meetings a second.
double barrier_of_processes(unsigned parties, std::uint64_t rounds, std::span<const int> cores);

// Two processes on a core each meet, polling. Meetings a second.
double barrier_of_two(std::uint64_t rounds, int core_a, int core_b);

// `parties` processes, on the two cores in turn, find the least of their values at a counter in shared memory, over and
// over: two poll, more yield. Reductions a second.
double least_of_processes(unsigned parties, std::uint64_t rounds, int core_a, int core_b);

// A message of `bytes` there and back between two cache lines in shared memory, polled. Round trips a second.
double memory_round_trips(std::uint64_t rounds, std::size_t bytes, int core_a, int core_b);

enum class Socket : std::uint8_t { unix_stream, tcp };
// The same over a socket that both ends poll without sleeping (TCP: loopback, NODELAY).
double socket_round_trips(Socket socket, std::uint64_t rounds, std::size_t bytes, int core_a,
                          int core_b);

// Messages of `bytes` one way through a ring of slots, each with its own full flag. Messages a second.
double memory_messages(std::uint64_t messages, std::size_t bytes, int core_a, int core_b);

}  // namespace orrery::bench
