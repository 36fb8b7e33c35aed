#include "orrery/universe/node.hpp"

#include <algorithm>

#include "orrery/universe/burst.hpp"

#include "flock.hpp"
#include "hosted_parties.hpp"
#include "migrating_parties.hpp"
#include "modelled.hpp"
#include "node_of.hpp"
#include "placed_parties.hpp"
#include "pooled_parties.hpp"
#include "walkthrough.hpp"

namespace orrery::universe {

namespace {

// The helpers of a pool keep all updates to relay until join(). If they would need more than this, one thread runs the
// node.
constexpr std::uint64_t greatest_kept_bytes = std::uint64_t{256} * 1024 * 1024;

Failure failure_of(const base::Error& error, const std::string& remedy) {
  return {"preparing", "universe manager", error.message, remedy};
}

unsigned pool_workers(const NodeConfig& config) {
  if (config.process_model != ProcessModel::pooled || config.migration) return 1;
  const System& system = config.system;
  const std::uint64_t relayed = system.managers() > system.managers_by_node[config.node]
                                    ? system.entities_by_node[config.node] * system.monitors *
                                          (system.state_bytes + sizeof(MessageHeader))
                                    : 0;
  if (relayed > greatest_kept_bytes) return 1;
  if (config.pool_threads > 0) return config.pool_threads;
  const unsigned cores = std::max(1U, own_cores(config) / config.nodes_on_host);
  return choose_pool_workers(system, config.node, cores);
}

base::Result<std::unique_ptr<EntityClass>> make_entity_class(const System& system,
                                                             const base::CpuWork& work) {
  std::unique_ptr<EntityClass> made;
  switch (system.behaviour) {
    case Behaviour::toggle:
      made = std::make_unique<Toggle>(system, work);
      break;
    case Behaviour::burst:
      made = std::make_unique<Burst>(system, work);
      break;
    case Behaviour::flock: {
      auto sky = FlockSky::create(system);
      if (!sky) return sky.error();
      made = std::make_unique<Flock>(system, work, std::move(*sky));
      break;
    }
    case Behaviour::walkthrough: {
      auto places = Walkthrough::make_places(system);
      if (!places) return places.error();
      made = std::make_unique<Walkthrough>(system, work, std::move(*places));
      break;
    }
    case Behaviour::modelled:
      made = std::make_unique<Modelled>(system, work);
      break;
  }
  return made;
}

template <class Parties>
Node::Prepared listening(std::unique_ptr<NodeOf<Parties>> node) {
  if (auto listens = node->listen(); !listens) {
    return failure_of(listens.error(), "check transports.bind_address and transports.nodes");
  }
  return node;
}

Node::Prepared make_pooled(NodeParts parts, unsigned workers, base::WaitStrategy strategy) {
  const NodeConfig& config = parts.config;
  PooledParties::Options options;
  options.workers = workers;
  options.strategy = strategy;
  options.go_on = [stopped = config.stopped] { return !stopped(); };
  options.on_worker_start = [cores = parts.cores](unsigned worker) {
    (void)base::set_thread_name("pool " + std::to_string(worker));
    cores.keep(worker);
  };
  auto parties = PooledParties::create(config.system, config.node, *parts.entity_class, parts.work,
                                       std::move(options));
  if (!parties) return failure_of(parties.error(), "ask for fewer pool threads");
  return listening(std::make_unique<NodeOf<PooledParties>>(std::move(parts), std::move(*parties)));
}

Node::Prepared make_migrating(NodeParts parts) {
  parts.choices += ", migration policy " + std::string(to_string(parts.config.migration->policy));
  // The parties own the copy of the configuration that they read.
  auto kept = std::make_unique<NodeConfig>(parts.config);
  auto parties =
      std::make_unique<MigratingParties>(std::move(kept), *parts.entity_class, parts.work);
  return listening(
      std::make_unique<NodeOf<MigratingParties>>(std::move(parts), std::move(parties)));
}

HostedParties::Options hosted_options(const NodeParts& parts, base::WaitStrategy strategy) {
  const NodeConfig& config = parts.config;
  HostedParties::Options options;
  options.processes = config.process_model == ProcessModel::process;
  options.kind =
      config.local.value_or(options.processes ? transport::Kind::shm : transport::Kind::thread);
  options.wait = strategy;
  options.work = parts.work;
  options.clock = parts.clock;
  options.prefix_steps = config.prefix_steps;
  options.measure = config.measure_entities;
  options.after_fork = config.after_fork;
  options.on_start = [cores = parts.cores](std::size_t number) { cores.keep(number + 1); };
  return options;
}

Node::Prepared make_hosted(NodeParts parts, base::WaitStrategy strategy) {
  const NodeConfig& config = parts.config;
  HostedParties::Options options = hosted_options(parts, strategy);
  parts.choices += ", local transport " + std::string(transport::to_string(options.kind));
  auto made = HostedParties::create(config.system, config.node, *parts.entity_class,
                                    std::move(options), parts.bell, *parts.wait_set);
  if (auto* failure = std::get_if<Failure>(&made)) return std::move(*failure);
  auto& parties = std::get<std::unique_ptr<HostedParties>>(made);
  return listening(std::make_unique<NodeOf<HostedParties>>(std::move(parts), std::move(parties)));
}

Node::Prepared make_placed(NodeParts parts, base::WaitStrategy strategy) {
  const NodeConfig& config = parts.config;
  HostedParties::Options options = hosted_options(parts, strategy);
  parts.choices += ", local transport " + std::string(transport::to_string(options.kind)) +
                   ", migration policy " + std::string(to_string(config.migration->policy)) +
                   ", resource manager " + (config.resource_manager_apart ? "apart" : "inside");
  auto kept = std::make_unique<NodeConfig>(config);
  auto made = PlacedParties::create(std::move(kept), *parts.entity_class, std::move(options),
                                    parts.bell, *parts.wait_set);
  if (auto* failure = std::get_if<Failure>(&made)) return std::move(*failure);
  auto& parties = std::get<std::unique_ptr<PlacedParties>>(made);
  return listening(std::make_unique<NodeOf<PlacedParties>>(std::move(parts), std::move(parties)));
}

// Returns the reason why entities of this system cannot migrate, if there is one.
MayFail refuse_migration(const NodeConfig& config) {
  const auto refuse = [](const std::string& message, const std::string& remedy) {
    return Failure{"bad_plan", "universe manager", message, remedy};
  };
  if (config.system.behaviour != Behaviour::burst) {
    return refuse("entities can migrate only with the behaviour burst", "correct the plan");
  }
  if (config.system.control != StepControl::messages ||
      config.system.state_flow != StateFlow::by_monitor) {
    return refuse("entities can migrate only with step control messages and state flow by_monitor",
                  "correct the plan");
  }
  if (!config.resource_manager_apart) return {};
  if (config.process_model == ProcessModel::pooled) {
    return refuse(
        "workload.resource_manager is apart with workload.process_model pooled: entities that are "
        "objects have no CPU clock to read",
        "choose workload.process_model process or thread, or workload.resource_manager inside");
  }
  if (config.migration->nominal_loads) {
    return refuse(
        "workload.resource_manager is apart with workload.load nominal: it reads what is "
        "used",
        "choose workload.load measured, or workload.resource_manager inside");
  }
  return {};
}

}  // namespace

Node::Prepared Node::prepare(const NodeConfig& config) {
  if (auto valid = config.system.check(); !valid) {
    return Failure{"bad_plan", "universe manager", valid.error().message, "correct the plan"};
  }
  if (config.migration) {
    if (MayFail failure = refuse_migration(config)) return *failure;
  }
  NodeParts parts;
  parts.config = config;
  if (!parts.config.stopped) parts.config.stopped = [] { return false; };
  if (MayFail failure = apply_scheduling(parts.config)) return *failure;

  const System& system = parts.config.system;
  if (system.update_cost_ns > 0 || system.manager_cost_ns > 0 || config.construct_cost_ns > 0) {
    parts.work = base::CpuWork::calibrate();
  }
  parts.clock = config.clock ? *config.clock : base::CycleClock::calibrate();
  auto entity_class = make_entity_class(system, parts.work);
  if (!entity_class) return failure_of(entity_class.error(), "ask for fewer entities");
  parts.entity_class = std::move(*entity_class);

  const unsigned workers = pool_workers(parts.config);
  const base::WaitStrategy strategy = wait_strategy(parts.config, workers);
  parts.wait = strategy;
  auto bell = base::Doorbell::create(base::Doorbell::Scope::shared);
  if (!bell) return failure_of(bell.error(), "check the limit of open files and /dev/shm");
  parts.bell = std::move(*bell);
  auto wait_set = transport::WaitSet::create(parts.bell, strategy);
  if (!wait_set) return failure_of(wait_set.error(), "check the limit of open files");
  parts.wait_set = std::move(*wait_set);
  parts.choices = "wait " + std::string(base::to_string(strategy));
  if (config.process_model == ProcessModel::pooled) {
    parts.choices += ", pool threads " + std::to_string(workers);
  }

  parts.cores = NodeCores(parts.config, workers);
  if (config.migration) {
    return config.process_model == ProcessModel::pooled ? make_migrating(std::move(parts))
                                                        : make_placed(std::move(parts), strategy);
  }
  if (config.process_model == ProcessModel::pooled) {
    return make_pooled(std::move(parts), workers, strategy);
  }
  return make_hosted(std::move(parts), strategy);
}

}  // namespace orrery::universe
