// The module `rate_limiter`: two token buckets, of messages and of bytes. A message is let through
// while neither is in debt, and may bring them into it: one that is bigger than what is saved up
// passes too, and the next waits for longer.
#pragma once

#include <algorithm>

#include "orrery/transport/chain.hpp"

#include "clock.hpp"
#include "module.hpp"

namespace orrery::transport {

class RateLimiter final : public Module {
 public:
  RateLimiter(std::unique_ptr<Port> below, const RateLimiterOptions& options, Clock clock);

  Reserved reserve(StreamId stream, std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  bool writable() override { return open_at_ns() <= clock_() && below_->writable(); }
  void want_writable(bool want) override;
  [[nodiscard]] std::int64_t next_deadline_ns() const override;
  [[nodiscard]] std::string_view layer() const override { return "rate_limiter"; }

 private:
  // Until when what has passed keeps a bucket in debt. (A bucket that fills at a rate is a time that
  // moves on by the price of each message, and lags behind by the burst at most.)
  [[nodiscard]] std::int64_t open_at_ns() const { return std::max(messages_at_ns_, bytes_at_ns_); }

  const RateLimiterOptions options_;
  const std::int64_t burst_ns_;
  Clock clock_;
  std::int64_t messages_at_ns_ = 0;
  std::int64_t bytes_at_ns_ = 0;
  bool wanted_ = false;
};

}  // namespace orrery::transport
