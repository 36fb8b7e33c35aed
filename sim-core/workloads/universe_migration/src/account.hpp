// What a run has to say when it is over: checks, metrics, migrations. Pure.
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

// As they came in, warm-up steps included.
using Records = std::vector<universe::MigrationRecord>;

// Of one node if `reports` has not all of them.
std::vector<contracts::Check> checks(const universe::System& system, const Reports& reports,
                                     const Records& records,
                                     const std::optional<OracleWord>& oracle);
std::vector<contracts::Metric> node_metrics(const universe::NodeReport& report,
                                            const base::Histogram& step_times);
std::vector<contracts::Metric> run_metrics(const universe::System& system,
                                           const universe::MigrationRules& rules,
                                           const Reports& reports, const Records& records,
                                           const base::Histogram& step_times);
// Steps count from the first measured one; those of the warm-up are 0.
contracts::Migration migration(const universe::System& system,
                               const universe::MigrationRecord& record);
// Those of the measured steps, in their order.
std::vector<contracts::Migration> migrations(const universe::System& system,
                                             const Records& records);

}  // namespace orrery::workloads::universe_migration
