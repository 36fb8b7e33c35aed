// Live figures of the federates that receive, for windows: messages received, and times of messages. Each federate of this
// worker has a line in memory that threads and forked processes share. Each field of a line has one writer; a write neither
// locks nor allocates. Any thread may read at any time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "orrery/base/log_linear.hpp"
#include "orrery/base/shared_memory.hpp"
#include "orrery/workloads/face/one_node.hpp"

namespace orrery::workloads::federates {

// A line of the board.
class ReceiverLine {
 public:
  // One bucket is at most 1/16 of its value wide. Times from 2^40 ns on share the last one.
  using Buckets = base::LogLinear<4>;
  static constexpr std::size_t buckets = Buckets::count(40);
  using Counts = std::array<std::uint32_t, buckets>;

  // `received`: messages of the measured part so far.
  void set_received(std::uint64_t received) {
    received_.store(received, std::memory_order_relaxed);
  }
  // `ns` at least 0.
  void record(std::int64_t ns) {
    std::atomic<std::uint32_t>& bucket = times_[bucket_of(static_cast<std::uint64_t>(ns))];
    bucket.store(bucket.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  [[nodiscard]] std::uint64_t received() const { return received_.load(std::memory_order_relaxed); }
  [[nodiscard]] Counts times() const;

  static std::size_t bucket_of(std::uint64_t ns);
  // The middle of a bucket, in ns.
  static double middle_of(std::size_t bucket);

 private:
  alignas(64) std::atomic<std::uint64_t> received_{0};
  alignas(64) std::array<std::atomic<std::uint32_t>, buckets> times_{};  // counts; may overflow
};

class ReceiverBoard {
 public:
  // Receivers that windows have columns for: three columns each.
  static constexpr std::size_t most_receivers = 64;

  // `federates`: the numbers of those that receive, on any node. Beyond most_receivers there is no line. Failures:
  // out_of_resources.
  static std::variant<ReceiverBoard, Failure> create(std::vector<int> federates);

  // Null: the board has no line for this federate.
  [[nodiscard]] ReceiverLine* line(int federate) const;
  // Three for each receiver: messages received so far, and the median and the 99th percentile of times since the previous
  // reading; NaN without times. `time_title`: for example "From sending to delivery". Only one thread may read them, in
  // their order; the board must outlive them.
  [[nodiscard]] std::vector<Gauge> gauges(const std::string& time_title) const;

 private:
  ReceiverBoard(base::SharedMemory memory, std::vector<int> federates)
      : memory_(std::move(memory)), federates_(std::move(federates)) {}

  base::SharedMemory memory_;
  std::vector<int> federates_;
};

}  // namespace orrery::workloads::federates
