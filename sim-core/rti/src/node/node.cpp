// The node, put together: the core, and an ambassador for each federate that connects.
#include <algorithm>
#include <utility>

#include "core/core.hpp"
#include "federate/reporting_ambassador.hpp"

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

namespace {

// Seats that are vacant at first, and a node that joins in one.
Status check_seats(const NodeOptions& options, const DataPaths& paths) {
  const std::uint32_t present = options.present == 0 ? options.nodes : options.present;
  if (present > options.nodes) {
    return error(ErrorCode::RTIinternalError, "present is " + std::to_string(present) + ", nodes " +
                                                  std::to_string(options.nodes) +
                                                  ": use 1 to nodes, or 0 for all");
  }
  if (options.joins ? options.present == 0 || options.self < present : options.self >= present) {
    return error(ErrorCode::RTIinternalError,
                 "self is " + std::to_string(options.self) + ", present " +
                     std::to_string(options.present) +
                     ": use a seat below present, or joins and a seat from present on");
  }
  if (present < options.nodes && (paths.best_effort.port || paths.reliable.port)) {
    return error(
        ErrorCode::RTIinternalError,
        "present is " + std::to_string(present) + ", nodes " + std::to_string(options.nodes) +
            ": nodes cannot join with ports (DataPaths); give no ports, or set present to 0");
  }
  return {};
}

Status check_channels(const NodeOptions& options,
                      const std::vector<std::unique_ptr<transport::Channel>>& channels) {
  const std::uint32_t present = options.present == 0 ? options.nodes : options.present;
  bool any = false;
  for (std::uint32_t i = 0; i < options.nodes; ++i) {
    any |= channels[i] != nullptr;
    const bool may_be = i != options.self && (options.joins || i < present);
    const bool must_be = may_be && !options.joins;
    if ((channels[i] != nullptr && !may_be) || (channels[i] == nullptr && must_be)) {
      return error(ErrorCode::RTIinternalError,
                   "channel " + std::to_string(i) +
                       ": every node that is present, but this one, needs one, and no vacant seat");
    }
  }
  if (!any && options.joins) {
    return error(ErrorCode::RTIinternalError,
                 "joins is set, and there is no channel: give one to each node that runs");
  }
  return {};
}

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
  if (auto status = check_seats(options, paths); !status) return status.error();
  if (auto status = check_channels(options, channels); !status) return status.error();
  auto core = std::make_unique<ComposedNode>(options, std::move(channels), std::move(paths));
  if (auto started = core->start(std::move(bell)); !started) return started.error();
  return std::unique_ptr<Node>(std::move(core));
}

}  // namespace orrery::rti
