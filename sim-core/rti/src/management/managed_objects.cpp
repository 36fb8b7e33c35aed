#include "management/managed_objects.hpp"

#include <algorithm>
#include <utility>

#include "orrery/rti/encoding.hpp"

namespace orrery::rti {
namespace {

AttributeSet defined(const std::vector<std::string>& names, const ObjectClass& object_class) {
  AttributeSet set;
  for (std::size_t i = 0; i < object_class.attributes.size(); ++i) {
    set[i] = std::ranges::find(names, object_class.attributes[i].name) != names.end();
  }
  return set;
}

}  // namespace

void ManagedObjects::learn_model() {
  const ObjectModel& model = federation_.model;
  federation_class_ = model.object_class("HLAmanager.HLAfederation")->value;
  federate_class_ = model.object_class("HLAmanager.HLAfederate")->value;
  const auto learn = [&](std::uint16_t object_class, const auto& values, auto& table) {
    const ObjectClassHandle handle{object_class};
    table.assign(model[handle].attributes.size(), nullptr);
    for (const auto& each : values)
      table[model.attribute(handle, each.attribute)->value] = each.now;
  };
  learn(federation_class_, federation_values(), federation_attributes_);
  learn(federate_class_, federate_values(), federate_attributes_);
  periodic_attributes_.reset();
  const auto& attributes = model[ObjectClassHandle{federate_class_}].attributes;
  for (std::size_t i = 0; i < attributes.size(); ++i)
    periodic_attributes_[i] = attributes[i].periodic;
}

void ManagedObjects::add_object(std::uint64_t handle, std::uint16_t object_class,
                                std::string name) {
  Object object;
  object.handle = handle;
  object.object_class = object_class;
  object.name = std::move(name);
  const auto& attributes = federation_.model[ObjectClassHandle{object_class}].attributes;
  object.owners.assign(attributes.size(), rti_as_owner);
  for (const Attribute& each : attributes) object.ways.push_back(way_of(each));
  federation_.object_names[object.name] = handle;
  Object& kept = federation_.objects.emplace(handle, std::move(object)).first->second;
  for (Local* local : federation_.locals) discovery_.review_object(federation_, kept, *local);
}

void ManagedObjects::add_federation_object() {
  add_object(federation_object, federation_class_, "HLAfederation." + federation_.name);
}

void ManagedObjects::add_federate_object(const Member& member) {
  make_region(member.handle);
  add_object(federate_object(member.handle), federate_class_, "HLAfederate." + member.name);
  want(federate_object(member.handle), AttributeSet().set());
}

void ManagedObjects::restored() {
  for (const auto& [handle, member] : federation_.members) make_region(handle);
  periodic_ = std::ranges::any_of(federation_.locals,
                                  [](const Local* each) { return each->report_period_ns > 0; });
}

void ManagedObjects::make_region(std::uint32_t federate) {
  const std::vector dimensions = {*federation_.model.dimension("HLAfederate")};
  federation_.federate_space = federation_.regions.space(federation_.model, dimensions);
  federation_.regions.commit(federate_region(federate), 0, ranges_of(federation_.model, federate),
                             dimensions);
  federation_.regions.use(federation_.federate_space, federate_region(federate),
                          federate_object(federate));
}

void ManagedObjects::want_of_federation(const std::vector<std::string>& attributes) {
  want(federation_object,
       defined(attributes, federation_.model[ObjectClassHandle{federation_class_}]));
}

bool ManagedObjects::is_watched(std::uint16_t object_class) const {
  const auto any = [&](const auto& routes) {
    return std::ranges::any_of(routes[object_class], [](NodeSet nodes) { return nodes != 0; });
  };
  return any(federation_.attribute_routes) || any(federation_.regional_attributes);
}

// Conditional attributes are updated whenever they have changed since they were looked at last. Nothing is looked at while
// no federate subscribes to them.
void ManagedObjects::review() {
  if (watched_of_ != federation_.declarations) {
    port_.refresh_routes(federation_);
    watched_of_ = federation_.declarations;
    is_federate_watched_ = is_watched(federate_class_);
    is_federation_watched_ = is_watched(federation_class_);
  }
  if (is_federate_watched_) {
    for (Local* local : federation_.locals) review_conditions(*local);
  }
  if (std::exchange(told_auto_provide_, federation_.auto_provide) != federation_.auto_provide &&
      is_federation_watched_) {
    want_of_federation({"HLAautoProvide"});
  }
  if (!periodic_) return;
  const std::int64_t now = federation_.clock.now_ns();
  for (Local* local : federation_.locals) {
    if (local->report_period_ns == 0 || local->report_next_ns > now) continue;
    want(federate_object(local->handle), periodic_attributes_);
    local->report_next_ns = now + local->report_period_ns;
  }
}

void ManagedObjects::review_conditions(Local& local) {
  const FederateConditions now = conditions_of(local);
  const FederateConditions before = std::exchange(local.conditions, now).value_or(now);
  if (before == now) return;
  std::vector<std::string> changed;
  const auto compare = [&](bool FederateConditions::* condition, const char* attribute) {
    if (before.*condition != now.*condition) changed.emplace_back(attribute);
  };
  compare(&FederateConditions::constrained, "HLAtimeConstrained");
  compare(&FederateConditions::regulating, "HLAtimeRegulating");
  compare(&FederateConditions::asynchronous, "HLAasynchronousDelivery");
  compare(&FederateConditions::advancing, "HLAtimeManagerState");
  compare(&FederateConditions::conveys_regions, "HLAconveyRegionDesignatorSets");
  compare(&FederateConditions::conveys_producer, "HLAconveyProducingFederate");
  want(federate_object(local.handle),
       defined(changed, federation_.model[ObjectClassHandle{federate_class_}]));
}

void ManagedObjects::subscribed(std::uint16_t object_class, const AttributeSet& attributes) {
  const ObjectModel& model = federation_.model;
  if (model.is_a(ObjectClassHandle{federation_class_}, ObjectClassHandle{object_class})) {
    want(federation_object, attributes);
  }
  if (model.is_a(ObjectClassHandle{federate_class_}, ObjectClassHandle{object_class})) {
    for (const auto& [handle, member] : federation_.members) {
      want(federate_object(handle), attributes);
    }
  }
}

NodeSet ManagedObjects::speaker(std::uint64_t object) const {
  const auto& members = federation_.members;
  if (object == federation_object) {
    const NodeSet all = federation_.nodes();
    return all & (~all + 1);
  }
  const auto member = members.find(static_cast<std::uint32_t>(object - federation_object));
  return member == members.end() ? 0 : only(member->second.node);
}

void ManagedObjects::want(std::uint64_t object, const AttributeSet& attributes) {
  if (attributes.any() && speaks_for(object)) due_[object] |= attributes;
}

void ManagedObjects::set_period(Local& local, std::int64_t period_ns) {
  local.report_period_ns = period_ns;
  local.report_next_ns = federation_.clock.now_ns() + period_ns;
  periodic_ |= period_ns > 0;
}

std::int64_t ManagedObjects::next_ns() const {
  std::int64_t next = INT64_MAX;
  if (!periodic_) return next;
  for (const Local* local : federation_.locals) {
    if (local->report_period_ns > 0) next = std::min(next, local->report_next_ns);
  }
  return next;
}

void ManagedObjects::send() {
  for (auto each = due_.begin(); each != due_.end();) {
    if (!send_value(each->first, each->second)) return;  // later
    each = due_.erase(each);
  }
}

bool ManagedObjects::send_value(std::uint64_t handle, const AttributeSet& attributes) {
  const auto found = federation_.objects.find(handle);
  if (found == federation_.objects.end() || found->second.deleted) return true;
  Object& object = found->second;
  const auto federate = static_cast<std::uint32_t>(handle - federation_object);
  Local* const local = handle == federation_object ? nullptr : federation_.find_local(federate);
  if (handle != federation_object && local == nullptr) return true;
  std::vector<Value> values;
  std::vector<std::uint16_t> handles;
  for (std::uint16_t i = 0; i < object.owners.size(); ++i) {
    if (!attributes.test(i)) continue;
    if (local == nullptr) {
      if (federation_attributes_[i] == nullptr) continue;
      values.push_back(federation_attributes_[i](federation_));
    } else {
      if (federate_attributes_[i] == nullptr) continue;
      values.push_back(federate_attributes_[i]({federation_.members.at(federate), *local}));
    }
    handles.push_back(i);
  }
  std::vector<Item> items;
  for (std::size_t i = 0; i < handles.size(); ++i) items.push_back({handles[i], values[i]});
  if (items.empty()) return true;
  if (const Status sent = send_items(object, items, local);
      sent || sent.error().code == ErrorCode::Congested) {
    return sent.ok();
  }
  // Too large for a message together: each alone, and the error of one that is too large even so is reported.
  for (const Item& each : items) {
    const Status sent = send_items(object, std::span(&each, 1), local);
    if (sent) continue;
    if (sent.error().code == ErrorCode::Congested) return false;
    const ObjectClass& known = federation_.model[ObjectClassHandle{object.object_class}];
    reports_.refuse_size(known.name + "." + known.attributes[each.handle].name, sent.error());
  }
  return true;
}

Status ManagedObjects::send_items(Object& object, std::span<const Item> items, Local* local) {
  const NodeSet nodes = port_.attribute_nodes(federation_, object, items);
  if (nodes == 0) return {};
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::update);
  head.target = object.handle;
  Status sent = port_.send_as_rti(federation_, head, items, nodes);
  if (sent && local != nullptr) restart_durations(object, items, *local);
  return sent;
}

// Table 6 of clause 11: the times spent in a state are those since the last update.
void ManagedObjects::restart_durations(Object& object, std::span<const Item> items, Local& local) {
  const ObjectClass& federates = federation_.model[ObjectClassHandle{federate_class_}];
  for (const Item& each : items) {
    const std::string& name = federates.attributes[each.handle].name;
    const bool advancing = name == "HLAtimeAdvancingTime";
    if (!advancing && name != "HLAtimeGrantedTime") continue;
    if (port_.attribute_nodes(federation_, object, std::span(&each, 1)) == 0) continue;
    (advancing ? local.advancing_ns : local.granted_ns) -=
        std::int64_t{Decoder(each.value).integer32()} * 1'000'000;
  }
}

}  // namespace orrery::rti
