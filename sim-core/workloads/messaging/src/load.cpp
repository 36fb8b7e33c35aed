#include "load.hpp"

#include <algorithm>

#include "wire.hpp"

namespace orrery::workloads::messaging {

Load load_of(const contracts::WorkerPlan& plan) {
  const auto& wanted = std::get<contracts::MessagingPlan>(plan.workload);
  return {.message_bytes = static_cast<std::size_t>(wanted.message_bytes),
          .warmup = static_cast<std::uint64_t>(wanted.warmup_messages),
          .exchanges = static_cast<std::uint64_t>(wanted.exchanges),
          .streamed = static_cast<std::uint64_t>(wanted.streamed),
          .seed = plan.seed};
}

transport::ChannelOptions channel_options(const contracts::WorkerPlan& plan, const Load& load) {
  transport::ChannelOptions options;
  options.max_message_bytes =
      static_cast<std::uint32_t>(std::max(load.message_bytes, sizeof(Account)));
  options.peer_timeout_ns = std::int64_t{plan.transports.peer_timeout_ms} * 1'000'000;
  return options;
}

}  // namespace orrery::workloads::messaging
