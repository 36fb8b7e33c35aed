// Measuring in turns: what is compared is measured side by side, so that a machine that drifts drifts for both.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace orrery::bench {

inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const std::size_t middle = values.size() / 2;
  std::ranges::sort(values);
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// Of several measurements in a row.
inline double median_of(int repeats, const std::function<double()>& measure) {
  std::vector<double> values(static_cast<std::size_t>(repeats));
  std::ranges::generate(values, measure);
  return median(std::move(values));
}

struct Alternated {
  double value = 0;      // median of the first
  double reference = 0;  // median of the second
  double ratio = 0;      // median of second / first, pair by pair
};

// The order within a pair changes from pair to pair.
inline Alternated alternate(int repeats, const std::function<double()>& value,
                            const std::function<double()>& reference) {
  std::vector<double> values;
  std::vector<double> references;
  std::vector<double> ratios;
  for (int i = 0; i < repeats; ++i) {
    const bool first = i % 2 == 0;
    if (!first) references.push_back(reference());
    values.push_back(value());
    if (first) references.push_back(reference());
    ratios.push_back(references.back() / values.back());
  }
  return {median(values), median(references), median(ratios)};
}

}  // namespace orrery::bench
