#include "advances/advances.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "saving/snapshots.hpp"

namespace orrery::rti {
namespace {

// Once a regulating federate has had its grant, this node joins no computation of the bound on time for at most this many
// polls: the federate can ask for its next advance first.
constexpr int polls_to_consider = 64;

// The time of the next save, at which the federate waits for it; `never` if no save is requested, if the federate is not
// constrained, or if it became constrained after that time (IEEE 1516.1-2010, 4.16).
std::int64_t save_limit(const Federation& federation, const TimeRules& rules) {
  const std::int64_t limit = federation.snapshots->limit();
  return rules.constrained && rules.time <= limit ? limit : never;
}

// True if the constrained federate asks for a time after `limit`, the time of the next save, and no message up to `limit`
// can still be sent to it. It then waits for the save. `limit` is its save_limit().
bool waits_for_save(const TimeRules& rules, std::int64_t limit, std::int64_t others) {
  return rules.constrained && rules.requested > limit && others > limit;
}

// A federate that was granted the time of the next save may still receive messages with that time stamp. Marks the time as
// complete for the federate once nobody can send such a message any more; Snapshots::review_time() waits for the mark.
void complete_for_save(Federation& federation) {
  const std::int64_t limit = federation.snapshots->limit();
  if (limit == never) return;
  const LocalBounds bounds = local_bounds(federation);
  for (Local* local : federation.locals) {
    TimeRules& rules = local->rules;
    if (!rules.constrained || rules.time != limit || local->stamped.least() <= limit) continue;
    if (std::min(remote_bound(federation), bounds.without(*local)) > limit)
      rules.complete_for_save = limit;
  }
}

// 8.10, 8.12: messages that the federate will not get do not bring it a grant. Drops such messages from the head of the queue, up
// to `latest`. Returns true if there were any.
bool drop_unwanted(Local& local, std::int64_t latest) {
  bool dropped = false;
  while (!local.stamped.empty() && local.stamped.least() <= latest) {
    const Bytes message = local.stamped.top().bytes;
    if (Deliveries::is_wanted(local, read_as<DataHead>(message), message)) break;
    local.stamped.recycle(local.stamped.pop());
    dropped = true;
  }
  return dropped;
}

}  // namespace

void Advances::advance(Federation& federation) {
  TimeNet& time = federation.time;
  if (federation.destroyed || advancing_ || federation.snapshots->active()) return;
  advancing_ = true;
  bool again = true;
  while (again) {
    again = false;
    if (time.lbts && time.ready) bounds_.take_results(federation);
    if (!federation.deletions.empty()) again = give_up_discoveries(federation);
    std::optional<LocalBounds> bounds;  // until something is granted or delivered
    for (std::size_t i = 0; i < federation.locals.size(); ++i) {
      Local& local = *federation.locals[i];
      const TimeRules& rules = local.rules;
      if (!rules.regulation_pending && !rules.constrained_pending &&
          rules.advance != Advance::fqr) {
        if (rules.advance == Advance::none) continue;
        if (!bounds) bounds = local_bounds(federation);
        const std::int64_t others = std::min(remote_bound(federation), bounds->without(local));
        if (rules.grantable(others, local.stamped.least()) == never) {
          const std::int64_t limit = save_limit(federation, rules);
          if (local.held_at == limit || !waits_for_save(rules, limit, others)) continue;
        }
      }
      again |= grant_one(federation, local);
      bounds.reset();
    }
    again = again || bounds_.take_part(federation);
  }
  advancing_ = false;
  if (!federation.deletions.empty()) deletions_.review(federation);
  complete_for_save(federation);
  federation.snapshots->review_time();
}

// What one federate gives up may let the next do so.
bool Advances::give_up_discoveries(Federation& federation) {
  bool any = false;
  for (bool again = true; again;) {
    again = false;
    for (Local* local : federation.locals)
      again |= Deletions::give_up_discoveries(federation, *local, others_bound(federation, *local));
    any |= again;
  }
  return any;
}

bool Advances::stop_considering(std::span<Local* const> locals, bool untold_too) {
  bool any = false;
  for (Local* local : locals) {
    if (local->considering == 0 || (local->grant_untold && !untold_too)) continue;
    local->considering = 0;
    any = true;
  }
  return any;
}

// IEEE 1516.1-2010, 8.2 and 8.3: the federate begins at the least time, not before its own, from which on what it sends, at that
// time and its lookahead or later, is in no constrained federate's past. To a constrained federate a later time is granted as
// by TARA.
bool Advances::begin_regulation(const Federation& federation, Local& local) {
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

void Advances::tell_regulation(Local& local) {
  inboxes_.post(local, [at = local.rules.time, &local](auto& ambassador) {
    local.regulation_untold = false;
    local.told_time = at;
    ambassador.time_regulation_enabled({at});
  });
}

bool Advances::grant_one(Federation& federation, Local& local) {
  TimeRules& rules = local.rules;
  TimeNet& time = federation.time;
  if (rules.regulation_pending && time.ready) return begin_regulation(federation, local);
  if (rules.constrained_pending) {
    const std::int64_t others = others_bound(federation, local);
    if (others < rules.time) return false;
    rules.constrained_pending = false;
    rules.constrained = true;
    local.constrained_untold = true;
    inboxes_.post(local, [at = rules.time, &local](auto& ambassador) {
      local.constrained_untold = false;
      ambassador.time_constrained_enabled({at});
    });
    return true;
  }
  if (rules.advance == Advance::none) return false;
  const std::int64_t others = others_bound(federation, local);
  std::int64_t granted_time = never;
  // From this time stamp on a sender may still retract. One that regulates no more may do so again.
  std::int64_t retractable = std::min(others, rules.least_arrival());
  const auto release = [&] {
    Stamped stamped = local.stamped.pop();
    if (stamped.time >= retractable)
      stamped.bytes[offsetof(MessageHead, flags)] |= std::byte{early_flag};
    delivery_.take_or_keep(local, read_as<DataHead>(stamped.bytes), stamped.bytes);
    local.stamped.recycle(std::move(stamped));
  };
  // Messages after the time of the next save wait until the save has ended.
  const std::int64_t limit = save_limit(federation, rules);
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
    do {
      granted_time = std::min({rules.requested, std::max(others, rules.time),
                               std::max(local.stamped.least(), rules.time)});
    } while (drop_unwanted(local, std::min(granted_time, limit)));
    if (granted_time > limit) return hold();
    retractable = std::min(others, rules.least_arrival_after(granted_time));
    while (!local.stamped.empty() && local.stamped.least() <= limit) release();
  } else {
    granted_time = rules.grantable(others, local.stamped.least());
    bool dropped = false;
    while (granted_time != never && rules.asks_for_next() &&
           drop_unwanted(local, std::min(granted_time, limit))) {
      granted_time = rules.grantable(others, local.stamped.least());
      dropped = true;
    }
    // Without what was dropped the federate sends later, which may be enough for others.
    if (granted_time == never && !waits_for_save(rules, limit, others)) return dropped;
    if (granted_time > limit) return hold();
    retractable = std::min(others, rules.least_arrival_after(granted_time));
    while (!local.stamped.empty() && local.stamped.least() <= granted_time) release();
  }
  const std::int64_t now = federation.clock.now_ns();
  local.advancing_ns += now - std::exchange(local.since_ns, now);
  local.held_at = never;
  local.untold = rules.advance;
  rules.grant(granted_time);
  federation.deletions_passed = unknown;  // removals may have waited for the grant
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
    if (!local.federation->deletions.empty()) deletions_.leave_deleted(*local.federation, local);
    ambassador.time_advance_grant({local.told_time});
  });
  return true;
}

void Advances::apply_switches(Federation& federation, Member& member, std::uint32_t origin,
                              const Operation& operation) {
  const bool regulating = (operation.flag & 1) != 0;
  const bool began = regulating && !member.regulating;
  const bool constrained = (operation.flag & 2) != 0;
  if (constrained && !member.constrained) {
    federation.snapshots->constrained_at(origin);
    deletions_.await_again(federation, origin);
  }
  if (member.regulating && !regulating) federation.deletions_passed = unknown;  // as at a grant
  member.regulating = regulating;
  member.constrained = constrained;
  TimeBounds::note_regulators(federation);
  if (Local* local = federation.find_local(member.handle)) {
    if (regulating && local->rules.regulation_asked) {
      local->rules.regulation_asked = false;
      local->rules.regulation_pending = true;
    }
  }
  if (began) {
    bounds_.begin_epoch(federation);
    if (origin != net_.self()) bounds_.await_regulator(federation, operation);
  }
  federation.time.wanted = true;
}

}  // namespace orrery::rti
