#include "orrery/workloads/federates/raw_probe.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "orrery/base/histogram.hpp"
#include "orrery/transport/wait_set.hpp"

namespace orrery::workloads::federates {

namespace {

constexpr std::int64_t look_ns = 500'000'000;

base::Status receive(transport::Channel& channel, transport::WaitSet& set,
                     const std::function<bool()>& stopped) {
  for (;;) {
    const transport::Peeked peeked = channel.peek();
    if (peeked.io == transport::Io::ok) {
      channel.release();
      return {};
    }
    if (peeked.io != transport::Io::empty) {
      return base::Error{base::ErrorCode::peer_lost, "raw round trips: " + channel.why()};
    }
    if (set.wait(base::now_ns() + look_ns).outcome != base::WaitOutcome::ready && stopped()) {
      return base::Error{base::ErrorCode::cancelled, "stopped in raw round trips"};
    }
  }
}

}  // namespace

base::Result<RawTimes> raw_round_trips(transport::Channel& channel,
                                       std::shared_ptr<base::Doorbell> bell,
                                       base::WaitStrategy strategy, const RawProbe& probe,
                                       bool first, const std::function<bool()>& stopped) {
  auto set = transport::WaitSet::create(std::move(bell), strategy);
  if (!set) return set.error();
  if (auto added = (*set)->add(channel, 0); !added) return added.error();
  const std::vector<std::byte> message(probe.bytes);
  base::Histogram times;
  const int warm_up = probe.round_trips / 10;
  for (int i = 0; i < warm_up + probe.round_trips; ++i) {
    const std::int64_t began = base::now_ns();
    if (!first) {
      if (auto got = receive(channel, **set, stopped); !got) return got.error();
    }
    if (const auto io = channel.send_now(message); io != transport::Io::ok) {
      const bool too_big = io == transport::Io::too_big;
      return base::Error{too_big ? base::ErrorCode::too_big : base::ErrorCode::peer_lost,
                         "raw round trips: " +
                             (too_big ? "the message is too big for the channel" : channel.why())};
    }
    if (first) {
      if (auto got = receive(channel, **set, stopped); !got) return got.error();
      if (i >= warm_up) times.record(static_cast<std::uint64_t>(base::now_ns() - began));
    }
  }
  (*set)->remove(channel);
  return RawTimes{static_cast<double>(times.quantile(0.5)), times.mean()};
}

}  // namespace orrery::workloads::federates
