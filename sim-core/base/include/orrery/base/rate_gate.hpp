// Two token buckets, of messages and of bytes. A message may pass while neither is in debt, and may bring them into
// it: one that is bigger than what is saved up passes too, and the next waits for longer. For one thread; times are
// of any clock that counts nanoseconds, the same in all calls.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace orrery::base {

struct Rate {
  double messages_per_s = 0;  // 0: unlimited
  double bytes_per_s = 0;
  double burst_s = 0.001;  // what was not used is saved up for so long
};

class RateGate {
 public:
  explicit RateGate(const Rate& rate) : rate_(rate), burst_ns_(std::llround(rate.burst_s * 1e9)) {}

  // Until when what has passed keeps a bucket in debt. (A bucket that fills at a rate is a time that moves on by the
  // price of each message, and lags behind by the burst at most.)
  [[nodiscard]] std::int64_t open_at_ns() const { return std::max(messages_at_ns_, bytes_at_ns_); }
  [[nodiscard]] bool limits() const { return rate_.messages_per_s > 0 || rate_.bytes_per_s > 0; }

  void charge(std::int64_t now, std::size_t bytes) {
    charge(messages_at_ns_, now, 1, rate_.messages_per_s);
    charge(bytes_at_ns_, now, static_cast<double>(bytes), rate_.bytes_per_s);
  }

 private:
  void charge(std::int64_t& at, std::int64_t now, double amount, double per_s) const {
    if (per_s <= 0) return;
    at = std::max(at, now - burst_ns_) + std::llround(amount * 1e9 / per_s);
  }

  Rate rate_;
  std::int64_t burst_ns_;
  std::int64_t messages_at_ns_ = 0;
  std::int64_t bytes_at_ns_ = 0;
};

}  // namespace orrery::base
