#include "load.hpp"

namespace orrery::workloads::phold {

namespace {

pdes::EngineKind kind_of(contracts::PdesEngine engine) {
  switch (engine) {
    case contracts::PdesEngine::central_fel:
      return pdes::EngineKind::central_fel;
    case contracts::PdesEngine::multi_fel:
      return pdes::EngineKind::multi_fel;
    case contracts::PdesEngine::distributed:
      return pdes::EngineKind::distributed;
    case contracts::PdesEngine::sequential:
      break;
  }
  return pdes::EngineKind::sequential;
}

pdes::ListKind kind_of(contracts::EventListKind list) {
  switch (list) {
    case contracts::EventListKind::binary_heap:
      return pdes::ListKind::binary_heap;
    case contracts::EventListKind::quaternary_heap:
      return pdes::ListKind::quaternary_heap;
    case contracts::EventListKind::calendar:
      return pdes::ListKind::calendar;
    case contracts::EventListKind::ladder:
      return pdes::ListKind::ladder;
    case contracts::EventListKind::buckets:
      break;
  }
  return pdes::ListKind::buckets;
}

pdes::HandoverKind kind_of(contracts::TaskHandover handover) {
  switch (handover) {
    case contracts::TaskHandover::semaphore:
      return pdes::HandoverKind::semaphore;
    case contracts::TaskHandover::mailbox:
      return pdes::HandoverKind::mailbox;
    case contracts::TaskHandover::condition:
      break;
  }
  return pdes::HandoverKind::condition;
}

}  // namespace

pdes::PholdOptions model_of(const contracts::PholdPlan& plan) {
  pdes::PholdOptions options;
  options.lps = static_cast<pdes::LpId>(plan.lps);
  options.population = static_cast<std::uint64_t>(plan.population);
  options.remote_share = plan.remote_share;
  options.lookahead = plan.lookahead;
  options.mean_delay = plan.mean_delay;
  options.delay = plan.delay == contracts::DelayDistribution::uniform
                      ? pdes::DelayKind::uniform
                      : pdes::DelayKind::exponential;
  return options;
}

pdes::EngineOptions engine_of(const contracts::PholdPlan& plan) {
  pdes::EngineOptions options;
  options.kind = kind_of(plan.engine);
  options.list = kind_of(plan.list);
  options.workers = plan.workers;
  options.handover = kind_of(plan.handover);
  options.multi.threads_per_list = plan.threads_per_list;
  return options;
}

base::Result<Outcome> run_load(const contracts::PholdPlan& plan, std::uint64_t seed,
                               const pdes::EngineOptions& engine, const pdes::RunOptions& run) {
  switch (plan.payload) {
    case contracts::EventPayload::none:
      return detail::run_with<pdes::NoPayload>(plan, seed, engine, run);
    case contracts::EventPayload::bytes_128:
      return detail::run_with<detail::LongWords>(plan, seed, engine, run);
    case contracts::EventPayload::bytes_32:
      break;
  }
  return detail::run_with<pdes::Words>(plan, seed, engine, run);
}

}  // namespace orrery::workloads::phold
