// Clause 8: time management.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "model.hpp"

namespace orrery::rti::testing {

namespace {

bool is_advance(Service service) {
  return service >= Service::time_advance_request && service <= Service::flush_queue_request;
}

Advance advance_of(Service service) {
  switch (service) {
    case Service::time_advance_request:
      return Advance::time_advance;
    case Service::time_advance_request_available:
      return Advance::time_advance_available;
    case Service::next_message_request:
      return Advance::next_message;
    case Service::next_message_request_available:
      return Advance::next_message_available;
    default:
      return Advance::flush_queue;
  }
}

// After a grant of these a message at the granted time can still come (8.9, 8.11, 8.12).
bool is_available(Advance kind) {
  return kind == Advance::time_advance_available || kind == Advance::next_message_available ||
         kind == Advance::flush_queue;
}
bool is_next(Advance kind) {
  return kind == Advance::next_message || kind == Advance::next_message_available;
}

std::string number(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

}  // namespace

std::string time_text(double time) { return time == never ? "undefined" : number(time); }

// 8.8, 8.10: with zero lookahead nothing is sent at the time itself any more.
Bound Model::promise(Advance kind, double time, double lookahead) const {
  return {time + lookahead, lookahead == 0 && !is_available(kind), times_};
}

// 8.2: the least time from which, with this lookahead, nothing is sent before the bound.
double Model::regulation_time(Bound bound, double lookahead) const {
  double time = bound.least() - lookahead;
  while (time + lookahead < bound.least()) time = after(times_, time);
  return time;
}

void Model::judge_time(const Call& call, Joined& me, Verdict& verdict) {
  const bool number = std::isfinite(call.time);
  const auto advancing = [&] {
    if (me.advance != Advance::none) verdict.errors.insert(ErrorCode::InTimeAdvancingState);
  };
  if (is_advance(call.service)) {  // 8.8 to 8.12
    advancing();
    if (!number) verdict.errors.insert(ErrorCode::InvalidLogicalTime);
    if (call.time < me.time) verdict.errors.insert(ErrorCode::LogicalTimeAlreadyPassed);
    if (me.regulation_pending) verdict.errors.insert(ErrorCode::RequestForTimeRegulationPending);
    if (me.constrained_pending) verdict.errors.insert(ErrorCode::RequestForTimeConstrainedPending);
    return;
  }
  const auto between = [&](double least, double most) {
    verdict.wrong_value = [least, most](const std::string& value) -> std::string {
      const double got = value == "undefined" ? never : std::strtod(value.c_str(), nullptr);
      constexpr double steps =
          1e-5;  // after an open bound a federate may be granted the next number
      if (got >= least - steps && got <= most + steps) return {};
      return "expected " + time_text(least) + (least == most ? "" : " to " + time_text(most));
    };
  };
  // What the nodes have computed together is of a moment ago. It never goes back (8.16), but when another federate begins to
  // regulate, and behind what the federate itself sends: others may answer that.
  const auto told = told_galt_.find(me.id);
  const double known = told == told_galt_.end() ? -never : told->second;
  const auto lagging = [&](double least, double known_least) {
    return among_nodes_ ? std::max(std::min(least, me.time), known_least) : least;
  };
  switch (call.service) {
    case Service::enable_time_regulation:  // 8.2
      advancing();
      if (!number || call.time < 0) verdict.errors.insert(ErrorCode::InvalidLookahead);
      if (me.regulating) verdict.errors.insert(ErrorCode::TimeRegulationAlreadyEnabled);
      if (me.regulation_pending) verdict.errors.insert(ErrorCode::RequestForTimeRegulationPending);
      return;
    case Service::disable_time_regulation:  // 8.4
      if (!me.regulating) verdict.errors.insert(ErrorCode::TimeRegulationIsNotEnabled);
      return;
    case Service::enable_time_constrained:  // 8.5
      advancing();
      if (me.constrained) verdict.errors.insert(ErrorCode::TimeConstrainedAlreadyEnabled);
      if (me.constrained_pending)
        verdict.errors.insert(ErrorCode::RequestForTimeConstrainedPending);
      if (me.regulation_pending &&
          me.regulation_advances) {  // 8.2: the implicit request is pending
        verdict.either = verdict.errors.empty();
        verdict.errors.insert(ErrorCode::InTimeAdvancingState);
      }
      return;
    case Service::disable_time_constrained:  // 8.7
      if (!me.constrained) verdict.errors.insert(ErrorCode::TimeConstrainedIsNotEnabled);
      return;
    case Service::enable_asynchronous_delivery:  // 8.14
      if (me.asynchronous) verdict.errors.insert(ErrorCode::AsynchronousDeliveryAlreadyEnabled);
      return;
    case Service::disable_asynchronous_delivery:  // 8.15
      if (!me.asynchronous) verdict.errors.insert(ErrorCode::AsynchronousDeliveryAlreadyDisabled);
      return;
    case Service::query_galt:  // 8.16
      between(lagging(galt(me, true).least(), known), galt(me, false).least());
      return;
    case Service::query_logical_time:  // 8.17
      between(me.time, me.time);
      return;
    case Service::query_lits:  // 8.18
      between(lagging(std::min(galt(me, true).least(), smallest_queued(me, true)),
                      std::min(known, smallest_queued(me, true))),
              std::min(galt(me, false).least(), smallest_queued(me, false)));
      return;
    case Service::modify_lookahead:  // 8.19
      advancing();
      if (!number || call.time < 0) verdict.errors.insert(ErrorCode::InvalidLookahead);
      if (!me.regulating) verdict.errors.insert(ErrorCode::TimeRegulationIsNotEnabled);
      return;
    case Service::query_lookahead:  // 8.20: the actual one, which shrinks as time advances
      if (!me.regulating) {
        verdict.errors.insert(ErrorCode::TimeRegulationIsNotEnabled);
      } else {
        const double actual = std::max(me.lookahead, me.floor.time - me.time);
        between(std::min(me.lookahead, actual), actual);
        if (me.advance == Advance::none) between(actual, actual);
      }
      return;
    case Service::retract: {  // 8.21
      if (!me.regulating) verdict.errors.insert(ErrorCode::TimeRegulationIsNotEnabled);
      const auto found = federation_.messages.find(call.subject);
      if (found == federation_.messages.end() || found->second.sender != me.id) {
        verdict.errors.insert(ErrorCode::InvalidMessageRetractionHandle);
        return;
      }
      const Bound at{found->second.time, false};
      if (found->second.retracted || at < send_floor(me)) {
        verdict.errors.insert(ErrorCode::MessageCanNoLongerBeRetracted);
      }
      return;
    }
    default:
      return;
  }
}

void Model::commit_time(const Call& call, Joined& me, const Answer& answer) {
  if (is_advance(call.service)) {
    request_advance(me, advance_of(call.service), call.time);
    return;
  }
  switch (call.service) {
    case Service::enable_time_regulation:
      me.regulation_pending = true;
      me.regulation_most = -never;
      me.regulation_received = -never;
      told_galt_.clear();
      me.regulation_advances = me.constrained;
      me.lookahead = call.time;
      return;
    case Service::disable_time_regulation:
      me.regulating = false;
      return;
    case Service::query_galt:
      // What is asked for beside a federate that begins to regulate is of before or after.
      if (!answer.error && std::ranges::none_of(federation_.joined, [&](const auto& each) {
            return each.first != me.id && each.second.regulation_pending;
          })) {
        told_galt_[me.id] =
            answer.value == "undefined" ? never : std::strtod(answer.value.c_str(), nullptr);
      }
      return;
    case Service::enable_time_constrained:
      me.constrained_pending = true;
      for (Expected& each : me.pending)
        each.may_be_timestamp |= each.what.sent == OrderType::timestamp;
      return;
    case Service::disable_time_constrained:  // 8.7: what is queued is of receive order now
      me.constrained = false;
      me.delivered.reset();
      for (Expected& each : me.pending) {
        each.converted |= each.message && each.what.sent == OrderType::timestamp;
        each.may_be_receive |= each.message;
        each.may_be_timestamp = false;
      }
      return;
    case Service::enable_asynchronous_delivery:
      me.asynchronous = true;
      return;
    case Service::disable_asynchronous_delivery:
      me.asynchronous = false;
      return;
    case Service::modify_lookahead:  // 8.19: what was promised stays promised
      me.lookahead = call.time;
      me.floor = std::max(me.floor, Bound{me.time + call.time, false});
      return;
    case Service::retract: {
      federation_.messages.at(call.subject).retracted = true;
      retract_deletion(call.subject);
      for (auto& [join, receiver] : federation_.joined) {
        for (Expected& each : receiver.pending) {
          if (each.what.retraction != call.subject || !each.message) continue;
          // 8.21: what waits in timestamp order is no more. What goes as receive order is told of, if it was delivered.
          each.mandatory = false;
          each.retracted = true;
          if (receiver.advance != Advance::none && each.may_be_timestamp)
            receiver.withdrawn.insert(*each.what.time);
        }
        receiver.pending.remove_if([&](const Expected& each) {
          return each.retracted && each.message && !each.may_be_receive &&
                 each.what.retraction == call.subject && receiver.advance == Advance::none;
        });
        if (receiver.held_messages.contains(call.subject)) {
          Callback retraction{.kind = CallbackKind::request_retraction};
          retraction.retraction = call.subject;
          expect(receiver, retraction);
        }
      }
      return;
    }
    default:
      return;
  }
}

// 8.1.3: while it advances, nothing before what it has asked for (8.8 to 8.12).
Bound Model::send_floor(const Joined& me) const {
  if (me.advance == Advance::none) return me.floor;
  return std::max(me.floor, promise(me.advance, me.requested, me.lookahead));
}

void Model::request_advance(Joined& me, Advance kind, double time) {
  me.advance = kind;
  me.requested = time;
  me.delivered.reset();
  me.withdrawn.clear();
  me.was_constrained = me.constrained;
  me.flush_held = save_limit(me);
  me.flush_least =
      std::max(me.time, std::min({time, galt(me, true).time, smallest_queued(me, true)}));
  // 8.8, 8.9: with the request it gives its word. With a next message request only when it is granted.
  if (kind == Advance::time_advance || kind == Advance::time_advance_available) {
    me.floor = std::max(me.floor, promise(kind, time, me.lookahead));
  }
  for (Expected& each : me.pending) {
    each.due_before_grant = each.message;
    each.stamped_at_request = each.message && each.may_be_timestamp;
  }
}

// The smallest timestamp that waits; `least`: with what may be left out, and those that become constrained.
double Model::smallest_queued(const Joined& of, bool least) const {
  double smallest = never;
  for (const Expected& each : of.pending) {
    const bool decided = least && each.converted && of.advance != Advance::none;
    if (!each.message || !(each.may_be_timestamp || decided)) continue;
    if (!least && (!is_required(of, each) || each.may_be_receive)) continue;
    smallest = std::min(smallest, *each.what.time);
  }
  if (!least) return smallest;
  if (!of.withdrawn.empty()) smallest = std::min(smallest, *of.withdrawn.begin());
  // The deletion of what it is about to discover may wait already.
  for (const auto& [number, discovery] : of.discoveries) {
    for (const auto& [message, deletion] : federation_.objects.at(number).deletions)
      if (deletion.sender != of.id) smallest = std::min(smallest, deletion.time);
  }
  return smallest;
}

// 8.1.4, 8.16: no regulating federate sends before its bound. A next message request of a federate reaches to what it
// may be granted: the largest solution, since nothing else can bring a message. `least`: as if all that is
// undecided were decided for the smaller bound.
std::map<int, Bound> Model::bounds(bool least, int silent) const {
  std::map<int, Bound> found;
  for (const auto& [join, each] : federation_.joined) {
    if (join == silent) continue;
    if (each.regulating) {
      found[join] = each.floor;
      if (is_next(each.advance) || each.advance == Advance::flush_queue)
        found[join] = std::max(found[join], promise(each.advance, each.requested, each.lookahead));
    } else if (each.regulation_pending && least) {
      const Bound from = least_regulation(each);
      found[join] = std::max(Bound{each.time, false}, from);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [join, bound] : found) {
      const Joined& each = federation_.joined.at(join);
      // 8.12: the RTI need not look at whether a flush is bound to be granted what it asks for.
      const bool may_wait = each.constrained || each.was_constrained ||
                            (least && each.advance == Advance::flush_queue);
      if (!each.regulating || !may_wait ||
          !(is_next(each.advance) || each.advance == Advance::flush_queue)) {
        continue;
      }
      // It is granted when a message comes: at the others' bound at the earliest.
      Bound others{never, false};
      for (const auto& [other, theirs] : found)
        if (other != join) others = std::min(others, theirs);
      const Bound own = each.floor;
      Bound first = promise(each.advance, others.time, each.lookahead);
      first.open |= others.open;
      const double message =
          std::min({each.requested, smallest_queued(each, least), each.delivered.value_or(never)});
      first = std::min(first, promise(each.advance, message, each.lookahead));
      if (least && (each.advance == Advance::flush_queue || !each.constrained))
        first = std::min(first, Bound{each.flush_least + each.lookahead, false});
      // 4.16, 8.12: what a flush that waits for a save, or did, is granted is not decided, but later than the save: who begins to
      // regulate meanwhile may make it less.
      if (least && each.constrained && each.advance == Advance::flush_queue)
        first =
            std::min(first, beyond(std::min(save_limit(each), each.flush_held) + each.lookahead));
      const Bound reached = std::max(own, first);
      if (reached < bound) {
        bound = reached;
        changed = true;
      }
    }
  }
  return found;
}

Bound Model::galt(const Joined& of, bool least) const {
  Bound smallest{never, false};
  // What it would itself cause others to send does not bind it before it has asked.
  for (const auto& [join, bound] : bounds(least, least ? unknown : of.id))
    if (join != of.id) smallest = std::min(smallest, bound);
  return smallest;
}

// 8.13 and the services that it answers. Empty: the grant is right.
std::string Model::wrong_grant(const Joined& of, double time, bool least) const {
  if (of.advance == Advance::none) return "no advance was requested";
  if (!of.constrained && of.was_constrained && time >= of.flush_least && time <= of.requested)
    return {};  // decided before it ceased to be constrained
  if (!of.constrained) {
    return time == of.requested ? "" : "expected " + time_text(of.requested);
  }
  const Bound others = galt(of, least);
  const Bound complete = is_available(of.advance) ? Bound{time, false} : beyond(time);
  if (of.advance == Advance::flush_queue) {  // 8.12
    const Bound bound = galt(of, false);
    const double most = std::min({of.requested, of.delivered.value_or(never), bound.least()});
    const double low = std::max(
        of.time, std::min({of.flush_least, galt(of, true).time, of.delivered.value_or(never)}));
    if (time < low || time > std::max(most, of.time))
      return "expected " + time_text(low) + " to " + time_text(most);
  } else if (is_next(of.advance)) {  // 8.10, 8.11
    // One that is left out may still be what it was granted for.
    const bool left_out = std::ranges::any_of(of.pending, [&](const Expected& each) {
      return each.message && each.may_be_timestamp && !is_required(of, each) &&
             *each.what.time == time;
    });
    const bool message = of.delivered
                             ? time == *of.delivered
                             : time == of.requested || left_out || of.withdrawn.contains(time);
    if (!message) return "expected " + time_text(of.delivered.value_or(of.requested));
  } else if (time != of.requested) {
    return "expected " + time_text(of.requested);
  }
  if (of.advance != Advance::flush_queue && others < complete)
    return "messages at " + time_text(others.time) + " can still come";
  return {};
}

std::string Model::accept_grant(Joined& of, double time) {
  const std::string wrong = wrong_grant(of, time, false);
  if (!wrong.empty()) return wrong;
  if (of.constrained && time > save_limit(of)) return "the save at an earlier time comes first";
  // 4.16: what is later than a save to come, also for a flush, comes after it.
  const double save =
      of.advance == Advance::flush_queue ? std::min(save_limit(of), of.flush_held) : save_limit(of);
  for (const Expected& each : of.pending) {
    if (!is_required(of, each) || !each.message) continue;
    if (each.may_be_timestamp && of.constrained && *each.what.time > save) continue;
    if (each.may_be_timestamp && of.constrained) {
      // 8.9, 8.11, 8.12: of those at the time itself, and all of a flush, what was queued with the request.
      const bool due = is_available(of.advance)
                           ? *each.what.time < time ||
                                 (each.due_before_grant &&
                                  (*each.what.time == time || of.advance == Advance::flush_queue))
                           : *each.what.time <= time;
      if (due) return "before it comes " + to_string(each.what);
      continue;
    }
    // 8.8: and what was queued in receive order when the advance was requested. What has become receive order since (8.7)
    // was asked for up to the time granted.
    const bool asked_for =
        !each.stamped_at_request || of.advance == Advance::flush_queue || *each.what.time <= time;
    if (each.due_before_grant && asked_for) return "before it comes " + to_string(each.what);
  }
  // 8.9, 8.11: after those, messages at the time itself can still come.
  const bool complete = !is_available(of.advance);
  of.pending.remove_if([&](const Expected& each) {
    return each.message && each.may_be_timestamp && !each.may_be_receive &&
           (*each.what.time < time || (complete && *each.what.time == time));
  });
  of.time = time;
  if (of.constrained)
    of.granted = std::max(of.granted, Bound{time, !is_available(of.advance), times_});
  // Of equal bounds the later one: it is what 8.20 returns.
  const Bound promised = promise(of.advance, time, of.lookahead);
  if (of.regulating && std::pair(of.floor, of.floor.time) < std::pair(promised, promised.time))
    of.floor = promised;
  of.advance = Advance::none;
  of.delivered.reset();
  of.withdrawn.clear();
  for (Expected& each : of.pending) each.due_before_grant = each.stamped_at_request = false;
  leave_deleted(of);
  return {};
}

// 8.3: what it sends from now on must not be what others were granted beyond.
Bound Model::least_regulation(const Joined& of) const {
  Bound least{-never, false};
  for (const auto& [join, other] : federation_.joined)
    if (join != of.id && other.constrained) least = std::max(least, other.granted);
  return least;
}

// What was decided for the others at most since it was requested, also for those that have resigned.
double Model::others_regulation(const Joined& of) const {
  double most = of.regulation_most;
  const auto reach = [&](Bound bound) {
    most = std::max(most, regulation_time(bound, of.lookahead));
  };
  for (const auto& [join, other] : federation_.joined) {
    if (join == of.id) continue;
    if (other.constrained) reach(other.granted);
    if (other.constrained && other.advance != Advance::none)
      reach({other.requested, !is_available(other.advance), times_});
    // 4.16: a federate at the time of a save has all messages up to that time.
    const double save = save_limit(other);
    const bool there =
        other.granted.time == save || (other.advance != Advance::none && other.requested >= save);
    if (other.constrained && there) reach(beyond(save));
    const bool constrained = other.constrained || other.constrained_pending;
    if (constrained && other.regulation_pending)  // 8.2: it advances too
      reach({other.regulation_most, false});
    if (other.constrained_pending) reach({other.time, false});
  }
  return most;
}

// And not later than that, or than its own time.
double Model::most_regulation(const Joined& of) const {
  return std::max(of.time, others_regulation(of));
}

bool Model::regulation_due(const Joined& of) const {
  if (!of.constrained) return true;
  // Its time may have to advance to where its messages are right, which waits for the others (8.3).
  const double time = most_regulation(of);
  return time == of.time || beyond(time) <= galt(of, true);
}

std::string Model::accept_regulation(Joined& of, double time) {
  if (!of.regulation_pending) return "it was not requested";
  if (time < of.time) return "the federate's time is " + time_text(of.time);
  const Bound least = least_regulation(of);
  if (time + of.lookahead < least.least())  // 8.2: at its time and lookahead it may send
    return "another federate was granted " + time_text(least.time);
  const double most = most_regulation(of);
  if (time > most) return "expected " + time_text(most);
  if (time < of.regulation_received)
    return "messages up to " + time_text(of.regulation_received) + " have come";
  if (of.constrained && time > of.time) {
    if (time > save_limit(of)) return "the save at an earlier time comes first";
    if (galt(of, false) < Bound{time, false}) return "messages before it can still come";
    for (const Expected& each : of.pending) {
      if (is_required(of, each) && each.message && each.may_be_timestamp && *each.what.time < time)
        return "before it comes " + to_string(each.what);
    }
    of.granted = std::max(of.granted, Bound{time, false});
    of.pending.remove_if([&](const Expected& each) {
      return each.message && each.may_be_timestamp && !each.may_be_receive &&
             *each.what.time < time;
    });
  }
  of.regulation_pending = false;
  of.regulating = true;
  of.time = time;
  of.floor = {time + of.lookahead, false};
  told_galt_.clear();
  return {};
}

// 8.6: from now on no message before its time can come.
std::string Model::accept_constrained(Joined& of, double time) {
  if (!of.constrained_pending) return "it was not requested";
  if (time != of.time) return "the federate's time is " + time_text(of.time);
  if (galt(of, false) < Bound{time, false}) return "messages before it can still come";
  of.constrained_pending = false;
  of.constrained = true;
  of.regulation_advances |= of.regulation_pending;
  of.granted = {time, false};
  return {};
}

// 8.1.1, 8.1.2, 8.14.
std::string Model::accept_message(Joined& of, Expected& expected, const Callback& callback) {
  if (expected.converted && is_advancing(of)) {
    // In either order: it may have been decided before the federate ceased to be constrained (8.7).
  } else if (callback.received == OrderType::receive) {
    if (!expected.may_be_receive) return "it is in timestamp order";
    if (of.constrained && !is_advancing(of) && !of.asynchronous)
      return "receive order waits until the federate advances";
  } else {
    if (!expected.may_be_timestamp || !of.constrained) return "it is in receive order";
    if (!is_advancing(of)) return "timestamp order waits until the federate advances";
    const double time = *callback.time;
    // A flush at another node does not know of the save before its node does.
    if (time > save_limit(of) && !(among_nodes_ && of.advance == Advance::flush_queue))
      return "the save at an earlier time comes first";
    if (of.advance != Advance::flush_queue) {
      const double most = of.regulation_pending ? most_regulation(of) : of.requested;
      if (time > most) return "the federate has asked for " + time_text(most);
      if (galt(of, false) < Bound{time, false}) return "earlier messages can still come";
      for (const Expected& each : of.pending) {
        if (is_required(of, each) && each.message && each.may_be_timestamp &&
            !each.may_be_receive && *each.what.time < time) {
          return "before it comes " + to_string(each.what);
        }
      }
      if (is_next(of.advance) && of.delivered && *of.delivered != time)
        return "the grant is at " + time_text(*of.delivered);
    }
    of.delivered = std::min(of.delivered.value_or(never), time);
    of.regulation_received = std::max(of.regulation_received, time);
  }
  if (expected.what.sent == OrderType::timestamp && !expected.retracted)
    of.held_messages.insert(expected.what.retraction);
  return {};
}

}  // namespace orrery::rti::testing
