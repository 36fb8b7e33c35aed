// The receiving end: takes messages, unblocks their sender, checks every byte, and reports what arrived.
#pragma once

#include <atomic>
#include <cstdint>

#include "orrery/base/result.hpp"

#include "end.hpp"
#include "load.hpp"

namespace orrery::workloads::messaging {

// Receives all messages of a run and then sends an Account. `progress`, if not null, counts the measured messages. Errors:
// peer_lost, cancelled.
base::Status receive_all(End& end, const Load& load,
                         std::atomic<std::uint64_t>* progress = nullptr);

}  // namespace orrery::workloads::messaging
