// Times work that is too short for the clock: in batches, of which the median counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/workloads/model_language/measure.hpp"

namespace orrery::workloads::model_language {

inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The time that `work()` takes, in nanoseconds.
template <class Work>
double time_of(Work&& work) {
  const std::int64_t begin = base::now_ns();
  work();
  return static_cast<double>(base::now_ns() - begin);
}

// Calls round() for effort.figure_ns, at least three times. Returns early if effort.stopped() is true.
template <class Round>
void repeat(const Effort& effort, Round&& round) {
  const std::int64_t end = base::now_ns() + effort.figure_ns;
  for (int rounds = 0; rounds < 3 || base::now_ns() < end; ++rounds) {
    if (effort.stopped && effort.stopped()) return;
    round();
  }
}

// The median time of one work(), in nanoseconds. Short work is repeated within one timing, so that reading the clock is about
// a hundredth of it.
template <class Work>
double time_each(const Effort& effort, Work&& work) {
  constexpr double enough_ns = 5'000;
  std::uint64_t times = 1;
  while (times < 1'000'000) {
    const double took = time_of([&] {
      for (std::uint64_t i = 0; i < times; ++i) work();
    });
    if (took >= enough_ns) break;
    times *= 2;
  }
  std::vector<double> values;
  repeat(effort, [&] {
    values.push_back(time_of([&] {
      for (std::uint64_t i = 0; i < times; ++i) work();
    }));
  });
  return median(values) / static_cast<double>(times);
}

}  // namespace orrery::workloads::model_language
