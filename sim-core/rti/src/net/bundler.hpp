// Decides when what was written to channels and ports leaves: at once, or data after more of it (bundling.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "orrery/rti/bundling.hpp"
#include "orrery/rti/clock.hpp"

namespace orrery::rti {

class Bundler {
 public:
  explicit Bundler(Clock clock) : clock_(clock) {}

  void set(const Bundling& bundling) { bundling_ = bundling; }
  [[nodiscard]] const Bundling& bundling() const { return bundling_; }

  // Something was written, which leaves with the next flush.
  void written() { unflushed_ = true; }
  // What is written now is no data: flushes that are due do not wait for it.
  void must_leave() { is_urgent_ = true; }
  // A message of data of `bytes` bytes was written, to whichever nodes. Returns whether it may be held.
  bool hold(std::size_t bytes) {
    if (bundling_.bytes == 0 || !unflushed_) return false;
    const bool timed = bundling_.timeout_ns > 0;
    const std::int64_t now = timed ? clock_.now_ns() : 0;
    if (held_ == 0) held_since_ns_ = now;
    held_ += bytes;
    return held_ < bundling_.bytes && !(timed && now - held_since_ns_ >= bundling_.timeout_ns);
  }
  // Everything was flushed. `unsent`: some of it found no room.
  void flushed(bool unsent) {
    unflushed_ = is_urgent_ = unsent;
    held_ = 0;
  }

  [[nodiscard]] bool unflushed() const { return unflushed_; }
  // Returns whether there is more to flush than data that is held past evokes, or its time has come.
  [[nodiscard]] bool due() const {
    return unflushed_ &&
           (!bundling_.past_evokes || is_urgent_ || held_ == 0 || clock_.now_ns() >= deadline_ns());
  }
  // When data that is held must leave; INT64_MAX: none is held.
  [[nodiscard]] std::int64_t deadline_ns() const {
    return held_ > 0 ? held_since_ns_ + bundling_.timeout_ns : INT64_MAX;
  }
  [[nodiscard]] std::size_t held_bytes() const { return held_; }

 private:
  const Clock clock_;
  Bundling bundling_;
  std::size_t held_ = 0;  // bytes of data written since the last flush, with bundling
  std::int64_t held_since_ns_ = 0;
  bool is_urgent_ = false;
  bool unflushed_ = false;
};

}  // namespace orrery::rti
