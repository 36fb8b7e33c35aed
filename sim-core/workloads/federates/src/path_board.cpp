#include "path_board.hpp"

#include <array>
#include <atomic>
#include <new>
#include <string_view>
#include <utility>

namespace orrery::workloads::federates {

namespace {

constexpr std::size_t ways = 3;

struct Field {
  const char* name;
  const char* title;
  const char* unit;
  std::uint64_t rti::PathCounters::* counter;
  std::uint64_t contracts::PathUse::* use;  // null: a momentary value, not a total
  bool of_ports;                            // channels do not count it
};

using Counters = rti::PathCounters;
using Use = contracts::PathUse;
constexpr Field fields[] = {
    {"sent", "messages sent", "count", &Counters::sent, &Use::sent, false},
    {"received", "messages received", "count", &Counters::received, &Use::received, false},
    {"lost", "messages lost", "count", &Counters::lost, &Use::lost, true},
    {"dropped", "messages dropped", "count", &Counters::dropped, &Use::dropped, true},
    {"refused", "messages refused", "count", &Counters::refused, &Use::refused, false},
    {"waiting", "messages waiting", "count", &Counters::waiting, nullptr, false},
    {"naks", "requests for repair", "count", &Counters::naks, &Use::naks, true},
    {"repairs_sent", "repairs sent", "count", &Counters::repairs, &Use::repairs_sent, true},
    {"repairs_received", "repairs received", "count", &Counters::repairs_received,
     &Use::repairs_received, true},
    {"packets_sent", "packets sent", "count", &Counters::packets_sent, &Use::packets_sent, false},
    {"packets_received", "packets received", "count", &Counters::packets_received,
     &Use::packets_received, false},
    {"bytes_sent", "bytes sent", "B", &Counters::bytes_sent, &Use::bytes_sent, false},
    {"bytes_received", "bytes received", "B", &Counters::bytes_received, &Use::bytes_received,
     false},
    {"system_calls", "system calls", "count", &Counters::system_calls, &Use::system_calls, false},
};
constexpr std::size_t field_count = std::size(fields);

std::string name_of(DataWay way) {
  switch (way) {
    case DataWay::channels:
      return "channels";
    case DataWay::best_effort:
      return "best_effort";
    case DataWay::reliable:
      return "reliable";
  }
  return {};
}

std::string title_of(DataWay way) {
  switch (way) {
    case DataWay::channels:
      return "Channels";
    case DataWay::best_effort:
      return "Best effort";
    case DataWay::reliable:
      return "Reliable port";
  }
  return {};
}

}  // namespace

struct PathBoard::Line {
  std::array<std::array<std::atomic<std::uint64_t>, field_count>, ways> counts;
};

std::variant<PathBoard, Failure> PathBoard::create(std::size_t lines, std::vector<DataWay> ways) {
  auto memory = base::SharedMemory::create(lines * sizeof(Line));
  if (!memory) {
    return Failure{"out_of_resources", "federates", memory.error().message,
                   "free shared memory on this node, or use fewer federates"};
  }
  for (std::size_t i = 0; i < lines; ++i) new (memory->data() + i * sizeof(Line)) Line{};
  return PathBoard(std::move(*memory), lines, std::move(ways));
}

PathBoard::Line& PathBoard::line(std::size_t at) const {
  return *std::launder(reinterpret_cast<Line*>(memory_.data() + at * sizeof(Line)));
}

void PathBoard::write(std::size_t at, const rti::NodeCounters& counters) const {
  const std::array<const rti::PathCounters*, ways> said = {
      &counters.channels, &counters.best_effort, &counters.reliable};
  for (const DataWay way : ways_) {
    const auto which = static_cast<std::size_t>(way);
    for (std::size_t i = 0; i < field_count; ++i) {
      line(at).counts[which][i].store(said[which]->*fields[i].counter, std::memory_order_relaxed);
    }
  }
}

std::vector<Gauge> PathBoard::gauges() const {
  std::vector<Gauge> all;
  for (const DataWay way : ways_) {
    for (std::size_t i = 0; i < field_count; ++i) {
      if (way == DataWay::channels && fields[i].of_ports) continue;
      const auto sum = [this, which = static_cast<std::size_t>(way), i] {
        std::uint64_t found = 0;
        for (std::size_t at = 0; at < lines_; ++at) {
          found += line(at).counts[which][i].load(std::memory_order_relaxed);
        }
        return static_cast<double>(found);
      };
      all.push_back({"path." + name_of(way) + "." + fields[i].name,
                     title_of(way) + ": " + fields[i].title, fields[i].unit, sum,
                     contracts::ColumnRole::path, "path." + name_of(way)});
    }
  }
  return all;
}

std::vector<contracts::PathUse> PathBoard::uses(int first_federate) const {
  std::vector<contracts::PathUse> all;
  for (std::size_t at = 0; at < lines_; ++at) {
    for (const DataWay way : ways_) {
      contracts::PathUse& use = all.emplace_back();
      use.name = "federate " + std::to_string(first_federate + static_cast<int>(at));
      use.path = name_of(way);
      for (std::size_t i = 0; i < field_count; ++i) {
        if (fields[i].use == nullptr) continue;
        use.*fields[i].use =
            line(at).counts[static_cast<std::size_t>(way)][i].load(std::memory_order_relaxed);
      }
    }
  }
  return all;
}

}  // namespace orrery::workloads::federates
