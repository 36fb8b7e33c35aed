// Estimates the CPU time of one event on one thread, from samples of the run. multi_fel multiplies it by a window's events
// to get the window's work.
//
// A lower sample replaces the estimate at once; a higher sample moves it by a sixteenth of the difference. An interrupt, or
// a host that takes the core away, makes single samples high, and must not make a small window look worth a barrier.
#pragma once

#include <algorithm>
#include <cstdint>

namespace orrery::pdes {

class EventCost {
 public:
  // Adds a sample: `events` took `cpu_ns` of CPU time together. Ignores a sample of fewer than `least_events`.
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

  double each_ns_ = 100;  // of a light model, until the first sample
  bool known_ = false;
};

}  // namespace orrery::pdes
