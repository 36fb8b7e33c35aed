#include <algorithm>
#include <utility>

#include "federate/ambassador.hpp"

namespace orrery::rti {
namespace {

Error in_advance() {
  return error(ErrorCode::InTimeAdvancingState, "an advance is pending: wait for its grant");
}

}  // namespace

bool Ambassador::regulates() const {
  return local_.rules.regulating && !local_.rules.regulation_advances && !local_.regulation_untold;
}

bool Ambassador::awaits_regulation() const {
  return local_.rules.regulation_pending || local_.rules.regulation_asked ||
         local_.rules.regulation_advances || local_.regulation_untold;
}

bool Ambassador::constrained() const {
  return local_.rules.constrained && !local_.constrained_untold;
}

bool Ambassador::awaits_constrained() const {
  return local_.rules.constrained_pending || local_.constrained_untold;
}

void Ambassador::tell_switches(bool regulating, bool constrained, SubmitPermit permit) {
  Operation told = operation(OperationKind::time_switches);
  told.flag = static_cast<std::uint8_t>((regulating ? 1 : 0) | (constrained ? 2 : 0));
  told.number = local_.rules.lookahead;
  told.object = static_cast<std::uint64_t>(local_.rules.time);
  (void)core_.net().submit(told, permit);
}

Status Ambassador::valid(LogicalTime time) const {
  if (is_time(local_.rules.as, time.value)) return {};
  return error(ErrorCode::InvalidLogicalTime,
               "the time is no number or infinite: give a finite one");
}

Status Ambassador::valid(LogicalTimeInterval lookahead) const {
  if (is_time(local_.rules.as, lookahead.value) && lookahead.value >= zero(local_.rules.as)) {
    return {};
  }
  return error(ErrorCode::InvalidLookahead,
               "the lookahead is negative, no number or infinite: give a finite one from zero on");
}

Status Ambassador::enable_time_regulation(LogicalTimeInterval lookahead) {
  const auto may = may_submit();
  if (!may) return may.error();
  TimeRules& rules = local_.rules;
  if (regulates()) return error(ErrorCode::TimeRegulationAlreadyEnabled, "it is enabled");
  if (awaits_regulation()) {
    return error(ErrorCode::RequestForTimeRegulationPending, "wait for the callback");
  }
  if (rules.advance != Advance::none || local_.grant_untold) return in_advance();
  if (auto status = valid(lookahead); !status) return status;
  rules.lookahead = lookahead.value;
  rules.promised = std::numeric_limits<std::int64_t>::min();
  rules.regulation_asked = true;
  tell_switches(true, rules.constrained || rules.constrained_pending, *may);
  return {};
}

Status Ambassador::disable_time_regulation() {
  const auto may = may_submit();
  if (!may) return may.error();
  TimeRules& rules = local_.rules;
  if (!regulates()) return error(ErrorCode::TimeRegulationIsNotEnabled, "it is not enabled");
  rules.regulating = false;
  tell_switches(false, rules.constrained || rules.constrained_pending, *may);
  return {};
}

Status Ambassador::enable_time_constrained() {
  const auto may = may_submit();
  if (!may) return may.error();
  TimeRules& rules = local_.rules;
  if (constrained()) return error(ErrorCode::TimeConstrainedAlreadyEnabled, "it is enabled");
  if (awaits_constrained()) {
    return error(ErrorCode::RequestForTimeConstrainedPending, "wait for the callback");
  }
  if (rules.advance != Advance::none || local_.grant_untold) return in_advance();
  rules.constrained_pending = true;
  tell_switches(rules.regulating || rules.regulation_pending || rules.regulation_asked, true, *may);
  local_.federation->time.wanted = true;
  return {};
}

Status Ambassador::disable_time_constrained() {
  const auto may = may_submit();
  if (!may) return may.error();
  TimeRules& rules = local_.rules;
  if (!constrained()) return error(ErrorCode::TimeConstrainedIsNotEnabled, "it is not enabled");
  rules.constrained = false;
  rules.complete = rules.complete_for_save = std::numeric_limits<std::int64_t>::min();
  // What waited for its time comes at once, in receive order; so does what an advance has brought and was not evoked yet.
  Inboxes::open_gate(local_);
  while (!local_.stamped.empty()) {
    Stamped stamped = local_.stamped.pop();
    local_.queue.push(stamped.bytes);
    local_.stamped.recycle(std::move(stamped));
  }
  local_.queue.lose_stamps();
  tell_switches(rules.regulating || rules.regulation_pending || rules.regulation_asked, false,
                *may);
  local_.federation->time.wanted = true;
  return {};
}

Status Ambassador::request(Advance how, LogicalTime time) {
  if (auto status = joined(); !status) return status;
  TimeRules& rules = local_.rules;
  if (awaits_regulation()) {
    return error(ErrorCode::RequestForTimeRegulationPending, "wait for the callback");
  }
  if (awaits_constrained()) {
    return error(ErrorCode::RequestForTimeConstrainedPending, "wait for the callback");
  }
  if (rules.advance != Advance::none || local_.grant_untold) return in_advance();
  if (auto status = valid(time); !status) return status;
  if (time.value < rules.time) {
    return error(ErrorCode::LogicalTimeAlreadyPassed,
                 "the time asked for is before the federate's: " + time_text(rules.as, time.value) +
                     " after " + time_text(rules.as, rules.time));
  }
  const std::int64_t now = core_.clock().now_ns();
  local_.granted_ns += now - std::exchange(local_.since_ns, now);
  rules.advance = how;
  rules.requested = time.value;
  local_.considering = 0;
  local_.fqr_after = 0;
  Inboxes::open_gate(local_);
  local_.federation->time.wanted = true;
  core_.advances().advance(*local_.federation);
  core_.net().flush();
  return {};
}

Status Ambassador::time_advance_request(LogicalTime time) { return request(Advance::tar, time); }

Status Ambassador::time_advance_request_available(LogicalTime time) {
  return request(Advance::tara, time);
}

Status Ambassador::next_message_request(LogicalTime time) { return request(Advance::nmr, time); }

Status Ambassador::next_message_request_available(LogicalTime time) {
  return request(Advance::nmra, time);
}

Status Ambassador::flush_queue_request(LogicalTime time) { return request(Advance::fqr, time); }

Status Ambassador::enable_asynchronous_delivery() {
  if (auto status = joined(); !status) return status;
  if (local_.rules.asynchronous) {
    return error(ErrorCode::AsynchronousDeliveryAlreadyEnabled, "it is enabled");
  }
  local_.rules.asynchronous = true;
  Inboxes::open_gate(local_);
  return {};
}

Status Ambassador::disable_asynchronous_delivery() {
  if (auto status = joined(); !status) return status;
  if (!local_.rules.asynchronous) {
    return error(ErrorCode::AsynchronousDeliveryAlreadyDisabled, "it is not enabled");
  }
  local_.rules.asynchronous = false;
  Inboxes::close_gate(local_);
  return {};
}

Result<std::optional<LogicalTime>> Ambassador::query_galt() {
  if (auto status = joined(); !status) return status.error();
  TimeBounds::asked(*local_.federation);
  return galt(*local_.federation, local_);
}

Result<std::optional<LogicalTime>> Ambassador::query_lits() {
  if (auto status = joined(); !status) return status.error();
  TimeBounds::asked(*local_.federation);
  return lits(*local_.federation, local_);
}

Result<LogicalTime> Ambassador::query_logical_time() {
  if (auto status = joined(); !status) return status.error();
  return LogicalTime{local_.told_time};
}

Status Ambassador::modify_lookahead(LogicalTimeInterval lookahead) {
  if (auto status = joined(); !status) return status;
  TimeRules& rules = local_.rules;
  if (!regulates()) return error(ErrorCode::TimeRegulationIsNotEnabled, "it is not enabled");
  if (rules.advance != Advance::none || local_.grant_untold) return in_advance();
  if (auto status = valid(lookahead); !status) return status;
  // Less than was promised shrinks only as time goes on.
  rules.promised = std::max(rules.promised, add(rules.as, rules.time, rules.lookahead));
  rules.lookahead = lookahead.value;
  local_.federation->time.wanted = true;
  return {};
}

Result<LogicalTimeInterval> Ambassador::query_lookahead() {
  if (auto status = joined(); !status) return status.error();
  const TimeRules& rules = local_.rules;
  if (!regulates()) return error(ErrorCode::TimeRegulationIsNotEnabled, "it is not enabled");
  std::int64_t lookahead = rules.lookahead;
  if (rules.promised > rules.time) {
    lookahead = std::max(lookahead, subtract(rules.as, rules.promised, rules.time));
  }
  return LogicalTimeInterval{lookahead};
}

Status Ambassador::retract(MessageRetractionHandle retraction) {
  const auto may = may_submit();
  if (!may) return may.error();
  const std::uint64_t serial = retraction.value & UINT32_MAX;
  const bool own = retraction.value >> 32 == local_.handle && serial > 0 &&
                   serial <= (local_.next_serial & UINT32_MAX);
  const bool held = own && OneShots::drop(local_, serial);
  if (!regulates()) {
    if (held) return {};
    return error(ErrorCode::TimeRegulationIsNotEnabled, "it is not enabled");
  }
  if (!own) {
    return error(ErrorCode::InvalidMessageRetractionHandle, "it is none of this federate's");
  }
  const auto found = std::ranges::find_if(
      local_.retractable, [&](const auto& each) { return (each.first & UINT32_MAX) == serial; });
  if (found == local_.retractable.end() || found->second < local_.least_stamp()) {
    if (held) return {};  // and was nowhere else
    return error(ErrorCode::MessageCanNoLongerBeRetracted,
                 "its time stamp is before the federate's time and lookahead, or it was retracted");
  }
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::retract);
  head.head.flags = timed_flag;
  head.head.order = 1;
  head.serial = found->first;
  head.time = found->second;
  auto sent =
      core_.router().send(*local_.federation, &local_, head, {}, {}, local_.federation->nodes());
  if (!sent) return sent;
  local_.retractable.erase(found);
  const auto& deletions = local_.federation->deletions;
  const auto deletion = std::ranges::find_if(deletions, [&](const auto& each) {
    return each.first.second == head.serial && each.second.head().federate == local_.handle;
  });
  if (deletion == deletions.end()) return sent;
  Operation back = operation(OperationKind::delete_object);
  back.object = deletion->first.first;
  back.flag = static_cast<std::uint8_t>(DeletionStep::retracted);
  back.number = static_cast<std::int64_t>(head.serial);
  core_.submit(back, *may);
  return sent;
}

}  // namespace orrery::rti
