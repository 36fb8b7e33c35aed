#include "rate_limiter.hpp"

#include <algorithm>

namespace orrery::transport {

RateLimiter::RateLimiter(std::unique_ptr<Port> below, const RateLimiterOptions& options,
                         Clock clock)
    : Module(std::move(below)), gate_(options), clock_(std::move(clock)) {}

Reserved RateLimiter::reserve(StreamId stream, std::size_t bytes) {
  if (gate_.open_at_ns() > clock_()) {
    // Whether there is an end to tell is known below.
    if (const Reserved probe = below_->reserve(stream, bytes);
        probe.io != Io::ok && probe.io != Io::full) {
      return probe;
    }
    ++counters_.would_block;
    return {Io::full, {}};
  }
  return below_->reserve(stream, bytes);
}

void RateLimiter::commit(std::size_t bytes) {
  gate_.charge(clock_(), bytes);
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
  below_->commit(bytes);
}

void RateLimiter::want_writable(bool want) {
  wanted_ = want;
  below_->want_writable(want);
}

std::int64_t RateLimiter::next_deadline_ns() const {
  const std::int64_t deadline = below_->next_deadline_ns();
  if (!wanted_) return deadline;
  const std::int64_t open_at = gate_.open_at_ns();
  return open_at > clock_() ? std::min(deadline, open_at) : deadline;
}

}  // namespace orrery::transport
