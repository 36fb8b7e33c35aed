// What receivers in processes of their own tell of the delays that they measure, in memory that all share.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <new>
#include <span>
#include <stdexcept>

#include "orrery/base/histogram.hpp"

#include "multicast_runs.hpp"

namespace orrery::bench {

class SharedDelays {
 public:
  explicit SharedDelays(unsigned receivers) : count_(receivers) {
    void* const memory = ::mmap(nullptr, count_ * sizeof(Receiver), PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
    receivers_ = static_cast<Receiver*>(memory);
    for (unsigned i = 0; i < count_; ++i) new (receivers_ + i) Receiver;
  }
  SharedDelays(const SharedDelays&) = delete;
  SharedDelays& operator=(const SharedDelays&) = delete;
  ~SharedDelays() { ::munmap(receivers_, count_ * sizeof(Receiver)); }

  // By a receiver. The first message only says that it is there.
  void read(unsigned receiver, std::int64_t delay_ns, base::Histogram& delays) {
    Receiver& own = receivers_[receiver];
    if (own.read.load() > 0) delays.record(static_cast<std::uint64_t>(delay_ns));
    own.p50_ns = delays.quantile(0.5);
    own.p99_ns = delays.quantile(0.99);
    ++own.read;
  }

  // By the sender.
  [[nodiscard]] std::uint64_t least_read() const {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const Receiver& each : all()) least = std::min(least, each.read.load());
    return least;
  }
  [[nodiscard]] Delays greatest() const {
    Delays greatest;
    for (const Receiver& each : all()) {
      greatest.p50_ms = std::max(greatest.p50_ms, static_cast<double>(each.p50_ns.load()) / 1e6);
      greatest.p99_ms = std::max(greatest.p99_ms, static_cast<double>(each.p99_ns.load()) / 1e6);
    }
    return greatest;
  }

 private:
  struct alignas(64) Receiver {
    std::atomic<std::uint64_t> read{0};
    std::atomic<std::uint64_t> p50_ns{0};
    std::atomic<std::uint64_t> p99_ns{0};
  };
  [[nodiscard]] std::span<const Receiver> all() const { return {receivers_, count_}; }

  const unsigned count_;
  Receiver* receivers_ = nullptr;
};

}  // namespace orrery::bench
