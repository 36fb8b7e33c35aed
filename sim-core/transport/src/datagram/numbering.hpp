// Follows the numbers of one sender's packets in one stream: what is missing, doubled or late.
#pragma once

#include <cstdint>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

class Numbering {
 public:
  void saw(std::uint32_t number, PortCounters& counters) {
    if (!started_) {
      started_ = true;
      newest_ = number;
      recent_ = 1;
      return;
    }
    const auto ahead = static_cast<std::int32_t>(number - newest_);
    if (ahead > 0) {
      const auto steps = static_cast<std::uint32_t>(ahead);
      counters.lost += steps - 1;
      recent_ = steps < 64 ? recent_ << steps | 1 : 1;
      newest_ = number;
      return;
    }
    const std::uint32_t behind = newest_ - number;
    const std::uint64_t bit = behind < 64 ? std::uint64_t{1} << behind : 0;
    if (behind < 64 && (recent_ & bit) != 0) {
      ++counters.duplicates;
      return;
    }
    recent_ |= bit;
    ++counters.reordered;
    if (counters.lost > 0) --counters.lost;
  }

 private:
  bool started_ = false;
  std::uint32_t newest_ = 0;
  std::uint64_t recent_ = 0;  // bit i: newest_ - i was seen
};

}  // namespace orrery::transport
