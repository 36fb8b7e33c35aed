#include "orrery/universe/change_schedule.hpp"

#include <cmath>

namespace orrery::universe {

namespace {

// Sum of floor((a * i + b) / m) for i in [0, n), by the Euclidean descent (Graham, Knuth, Patashnik, section 3.5).
std::uint64_t floor_sum(std::uint64_t n, std::uint64_t m, std::uint64_t a, std::uint64_t b) {
  std::uint64_t total = 0;
  while (n > 0) {
    total += n * (n - 1) / 2 * (a / m);
    a %= m;
    total += n * (b / m);
    b %= m;
    const std::uint64_t top = a * n + b;
    if (top < m) break;
    n = top / m;
    b = top % m;
    const std::uint64_t swap = m;
    m = a;
    a = swap;
  }
  return total;
}

}  // namespace

ChangeSchedule::ChangeSchedule(const System& system)
    : entities_(system.entities()),
      changing_(static_cast<std::uint64_t>(
          std::llround(system.changing_share * static_cast<double>(system.entities())))),
      period_(system.update_period_steps),
      passes_(system.filtered() ? system.constraint_levels : 1),
      cycle_(system.filtered() ? period_ * all_levels : period_) {}

std::uint64_t ChangeSchedule::count_due(std::uint64_t begin, std::uint64_t end,
                                        std::uint64_t due) const {
  // `first` is the first such id at or after `begin`; the others follow at a distance of cycle_.
  const std::uint64_t first = begin + (due + cycle_ - begin % cycle_) % cycle_;
  if (first >= end) return 0;
  const std::uint64_t ids = (end - first - 1) / cycle_ + 1;
  const std::uint64_t slope = cycle_ * changing_;
  return floor_sum(ids, entities_, slope, (first + 1) * changing_) -
         floor_sum(ids, entities_, slope, first * changing_);
}

std::uint64_t ChangeSchedule::count(std::uint64_t begin, std::uint64_t end, Step step) const {
  if (begin >= end) return 0;
  if (cycle_ == 1) return prefix(end) - prefix(begin);
  // The change of an entity has level l if step + id is l periods into the cycle; the levels below passes_ pass.
  std::uint64_t total = 0;
  for (std::uint64_t level = 0; level < passes_; ++level) {
    total += count_due(begin, end, (level * period_ + cycle_ - step % cycle_) % cycle_);
  }
  return total;
}

std::uint64_t ChangeSchedule::count_over(std::uint64_t begin, std::uint64_t end, Step first,
                                         Step last) const {
  if (first >= last) return 0;
  // In a cycle every changing entity changes once at each level, so passes_ of its changes pass.
  const std::uint64_t cycles = (last - first) / cycle_;
  std::uint64_t total = cycles * passes_ * (prefix(end) - prefix(begin));
  for (Step step = first + cycles * cycle_; step < last; ++step) total += count(begin, end, step);
  return total;
}

}  // namespace orrery::universe
