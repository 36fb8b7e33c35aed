#include "orrery/telemetry/sample_ring.hpp"

#include <bit>
#include <cstring>

namespace orrery::telemetry {

SampleRing::SampleRing(std::size_t words_per_record, std::size_t capacity)
    : words_(words_per_record),
      capacity_(std::bit_ceil(capacity)),
      mask_(capacity_ - 1),
      data_(std::make_unique<std::uint64_t[]>(words_ * capacity_)) {}

bool SampleRing::push(std::span<const std::uint64_t> record) {
  const std::uint64_t head = head_.load(std::memory_order_relaxed);
  if (head - tail_seen_ == capacity_) {
    tail_seen_ = tail_.load(std::memory_order_acquire);
    if (head - tail_seen_ == capacity_) {
      dropped_.store(dropped_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      return false;
    }
  }
  std::memcpy(&data_[(head & mask_) * words_], record.data(), words_ * sizeof(std::uint64_t));
  head_.store(head + 1, std::memory_order_release);
  return true;
}

}  // namespace orrery::telemetry
