// One run of the load: a plan's model on an engine. Each payload is compiled apart (load_*.cpp).
#pragma once

#include "orrery/contracts/contracts.hpp"
#include "orrery/pdes/engines.hpp"
#include "orrery/pdes/models/phold.hpp"

namespace orrery::workloads::phold {

pdes::PholdOptions model_of(const contracts::PholdPlan& plan);
pdes::EngineOptions engine_of(const contracts::PholdPlan& plan);

struct Outcome {
  pdes::RunReport report;
  std::uint64_t remote = 0;  // committed events that came from another logical process
  double mean_delay = 0;     // between schedule and execution, as the payloads say; 0 without
};

base::Result<Outcome> run_load(const contracts::PholdPlan& plan, std::uint64_t seed,
                               const pdes::EngineOptions& engine, const pdes::RunOptions& run);

namespace detail {

using LongWords = std::array<std::uint64_t, 16>;

template <class Payload>
base::Result<Outcome> run_with(const contracts::PholdPlan& plan, std::uint64_t seed,
                               const pdes::EngineOptions& engine, const pdes::RunOptions& run) {
  const pdes::Phold<Payload> model(model_of(plan));
  pdes::LpTable<pdes::Phold<Payload>> lps(model, seed);
  auto report = pdes::run(engine, lps, run);
  if (!report) return report.error();
  Outcome outcome;
  outcome.report = *report;
  pdes::Tally delays;
  for (pdes::LpId lp = 0; lp < lps.lps(); ++lp) {
    outcome.remote += lps.state(lp).remote;
    delays.merge(lps.state(lp).delay);
  }
  outcome.mean_delay = delays.mean();
  return outcome;
}

extern template base::Result<Outcome> run_with<pdes::NoPayload>(const contracts::PholdPlan&,
                                                                std::uint64_t,
                                                                const pdes::EngineOptions&,
                                                                const pdes::RunOptions&);
extern template base::Result<Outcome> run_with<pdes::Words>(const contracts::PholdPlan&,
                                                            std::uint64_t,
                                                            const pdes::EngineOptions&,
                                                            const pdes::RunOptions&);
extern template base::Result<Outcome> run_with<LongWords>(const contracts::PholdPlan&,
                                                          std::uint64_t, const pdes::EngineOptions&,
                                                          const pdes::RunOptions&);

}  // namespace detail

}  // namespace orrery::workloads::phold
