// What the ways of data of this worker's nodes of the RTI have carried, lost and mended so far, for live figures and for the
// result. Each thread or process of federates writes its own line, now and then; anybody reads, whenever.
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
  // A line for each node of the RTI, in memory that processes forked later share. Failures: out_of_resources.
  static std::variant<PathBoard, Failure> create(std::size_t lines, std::vector<DataWay> ways);

  void write(std::size_t line, const rti::NodeCounters& counters) const;

  // Of all lines together, as live windows show it.
  [[nodiscard]] std::vector<Gauge> gauges() const;
  // By line and way. `first_federate`: of line 0; the others' follow.
  [[nodiscard]] std::vector<contracts::PathUse> uses(int first_federate) const;

 private:
  struct Line;
  PathBoard(base::SharedMemory memory, std::size_t lines, std::vector<DataWay> ways)
      : memory_(std::move(memory)), lines_(lines), ways_(std::move(ways)) {}
  [[nodiscard]] Line& line(std::size_t at) const;

  base::SharedMemory memory_;
  std::size_t lines_;
  std::vector<DataWay> ways_;  // that this run has
};

}  // namespace orrery::workloads::federates
