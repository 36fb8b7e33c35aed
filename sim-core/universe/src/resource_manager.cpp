#include "resource_manager.hpp"

#include <algorithm>

namespace orrery::universe {

ResourceManager::ResourceManager(const PartyCommon& common, PartyLink& link)
    : common_(common),
      config_(*common.migrating),
      link_(link),
      usage_(common.system, config_.node, config_.load_scale,
             (sizeof(MessageHeader) + common.entity_class.packed_size()) *
                 common.entity_class.components()),
      loads_(common.system.nodes()),
      decider_(*config_.migration),
      cpu_(common) {
  watched_.reserve(common.system.entities() + common.system.managers_by_node[config_.node]);
  message_.reserve(load_report_bytes);
  for (NodeIndex node = 0; node < common.system.nodes(); ++node) {
    loads_[node].node = node;
    loads_[node].hosts_managers = common.system.hosts_managers(node);
  }
}

bool ResourceManager::handle(const MessageHeader& header, std::span<const std::byte> message) {
  switch (header.kind) {
    case MessageKind::watch_usage:
      return watch(message);
    case MessageKind::forget_usage:
      forget(header.source);
      return true;
    case MessageKind::usage_request:
      return report(header.step);
    case MessageKind::load_report: {
      std::vector<MigrationRecord> arrivals;
      return header.source < loads_.size() &&
             read_load_report(message, loads_[header.source], arrivals) &&
             is_valid(loads_[header.source], common_.system);
    }
    case MessageKind::migration_order: {
      Move move;
      if (!read_order(message, move) || !is_valid(move, common_.system)) return false;
      decider_.note(header.step + 1, move);
      return true;
    }
    case MessageKind::decision_request: {
      std::uint64_t room = 0;
      return read_count(message, room) && decide(header.step, room);
    }
    default:
      return false;
  }
}

bool ResourceManager::watch(std::span<const std::byte> message) {
  WatchMessage wanted;
  if (!read_watch(message, wanted)) return false;
  Watched watched;
  watched.role = static_cast<WatchedRole>(wanted.header.component);
  watched.id = wanted.header.source;
  const bool is_known = std::ranges::any_of(watched_, [&](const Watched& other) {
    return other.role == watched.role && other.id == watched.id;
  });
  if (is_known || watched_.size() == watched_.capacity() ||
      (watched.role == WatchedRole::entity && watched.id >= common_.system.entities())) {
    return false;
  }
  watched.clock = base::CpuClock(wanted.clock);
  watched.last_ns = wanted.before_ns;
  watched.construct_ns = wanted.construct_ns;
  if (watched.role == WatchedRole::universe_manager) {
    universe_manager_ = watched;
  } else {
    watched_.push_back(watched);
  }
  return true;
}

void ResourceManager::forget(EntityId id) {
  std::erase_if(watched_, [&](const Watched& watched) {
    return watched.role == WatchedRole::entity && watched.id == id;
  });
}

std::int64_t ResourceManager::read(Watched& watched) {
  // The universe manager notices by itself that a party has ended.
  const auto now = watched.clock.read_ns();
  if (!now) return 0;
  const std::int64_t used = watched.last_ns < 0 ? 0 : *now - watched.last_ns;
  watched.last_ns = *now;
  return std::max<std::int64_t>(0, used);
}

bool ResourceManager::report(Step step) {
  cpu_.step(step);
  const std::int64_t began = common_.clock.now();
  (void)party_cpu_ns(common_);
  const std::int64_t universe_manager = read(universe_manager_);
  const std::int64_t basic = common_.clock.now();
  std::int64_t managers = 0;
  usage_.begin();
  for (Watched& watched : watched_) {
    const std::int64_t used = read(watched);
    if (watched.role == WatchedRole::manager) {
      managers += used;
      continue;
    }
    note_cost(watched.history, std::max<std::int64_t>(0, used - watched.construct_ns));
    usage_.add(watched.id, watched.history, std::min(used, watched.construct_ns));
    watched.construct_ns = 0;
  }
  const std::int64_t read_all = common_.clock.now();
  write_load_report(message_, step, usage_.end(), {}, MessageKind::usage_report);
  if (step >= common_.system.warmup_steps) {
    ++costs_.steps;
    costs_.basic_ns += basic - began;
    costs_.reads += watched_.size();
    costs_.read_ns += read_all - basic;
    costs_.managers_use_ns += managers;
    costs_.universe_manager_use_ns += universe_manager;
  }
  return link_.send(message_) && link_.flush();
}

bool ResourceManager::decide(Step step, std::uint64_t room) {
  loads_[config_.node] = usage_.load();
  const std::vector<Move> moves = decider_.decide(step + 1, loads_, room);
  for (const Move& move : moves) {
    if (!link_.send(bytes_of(order_of(move, step)))) return false;
  }
  const CountMessage decided{{MessageKind::decision, 0, config_.node, step}, moves.size()};
  return link_.send(bytes_of(decided)) && link_.flush();
}

bool ResourceManager::finish() {
  PartyReport report = report_of(common_, config_.node, cpu_);
  costs_.cpu_ns = report.measured_cpu_ns;
  report.resource_costs = costs_;
  return link_.send(bytes_of(report)) && link_.flush();
}

}  // namespace orrery::universe
