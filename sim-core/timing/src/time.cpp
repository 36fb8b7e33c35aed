#include <bit>

#include "orrery/timing/lbts.hpp"

namespace orrery::timing {

// Of positive numbers the bits are in order; of negative ones, without the sign, in reverse.
Time time_of(double value) {
  if (value == 0) return 0;
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits >= 0 ? bits : -(bits & std::numeric_limits<std::int64_t>::max());
}

double double_of(Time time) {
  if (time >= 0) return std::bit_cast<double>(time);
  return -std::bit_cast<double>(-time);
}

}  // namespace orrery::timing
