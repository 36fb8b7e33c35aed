#include "load.hpp"

namespace orrery::workloads::phold::detail {

template base::Result<Outcome> run_with<LongWords>(const contracts::PholdPlan&, std::uint64_t,
                                                   const pdes::EngineOptions&,
                                                   const pdes::RunOptions&);

}  // namespace orrery::workloads::phold::detail
