// Results of a run: checks, metrics, migrations. Pure functions.
#pragma once

#include <optional>
#include <vector>

#include "orrery/base/histogram.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/universe/migration.hpp"
#include "orrery/universe/node_report.hpp"
#include "orrery/universe/system.hpp"
#include "orrery/workloads/universe_face/evidence.hpp"

namespace orrery::workloads::universe_migration {

// In order of arrival, including warm-up steps.
using Records = std::vector<universe::MigrationRecord>;

// With the reports of all nodes: the checks of the whole run. With one node's report: the check of its message counts.
std::vector<contracts::Check> checks(const universe::System& system, const Reports& reports,
                                     const Records& records,
                                     const std::optional<OracleWord>& oracle);
std::vector<contracts::Metric> node_metrics(const universe::NodeReport& report,
                                            const base::Histogram& step_times);
std::vector<contracts::Metric> run_metrics(const universe::System& system,
                                           const universe::MigrationRules& rules,
                                           const Reports& reports, const Records& records,
                                           const base::Histogram& step_times);
// `step` counts from the first measured step. It is 0 for a migration during warm-up.
contracts::Migration migration(const universe::System& system,
                               const universe::MigrationRecord& record);
// The migrations of the measured steps, ordered by step; the first 20,000.
std::vector<contracts::Migration> migrations(const universe::System& system,
                                             const Records& records);

}  // namespace orrery::workloads::universe_migration
