// Logical time: what is granted, and the bounds that nodes compute together.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "orrery/base/clock.hpp"

#include "core/core.hpp"

namespace orrery::rti {
namespace {

constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::min();
// A federate that goes on without asking for an advance holds up others for so many polls at most.
constexpr int polls_to_consider = 64;
// Up to this many nodes hear from each other directly, which takes one message's way. More of them report to the first, which
// takes two, and fewer messages. Each further round of a butterfly costs every process that shares its core a turn.
constexpr std::uint32_t most_direct = 4;
// In place of the time of day, which only timing::Algorithm::automatic needs: a clock costs as much as the message.
constexpr std::int64_t untimed = 0;

struct EpochMessage {
  MessageHead head;
  std::uint64_t epoch = 0;
  std::int64_t receivable = unknown;
};
struct BoundMessage {
  MessageHead head;
  std::uint64_t epoch = 0;
  timing::LbtsMessage bound;
};

// The two least bounds on what joined federates of this node send, and whose the least is.
struct LocalBounds {
  std::int64_t least = never;
  std::int64_t second = never;
  const Local* sender = nullptr;
  [[nodiscard]] std::int64_t without(const Local& local) const {
    return &local == sender ? second : least;
  }
};

// The least time stamp that may be sent from now on. A flush that waits for a save is granted a time after the save's.
std::int64_t bound_of(const Local& local) {
  const TimeRules& rules = local.rules;
  const std::int64_t bound = rules.bound(local.stamped.least());
  if (rules.advance != Advance::fqr || local.held_at == never) return bound;
  return std::max(bound, add(rules.as, local.held_at + 1, rules.lookahead));
}

LocalBounds local_bounds(const Federation& federation) {
  LocalBounds bounds;
  for (const Local* local : federation.locals) {
    const std::int64_t bound = bound_of(*local);
    if (bound < bounds.least) {
      bounds = {bound, bounds.least, local};
    } else {
      bounds.second = std::min(bounds.second, bound);
    }
  }
  return bounds;
}

// The bound on what federates of other nodes send.
std::int64_t remote_bound(const Federation& federation) {
  if (!federation.time.lbts) return never;
  return federation.time.ready ? federation.time.others : unknown;
}

// Must the federate wait for a save: has it got, or can it get now, all that is up to the save's time, and asks for more?
bool waits_for_save(const TimeRules& rules, std::int64_t limit, std::int64_t others) {
  return rules.constrained && rules.requested > limit && others > limit;
}

// A federate that has come to the time of a save may get more at that time, until nobody sends any.
void complete_for_save(Federation& federation) {
  const std::int64_t limit = federation.snapshots->limit();
  if (limit == never) return;
  const LocalBounds bounds = local_bounds(federation);
  for (Local* local : federation.locals) {
    TimeRules& rules = local->rules;
    if (!rules.constrained || rules.time != limit || local->stamped.least() <= limit) continue;
    if (std::min(remote_bound(federation), bounds.without(*local)) > limit)
      rules.complete = std::max(rules.complete, limit);
  }
}

}  // namespace

bool Core::somebody_else_regulates(const Federation& federation, const Local& local) const {
  return std::ranges::any_of(federation.members, [&](const auto& each) {
    return each.second.regulating && each.first != local.handle;
  });
}

std::int64_t Core::others_bound(const Federation& federation, const Local& local) const {
  return std::min(remote_bound(federation), local_bounds(federation).without(local));
}

std::optional<LogicalTime> Core::galt(const Federation& federation, const Local& local) const {
  if (!somebody_else_regulates(federation, local)) return {};
  const TimeNet& time = federation.time;
  const std::int64_t remote =
      time.lbts ? std::max(remote_bound(federation), time.known) : std::int64_t{never};
  const std::int64_t bound = std::min(remote, local_bounds(federation).without(local));
  if (bound == never) return {};
  // After a restore nothing is known before the first computation, but that nothing reaches into the past.
  return LogicalTime{
      std::max(bound, local.rules.constrained ? local.rules.time : zero(local.rules.as))};
}

std::optional<LogicalTime> Core::lits(const Federation& federation, const Local& local) const {
  const std::optional<LogicalTime> least_sent = galt(federation, local);
  std::int64_t least = local.stamped.least();
  // What was released for an advance that the federate does not know of is still to come.
  if (local.advance_untold()) {
    for (const auto& message : local.queue.all()) {
      if (message.size() < sizeof(DataHead)) continue;
      const auto head = read_as<DataHead>(message);
      if ((head.head.flags & stamped_flag) != 0) least = std::min(least, head.time);
    }
  }
  if (least == never) return least_sent;
  const LogicalTime queued{least};
  return least_sent ? std::min(*least_sent, queued) : queued;
}

std::int64_t Core::node_bound(const Federation& federation) const {
  return local_bounds(federation).least;
}

// The least time stamp that all constrained federates of this node may still receive. Who waits for a save has got what is up
// to the save's time.
std::int64_t Core::receivable_here(const Federation& federation, const Local* except) {
  std::int64_t least = unknown;
  for (const Local* local : federation.locals) {
    if (local == except) continue;
    if (local->rules.constrained || local->rules.constrained_pending) {
      least = std::max(least, local->rules.least_arrival());
      if (local->held_at != never) least = std::max(least, local->held_at + 1);
    }
  }
  return least;
}

// A federate of another node begins to regulate: at its own time or later, and where nothing reaches into the past of a
// constrained federate.
void Core::await_regulator(Federation& federation, const Operation& operation) {
  TimeNet& time = federation.time;
  const std::int64_t sends = add(federation.as, static_cast<std::int64_t>(operation.object),
                                 static_cast<std::int64_t>(operation.number));
  time.known = std::min(time.known, std::max(sends, time.receivable[net_.self()]));
}

void Core::begin_epoch(Federation& federation) {
  TimeNet& time = federation.time;
  ++time.epoch;
  time.parties.clear();
  std::uint32_t self = 0;
  for (std::uint32_t node = 0; node < net_.nodes(); ++node) {
    if (node != net_.self() && !net_.living(node)) continue;
    if (node == net_.self()) self = static_cast<std::uint32_t>(time.parties.size());
    time.parties.push_back(node);
  }
  if (time.lbts) time.known = std::max(time.known, time.others);
  time.lbts.reset();
  time.others = unknown;
  time.entered_with = unknown;
  time.in_flight.clear();
  time.transients = 0;
  time.finished = 0;
  time.wanted = true;
  for (Local* local : federation.locals) local->fqr_after = 0;
  time.markers[net_.self()] = time.epoch;
  time.receivable[net_.self()] = receivable_here(federation);
  time.ready = time.parties.size() == 1;
  if (time.ready) return;
  timing::LbtsOptions options;
  options.self = self;
  options.parties = static_cast<std::uint32_t>(time.parties.size());
  const TimeBound& wanted = options_.time_bound;
  const bool direct = wanted.algorithm == TimeBound::Algorithm::automatic
                          ? options.parties <= most_direct
                          : wanted.algorithm == TimeBound::Algorithm::butterfly;
  options.algorithm = direct ? timing::Algorithm::butterfly : timing::Algorithm::central;
  options.fan_out = std::min(options.parties, wanted.fan_out);
  options.in_flight = wanted.in_flight;
  auto lbts = timing::Lbts::create(options);
  if (lbts) time.lbts = std::move(*lbts);
  EpochMessage message{{.kind = MessageKind::epoch}, time.epoch, time.receivable[net_.self()]};
  message.head.federation = federation.id;
  message.head.stamp = net_.applied();
  for (const std::uint32_t node : time.parties) {
    if (node == net_.self()) continue;
    net_.send(node, std::as_bytes(std::span(&message, 1)));
    ++counters_.bounds;
  }
}

void Core::on_epoch(Federation& federation, std::uint32_t from, Bytes bytes) {
  TimeNet& time = federation.time;
  if (bytes.size() != sizeof(EpochMessage)) {
    ++counters_.malformed;
    return;
  }
  const auto message = read_as<EpochMessage>(bytes);
  if (message.epoch > time.epoch) {
    ++counters_.malformed;
    return;
  }
  time.markers[from] = static_cast<std::uint32_t>(message.epoch);
  time.receivable[from] = message.receivable;
  time.ready = std::ranges::all_of(
      time.parties, [&](std::uint32_t node) { return time.markers[node] == time.epoch; });
  time.wanted = true;
}

void Core::on_bound(Federation& federation, std::uint32_t from, Bytes bytes) {
  TimeNet& time = federation.time;
  if (bytes.size() != sizeof(BoundMessage)) {
    ++counters_.malformed;
    return;
  }
  const auto message = read_as<BoundMessage>(bytes);
  const auto party = std::ranges::find(time.parties, from);
  if (message.epoch != time.epoch || !time.lbts || party == time.parties.end() ||
      message.bound.from != static_cast<std::uint32_t>(party - time.parties.begin())) {
    return;  // of an epoch that is over
  }
  time.lbts->on_message(message.bound, untimed, outbox_);
  send_bounds(federation, outbox_);
}

void Core::send_bounds(Federation& federation, timing::Outbox& out) {
  if (out.empty()) return;
  const TimeNet& time = federation.time;
  BoundMessage message{{.kind = MessageKind::bound}, time.epoch, {}};
  message.head.federation = federation.id;
  message.head.stamp = net_.applied();
  for (const timing::Outgoing& each : out) {
    message.bound = each.message;
    net_.send(time.parties[each.to], std::as_bytes(std::span(&message, 1)));
    ++counters_.bounds;
  }
  out.clear();
}

void Core::take_results(Federation& federation) {
  TimeNet& time = federation.time;
  while (const auto bound = time.lbts->take()) {
    ++counters_.computations;
    time.finished = std::max(time.finished, bound->computation);
    std::int64_t others = bound->others;
    const auto at =
        std::ranges::find(time.in_flight, bound->computation, &TimeNet::InFlight::computation);
    if (at != time.in_flight.end()) {
      others = std::min(others, at->least_sent);
      time.in_flight.erase(at);
    }
    time.others = std::max(time.others, others);
  }
}

void Core::advance(Federation& federation) {
  TimeNet& time = federation.time;
  if (federation.destroyed || advancing_ || federation.snapshots->active()) return;
  advancing_ = true;
  bool again = true;
  while (again) {
    again = false;
    if (time.lbts && time.ready) take_results(federation);
    std::optional<LocalBounds> bounds;  // until something is granted or delivered
    for (std::size_t i = 0; i < federation.locals.size(); ++i) {
      Local& local = *federation.locals[i];
      const TimeRules& rules = local.rules;
      if (!rules.regulation_pending && !rules.constrained_pending &&
          rules.advance != Advance::fqr) {
        if (rules.advance == Advance::none) continue;
        if (!bounds) bounds = local_bounds(federation);
        const std::int64_t others = std::min(remote_bound(federation), bounds->without(local));
        const std::int64_t limit = federation.snapshots->limit();
        if (rules.grantable(others, local.stamped.least()) == never &&
            (local.held_at == limit || !waits_for_save(rules, limit, others))) {
          continue;
        }
      }
      again |= grant_one(federation, local);
      bounds.reset();
    }
    again = again || take_part(federation);
  }
  advancing_ = false;
  if (!federation.deletions.empty()) review_deletions(federation);
  complete_for_save(federation);
  federation.snapshots->review_time();
}

// What is known is used up first, and who was just granted is given the time to ask for more: with its next bound one
// computation does for what would take two.
bool Core::take_part(Federation& federation) {
  TimeNet& time = federation.time;
  if (!time.lbts || !time.ready) return false;
  const bool wait = std::ranges::any_of(federation.locals, [](const Local* local) {
    return local->rules.regulation_pending || local->considering > 0;
  });
  if (wait) return false;
  const std::int64_t bound = node_bound(federation);
  if (!time.lbts->asked() && bound == time.entered_with && !time.wanted) return false;
  if (!time.lbts->enter(bound, untimed, outbox_)) return false;
  time.entered_with = bound;
  time.wanted = false;
  time.in_flight.push_back({time.lbts->entered(), never});
  send_bounds(federation, outbox_);
  return true;
}

bool Core::stop_considering(bool untold_too) {
  bool any = false;
  for (Local* local : locals_) {
    if (local->considering == 0 || (local->grant_untold && !untold_too)) continue;
    local->considering = 0;
    any = true;
  }
  return any;
}

// IEEE 1516.1-2010, 8.2 and 8.3: the federate begins at the least time, not before its own, from which on what it sends, at that
// time and its lookahead or later, is in no constrained federate's past. To a constrained federate a later time is granted as
// by TARA.
bool Core::begin_regulation(Federation& federation, Local& local) {
  TimeRules& rules = local.rules;
  std::int64_t receivable = receivable_here(federation, &local);
  for (const std::uint32_t node : federation.time.parties) {
    if (node != net_.self()) receivable = std::max(receivable, federation.time.receivable[node]);
  }
  rules.regulation_pending = false;
  rules.regulating = true;
  local.regulation_untold = true;
  rules.closed = unknown;  // what bound an earlier regulation is over
  const std::int64_t begins = receivable > unknown ? rules.regulation_time(receivable) : rules.time;
  if (rules.constrained && begins > rules.time) {
    rules.requested = begins;
    rules.advance = Advance::tara;
    rules.regulation_advances = true;
    Inboxes::open_gate(local);
  } else {
    rules.time = begins;
    tell_regulation(local);
  }
  return true;
}

void Core::tell_regulation(Local& local) {
  inboxes_.post(local, [at = local.rules.time, &local](auto& to) {
    local.regulation_untold = false;
    local.told_time = at;
    to.time_regulation_enabled({at});
  });
}

bool Core::grant_one(Federation& federation, Local& local) {
  TimeRules& rules = local.rules;
  TimeNet& time = federation.time;
  if (rules.regulation_pending && time.ready) return begin_regulation(federation, local);
  if (rules.constrained_pending) {
    const std::int64_t others = others_bound(federation, local);
    if (others < rules.time) return false;
    rules.constrained_pending = false;
    rules.constrained = true;
    local.constrained_untold = true;
    inboxes_.post(local, [at = rules.time, &local](auto& to) {
      local.constrained_untold = false;
      to.time_constrained_enabled({at});
    });
    return true;
  }
  if (rules.advance == Advance::none) return false;
  const std::int64_t others = others_bound(federation, local);
  std::int64_t to = never;
  const auto release = [&] {
    Stamped stamped = local.stamped.pop();
    if (stamped.time >= others)
      stamped.bytes[offsetof(MessageHead, flags)] |= std::byte{early_flag};
    take_or_keep(local, read_as<DataHead>(stamped.bytes), stamped.bytes);
    local.stamped.recycle(std::move(stamped));
  };
  // What is later than a save to come waits for it.
  const std::int64_t limit = rules.constrained ? federation.snapshots->limit() : never;
  const auto hold = [&] {
    while (!local.stamped.empty() && local.stamped.least() <= limit) release();
    return std::exchange(local.held_at, limit) != limit;
  };
  if (rules.advance == Advance::fqr && rules.constrained) {
    if (time.lbts && (!time.ready || time.finished < local.fqr_after || local.fqr_after == 0)) {
      if (time.ready && local.fqr_after == 0) {
        // What is known now may be old: the next computation tells.
        local.fqr_after = time.lbts->entered() + 1;
        time.wanted = true;
        return true;
      }
      return false;
    }
    to = std::min({rules.requested, std::max(others, rules.time),
                   std::max(local.stamped.least(), rules.time)});
    if (to > limit) return hold();
    while (!local.stamped.empty()) release();
  } else {
    to = rules.grantable(others, local.stamped.least());
    if (to == never && !waits_for_save(rules, limit, others)) return false;
    if (to > limit) return hold();
    while (!local.stamped.empty() && local.stamped.least() <= to) release();
  }
  const std::int64_t now = base::now_ns();
  local.advancing_ns += now - std::exchange(local.since_ns, now);
  local.held_at = never;
  local.untold = rules.advance;
  rules.grant(to);
  if (std::exchange(rules.regulation_advances, false)) {
    tell_regulation(local);
    return true;
  }
  local.grant_untold = true;
  if (rules.regulating) local.considering = polls_to_consider;
  local.grant_call = local.calls.pushed();
  // No more than two words: a larger callback would take an allocation of its own.
  inboxes_.post(local, [this, &local](auto& ambassador) {
    local.grant_untold = false;
    local.told_time = local.rules.time;
    if (!local.federation->deletions.empty()) leave_deleted(*local.federation, local);
    ambassador.time_advance_grant({local.told_time});
  });
  return true;
}

}  // namespace orrery::rti
