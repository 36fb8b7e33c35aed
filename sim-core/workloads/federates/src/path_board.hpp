// Counters of the data paths of this worker's RTI nodes, for live windows and for the result. Each thread or process of
// federates writes its own line from time to time. Any thread may read at any time.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "orrery/base/shared_memory.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/rti/basic_node.hpp"
#include "orrery/workloads/face/one_node.hpp"

namespace orrery::workloads::federates {

enum class DataWay : std::uint8_t { channels, best_effort, reliable };

class PathBoard {
 public:
  // Creates a line for each RTI node, in memory that processes forked later share. Failures: out_of_resources.
  static std::variant<PathBoard, Failure> create(std::size_t lines, std::vector<DataWay> ways);

  void write(std::size_t line, const rti::NodeCounters& counters) const;

  // The sums over all lines, for live windows.
  [[nodiscard]] std::vector<Gauge> gauges() const;
  // The totals of each line and data path. `first_federate`: the federate of line 0; the next lines belong to the next
  // federates.
  [[nodiscard]] std::vector<contracts::PathUse> uses(int first_federate) const;

 private:
  struct Line;
  PathBoard(base::SharedMemory memory, std::size_t lines, std::vector<DataWay> ways)
      : memory_(std::move(memory)), lines_(lines), ways_(std::move(ways)) {}
  [[nodiscard]] Line& line(std::size_t at) const;

  base::SharedMemory memory_;
  std::size_t lines_;
  std::vector<DataWay> ways_;  // of this run
};

}  // namespace orrery::workloads::federates
