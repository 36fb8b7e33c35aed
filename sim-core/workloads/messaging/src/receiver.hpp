// The receiving end: takes messages, unblocks their sender, looks at every byte, and tells what came.
#pragma once

#include <atomic>
#include <cstdint>

#include "orrery/base/result.hpp"

#include "end.hpp"
#include "load.hpp"

namespace orrery::workloads::messaging {

// All messages of a run; `progress`, if given, counts those that are measured. Errors: peer_lost, cancelled.
base::Status receive_all(End& end, const Load& load,
                         std::atomic<std::uint64_t>* progress = nullptr);

}  // namespace orrery::workloads::messaging
