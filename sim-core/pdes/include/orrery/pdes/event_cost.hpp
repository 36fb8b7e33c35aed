// What an event costs one thread, in CPU time, learned while it runs: windows are judged by their events times this.
//
// The estimate believes low samples at once and high ones slowly: an interrupt or a host that takes the core away makes one
// sample high, and must not make a small window look worth a barrier.
#pragma once

#include <algorithm>
#include <cstdint>

namespace orrery::pdes {

class EventCost {
 public:
  // CPU time that `events` took together; too few say nothing.
  void learn(std::int64_t cpu_ns, std::uint64_t events) {
    if (events < least_events) return;
    const double sample = std::max(1.0, static_cast<double>(cpu_ns) / static_cast<double>(events));
    if (sample < each_ns_ || !known_) {
      each_ns_ = sample;
    } else {
      each_ns_ += (sample - each_ns_) / 16;
    }
    known_ = true;
  }
  [[nodiscard]] std::uint64_t of(std::uint64_t events) const {
    return static_cast<std::uint64_t>(each_ns_ * static_cast<double>(events));
  }

 private:
  static constexpr std::uint64_t least_events = 32;

  double each_ns_ = 100;  // a light model's, until it is known better
  bool known_ = false;
};

}  // namespace orrery::pdes
