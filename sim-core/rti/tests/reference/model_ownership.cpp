// Clause 7: ownership management.
//
// Freedom  next owner   an attribute goes to the federate that has asked first (7.1 leaves the choice to the RTI)
//          denial       a denied release ends every acquisition of the attribute with 7.10 (7.12)
//          tag          of 7.7 without Confirm Divestiture: none, or that of the acquisition
//          transfer     until 7.7 is invoked a query may name the next owner, or none (7.18)
//          offers       of attributes that never had an owner, to the federate that has divested them, and to those that were
//                       offered them before, may come or not (7.4)
//          confirmation before 7.5 is invoked, Confirm Divestiture may succeed if there is an acquirer (7.6)
//          cancelling   before 7.16 is invoked the federate may be treated as acquiring, or not any more (7.15);
//                       before 7.7 is invoked, cancelling may be AttributeAlreadyOwned
#include <algorithm>

#include "model.hpp"

namespace orrery::rti::testing {

namespace {

bool needs_ownership(Service service) {
  switch (service) {
    case Service::unconditional_attribute_ownership_divestiture:
    case Service::negotiated_attribute_ownership_divestiture:
    case Service::confirm_divestiture:
    case Service::attribute_ownership_release_denied:
    case Service::attribute_ownership_divestiture_if_wanted:
    case Service::cancel_negotiated_attribute_ownership_divestiture:
      return true;
    default:
      return false;
  }
}

auto request_of(OwnershipContest& contest, int join) {
  return std::ranges::find(contest.requests, join, &OwnershipRequest::join);
}

std::string attribute_list(const std::set<int>& attributes) {
  std::string text;
  for (const int each : attributes) text += std::to_string(each) + " ";
  return text;
}

}  // namespace

bool owns(const AttributeInstance& instance, const Joined& joined) {
  return instance.owner == joined.id && instance.notified;
}

Acquiring Model::acquiring(const Joined& of, int object, int attribute) const {
  const AttributeInstance& instance = federation_.objects.at(object).attributes.at(attribute);
  if (instance.owner == of.id && !instance.notified) return Acquiring::yes;
  const auto contest = federation_.contests.find({object, attribute});
  if (contest != federation_.contests.end() &&
      std::ranges::any_of(contest->second.requests,
                          [&](const OwnershipRequest& each) { return each.join == of.id; })) {
    return Acquiring::yes;
  }
  const bool unanswered = std::ranges::any_of(of.ownership, [&](const OwnershipNotice& each) {
    return each.object == object && each.attribute == attribute &&
           (each.kind == CallbackKind::attribute_ownership_unavailable ||
            each.kind == CallbackKind::confirm_attribute_ownership_acquisition_cancellation);
  });
  return unanswered ? Acquiring::perhaps : Acquiring::no;
}

// 4.10, 5.3, 6.16: not while acquisitions of these are pending.
void Model::check_no_acquisition(const Joined& me, int object, const std::set<int>& attributes,
                                 Verdict& verdict) const {
  for (const int each : attributes) {
    Acquiring state = acquiring(me, object, each);
    if (state == Acquiring::no) continue;
    // 6.14: nobody acquires attributes of an object that is deleted.
    if (may_have_ended(federation_.objects.at(object))) state = Acquiring::perhaps;
    if (state == Acquiring::perhaps && verdict.errors.empty()) verdict.either = true;
    if (state == Acquiring::yes) verdict.either = false;
    verdict.errors.insert(ErrorCode::OwnershipAcquisitionPending);
    if (state == Acquiring::yes) return;
  }
}

// 6.15: of what is deleted the federate is told no more. What it has said and asked meanwhile may count or not.
void Model::judge_deleted(const Call& call, const Joined& me, Verdict& verdict) const {
  if (!me.known.contains(call.subject) || !federation_.objects.at(call.subject).deleted) return;
  const std::set<ErrorCode> open{
      ErrorCode::AttributeNotOwned,
      ErrorCode::AttributeAlreadyBeingDivested,
      ErrorCode::AttributeDivestitureWasNotRequested,
      ErrorCode::NoAcquisitionPending,
      ErrorCode::FederateOwnsAttributes,
      ErrorCode::AttributeAlreadyBeingAcquired,
      ErrorCode::AttributeAcquisitionWasNotRequested,
      ErrorCode::AttributeAlreadyOwned,
  };
  verdict.either |= std::ranges::includes(open, verdict.errors);
  verdict.errors.insert(open.begin(), open.end());
  verdict.wrong_value = {};
}

void Model::judge_ownership(const Call& call, Joined& me, Verdict& verdict) {
  const bool fine = check_object_attributes(call, me, verdict, needs_ownership(call.service));
  const auto known = me.known.find(call.subject);
  if (known == me.known.end()) return;
  ObjectInstance& object = federation_.objects.at(call.subject);
  const auto allow = [&](ErrorCode code) {
    verdict.either |= verdict.errors.empty();
    verdict.errors.insert(code);
  };
  const auto refuse = [&](ErrorCode code) {
    verdict.either = false;
    verdict.errors.insert(code);
  };
  const auto of_class = [&](int attribute) {
    return fom::has_member(fom::object_classes(), known->second, attribute);
  };
  switch (call.service) {
    case Service::negotiated_attribute_ownership_divestiture:  // 7.3
      for (const int each : call.attributes) {
        if (fine && federation_.contests[{call.subject, each}].negotiating)
          refuse(ErrorCode::AttributeAlreadyBeingDivested);
      }
      return;
    case Service::cancel_negotiated_attribute_ownership_divestiture:  // 7.14
      for (const int each : call.attributes) {
        if (of_class(each) && !federation_.contests[{call.subject, each}].negotiating)
          refuse(ErrorCode::AttributeDivestitureWasNotRequested);
      }
      return;
    case Service::confirm_divestiture:  // 7.6
      for (const int each : call.attributes) {
        if (!of_class(each)) continue;
        const OwnershipContest& contest = federation_.contests[{call.subject, each}];
        const bool asked = std::ranges::none_of(me.ownership, [&](const OwnershipNotice& notice) {
          return notice.object == call.subject && notice.attribute == each &&
                 notice.kind == CallbackKind::request_divestiture_confirmation;
        });
        if (!contest.negotiating) refuse(ErrorCode::AttributeDivestitureWasNotRequested);
        if (contest.requests.empty()) {
          refuse(ErrorCode::NoAcquisitionPending);
        } else if (!asked) {
          allow(ErrorCode::NoAcquisitionPending);
        }
      }
      return;
    case Service::attribute_ownership_acquisition:                 // 7.8
    case Service::attribute_ownership_acquisition_if_available: {  // 7.9
      const bool if_available =
          call.service == Service::attribute_ownership_acquisition_if_available;
      const auto published = me.published.find(known->second);
      if (published == me.published.end()) {
        refuse(ErrorCode::ObjectClassNotPublished);
        if (!call.attributes.empty()) refuse(ErrorCode::AttributeNotPublished);
      }
      for (const int each : call.attributes) {
        if (!of_class(each)) continue;
        if (published != me.published.end() && !published->second.contains(each))
          refuse(ErrorCode::AttributeNotPublished);
        const AttributeInstance& instance = object.attributes.at(each);
        OwnershipContest& contest = federation_.contests[{call.subject, each}];
        if (owns(instance, me)) refuse(ErrorCode::FederateOwnsAttributes);
        if (instance.owner == me.id && !instance.notified) {
          allow(ErrorCode::FederateOwnsAttributes);
          if (if_available) refuse(ErrorCode::AttributeAlreadyBeingAcquired);
        }
        if (!if_available) continue;
        const auto request = request_of(contest, me.id);
        if (request != contest.requests.end() && !request->if_available) {
          refuse(ErrorCode::AttributeAlreadyBeingAcquired);
        } else if (acquiring(me, call.subject, each) != Acquiring::no) {
          allow(ErrorCode::AttributeAlreadyBeingAcquired);
        }
      }
      return;
    }
    case Service::cancel_attribute_ownership_acquisition:  // 7.15
      for (const int each : call.attributes) {
        if (!of_class(each)) continue;
        const AttributeInstance& instance = object.attributes.at(each);
        OwnershipContest& contest = federation_.contests[{call.subject, each}];
        const auto request = request_of(contest, me.id);
        if (owns(instance, me)) {
          refuse(ErrorCode::AttributeAlreadyOwned);
          refuse(ErrorCode::AttributeAcquisitionWasNotRequested);
        } else if (instance.owner == me.id) {
          allow(ErrorCode::AttributeAlreadyOwned);
          allow(
              ErrorCode::AttributeAcquisitionWasNotRequested);  // 7.15: if available, it cannot be
        } else if (request == contest.requests.end() || request->if_available) {
          refuse(ErrorCode::AttributeAcquisitionWasNotRequested);
        }
      }
      return;
    case Service::attribute_ownership_divestiture_if_wanted: {  // 7.13
      std::set<int> wanted;
      for (const int each : call.attributes) {
        if (of_class(each) && !federation_.contests[{call.subject, each}].requests.empty())
          wanted.insert(each);
      }
      verdict.wrong_value = [wanted](const std::string& value) -> std::string {
        const std::string expected = attribute_list(wanted);
        return value == expected ? "" : "expected " + expected;
      };
      return;
    }
    case Service::is_attribute_owned_by_federate: {  // 7.19
      if (!fine) return;
      const bool owned = owns(object.attributes.at(call.attributes.front()), me);
      verdict.wrong_value = [owned](const std::string& value) -> std::string {
        return value == (owned ? "true" : "false") ? "" : "expected the opposite";
      };
      return;
    }
    default:
      return;
  }
}

void Model::notify(int join, CallbackKind kind, int object, int attribute,
                   std::set<std::string> tags, bool mandatory) {
  Joined& of = federation_.joined.at(join);
  OwnershipNotice notice{
      .kind = kind, .object = object, .attribute = attribute, .tags = std::move(tags)};
  notice.mandatory = mandatory && !federation_.objects.at(object).deleted;
  of.ownership.push_back(std::move(notice));
}

// 7.18: an answer that waits may tell of the new owner.
void Model::change_owner(int object, int attribute, int owner, bool notified) {
  AttributeInstance& instance = federation_.objects.at(object).attributes.at(attribute);
  // 6.23, 8.23: a changed transportation or order ends with the ownership.
  const auto& row = fom::attributes()[static_cast<std::size_t>(attribute)];
  if (owner != unknown && instance.owner != owner) {
    instance.order = row.order;
    instance.transportation = row.transportation;
  }
  instance.owner = owner;
  instance.notified = notified;
  for (auto& [join, of] : federation_.joined) {
    if (join != owner) of.changing_attributes.erase({object, attribute});
    for (OwnershipNotice& each : of.ownership) {
      if (each.object != object || each.attribute != attribute ||
          each.kind != CallbackKind::inform_attribute_ownership) {
        continue;
      }
      each.owners.insert(owner);
      if (!notified) each.owners.insert(unknown);
    }
  }
}

// The first that has asked is the next owner. The others ask it, or are answered.
void Model::give(int object, int attribute, const std::optional<std::string>& confirmed) {
  OwnershipContest& contest = federation_.contests[{object, attribute}];
  const OwnershipRequest next = contest.requests.front();
  contest.requests.pop_front();
  contest.on_offer = contest.negotiating = false;
  change_owner(object, attribute, next.join, false);
  std::set<std::string> tags = next.tags;
  tags.insert("");
  if (confirmed) tags = {*confirmed};
  notify(next.join, CallbackKind::attribute_ownership_acquisition_notification, object, attribute,
         tags);
  refuse_if_available(object, attribute);
  for (const OwnershipRequest& each : contest.requests) {
    notify(next.join, CallbackKind::request_attribute_ownership_release, object, attribute,
           each.tags);
  }
}

// 7.9: who asked if available does not wait for an owner that does not divest.
void Model::refuse_if_available(int object, int attribute) {
  OwnershipContest& contest = federation_.contests[{object, attribute}];
  contest.requests.remove_if([&](const OwnershipRequest& each) {
    if (each.if_available)
      notify(each.join, CallbackKind::attribute_ownership_unavailable, object, attribute);
    return each.if_available;
  });
}

// 7.2 and all that has its effect: the attribute goes to who has asked, or is offered.
void Model::divest(int object, int attribute, const std::optional<std::string>& confirmed) {
  OwnershipContest& contest = federation_.contests[{object, attribute}];
  contest.negotiating = false;
  contest.on_offer = contest.offer_is_required = true;
  contest.last_owner = federation_.objects.at(object).attributes.at(attribute).owner;
  contest.offer_tag.clear();
  contest.offered.clear();
  contest.eligible.clear();
  change_owner(object, attribute, unknown, true);
  if (!contest.requests.empty()) give(object, attribute, confirmed);
}

void Model::acquire(Joined& me, int object, int attribute, bool if_available,
                    const std::string& tag) {
  AttributeInstance& instance = federation_.objects.at(object).attributes.at(attribute);
  OwnershipContest& contest = federation_.contests[{object, attribute}];
  if (instance.owner == me.id) return;
  const bool first = contest.requests.empty();
  auto request = request_of(contest, me.id);
  const bool again = request != contest.requests.end();
  const bool upgraded = again && request->if_available && !if_available;
  if (!again) {
    contest.requests.push_back({.join = me.id, .if_available = if_available, .tags = {}});
    request = std::prev(contest.requests.end());
  }
  request->if_available &= if_available;
  if (!if_available) request->tags.insert(tag);
  if (instance.owner == unknown) {
    give(object, attribute, {});
  } else if (contest.negotiating) {
    notify(instance.owner, CallbackKind::request_divestiture_confirmation, object, attribute, {""},
           first);
  } else if (if_available) {
    refuse_if_available(object, attribute);
  } else {
    notify(instance.owner, CallbackKind::request_attribute_ownership_release, object, attribute,
           {tag}, !again || upgraded);
    // 7.8: this takes the place of what was asked if available, which other nodes may not have refused yet.
    for (OwnershipNotice& each : me.ownership) {
      if (each.kind == CallbackKind::attribute_ownership_unavailable && each.object == object &&
          each.attribute == attribute) {
        each.mandatory &= !among_nodes_;
      }
    }
  }
}

void Model::commit_ownership(const Call& call, Joined& me) {
  const std::string tag = "t" + std::to_string(call.id);
  if (!me.known.contains(call.subject)) return;
  ObjectInstance& object = federation_.objects.at(call.subject);
  if (object.deleted) {  // 6.15: what is told of it before its removal may be left out
    for (const int each : call.attributes) {
      if (call.service == Service::unconditional_attribute_ownership_divestiture)
        object.attributes.at(each).owner = unknown;
      for (const CallbackKind kind : {CallbackKind::attribute_ownership_unavailable,
                                      CallbackKind::attribute_ownership_acquisition_notification}) {
        notify(me.id, kind, call.subject, each, {"", tag}, false);
      }
      notify(me.id, CallbackKind::inform_attribute_ownership, call.subject, each, {""}, false);
      me.ownership.back().owners = {unknown};
      for (const auto& [join, other] : federation_.joined) me.ownership.back().owners.insert(join);
    }
    return;
  }
  for (const int each : call.attributes) {
    AttributeInstance& instance = object.attributes.at(each);
    OwnershipContest& contest = federation_.contests[{call.subject, each}];
    switch (call.service) {
      case Service::unconditional_attribute_ownership_divestiture:
        divest(call.subject, each, {});
        break;
      case Service::negotiated_attribute_ownership_divestiture:
        contest.negotiating = contest.on_offer = contest.offer_is_required = true;
        contest.last_owner = me.id;
        contest.offer_tag = tag;
        contest.offered.clear();
        contest.eligible.clear();
        if (!contest.requests.empty())
          notify(me.id, CallbackKind::request_divestiture_confirmation, call.subject, each);
        break;
      case Service::confirm_divestiture:
        divest(call.subject, each, tag);
        break;
      case Service::attribute_ownership_acquisition:
      case Service::attribute_ownership_acquisition_if_available:
        acquire(me, call.subject, each,
                call.service == Service::attribute_ownership_acquisition_if_available, tag);
        break;
      case Service::attribute_ownership_release_denied:
        for (const OwnershipRequest& request : contest.requests) {
          notify(request.join, CallbackKind::attribute_ownership_unavailable, call.subject, each);
        }
        contest.requests.clear();
        break;
      case Service::attribute_ownership_divestiture_if_wanted:
        if (!contest.requests.empty()) divest(call.subject, each, {});
        break;
      case Service::cancel_negotiated_attribute_ownership_divestiture:
        contest.negotiating = contest.on_offer = false;
        refuse_if_available(call.subject, each);
        for (const OwnershipRequest& request : contest.requests) {
          notify(me.id, CallbackKind::request_attribute_ownership_release, call.subject, each,
                 request.tags);
        }
        break;
      case Service::cancel_attribute_ownership_acquisition: {
        const auto request = request_of(contest, me.id);
        if (request == contest.requests.end()) break;
        contest.requests.erase(request);
        notify(me.id, CallbackKind::confirm_attribute_ownership_acquisition_cancellation,
               call.subject, each);
        break;
      }
      case Service::query_attribute_ownership:
        notify(me.id, CallbackKind::inform_attribute_ownership, call.subject, each);
        me.ownership.back().owners = {instance.owner};
        if (!instance.notified) me.ownership.back().owners.insert(unknown);
        break;
      default:
        break;
    }
  }
}

// A federate that is about to discover the object is offered it as well: the offer comes after the discovery.
std::set<int> Model::acquiring_classes(const Joined& of, int object, int attribute) const {
  std::set<int> classes;
  if (const auto known = of.known.find(object); known != of.known.end()) {
    classes = {known->second};
  } else if (const auto found = of.discoveries.find(object); found != of.discoveries.end()) {
    classes = found->second.classes;
  }
  if (federation_.objects.at(object).deleted) return {};
  if (federation_.objects.at(object).attributes.at(attribute).owner == of.id) return {};
  std::erase_if(classes, [&](int each) {
    const auto published = of.published.find(each);
    return published == of.published.end() || !published->second.contains(attribute);
  });
  return classes;
}

// 7.4, and what of that which waits need not be told any more.
void Model::refresh_ownership() {
  for (auto& [key, contest] : federation_.contests) {
    if (!contest.on_offer) continue;
    for (auto& [join, of] : federation_.joined) {
      const std::set<int> classes = acquiring_classes(of, key.first, key.second);
      std::erase_if(contest.eligible, [&](const auto& each) {
        return each.first == join && !classes.contains(each.second);
      });
      bool is_new = false;
      for (const int each : classes) is_new |= contest.eligible.insert({join, each}).second;
      if (!is_new) continue;
      const bool required = contest.offered.insert(join).second && contest.offer_is_required &&
                            contest.requests.empty() && join != contest.last_owner;
      notify(join, CallbackKind::request_attribute_ownership_assumption, key.first, key.second,
             {contest.offer_tag}, required);
    }
  }
  for (auto& [join, of] : federation_.joined) {
    for (OwnershipNotice& each : of.ownership) {
      const auto found = federation_.contests.find({each.object, each.attribute});
      if (found == federation_.contests.end()) continue;
      const OwnershipContest& contest = found->second;
      const AttributeInstance& instance =
          federation_.objects.at(each.object).attributes.at(each.attribute);
      if (each.kind == CallbackKind::request_attribute_ownership_assumption) {
        each.mandatory &= contest.on_offer && each.tags.contains(contest.offer_tag) &&
                          contest.requests.empty() && may_acquire(of, each.object, each.attribute);
      } else if (each.kind == CallbackKind::request_divestiture_confirmation) {
        each.mandatory &=
            contest.negotiating && !contest.requests.empty() && instance.owner == join;
      } else if (each.kind == CallbackKind::request_attribute_ownership_release) {
        const bool waits = std::ranges::any_of(contest.requests, [&](const auto& request) {
          return std::ranges::includes(request.tags, each.tags);
        });
        each.mandatory &= waits && instance.owner == join && !contest.negotiating;
      }
    }
  }
}

// The callback names attributes; each of them was to come.
std::string Model::accept_ownership(Joined& of, const Callback& callback) {
  const bool inform = callback.kind >= CallbackKind::inform_attribute_ownership;
  const CallbackKind kind = inform ? CallbackKind::inform_attribute_ownership : callback.kind;
  if (callback.kind == CallbackKind::attribute_is_owned_by_rti) return "no attribute is the RTI's";
  if (!of.known.contains(callback.subject)) return "the object is not known";
  if (callback.attributes.empty()) return "it names no attribute";
  for (const int attribute : callback.attributes) {
    const auto about = [&](const OwnershipNotice& each) {
      return each.object == callback.subject && each.attribute == attribute;
    };
    const auto matches = [&](const OwnershipNotice& each) {
      return about(each) && each.kind == kind && each.tags.contains(callback.tag) &&
             (!inform || each.owners.contains(callback.federate));
    };
    const auto all = of.ownership.end();
    // What must come before that notice.
    const auto before = [&](auto notice) {
      if (inform) return notice;
      return std::find_if(of.ownership.begin(), notice, [&](const OwnershipNotice& each) {
        return about(each) && each.mandatory &&
               each.kind != CallbackKind::inform_attribute_ownership;
      });
    };
    const auto required = std::ranges::find_if(
        of.ownership, [&](const OwnershipNotice& each) { return each.mandatory && matches(each); });
    const auto first = std::ranges::find_if(of.ownership, matches);
    if (first == all) return "attribute " + std::to_string(attribute) + " is not due";
    // One that need not come may be told late, while the one that must come is still to follow.
    const bool takes_required = required != all && before(required) == required;
    const auto found = takes_required ? required : first;
    if (const auto earlier = before(found); earlier != found)
      return "before it comes " + text_of(*earlier);
    // One callback may tell what two notices await; the other may still come with another tag.
    if (takes_required && first != required && before(first) == first) {
      required->mandatory = false;
      of.ownership.erase(first);
    } else {
      of.ownership.erase(found);
    }
    if (kind != CallbackKind::attribute_ownership_acquisition_notification) continue;
    AttributeInstance& instance = federation_.objects.at(callback.subject).attributes.at(attribute);
    if (instance.owner == of.id) change_owner(callback.subject, attribute, of.id, true);
  }
  refresh();
  return {};
}

std::string Model::text_of(const OwnershipNotice& notice) {
  Callback callback{.kind = notice.kind, .subject = notice.object};
  callback.attributes = {notice.attribute};
  callback.tag = *notice.tags.begin();
  return to_string(callback);
}

std::string Model::missing_ownership(Joined& of) {
  for (const OwnershipNotice& each : of.ownership) {
    if (each.mandatory && of.known.contains(each.object)) {
      return "missing: " + text_of(each);
    }
  }
  // What may come of an object that may be discovered comes after its discovery.
  of.ownership.remove_if(
      [&](const OwnershipNotice& each) { return of.known.contains(each.object); });
  return {};
}

// 6.14: nobody owns or acquires attributes of what is no more. 4.10: nor does who has resigned.
void Model::forget_ownership(int object) {
  std::erase_if(federation_.contests, [&](const auto& each) { return each.first.first == object; });
  for (auto& [join, of] : federation_.joined) {
    for (OwnershipNotice& each : of.ownership)
      if (each.object == object) each.mandatory = false;
  }
}

// 6.15, 7.7: who was removed the object before it was notified of an acquisition will not be, so it does not acquire.
void Model::give_back_unnotified(const Joined& of, int object) {
  for (auto& [attribute, instance] : federation_.objects.at(object).attributes)
    if (instance.owner == of.id && !instance.notified) divest(object, attribute, {});
}

void Model::resign_ownership(int join) {
  for (auto& [key, contest] : federation_.contests) {
    const auto request = request_of(contest, join);
    if (request != contest.requests.end()) contest.requests.erase(request);
  }
  for (auto& [number, object] : federation_.objects) {
    if (object.deleted) continue;
    for (auto& [attribute, instance] : object.attributes)
      if (instance.owner == join) divest(number, attribute, {});
  }
}

}  // namespace orrery::rti::testing
