// The ring between a hot loop and the telemetry thread: records of a fixed number of 64-bit words
// in memory allocated beforehand.
//
// One producer thread, one consumer thread. push() neither allocates, locks, waits nor makes a
// system call: a record that finds the ring full is dropped and counted. A record is seen by the
// consumer whole or not at all (release, acquire).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace orrery::telemetry {

class SampleRing {
 public:
  // Room for `capacity` records, a power of two.
  SampleRing(std::size_t words_per_record, std::size_t capacity);

  [[nodiscard]] std::size_t words() const { return words_; }

  // Producer.
  bool push(std::span<const std::uint64_t> record);

  // Consumer: calls `take` for each record that was there when it began; how many.
  template <class Take>
  std::size_t drain(Take&& take) {
    std::uint64_t at = tail_.load(std::memory_order_relaxed);
    const std::uint64_t end = head_.load(std::memory_order_acquire);
    const std::size_t count = static_cast<std::size_t>(end - at);
    for (; at != end; ++at) {
      take(std::span<const std::uint64_t>(&data_[(at & mask_) * words_], words_));
      // Room is given back in steps, so that a slow consumer does not make the producer drop more than it must.
      if ((at & 255) == 255) tail_.store(at + 1, std::memory_order_release);
    }
    tail_.store(end, std::memory_order_release);
    return count;
  }

  // Any thread.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t pushed() const { return head_.load(std::memory_order_relaxed); }

 private:
  const std::size_t words_;
  const std::size_t capacity_;
  const std::uint64_t mask_;
  std::unique_ptr<std::uint64_t[]> data_;
  // The producer's line.
  alignas(64) std::atomic<std::uint64_t> head_{0};
  std::uint64_t tail_seen_ = 0;
  std::atomic<std::uint64_t> dropped_{0};
  // The consumer's line.
  alignas(64) std::atomic<std::uint64_t> tail_{0};
};

}  // namespace orrery::telemetry
