// Clauses 6 and 9.1: who discovers an object, and who gets a message, as what.
#include <algorithm>

#include "model.hpp"

namespace orrery::rti::testing {

// 6.1.1, 9.1.2: another federate owns it, and it is subscribed at the known class, where its regions are.
bool Model::in_scope(const Joined& of, const ObjectInstance& object, int object_class,
                     int attribute) const {
  const auto instance = object.attributes.find(attribute);
  if (instance == object.attributes.end()) return false;
  const int owner = instance->second.owner;
  return owner != unknown && owner != of.id &&
         is_interested(of, object_class, attribute, update_regions(object, attribute), false);
}

// 5.1.2: the registered class if it is subscribed, otherwise the closest superclass that is. 9.8: or an attribute of it in a region
// that overlaps.
std::optional<int> Model::candidate_class(const Joined& of, const ObjectInstance& object) const {
  for (int each = object.object_class; each > 0;
       each = fom::object_classes()[static_cast<std::size_t>(each)].parent) {
    if (of.subscribed.contains(each)) return each;
    const auto regional = of.regional.find(each);
    if (regional == of.regional.end()) continue;
    for (const auto& [attribute, uses] : regional->second) {
      if (is_interested(of, each, attribute, update_regions(object, attribute), false)) return each;
    }
  }
  return {};
}

// 6.9: an object is discovered when an attribute of it would be in scope at its candidate class.
void Model::refresh_discoveries(Joined& of) {
  for (const auto& [number, object] : federation_.objects) {
    if (object.deleted || of.known.contains(number) || has_left(of, object)) continue;
    if (!of.discoveries.contains(number) && is_beyond(of, object)) continue;
    const auto candidate = candidate_class(of, object);
    const bool due = candidate && std::ranges::any_of(object.attributes, [&](const auto& each) {
                       return in_scope(of, object, *candidate, each.first);
                     });
    if (due) {
      Discovery& discovery = of.discoveries[number];
      discovery.classes.insert(*candidate);
      // 6.16: when a federate discovers again what it has deleted locally is the RTI's choice.
      discovery.mandatory = !of.locally_deleted.contains(number) && object.deletions.empty();
    } else if (of.discoveries.contains(number)) {
      of.discoveries[number].mandatory = false;
    }
  }
}

std::string Model::accept_discovery(Joined& of, const Callback& callback) {
  if (of.known.contains(callback.subject)) return "the object is known";
  const auto found = of.discoveries.find(callback.subject);
  if (found == of.discoveries.end()) return "the object is not to be discovered";
  if (!found->second.classes.contains(callback.object_class))
    return "it is not the class that it is to be discovered as";
  ObjectInstance& object = federation_.objects.at(callback.subject);
  if (callback.federate != object.producer) return "another federate has registered it";
  if (object.name != unknown && callback.text != name_text(object.name))
    return "its name is " + name_text(object.name);
  of.discoveries.erase(found);
  of.locally_deleted.erase(callback.subject);
  of.known[callback.subject] = callback.object_class;
  expect_removals(of, callback.subject);
  refresh();
  return {};
}

// Queues a message at its receiver, in the order that it may have there (8.1.2).
void Model::enqueue(Joined& receiver, Expected expected, const Joined& sender) {
  expected.number = ++number_;
  expected.message = true;
  expected.sender = sender.id;
  expected.what.federate = sender.id;
  if (among_nodes_ && expected.what.choice == static_cast<int>(TransportationType::best_effort)) {
    expected.mandatory = false;
    expected.lingers = true;
  }
  const bool stamped = expected.what.sent == OrderType::timestamp;
  const bool changing = receiver.constrained_pending;
  expected.may_be_timestamp = stamped && (receiver.constrained || changing);
  expected.may_be_receive = !stamped || !receiver.constrained;
  receiver.pending.push_back(std::move(expected));
}

void Model::update(Joined& me, const Call& call, std::optional<double> time) {
  ObjectInstance& object = federation_.objects.at(call.subject);
  if (object.deleted) return;  // 6.15: the owner has not been told
  // 6.11: attributes of one order and transportation go together.
  std::map<std::pair<OrderType, TransportationType>, std::set<int>> passels;
  for (const int each : call.attributes) {
    const AttributeInstance& instance = object.attributes.at(each);
    const bool stamped = time && me.regulating && instance.order == OrderType::timestamp;
    passels[{stamped ? OrderType::timestamp : OrderType::receive, instance.transportation}].insert(
        each);
    if (stamped) federation_.messages[call.id] = {me.id, *time};
  }
  for (auto& [join, receiver] : federation_.joined) {
    if (join == me.id) continue;
    const auto known = receiver.known.find(call.subject);
    const auto discovery = receiver.discoveries.find(call.subject);
    if (known == receiver.known.end() && discovery == receiver.discoveries.end()) continue;
    const auto candidate = candidate_class(receiver, object);
    // 6.9: as any of the classes that it may be discovered as.
    std::set<int> classes;
    if (known != receiver.known.end()) {
      classes = {known->second};
    } else {
      classes = discovery->second.classes;
      if (candidate) classes.insert(*candidate);
    }
    for (const auto& [passel, attributes] : passels) {
      Expected expected;
      expected.mandatory =
          known != receiver.known.end() ||
          (candidate && discovery->second.mandatory && discovery->second.classes.size() == 1);
      Callback& what = expected.what;
      what.kind = CallbackKind::reflect_attribute_values;
      what.subject = call.subject;
      what.tag = "t" + std::to_string(call.id);
      what.time = time;
      what.sent = passel.first;
      what.choice = static_cast<int>(passel.second);
      if (passel.first == OrderType::timestamp) what.retraction = call.id;
      for (const int each : attributes) {
        expected.sent_regions[each] = update_regions(object, each);
        const auto scope = [&](int as) { return in_scope(receiver, object, as, each); };
        if (std::ranges::none_of(classes, scope)) continue;
        what.values[each] = "v" + std::to_string(call.id);
        if (!std::ranges::all_of(classes, scope)) expected.dispensable.insert(each);
      }
      // What it subscribes to later is not of this update.
      if (what.values.empty()) continue;
      reduce(receiver, expected);
      enqueue(receiver, expected, me);
    }
  }
}

void Model::send(Joined& me, const Call& call, std::optional<double> time) {
  const auto& row = fom::interactions()[static_cast<std::size_t>(call.subject)];
  const auto order = me.interaction_orders.find(call.subject);
  const auto transportation = me.interaction_transportations.find(call.subject);
  const bool stamped =
      time && me.regulating &&
      (order == me.interaction_orders.end() ? row.order : order->second) == OrderType::timestamp;
  if (stamped) federation_.messages[call.id] = {me.id, *time};
  std::vector<Bounds> sent;
  for (const int each : call.regions) sent.push_back(federation_.regions.at(each).bounds);
  for (auto& [join, receiver] : federation_.joined) {
    if (join == me.id) continue;
    const auto received = received_class(receiver, call.subject, sent);
    if (!received) continue;
    const int as = *received;
    Expected expected;
    expected.classes = {as};
    expected.interaction_regions = sent;
    expected.sent_class = call.subject;
    for (const int each : call.attributes)
      expected.sent_values[each] = "v" + std::to_string(call.id);
    Callback& what = expected.what;
    what.kind = CallbackKind::receive_interaction;
    what.subject = as;
    what.tag = "t" + std::to_string(call.id);
    what.time = time;
    what.sent = stamped ? OrderType::timestamp : OrderType::receive;
    what.choice = static_cast<int>(transportation == me.interaction_transportations.end()
                                       ? row.transportation
                                       : transportation->second);
    if (stamped) what.retraction = call.id;
    for (const int each : call.attributes) {
      if (fom::has_member(fom::interaction_classes(), as, each))
        what.values[each] = "v" + std::to_string(call.id);
    }
    enqueue(receiver, expected, me);
  }
}

// 6.14, 6.15: every federate that knows the object is told, in the order of the privilege to delete.
void Model::remove(Joined& me, const Call& call, std::optional<double> time) {
  const AttributeInstance& privilege =
      federation_.objects.at(call.subject).attributes.at(fom::privilege_to_delete);
  if (time && me.regulating && privilege.order == OrderType::timestamp) {
    remove_at_time(me, call);
    return;
  }
  for (auto& [join, receiver] : federation_.joined) {
    if (join == me.id) continue;
    const bool known = receiver.known.contains(call.subject);
    if (!known && !receiver.discoveries.contains(call.subject)) continue;
    Expected expected = removal_of(call.subject, call.id, time, OrderType::receive);
    // Discovered and removed, or neither.
    if (!known) receiver.discoveries[call.subject].mandatory = false;
    enqueue(receiver, expected, me);
  }
  erase_object(call.subject);
  forget_object(me, call.subject);
}

// It is no more for the federation; those that have not been told know it still.
void Model::erase_object(int number) {
  ObjectInstance& object = federation_.objects.at(number);
  object.deleted = true;
  if (object.name != unknown) federation_.names[object.name] = Federation::freed;
  forget_ownership(number);
}

void Model::forget_object(Joined& of, int object) {
  of.known.erase(object);
  of.discoveries.erase(object);
  if (ObjectInstance& instance = federation_.objects.at(object); instance.deleted) {
    for (auto& [attribute, each] : instance.attributes)
      if (each.owner == of.id) each.owner = unknown;
  }
  forget_rates(of, object);
  give_back_unnotified(of, object);
  // Who discovers it again is offered its attributes again (7.4). Who does not know it acquires nothing of it (7.8).
  for (auto& [key, contest] : federation_.contests) {
    if (key.first != object) continue;
    std::erase_if(contest.eligible, [&](const auto& each) { return each.first == of.id; });
    contest.requests.remove_if([&](const OwnershipRequest& each) { return each.join == of.id; });
  }
  of.ownership.remove_if([&](const OwnershipNotice& each) { return each.object == object; });
  for (const Expected& each : of.pending) {
    if (each.what.subject == object && each.message && each.may_be_timestamp) {
      of.withdrawn.insert(*each.what.time);
    }
  }
  of.pending.remove_if([&](const Expected& each) {
    const CallbackKind kind = each.what.kind;
    return each.what.subject == object && (kind == CallbackKind::reflect_attribute_values ||
                                           kind == CallbackKind::remove_object_instance);
  });
  for (Expected& each : of.pending) {
    if (each.what.subject == object && each.what.kind != CallbackKind::receive_interaction)
      each.mandatory = false;
  }
  std::erase_if(of.scope, [&](const auto& each) { return each.first.first == object; });
  std::erase_if(of.updates, [&](const auto& each) { return each.first.first == object; });
}

// A message whose receiver has ended its interest since, or owns the attribute now, may be left out.
void Model::weaken(Joined& of) {
  for (Expected& each : of.pending) {
    Callback& what = each.what;
    const bool delivery = what.kind == CallbackKind::receive_interaction ||
                          what.kind == CallbackKind::reflect_attribute_values;
    if (!each.mandatory && !delivery) continue;
    if (what.kind == CallbackKind::receive_interaction) {
      // It is received as what is subscribed when it was sent, or since if that is not subscribed any more.
      const auto as = received_class(of, each.sent_class, each.interaction_regions);
      if (as) {
        const bool stays = std::ranges::all_of(each.classes, [&](int received) {
          return of.interactions.contains(received) || of.interaction_regions.contains(received);
        });
        if (!stays || among_nodes_) each.classes.insert(*as);
      } else {
        each.mandatory = false;
      }
    } else if (what.kind == CallbackKind::reflect_attribute_values) {
      const auto known = of.known.find(what.subject);
      const ObjectInstance& object = federation_.objects.at(what.subject);
      const std::optional<int> as =
          known == of.known.end() ? candidate_class(of, object) : known->second;
      if (!as) {
        each.mandatory = false;
        continue;
      }
      for (const auto& [attribute, value] : what.values) {
        const AttributeInstance& instance = object.attributes.at(attribute);
        const bool kept = instance.owner != of.id &&
                          is_interested(of, *as, attribute, each.sent_regions[attribute], false);
        if (!kept) each.dispensable.insert(attribute);
      }
    } else if (what.kind == CallbackKind::provide_attribute_value_update) {
      // 6.20: of attributes that it owns.
      const ObjectInstance& object = federation_.objects.at(what.subject);
      for (const int attribute : what.attributes) {
        if (!owns(object.attributes.at(attribute), of)) each.mandatory = false;
      }
    } else if (what.kind == CallbackKind::confirm_attribute_transportation_type_change) {
      const ObjectInstance& object = federation_.objects.at(what.subject);
      for (const int attribute : what.attributes) {
        if (object.attributes.at(attribute).owner != of.id) each.mandatory = false;
      }
    }
  }
}

}  // namespace orrery::rti::testing
