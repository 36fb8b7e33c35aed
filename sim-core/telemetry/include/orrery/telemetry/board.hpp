// Numbers that a hot loop shows and the telemetry thread reads: exact totals that go on whether a step is recorded or not.
//
// One writer, any readers; single values are never torn, values of one moment may be a few steps apart.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace orrery::telemetry {

class Board {
 public:
  explicit Board(std::size_t totals)
      : size_(totals), totals_(std::make_unique<std::atomic<std::uint64_t>[]>(totals)) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  void show(std::size_t index, std::uint64_t value) {
    totals_[index].store(value, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t total(std::size_t index) const {
    return totals_[index].load(std::memory_order_relaxed);
  }
  // Steps done of the measured part; written last.
  void show_done(std::uint64_t done) { done_.store(done, std::memory_order_release); }
  [[nodiscard]] std::uint64_t done() const { return done_.load(std::memory_order_acquire); }

 private:
  const std::size_t size_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> totals_;
  alignas(64) std::atomic<std::uint64_t> done_{0};
};

}  // namespace orrery::telemetry
