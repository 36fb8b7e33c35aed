#include "orrery/workloads/federates/receiver_board.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <utility>

namespace orrery::workloads::federates {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// What was recorded in a line between two readings.
class Window {
 public:
  explicit Window(const ReceiverLine& line) : line_(line), before_(line.times()) {}

  void read() {
    const ReceiverLine::Counts now = line_.times();
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      since_[i] = now[i] - before_[i];  // also right when the count has overflowed
      all += since_[i];
    }
    before_ = now;
    p50_ns = quantile(0.5, all);
    p99_ns = quantile(0.99, all);
  }

  double p50_ns = none;
  double p99_ns = none;

 private:
  [[nodiscard]] double quantile(double share, std::uint64_t all) const {
    if (all == 0) return none;
    const double wanted = share * static_cast<double>(all);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < since_.size(); ++i) {
      seen += since_[i];
      if (static_cast<double>(seen) >= wanted) return ReceiverLine::middle_of(i);
    }
    return none;
  }

  const ReceiverLine& line_;
  ReceiverLine::Counts before_;
  ReceiverLine::Counts since_{};
};

}  // namespace

std::size_t ReceiverLine::bucket_of(std::uint64_t ns) {
  return std::min(Buckets::index_of(ns), buckets - 1);
}

double ReceiverLine::middle_of(std::size_t bucket) {
  return (static_cast<double>(Buckets::lowest(bucket)) +
          static_cast<double>(Buckets::highest(bucket))) /
         2;
}

ReceiverLine::Counts ReceiverLine::times() const {
  Counts counts{};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = times_[i].load(std::memory_order_relaxed);
  }
  return counts;
}

std::variant<ReceiverBoard, Failure> ReceiverBoard::create(std::vector<int> federates) {
  federates.resize(std::min(federates.size(), most_receivers));
  auto memory =
      base::SharedMemory::create(std::max<std::size_t>(1, federates.size()) * sizeof(ReceiverLine));
  if (!memory) {
    return Failure{"out_of_resources", "federates", memory.error().message,
                   "free shared memory on this node, or use fewer federates"};
  }
  for (std::size_t i = 0; i < federates.size(); ++i) {
    new (memory->data() + i * sizeof(ReceiverLine)) ReceiverLine{};
  }
  return ReceiverBoard(std::move(*memory), std::move(federates));
}

ReceiverLine* ReceiverBoard::line(int federate) const {
  const auto at = std::ranges::find(federates_, federate) - federates_.begin();
  if (at == static_cast<std::ptrdiff_t>(federates_.size())) return nullptr;
  return std::launder(reinterpret_cast<ReceiverLine*>(
      memory_.data() + static_cast<std::size_t>(at) * sizeof(ReceiverLine)));
}

std::vector<Gauge> ReceiverBoard::gauges(const std::string& time_title) const {
  std::vector<Gauge> all;
  for (const int federate : federates_) {
    const ReceiverLine& own = *line(federate);
    const auto window = std::make_shared<Window>(own);
    const std::string number = std::to_string(federate);
    const std::string series = "receiver." + number;
    const auto add = [&](const char* name, const std::string& title, const char* unit,
                         std::function<double()> read) {
      all.push_back({series + name, "Federate " + number + ": " + title, unit, std::move(read),
                     contracts::ColumnRole::receiver, series});
    };
    add(".received", "messages received", "count", [&own, window] {
      window->read();
      return static_cast<double>(own.received());
    });
    add(".p50", time_title + ", median", "ns", [window] { return window->p50_ns; });
    add(".p99", time_title + ", 99th percentile", "ns", [window] { return window->p99_ns; });
  }
  return all;
}

}  // namespace orrery::workloads::federates
