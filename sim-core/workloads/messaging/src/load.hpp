// Size and number of a run's messages, known to both ends.
#pragma once

#include <cstddef>
#include <cstdint>

#include "orrery/contracts/contracts.hpp"
#include "orrery/transport/channel.hpp"

namespace orrery::workloads::messaging {

struct Load {
  std::size_t message_bytes = 0;
  std::uint64_t warmup = 0;     // exchanged first, not measured
  std::uint64_t exchanges = 0;  // exchanged next, measured
  std::uint64_t streamed = 0;   // sent last, as a stream
  std::uint64_t seed = 0;

  [[nodiscard]] std::uint64_t exchanged() const { return warmup + exchanges; }
  [[nodiscard]] std::uint64_t messages() const { return exchanged() + streamed; }
};

Load load_of(const contracts::WorkerPlan& plan);
transport::ChannelOptions channel_options(const contracts::WorkerPlan& plan, const Load& load);

}  // namespace orrery::workloads::messaging
