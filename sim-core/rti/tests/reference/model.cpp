#include "model.hpp"

#include <algorithm>

namespace orrery::rti::testing {

Joined* Model::caller(const Call& call) {
  const int join = at_[static_cast<std::size_t>(call.federate)];
  return join == unknown ? nullptr : &federation_.joined.at(join);
}

const Joined* Model::joined_at(int place) const {
  if (place >= static_cast<int>(at_.size())) return nullptr;
  const int join = at_[static_cast<std::size_t>(place)];
  return join == unknown ? nullptr : &federation_.joined.at(join);
}

Verdict Model::judge(const Call& call) {
  Verdict verdict;
  if (call.service == Service::connect || call.service == Service::disconnect) {
    judge_connection(call, verdict);
  } else if (is_callback_switch(call.service)) {
    check_in_progress(call, verdict);  // 10.43, 10.44: of any federate
  } else if (!is_connected(call.federate)) {
    verdict.errors.insert(ErrorCode::NotConnected);
    verdict.either = call.service == Service::evoke_callback ||
                     call.service == Service::evoke_multiple_callbacks;
  } else if (call.service <= Service::join_federation_execution) {
    judge_federation(call, verdict);
    check_in_progress(call, verdict);
  } else if (call.service == Service::evoke_callback ||
             call.service == Service::evoke_multiple_callbacks) {
    // 10.41, 10.42: of any connected federate.
  } else if (Joined* const me = caller(call)) {
    if (is_snapshot_service(call.service)) {
      judge_snapshots(call, *me, verdict);
    } else if (is_management(call.service)) {
      judge_management(call, *me, verdict);
    } else if (call.service <= Service::synchronization_point_achieved) {
      judge_federation(call, verdict);
    } else if (call.service <= Service::unsubscribe_interaction_class) {
      judge_declarations(call, *me, verdict);
    } else if (call.service <= Service::query_interaction_transportation_type) {
      judge_objects(call, *me, verdict);
    } else if (call.service <= Service::is_attribute_owned_by_federate) {
      judge_ownership(call, *me, verdict);
      judge_deleted(call, *me, verdict);
    } else if (call.service <= Service::set_range_bounds) {
      judge_regions(call, *me, verdict);
    } else if (call.service <= Service::disable_interaction_relevance_advisory_switch) {
      judge_switches(call, *me, verdict);
    } else if (call.service <= Service::evoke_multiple_callbacks) {
      judge_time(call, *me, verdict);
    } else {
      judge_support(call, *me, verdict);
    }
    check_in_progress(call, verdict);
  } else {
    verdict.errors.insert(ErrorCode::FederateNotExecutionMember);
  }
  if (!verdict.errors.empty()) verdict.may_succeed = verdict.either;
  return verdict;
}

void Model::commit(const Call& call, const Answer& answer) {
  note_invocation(call, answer);
  if (answer.error) {
    // The save that was to come has begun.
    if (answer.error == ErrorCode::SaveInProgress && save_request_ && !saving_.running)
      begin_save(save_request_->label, save_request_->time);
    return;
  }
  count_call(call);
  Joined* const me = caller(call);
  if (call.service == Service::connect || call.service == Service::disconnect) {
    commit_connection(call);
  } else if (is_callback_switch(call.service)) {
    callbacks_enabled_[static_cast<std::size_t>(call.federate)] =
        call.service == Service::enable_callbacks;
  } else if (call.service <= Service::synchronization_point_achieved) {
    if (call.service == Service::resign_federation_execution) leave_snapshots(*me);
    commit_federation(call);
    if (call.service == Service::join_federation_execution)
      federation_.joined.at(call.id).handle = std::stoi(answer.value);
  } else if (me == nullptr) {
    return;
  } else if (is_snapshot_service(call.service)) {
    commit_snapshots(call, *me);
  } else if (is_management(call.service)) {
    commit_management(call, *me);
  } else if (call.service <= Service::unsubscribe_interaction_class) {
    commit_declarations(call, *me);
  } else if (call.service <= Service::query_interaction_transportation_type) {
    commit_objects(call, *me, answer);
  } else if (call.service <= Service::is_attribute_owned_by_federate) {
    commit_ownership(call, *me);
  } else if (call.service <= Service::set_range_bounds) {
    commit_regions(call, *me);
  } else if (call.service <= Service::disable_interaction_relevance_advisory_switch) {
    commit_switches(call, *me);
  } else if (call.service <= Service::evoke_multiple_callbacks) {
    commit_time(call, *me, answer);
  } else {
    commit_support(call, *me);
  }
  if (call.service == Service::send_interaction_timed ||
      call.service == Service::send_interaction_with_regions_timed ||
      call.service == Service::update_attribute_values_timed ||
      call.service == Service::delete_object_instance_timed || call.service == Service::retract) {
    told_galt_.erase(me->id);
  }
  refresh();
  if (federation_.joined.empty()) save_request_.reset();
}

Expected& Model::expect(Joined& of, Callback callback) {
  Expected& made = of.pending.emplace_back();
  made.what = std::move(callback);
  made.number = ++number_;
  return made;
}

// What follows from declarations, ownership and regions.
void Model::refresh() {
  end_deletions();
  refresh_names();
  for (auto& [join, of] : federation_.joined) refresh_discoveries(of);
  refresh_ownership();
  for (auto& [join, of] : federation_.joined) {
    refresh_advisories(of);
    refresh_rates(of);
    weaken(of);
  }
  for (std::size_t round = 0; round < federation_.joined.size(); ++round) {
    for (auto& [join, of] : federation_.joined)
      if (of.regulation_pending) of.regulation_most = others_regulation(of);
  }
  refresh_management();
}

// The order that the standard asks for. All other callbacks come in any order.
bool Model::comes_before(const Expected& first, const Expected& second) {
  if (first.number >= second.number) return false;
  const Callback& a = first.what;
  const Callback& b = second.what;
  // 8.1.1: messages of one sender in receive order come as they were sent; over one transportation, and not if they may be
  // lost.
  const bool in_order = !first.lingers && !second.lingers;
  if (in_order && first.message && second.message && first.may_be_receive &&
      second.may_be_receive && first.sender == second.sender && a.choice == b.choice &&
      !(first.may_be_timestamp || second.may_be_timestamp) && !first.converted &&
      !second.converted && a.tag != b.tag) {
    return true;
  }
  // 4.13: a point is announced before the federation is synchronized at it; 4.12 before 4.15.
  const auto of_point = [](CallbackKind kind) {
    return kind >= CallbackKind::synchronization_point_registration_succeeded &&
           kind <= CallbackKind::federation_synchronized;
  };
  if (of_point(a.kind) && of_point(b.kind)) return a.text == b.text;
  // 6.3: reservations of one name.
  const auto of_name = [](CallbackKind kind) {
    return kind == CallbackKind::object_instance_name_reservation_succeeded ||
           kind == CallbackKind::object_instance_name_reservation_failed;
  };
  if (of_name(a.kind) && of_name(b.kind)) return a.text == b.text;
  return false;
}

bool Model::is_required(const Joined& of, const Expected& expected) const {
  if (!expected.mandatory) return false;
  if (!expected.what.values.empty() &&
      std::ranges::all_of(expected.what.values, [&](const auto& each) {
        return expected.dispensable.contains(each.first);
      })) {
    return false;
  }
  // 6.9: what is about an object comes after its discovery, or not at all.
  const CallbackKind kind = expected.what.kind;
  const bool of_object = kind == CallbackKind::reflect_attribute_values ||
                         kind == CallbackKind::remove_object_instance;
  return !of_object || of.known.contains(expected.what.subject) ||
         (of.discoveries.contains(expected.what.subject) &&
          of.discoveries.at(expected.what.subject).mandatory);
}

// 8.2: to a constrained federate, enabling time regulation is an implicit time advance request (available).
bool Model::is_advancing(const Joined& of) {
  return of.advance != Advance::none || of.regulation_pending;
}

// 8.1.1, 8.14: may a message be delivered now, in one order or the other?
bool Model::may_come(const Joined& of, const Expected& expected) const {
  if (!expected.message) return true;
  const bool advancing = is_advancing(of);
  const bool receive = expected.may_be_receive && (!of.constrained || advancing || of.asynchronous);
  return receive || (expected.may_be_timestamp && of.constrained && advancing);
}

namespace {

// Is `part` what was expected, or some of its attributes?
bool matches(const Callback& part, const Expected& expected) {
  const Callback& whole = expected.what;
  const bool other_kind =
      expected.either &&
      (part.kind == CallbackKind::object_instance_name_reservation_failed ||
       part.kind == CallbackKind::multiple_object_instance_name_reservation_failed) &&
      static_cast<int>(part.kind) == static_cast<int>(whole.kind) + 1;
  if (part.kind == CallbackKind::receive_interaction && whole.kind == part.kind) {
    if (!expected.classes.contains(part.subject)) return false;
    for (const auto& [parameter, value] : expected.sent_values) {
      const bool has = fom::has_member(fom::interaction_classes(), part.subject, parameter);
      if (has != part.values.contains(parameter)) return false;
      if (has && part.values.at(parameter) != value) return false;
    }
    return part.federate == whole.federate && part.tag == whole.tag && part.time == whole.time &&
           part.sent == whole.sent && part.choice == whole.choice &&
           part.retraction == whole.retraction;
  }
  if ((part.kind != whole.kind && !other_kind) || part.subject != whole.subject ||
      part.federate != whole.federate || part.object_class != whole.object_class ||
      part.tag != whole.tag || part.text != whole.text || part.time != whole.time ||
      part.sent != whole.sent || part.choice != whole.choice ||
      part.retraction != whole.retraction || part.statuses != whole.statuses) {
    return false;
  }
  if (part.values.empty() != whole.values.empty() ||
      part.attributes.empty() != whole.attributes.empty()) {
    return false;
  }
  if (part.kind == CallbackKind::federation_synchronized)
    return part.attributes == whole.attributes;
  for (const auto& [attribute, value] : part.values) {
    const auto found = whole.values.find(attribute);
    if (found == whole.values.end() || found->second != value) return false;
  }
  return std::ranges::includes(whole.attributes, part.attributes);
}

// 6.9, 6.11, 6.13, 6.15: the callbacks that bring the producing federate.
bool has_producer(CallbackKind kind) {
  return kind == CallbackKind::discover_object_instance ||
         kind == CallbackKind::reflect_attribute_values ||
         kind == CallbackKind::receive_interaction || kind == CallbackKind::remove_object_instance;
}

// Takes the part from the whole; true if nothing is left.
bool take(const Callback& part, Callback& whole) {
  if (part.kind == CallbackKind::receive_interaction ||
      part.kind == CallbackKind::federation_synchronized) {
    return true;
  }
  for (const auto& [attribute, value] : part.values) whole.values.erase(attribute);
  for (const int each : part.attributes) whole.attributes.erase(each);
  return whole.values.empty() && whole.attributes.empty();
}

}  // namespace

std::string Model::accept(int place, const Callback& callback) {
  const int join = at_[static_cast<std::size_t>(place)];
  if (join == unknown) return "the federate has not joined";
  if (!has_callbacks(place)) return "its callbacks are disabled";
  if (is_snapshot_callback(callback.kind)) return accept_snapshot(place, callback);
  if (notices_[static_cast<std::size_t>(place)].within)
    return "between the beginning of a save or restore and its end there are no other callbacks";
  Joined& of = federation_.joined.at(join);
  count_callback(of, callback);
  if (callback.kind >= CallbackKind::discover_managed) return accept_management(of, callback);
  // Unless the switch conveyProducingFederate is off.
  const std::set<std::string> conveys = of.managed.convey_producer.values();
  if (has_producer(callback.kind) && callback.federate != unknown && !conveys.contains("1"))
    return "its producer is not to be conveyed";
  const bool is_bare =
      has_producer(callback.kind) && callback.federate == unknown && conveys.contains("0");
  Callback completed = callback;
  const auto with_producer = [&](int producer) -> const Callback& {
    if (is_bare) completed.federate = producer;
    return completed;
  };
  const auto with_time = [&](const std::string& wrong) {
    refresh();
    return wrong;
  };
  switch (callback.kind) {
    case CallbackKind::time_regulation_enabled:
      return with_time(accept_regulation(of, *callback.time));
    case CallbackKind::time_constrained_enabled:
      return with_time(accept_constrained(of, *callback.time));
    case CallbackKind::time_advance_grant:
      return with_time(accept_grant(of, *callback.time));
    case CallbackKind::discover_object_instance: {
      const auto object = federation_.objects.find(callback.subject);
      return accept_discovery(
          of,
          with_producer(object == federation_.objects.end() ? unknown : object->second.producer));
    }
    case CallbackKind::start_registration_for_object_class:
    case CallbackKind::stop_registration_for_object_class:
    case CallbackKind::turn_interactions_on:
    case CallbackKind::turn_interactions_off:
    case CallbackKind::attributes_in_scope:
    case CallbackKind::attributes_out_of_scope:
    case CallbackKind::turn_updates_on_for_object_instance:
    case CallbackKind::turn_updates_off_for_object_instance:
      return accept_advisory(of, callback);
    default:
      break;
  }
  if (callback.kind >= CallbackKind::request_attribute_ownership_assumption &&
      callback.kind <= CallbackKind::attribute_is_not_owned) {
    return accept_ownership(of, callback);
  }
  std::string why = "nothing like it is expected";
  for (auto each = of.pending.begin(); each != of.pending.end(); ++each) {
    if (!matches(with_producer(each->what.federate), *each)) continue;
    const auto earlier = std::ranges::find_if(of.pending, [&](const Expected& other) {
      return is_required(of, other) && comes_before(other, *each);
    });
    if (earlier != of.pending.end()) {
      why = "before it comes " + to_string(earlier->what);
      continue;
    }
    if (each->message) {
      const std::string wrong = accept_message(of, *each, callback);
      if (!wrong.empty()) {
        why = wrong;
        continue;
      }
    }
    if (std::string wrong = wrong_rate(of, *each, callback); !wrong.empty()) return wrong;
    const Expected taken = *each;
    of.pending.remove_if([&](const Expected& other) { return comes_before(other, taken); });
    if (take(callback, each->what)) of.pending.erase(each);
    if (taken.retracted) {
      Callback retraction{.kind = CallbackKind::request_retraction};
      retraction.retraction = callback.retraction;
      expect(of, retraction);
    }
    if (callback.kind == CallbackKind::announce_synchronization_point) {
      for (auto& [label, point] : federation_.points)
        if (label_text(label) == callback.text) point.announced.insert(join);
    }
    if (callback.kind == CallbackKind::remove_object_instance) {
      leave_object(of, callback.subject, callback.retraction);
      forget_object(of, callback.subject);
    }
    if (callback.kind == CallbackKind::object_instance_name_reservation_succeeded ||
        callback.kind == CallbackKind::multiple_object_instance_name_reservation_succeeded) {
      for (auto& [name, holder] : federation_.names) {
        if (!is_reservation_of(callback, name)) continue;
        holder = join;
        of.reserved.insert(name);
      }
    }
    if (callback.kind == CallbackKind::confirm_interaction_transportation_type_change)
      of.changing_interactions.erase(callback.subject);
    if (callback.kind == CallbackKind::confirm_attribute_transportation_type_change) {
      for (const int attribute : callback.attributes)
        of.changing_attributes.erase({callback.subject, attribute});
    }
    refresh();
    return {};
  }
  return why;
}

// The federate has evoked all there was.
std::string Model::drained(int place) {
  const int join = at_[static_cast<std::size_t>(place)];
  if (join == unknown || !has_callbacks(place)) return {};
  follow_save_request();
  if (const std::string missing = missing_snapshot(place); !missing.empty()) return missing;
  if (notices_[static_cast<std::size_t>(place)].within) return {};
  Joined& of = federation_.joined.at(join);
  for (const auto& [object, discovery] : of.discoveries) {
    if (discovery.mandatory) return "object " + std::to_string(object) + " is not discovered";
  }
  for (const Expected& each : of.pending) {
    if (!is_required(of, each)) continue;
    if (!each.message) return "missing: " + to_string(each.what);
    // 8.1.1: in receive order at once, or while the time is advancing. Timestamp order: before the grant.
    const bool held = of.constrained && of.advance == Advance::none && !of.asynchronous;
    if (!held && !each.may_be_timestamp) return "missing: " + to_string(each.what);
    if (!of.constrained) return "missing: " + to_string(each.what);
  }
  if (of.advance != Advance::none) {
    const double time = [&] {
      if (of.advance == Advance::time_advance || of.advance == Advance::time_advance_available ||
          !of.constrained) {
        return of.requested;
      }
      if (of.advance == Advance::flush_queue) return -never;
      return std::min(of.requested, of.delivered.value_or(smallest_queued(of, false)));
    }();
    // 4.16: a save comes first.
    const bool waits = of.constrained &&
                       (of.advance == Advance::flush_queue ? of.requested : time) > save_limit(of);
    if (of.advance == Advance::flush_queue && !waits) return "missing: time_advance_grant";
    if (!waits && (wrong_grant(of, time, true).empty() || !of.constrained))
      return "missing: time_advance_grant(" + std::to_string(time) + ")";
  }
  const bool saves = of.constrained && most_regulation(of) > save_limit(of);
  if (of.regulation_pending && !saves && regulation_due(of))
    return "missing: time_regulation_enabled";
  if (of.constrained_pending && Bound{of.time, false} <= galt(of, true))
    return "missing: time_constrained_enabled";
  if (const std::string missing = missing_advisory(of); !missing.empty()) return missing;
  if (const std::string missing = missing_ownership(of); !missing.empty()) return missing;
  if (const std::string missing = missing_management(of); !missing.empty()) return missing;
  of.rates_wanted.clear();
  // What it may do without has been left out.
  std::erase_if(of.discoveries, [](const auto& each) { return !each.second.mandatory; });
  of.pending.remove_if([&](const Expected& each) {
    return !is_required(of, each) && may_come(of, each) && !each.may_be_timestamp && !each.lingers;
  });
  return {};
}

}  // namespace orrery::rti::testing
