#include "time/time_rules.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace orrery::rti {

std::int64_t add(TimeRepresentation as, std::int64_t time, std::int64_t interval) {
  if (time == never || interval == never) return never;
  if (as == TimeRepresentation::float64) {
    const double sum = timing::double_of(time) + timing::double_of(interval);
    return std::isfinite(sum) ? timing::time_of(sum) : never;
  }
  std::int64_t sum = 0;
  return __builtin_add_overflow(time, interval, &sum) ? never : sum;
}

std::int64_t subtract(TimeRepresentation as, std::int64_t time, std::int64_t interval) {
  if (as == TimeRepresentation::float64) {
    return timing::time_of(timing::double_of(time) - timing::double_of(interval));
  }
  std::int64_t difference = 0;
  return __builtin_sub_overflow(time, interval, &difference)
             ? std::numeric_limits<std::int64_t>::min()
             : difference;
}

bool is_time(TimeRepresentation as, std::int64_t value) {
  if (value == never) return false;
  return as != TimeRepresentation::float64 || std::isfinite(timing::double_of(value));
}

std::string time_text(TimeRepresentation as, std::int64_t time) {
  if (as == TimeRepresentation::integer64) return std::to_string(time);
  std::array<char, 32> digits{};
  const auto [end, failed] =
      std::to_chars(digits.data(), digits.data() + digits.size(), timing::double_of(time));
  return {digits.data(), end};
}

std::int64_t zero(TimeRepresentation as) {
  return as == TimeRepresentation::float64 ? timing::time_of(0.0) : 0;
}

}  // namespace orrery::rti
