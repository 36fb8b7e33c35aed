#include "pooled_parties.hpp"

#include <unistd.h>

#include <algorithm>

#include "orrery/universe/checksum.hpp"

namespace orrery::universe {

namespace {

// State updates are packed and delivered in batches that stay in the first-level cache.
constexpr std::size_t batch_bytes = std::size_t{16} * 1024;

}  // namespace

unsigned choose_pool_workers(const System& system, NodeIndex node, unsigned cores) {
  constexpr std::int64_t worthwhile_ns = 20'000;
  constexpr std::int64_t plain_update_ns = 4;
  constexpr std::int64_t state_update_ns = 12;
  constexpr std::int64_t bird_update_ns = 150;
  std::int64_t entity_ns =
      system.update_cost_ns + (system.sees_neighbours() ? bird_update_ns : plain_update_ns);
  if (system.monitored()) entity_ns += state_update_ns * system.monitors;
  const std::int64_t work_ns = static_cast<std::int64_t>(system.entities_by_node[node]) * entity_ns;
  const std::int64_t workers = work_ns / worthwhile_ns;
  return static_cast<unsigned>(
      std::clamp<std::int64_t>(workers, 1, std::max<std::int64_t>(1, cores)));
}

PooledParties::PooledParties(const System& system, NodeIndex node, const EntityClass& entity_class,
                             const base::CpuWork& work, Options options)
    : WithInboxes(system, node, entity_class, work),
      system_(system),
      node_(node),
      class_(entity_class),
      options_(std::move(options)),
      message_bytes_(sizeof(MessageHeader) + entity_class.packed_size()),
      monitored_(system.monitored()),
      control_(system.control) {}

base::Result<std::unique_ptr<PooledParties>> PooledParties::create(const System& system,
                                                                   NodeIndex node,
                                                                   const EntityClass& entity_class,
                                                                   const base::CpuWork& work,
                                                                   Options options) {
  const unsigned workers = std::max(1U, options.workers);
  const base::WaitStrategy strategy = options.strategy;
  std::unique_ptr<PooledParties> parties(
      new PooledParties(system, node, entity_class, work, std::move(options)));
  PooledParties& self = *parties;

  const std::uint64_t entities = system.entities_by_node[node];
  const EntityId first = system.first_entity(node);
  for (NodeIndex other = 0; other < system.nodes(); ++other) {
    if (other != node && system.hosts_managers(other)) self.relays_ = true;
  }
  self.states_.resize(entities * entity_class.state_size() / sizeof(std::uint64_t));
  self.changed_.resize(self.monitored_ ? entities : 0);
  self.shards_.resize(workers);
  auto* const states = reinterpret_cast<std::byte*>(self.states_.data());
  for (unsigned i = 0; i < workers; ++i) {
    Shard& shard = self.shards_[i];
    const std::uint64_t begin = entities * i / workers;
    const std::uint64_t end = entities * (i + 1) / workers;
    shard.range = {first + static_cast<EntityId>(begin), end - begin,
                   states + begin * entity_class.state_size()};
    shard.inboxes.resize(self.inboxes_.managers());
    if (!self.monitored_) continue;
    // A helper must not use the links: it keeps all updates to relay until it has joined.
    const std::uint64_t kept = i > 0 && self.relays_
                                   ? shard.range.count * system.monitors
                                   : std::max<std::uint64_t>(1, batch_bytes / self.message_bytes_);
    shard.messages.resize(kept * self.message_bytes_);
  }

  const std::int64_t started = base::now_ns();
  for (const Shard& shard : self.shards_) {
    for (std::uint64_t i = 0; i < shard.range.count; ++i) {
      entity_class.construct(shard.range.first + static_cast<EntityId>(i),
                             shard.range.states + i * entity_class.state_size());
    }
  }
  self.costs_.construct_ns = base::now_ns() - started;
  self.costs_.constructed = entities;
  self.constructed_ = true;

  if (workers > 1) {
    auto pool = ForkJoin::create(workers, strategy, self.options_.on_worker_start);
    if (!pool) return pool.error().within("starting the pool of workers");
    self.pool_ = std::move(*pool);
    self.helper_job_ = [raw = parties.get()](unsigned index) { raw->run_helper(index); };
  }
  return parties;
}

PooledParties::~PooledParties() {
  RunningChecksum unused(0);
  finish(unused);
}

bool PooledParties::finish(RunningChecksum&) {
  if (!constructed_) return true;
  constructed_ = false;
  pool_.reset();
  const std::int64_t started = base::now_ns();
  for (const Shard& shard : shards_) {
    for (std::uint64_t i = 0; i < shard.range.count; ++i) {
      class_.destruct(shard.range.first + static_cast<EntityId>(i),
                      shard.range.states + i * class_.state_size());
    }
    costs_.destructed += shard.range.count;
  }
  costs_.destruct_ns = base::now_ns() - started;
  return true;
}

std::vector<PartyUse> PooledParties::uses() const {
  return {{"universe manager", ::getpid(), base::process_usage()}};
}

bool PooledParties::notify(StepSlot& slot) {
  if (control_ == StepControl::deadline) return true;
  std::uint64_t notified = inboxes_.managers();
  for (const Shard& shard : shards_) notified += shard.range.count;
  if (control_ == StepControl::multicast) notified = notified > 0 ? 1 : 0;
  slot.counts[MessageKind::update_notify] += notified;
  return true;
}

void PooledParties::run_updates(Shard& shard, Step step) {
  std::uint8_t* changed =
      monitored_ ? changed_.data() + (shard.range.first - shards_[0].range.first) : nullptr;
  shard.updated = class_.update(shard.range, step, changed);
}

void PooledParties::run_helper(unsigned index) {
  Shard& shard = shards_[index];
  shard.relay_count = 0;
  run_updates(shard, helper_step_);
  send_updates(shard, helper_step_, [&](std::span<const std::byte>, std::size_t count) {
    if (relays_) shard.relay_count += count;
  });
}

}  // namespace orrery::universe
