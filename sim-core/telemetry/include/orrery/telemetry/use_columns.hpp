// The columns of a window that say what a node's processes use, the same for every workload.
#pragma once

#include <vector>

#include "orrery/contracts/contracts.hpp"
#include "orrery/telemetry/frame.hpp"
#include "orrery/telemetry/process_meter.hpp"

namespace orrery::telemetry {

// Appends `cpu_share`, `rss_bytes` and the counts since the last window.
void add_use_columns(std::vector<contracts::Column>& columns);
// Appends their cells, in the same order.
void add_use_cells(const ProcessMeter::Reading& reading, std::vector<Cell>& cells);

}  // namespace orrery::telemetry
