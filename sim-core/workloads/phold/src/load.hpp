// Runs a plan's model on an engine. Each type of payload is compiled in a file of its own (load_*.cpp).
#pragma once

#include "orrery/contracts/contracts.hpp"
#include "orrery/pdes/channel_exchange.hpp"
#include "orrery/pdes/engines.hpp"
#include "orrery/pdes/models/phold.hpp"

namespace orrery::workloads::phold {

pdes::PholdOptions model_of(const contracts::PholdPlan& plan);
pdes::EngineOptions engine_of(const contracts::PholdPlan& plan);

struct Outcome {
  pdes::RunReport report;
  std::uint64_t remote = 0;     // committed events that came from another logical process
  pdes::Tally delay;            // from scheduling to execution, by payloads; empty without them
  pdes::ExchangeCounters sent;  // to other nodes
};

base::Result<Outcome> run_load(const contracts::PholdPlan& plan, std::uint64_t seed,
                               const pdes::EngineOptions& engine, const pdes::RunOptions& run);

namespace detail {

using LongWords = std::array<std::uint64_t, 16>;

template <class Payload>
base::Result<Outcome> run_with(const contracts::PholdPlan& plan, std::uint64_t seed,
                               const pdes::EngineOptions& engine, const pdes::RunOptions& run) {
  const pdes::Phold<Payload> model(model_of(plan));
  // With several nodes: the logical processes of this node.
  const pdes::LpRange range =
      engine.kind == pdes::EngineKind::distributed && engine.nodes != nullptr
          ? pdes::lp_range(model.lps(), engine.nodes->node(), engine.nodes->nodes())
          : pdes::LpRange{0, model.lps()};
  pdes::LpTable<pdes::Phold<Payload>> lps(model, seed, range);
  auto report = pdes::run(engine, lps, run);
  if (!report) return report.error();
  Outcome outcome;
  outcome.report = *report;
  for (pdes::LpId lp = range.first; lp < range.end; ++lp) {
    outcome.remote += lps.state(lp).remote;
    outcome.delay.merge(lps.state(lp).delay);
  }
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
