#include "galt/galt.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "federation/known_objects.hpp"

namespace orrery::rti {
namespace {

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

bool somebody_else_regulates(const Federation& federation, const Local& local) {
  return std::ranges::any_of(federation.members, [&](const auto& each) {
    return each.second.regulating && each.first != local.handle;
  });
}

// The least time stamp that the federate may send from now on. The removal of an object that it may still discover counts as its
// next message: the removal has been sent to all nodes in timestamp order, whoever knows the object. A flush that waits for a save will be granted a time after
// the save's.
std::int64_t bound_of(const Local& local) {
  const TimeRules& rules = local.rules;
  std::int64_t next = local.stamped.least();
  if (rules.regulating && rules.asks_for_next() && !local.federation->deletions.empty())
    next = std::min(next, least_removal_to_come(*local.federation, local));
  const std::int64_t bound = rules.bound(next);
  if (rules.advance != Advance::fqr || local.held_at == never) return bound;
  return std::max(bound, add(rules.as, local.held_at + 1, rules.lookahead));
}

// The least time stamp that federates of this node may send, whatever they receive.
std::int64_t local_floor(const Federation& federation) {
  std::int64_t least = never;
  for (const Local* local : federation.locals) least = std::min(least, local->rules.floor());
  return least;
}

// The least that a federate of this node adds to the time of a message that it answers. It cannot lower it while it asks for
// an advance; afterwards nothing that it sends is earlier than what it could have sent before.
std::int64_t local_delay(const Federation& federation) {
  std::int64_t least = never;
  for (const Local* local : federation.locals) {
    if (local->rules.regulating) least = std::min(least, local->rules.lookahead);
  }
  return least;
}

// The least time stamp of an answer to a message.
std::int64_t answer(const Federation& federation, std::int64_t stamp, std::int64_t delay) {
  return delay == never ? std::int64_t{never} : add(federation.as, stamp, delay);
}

}  // namespace

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

std::int64_t remote_bound(const Federation& federation) {
  if (!federation.time.lbts) return never;
  return federation.time.ready ? federation.time.others : unknown;
}

std::int64_t others_bound(const Federation& federation, const Local& local) {
  return std::min(remote_bound(federation), local_bounds(federation).without(local));
}

std::optional<LogicalTime> galt(const Federation& federation, const Local& local) {
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

std::optional<LogicalTime> lits(const Federation& federation, const Local& local) {
  const std::optional<LogicalTime> least_sent = galt(federation, local);
  std::int64_t least = local.stamped.least();
  // What was released for an advance that the federate does not know of, or before a save, is still to come.
  if (local.advance_untold() || local.held_at != never) {
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

std::int64_t receivable_here(const Federation& federation, const Local* except) {
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
void TimeBounds::await_regulator(Federation& federation, const Operation& operation) {
  TimeNet& time = federation.time;
  const std::int64_t sends = add(federation.as, static_cast<std::int64_t>(operation.object),
                                 static_cast<std::int64_t>(operation.number));
  time.known = std::min(time.known, std::max(sends, time.receivable[net_.self()]));
}

void TimeBounds::begin_epoch(Federation& federation) {
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
  time.floor = unknown;
  time.delay = 0;
  time.lbts.reset();
  time.others = unknown;
  time.entered_with = unknown;
  time.in_flight.clear();
  time.transients = 0;
  time.finished = 0;
  time.wanted = true;
  for (Local* local : federation.locals) local->fqr_after = 0;
  note_regulators(federation);
  time.markers[net_.self()] = time.epoch;
  time.receivable[net_.self()] = receivable_here(federation);
  time.ready = time.parties.size() == 1;
  if (time.ready) return;
  timing::LbtsOptions options;
  options.self = self;
  options.parties = static_cast<std::uint32_t>(time.parties.size());
  const TimeBound& wanted = options_;
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

void TimeBounds::on_epoch(Federation& federation, std::uint32_t sender, Bytes bytes) {
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
  time.markers[sender] = static_cast<std::uint32_t>(message.epoch);
  time.receivable[sender] = message.receivable;
  time.ready = std::ranges::all_of(
      time.parties, [&](std::uint32_t node) { return time.markers[node] == time.epoch; });
  time.wanted = true;
}

void TimeBounds::on_bound(Federation& federation, std::uint32_t sender, Bytes bytes) {
  TimeNet& time = federation.time;
  BoundMessage message;
  if (bytes.size() != sizeof message && bytes.size() != sizeof message - sizeof(timing::Partial)) {
    ++counters_.malformed;
    return;
  }
  std::memcpy(&message, bytes.data(), bytes.size());
  const auto party = std::ranges::find(time.parties, sender);
  if (message.epoch != time.epoch || !time.lbts || party == time.parties.end() ||
      message.bound.from != static_cast<std::uint32_t>(party - time.parties.begin())) {
    return;  // of an epoch that is over
  }
  time.lbts->on_message(message.bound, untimed, outbox_);
  send_bounds(federation);
}

void TimeBounds::send_bounds(const Federation& federation) {
  if (outbox_.empty()) return;
  const TimeNet& time = federation.time;
  BoundMessage message{{.kind = MessageKind::bound}, time.epoch, {}};
  message.head.federation = federation.id;
  message.head.stamp = net_.applied();
  for (const timing::Outgoing& each : outbox_) {
    message.bound = each.message;
    const std::size_t left_out = sizeof(timing::LbtsMessage) - each.message.wire_bytes();
    net_.send(time.parties[each.to],
              std::as_bytes(std::span(&message, 1)).first(sizeof message - left_out));
    ++counters_.bounds;
  }
  outbox_.clear();
}

void TimeBounds::take_results(Federation& federation) {
  TimeNet& time = federation.time;
  while (const auto bound = time.lbts->take()) {
    ++counters_.computations;
    time.finished = std::max(time.finished, bound->computation);
    time.floor = std::max(time.floor, bound->others_floor);
    std::int64_t others = bound->others;
    const auto at =
        std::ranges::find(time.in_flight, bound->computation, &TimeNet::InFlight::computation);
    if (at != time.in_flight.end()) {
      if (at->least_sent != never) {
        const std::int64_t earliest = answer(federation, at->least_sent, bound->others_delay);
        others = std::min(others, std::max(earliest, time.floor));
      }
      time.in_flight.erase(at);
    }
    if (others < time.others) continue;
    time.delay =
        others == time.others ? std::max(time.delay, bound->others_delay) : bound->others_delay;
    time.others = others;
  }
}

void TimeBounds::received(Federation& federation, std::uint32_t sender, const DataHead& head) {
  TimeNet& time = federation.time;
  if (!time.lbts || time.markers[sender] != time.epoch) return;
  time.lbts->received(head.colour, head.time, net_.clock().now_ns(), outbox_);
  if (time.lbts->counters().transients !=
      std::exchange(time.transients, time.lbts->counters().transients)) {
    time.wanted = true;
  }
  send_bounds(federation);
}

// Who regulates may answer the message, or bring another to it, but not before the floor of all others.
void TimeBounds::sent(Federation& federation, NodeSet nodes, std::int64_t stamp) {
  TimeNet& time = federation.time;
  if ((nodes & time.regulators) == 0) return;
  const std::int64_t earliest = std::max(answer(federation, stamp, time.delay), time.floor);
  time.lowered_by_sending |= earliest < time.others;
  time.others = std::min(time.others, earliest);
  time.known = std::min(time.known, stamp);
  for (auto& each : time.in_flight) each.least_sent = std::min(each.least_sent, stamp);
}

// A federate whose regulation is still to begin begins it in an epoch of its own, once all nodes have come to that.
void TimeBounds::note_regulators(Federation& federation) {
  federation.time.regulators = 0;
  for (const auto& [handle, member] : federation.members)
    if (member.regulating) federation.time.regulators |= only(member.node);
}

// What was sent may never be answered: only a computation tells.
void TimeBounds::asked(Federation& federation) {
  TimeNet& time = federation.time;
  if (std::exchange(time.lowered_by_sending, false)) time.wanted = true;
}

// What is known is used up first, and who was just granted is given the time to ask for more: with its next bound one
// computation does for what would take two.
bool TimeBounds::take_part(Federation& federation) {
  TimeNet& time = federation.time;
  if (!time.lbts || !time.ready) return false;
  const bool wait = std::ranges::any_of(federation.locals, [](const Local* local) {
    return local->rules.regulation_pending || local->considering > 0;
  });
  if (wait) return false;
  const std::int64_t bound = local_bounds(federation).least;
  if (!time.lbts->asked() && bound == time.entered_with && !time.wanted) return false;
  const timing::Promise promise{bound, local_floor(federation), local_delay(federation)};
  if (!time.lbts->enter(promise, untimed, outbox_)) return false;
  time.entered_with = bound;
  time.wanted = false;
  time.in_flight.push_back({time.lbts->entered(), never});
  send_bounds(federation);
  return true;
}

}  // namespace orrery::rti
