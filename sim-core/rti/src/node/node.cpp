// The node, put together: the core, and an ambassador for each federate that connects.
#include <algorithm>
#include <utility>

#include "core/core.hpp"
#include "federate/reporting.hpp"

namespace orrery::rti {
namespace {

class ComposedNode final : public Core {
 public:
  using Core::Core;

  std::unique_ptr<RtiAmbassador> connect(FederateAmbassador& federate,
                                         CallbackModel model) override {
    auto ambassador = make_ambassador(*this, federate, model);
    add(ambassador->local());
    return ambassador;
  }
};

}  // namespace

Result<std::unique_ptr<Node>> Node::create(
    const NodeOptions& options, std::shared_ptr<base::Doorbell> bell,
    std::vector<std::unique_ptr<transport::Channel>> channels, DataPaths paths) {
  if (options.nodes == 0 || options.nodes > most_nodes || options.self >= options.nodes ||
      channels.size() != options.nodes) {
    return error(ErrorCode::RTIinternalError,
                 "nodes is " + std::to_string(options.nodes) + ", self " +
                     std::to_string(options.self) + ", with " + std::to_string(channels.size()) +
                     " channels: use 1 to " + std::to_string(most_nodes) +
                     " nodes, self below, and a channel for each");
  }
  const MemoryBounds& bounds = options.bounds;
  const std::size_t greatest = std::min<std::size_t>(1U << 30, bounds.unread_bytes);
  if (bounds.message_bytes < 1024 || bounds.message_bytes > greatest) {
    return error(ErrorCode::RTIinternalError, "message_bytes is " +
                                                  std::to_string(bounds.message_bytes) +
                                                  ": use 1024 to " + std::to_string(greatest));
  }
  const TimeBound& bound = options.time_bound;
  if (bound.fan_out < 2 || bound.fan_out > 64) {
    return error(ErrorCode::RTIinternalError,
                 "time_bound.fan_out is " + std::to_string(bound.fan_out) + ": use 2 to 64");
  }
  if (bound.in_flight < 1 || bound.in_flight > 64) {
    return error(ErrorCode::RTIinternalError,
                 "time_bound.in_flight is " + std::to_string(bound.in_flight) + ": use 1 to 64");
  }
  for (std::uint32_t i = 0; i < options.nodes; ++i) {
    if ((channels[i] == nullptr) != (i == options.self)) {
      return error(ErrorCode::RTIinternalError,
                   "channel " + std::to_string(i) + ": every node but this one needs one");
    }
  }
  auto core = std::make_unique<ComposedNode>(options, std::move(channels), std::move(paths));
  if (auto started = core->start(std::move(bell)); !started) return started.error();
  return std::unique_ptr<Node>(std::move(core));
}

}  // namespace orrery::rti
