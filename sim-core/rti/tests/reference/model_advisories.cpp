// Advisories and their switches: 5.10 to 5.13, 6.17, 6.18, 6.21, 6.22, 10.33 to 10.40.
//
// Freedom  switches   what was to be told when the switch was turned off may come; what has changed while it was off is told when
//                     it is turned on (10.33 to 10.40 do not say)
//          relevance  as long as a federate need not discover an object, or may discover it as one of several classes, it is open
//                     which of its subscriptions count (6.9, 6.21); so it is whether they do while a removal may come (6.15)
//          scope      what is so at any of the classes that a federate may discover an object as may be told (6.9, 6.17, 6.18)
//          rates      of several rates that may be the greatest, any may be told (6.21)
//          ownership  of attributes that it does not own any more the federate may be told what was so before (6.22)
#include <algorithm>

#include "model.hpp"

namespace orrery::rti::testing {

namespace {

struct SwitchRow {
  Service enable;
  AdvisorySwitch Joined::* which;
  ErrorCode is_on;
  ErrorCode is_off;
};

const SwitchRow& switch_of(Service service) {
  static constexpr SwitchRow rows[] = {
      {Service::enable_object_class_relevance_advisory_switch, &Joined::object_class_advisories,
       ErrorCode::ObjectClassRelevanceAdvisorySwitchIsOn,
       ErrorCode::ObjectClassRelevanceAdvisorySwitchIsOff},
      {Service::enable_attribute_relevance_advisory_switch, &Joined::attribute_advisories,
       ErrorCode::AttributeRelevanceAdvisorySwitchIsOn,
       ErrorCode::AttributeRelevanceAdvisorySwitchIsOff},
      {Service::enable_attribute_scope_advisory_switch, &Joined::scope_advisories,
       ErrorCode::AttributeScopeAdvisorySwitchIsOn, ErrorCode::AttributeScopeAdvisorySwitchIsOff},
      {Service::enable_interaction_relevance_advisory_switch, &Joined::interaction_advisories,
       ErrorCode::InteractionRelevanceAdvisorySwitchIsOn,
       ErrorCode::InteractionRelevanceAdvisorySwitchIsOff},
  };
  const auto first =
      static_cast<std::size_t>(Service::enable_object_class_relevance_advisory_switch);
  return rows[(static_cast<std::size_t>(service) - first) / 2];
}

void note(Advisory& advisory, int truth) {
  if (advisory.truth() != truth) advisory.since.push_back(truth);
}

// Of an advisory on updates.
int position_of(int rate) { return rate == not_subscribed ? 0 : 1 + rate; }

bool is_active(const std::pair<const int, Interest>& use) { return use.second.active; }

}  // namespace

void Model::judge_switches(const Call& call, Joined& me, Verdict& verdict) {
  const SwitchRow& row = switch_of(call.service);
  const bool enable = call.service == row.enable;
  if ((me.*row.which).on == enable) verdict.errors.insert(enable ? row.is_on : row.is_off);
}

void Model::commit_switches(const Call& call, Joined& me) {
  const SwitchRow& row = switch_of(call.service);
  AdvisorySwitch& moved = me.*row.which;
  moved.was_on |= moved.on;
  moved.on = call.service == row.enable;
}

void Model::refresh_class_advisories(Joined& of) {
  for (const auto& [object_class, attributes] : of.published) {
    bool truth = false;
    for (const auto& [join, other] : federation_.joined) {
      if (join == of.id) continue;
      for (const auto& [subscribed, interests] : other.subscribed) {
        if (!fom::is_a(fom::object_classes(), object_class, subscribed)) continue;
        for (const auto& [attribute, interest] : interests)
          truth |= attributes.contains(attribute) && interest.active;
      }
      for (const auto& [subscribed, regional] : other.regional) {  // 9.8: whatever the region
        if (!fom::is_a(fom::object_classes(), object_class, subscribed)) continue;
        for (const auto& [attribute, uses] : regional)
          truth |= attributes.contains(attribute) && std::ranges::any_of(uses, is_active);
      }
    }
    note(of.registration[object_class], truth);
  }
  for (const int published : of.interactions_published) {
    bool truth = false;
    for (const auto& [join, other] : federation_.joined) {
      if (join == of.id) continue;
      for (const auto& [subscribed, interest] : other.interactions) {
        truth |= fom::is_a(fom::interaction_classes(), published, subscribed) && interest;
      }
      for (const auto& [subscribed, uses] : other.interaction_regions) {  // 9.10
        truth |= fom::is_a(fom::interaction_classes(), published, subscribed) &&
                 std::ranges::any_of(uses, is_active);
      }
    }
    note(of.interest[published], truth);
  }
}

// 6.17, 6.18. Of an object that is about to be discovered the federate is told after the discovery.
void Model::refresh_scope(Joined& of, int number, const ObjectInstance& object) {
  std::vector<int> classes;
  if (const auto known = of.known.find(number); known != of.known.end()) {
    classes = {known->second};
  } else if (const auto due = of.discoveries.find(number); due != of.discoveries.end()) {
    classes.assign(due->second.classes.begin(), due->second.classes.end());
    classes.push_back(candidate_class(of, object).value_or(unknown));
  } else {
    classes = {unknown};
  }
  for (const auto& [attribute, instance] : object.attributes) {
    for (const int as : classes) {
      const bool scope = as != unknown && !object.deleted && in_scope(of, object, as, attribute);
      if (scope || of.scope.contains({number, attribute}))
        note(of.scope[{number, attribute}], scope);
    }
    if ((object.deleted || may_be_unknown(object)) && of.scope.contains({number, attribute}))
      of.scope[{number, attribute}].loose = true;
  }
}

// 6.21, 6.22.
void Model::refresh_updates(Joined& of, int number, const ObjectInstance& object) {
  for (const auto& [attribute, instance] : object.attributes) {
    const auto told = of.updates.find({number, attribute});
    if (instance.owner != of.id || object.deleted) {
      if (told == of.updates.end()) continue;
      told->second = {.loose = true, .gone = true, .since = {}};
      continue;
    }
    const std::set<int> rates = wanted_rates(of, number, attribute);
    if (rates == std::set<int>{not_subscribed} && told == of.updates.end()) continue;
    Advisory& advisory = of.updates[{number, attribute}];
    advisory.gone = false;
    note(advisory, position_of(*rates.begin()));
    if (rates.size() > 1) advisory.loose = advisory.open = true;
  }
}

void Model::refresh_advisories(Joined& of) {
  refresh_class_advisories(of);
  for (const auto& [number, object] : federation_.objects) {
    refresh_scope(of, number, object);
    refresh_updates(of, number, object);
  }
}

std::string Model::accept_advisory(Joined& of, const Callback& callback) {
  const auto tell = [](Advisory& advisory, int position) -> std::string {
    if (advisory.loose) {
      advisory.told = position;
      advisory.since.clear();
      return {};
    }
    if (advisory.told == position) return "the federate was told the same before";
    const auto found = std::ranges::find(advisory.since, position);
    if (found == advisory.since.end()) return "it is not so";
    advisory.since.erase(advisory.since.begin(), found + 1);
    advisory.told = position;
    return {};
  };
  const auto tell_class = [&](auto& advisories, const AdvisorySwitch& its,
                              int position) -> std::string {
    if (!its.on && !its.was_on) return "the switch is off";
    const auto found = advisories.find(callback.subject);
    return found == advisories.end() ? "the class is not published" : tell(found->second, position);
  };
  const auto tell_attributes = [&](auto& advisories, const AdvisorySwitch& its,
                                   int position) -> std::string {
    if (!its.on && !its.was_on) return "the switch is off";
    if (!of.known.contains(callback.subject)) return "the object is not known";
    for (const int each : callback.attributes) {
      const std::string wrong = tell(advisories[{callback.subject, each}], position);
      if (!wrong.empty()) return wrong;
    }
    return {};
  };
  switch (callback.kind) {
    case CallbackKind::start_registration_for_object_class:
      return tell_class(of.registration, of.object_class_advisories, 1);
    case CallbackKind::stop_registration_for_object_class:
      return tell_class(of.registration, of.object_class_advisories, 0);
    case CallbackKind::turn_interactions_on:
      return tell_class(of.interest, of.interaction_advisories, 1);
    case CallbackKind::turn_interactions_off:
      return tell_class(of.interest, of.interaction_advisories, 0);
    case CallbackKind::attributes_in_scope:
      return tell_attributes(of.scope, of.scope_advisories, 1);
    case CallbackKind::attributes_out_of_scope:
      return tell_attributes(of.scope, of.scope_advisories, 0);
    case CallbackKind::turn_updates_on_for_object_instance:
      return tell_attributes(of.updates, of.attribute_advisories, position_of(callback.choice));
    default:
      return tell_attributes(of.updates, of.attribute_advisories, 0);
  }
}

// The federate has evoked all there was.
std::string Model::missing_advisory(Joined& of) {
  const auto is_late = [](const Advisory& each) {
    return !each.loose && each.truth() != each.told;
  };
  for (const auto& [object_class, each] : of.registration) {
    if (of.object_class_advisories.on && is_late(each))
      return "missing: advisory on the registration of an object class";
  }
  for (const auto& [interaction, each] : of.interest) {
    if (of.interaction_advisories.on && is_late(each))
      return "missing: advisory on an interaction class";
  }
  for (const auto& [key, each] : of.scope) {
    if (of.scope_advisories.on && of.known.contains(key.first) && is_late(each))
      return "missing: advisory on the scope of attributes";
  }
  for (const auto& [key, each] : of.updates) {
    if (of.attribute_advisories.on && of.known.contains(key.first) && is_late(each))
      return "missing: advisory on updates";
  }
  // What the federate cannot be told yet waits: with the switch off the last truth.
  const auto settle_one = [](Advisory& advisory, bool was_told) {
    const int truth = advisory.open ? advisory.told : advisory.truth();
    advisory.open = false;
    advisory.loose &= !was_told;
    advisory.since.clear();
    if (was_told) {
      advisory.told = truth;
    } else if (truth != advisory.told) {
      advisory.since.push_back(truth);
    }
  };
  const auto settle = [&](auto& advisories, const AdvisorySwitch& its) {
    for (auto& [subject, advisory] : advisories) settle_one(advisory, its.on);
  };
  settle(of.registration, of.object_class_advisories);
  settle(of.interest, of.interaction_advisories);
  settle(of.updates, of.attribute_advisories);
  // 6.17: after the discovery.
  for (auto& [key, advisory] : of.scope)
    settle_one(advisory, of.scope_advisories.on && of.known.contains(key.first));
  for (AdvisorySwitch* const its : {&of.object_class_advisories, &of.interaction_advisories,
                                    &of.attribute_advisories, &of.scope_advisories}) {
    its->was_on = false;
  }
  std::erase_if(of.updates, [](const auto& each) { return each.second.gone; });
  std::erase_if(of.registration,
                [&](const auto& each) { return !of.published.contains(each.first); });
  std::erase_if(of.interest,
                [&](const auto& each) { return !of.interactions_published.contains(each.first); });
  return {};
}

}  // namespace orrery::rti::testing
