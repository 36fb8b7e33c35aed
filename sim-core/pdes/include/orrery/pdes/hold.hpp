// The hold operation: pop the first event and push it again with a later time. It is the classic benchmark of future event
// lists.
#pragma once

#include <cstdint>

#include "orrery/base/random.hpp"
#include "orrery/pdes/event.hpp"
#include "orrery/pdes/event_list.hpp"

namespace orrery::pdes {

// Holds `population` events with exponential delays of mean 1. The delays are drawn in advance and used in turn, so that
// the benchmark measures the list and not the logarithm.
template <class List>
class Hold {
 public:
  Hold(std::uint64_t population, std::uint64_t seed) {
    base::Random random(seed);
    for (double& delay : delays_) delay = random.exponential(1.0);
    list_.reserve(population);
    for (std::uint64_t i = 0; i < population; ++i) {
      event_.time = random.exponential(1.0);
      event_.tag = i << event_.kind_bits;
      list_.push(event_);
    }
  }

  void run(std::uint64_t operations) {
    for (std::uint64_t i = 0; i < operations; ++i) {
      list_.pop(event_);
      event_.time += delays_[next_++ % delay_count];
      list_.push(event_);
    }
  }

  [[nodiscard]] double now() const { return event_.time; }
  [[nodiscard]] const List& list() const { return list_; }

 private:
  static constexpr std::size_t delay_count = 4096;

  List list_;
  Event<Words> event_;
  double delays_[delay_count];
  std::size_t next_ = 0;
};

}  // namespace orrery::pdes
