#include "orrery/transport/chain.hpp"

#include <string>
#include <typeinfo>
#include <utility>

#include "orrery/base/clock.hpp"

#include "adapters.hpp"
#include "bundler.hpp"
#include "copier.hpp"
#include "counting_port.hpp"
#include "fragmenter.hpp"
#include "impaired_port.hpp"
#include "rate_limiter.hpp"

namespace orrery::transport {
namespace {

using base::Error;
using base::ErrorCode;
using Built = base::Result<std::unique_ptr<Port>>;

constexpr std::uint32_t least_below = 64;  // a header, and something worth carrying

Error invalid(const std::string& message) { return {ErrorCode::invalid_argument, message}; }

Built add(std::unique_ptr<Port> below, const BundlerOptions& options) {
  if (options.bundle_bytes != 0 && options.bundle_bytes < least_below) {
    return invalid("bundle_bytes is " + std::to_string(options.bundle_bytes) + ": use 0 or " +
                   std::to_string(least_below) + " and more");
  }
  if (options.timeout_ns < 0)
    return invalid("timeout_ns of the bundler is negative: use 0 or more");
  return {std::make_unique<Bundler>(std::move(below), options, base::now_ns)};
}

Built add(std::unique_ptr<Port> below, const RateLimiterOptions& options) {
  if (!(options.messages_per_s >= 0) || !(options.bytes_per_s >= 0) || !(options.burst_s >= 0)) {
    return invalid("a rate or burst_s of the rate limiter is negative: use 0 (unlimited) or more");
  }
  return {std::make_unique<RateLimiter>(std::move(below), options, base::now_ns)};
}

Built add(std::unique_ptr<Port> below, const FragmenterOptions& options) {
  if (options.max_message_bytes == 0 || options.reassembly_bytes < options.max_message_bytes) {
    return invalid("max_message_bytes of the fragmenter is " +
                   std::to_string(options.max_message_bytes) + ": use 1 to reassembly_bytes (" +
                   std::to_string(options.reassembly_bytes) + ")");
  }
  return {std::make_unique<Fragmenter>(std::move(below), options)};
}

Built add(std::unique_ptr<Port> below, const ImpairmentOptions& options) {
  if (auto checked = check(options); !checked) return checked.error();
  return {std::make_unique<ImpairedPort>(std::move(below), options, base::now_ns)};
}

Built add(std::unique_ptr<Port> below, const CopierOptions& options) {
  if (options.copies == 0) return invalid("copies of the copier is 0: use 1 or more");
  return {std::make_unique<Copier>(std::move(below), options)};
}

Built add(std::unique_ptr<Port> below, const CountersOptions& /*options*/) {
  return {std::make_unique<CountingPort>(std::move(below), base::now_ns)};
}

}  // namespace

Built build_chain(std::unique_ptr<Port> bottom, std::span<const ModuleOptions> modules) {
  std::unique_ptr<Port> top = std::move(bottom);
  for (const ModuleOptions& module : modules) {
    if (top->max_message_bytes() < least_below) {
      return invalid("max_message_bytes below a chain module is " +
                     std::to_string(top->max_message_bytes()) + ": use " +
                     std::to_string(least_below) + " or more");
    }
    auto added = std::visit(
        [&](const auto& options) -> Built { return add(std::move(top), options); }, module);
    if (!added) return added.error();
    top = std::move(*added);
  }
  return {std::move(top)};
}

base::Result<std::unique_ptr<Channel>> build_chain(std::unique_ptr<Channel> bottom,
                                                   std::span<const ModuleOptions> modules,
                                                   std::uint32_t max_message_bytes) {
  Channel& channel = *bottom;
  auto top =
      build_chain(std::unique_ptr<Port>(std::make_unique<ChannelPort>(std::move(bottom))), modules);
  if (!top) return top.error();
  const std::uint32_t most = (*top)->max_message_bytes();
  if (max_message_bytes > most) {
    return invalid("max_message_bytes is " + std::to_string(max_message_bytes) +
                   ", but this chain carries at most " + std::to_string(most) +
                   ": add a fragmenter or raise it in the transport");
  }
  return std::unique_ptr<Channel>(std::make_unique<PortChannel>(
      std::move(*top), channel, max_message_bytes == 0 ? most : max_message_bytes));
}

const Traffic* find_traffic(const Port& top) {
  const auto* counting = dynamic_cast<const CountingPort*>(find_layer(top, "counters"));
  return counting == nullptr ? nullptr : &counting->traffic();
}

const Port* layers_of(const Channel& channel) {
  // PortChannel is final. A dynamic_cast that fails compares the names of all bases, and this is asked often.
  if (typeid(channel) != typeid(PortChannel)) return nullptr;
  return &static_cast<const PortChannel&>(channel).port();
}

const Traffic* find_traffic(const Channel& top) {
  const Port* layers = layers_of(top);
  return layers == nullptr ? nullptr : find_traffic(*layers);
}

}  // namespace orrery::transport
