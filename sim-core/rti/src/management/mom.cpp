#include "management/mom.hpp"

#include <algorithm>
#include <utility>

#include "orrery/rti/encoding.hpp"

namespace orrery::rti {
namespace {

constexpr std::size_t most_waiting = 4096;  // reports; interactions to the RTI

constexpr const char* federate_dimension = "HLAfederate";
constexpr const char* mom_exception_report =
    "HLAmanager.HLAfederate.HLAreport.HLAreportMOMexception";

// Parameters of an interaction, by name.
using NamedValues = std::map<std::string, std::vector<std::byte>>;

NamedValues exception_values(const std::string& service, const Error& why, bool of_parameter) {
  return {{"HLAservice", Encoder().unicode(service).take()},
          {"HLAexception",
           Encoder().unicode(std::string(to_string(why.code)) + ": " + why.message).take()},
          {"HLAparameterError", Encoder().integer32(of_parameter ? 1 : 0).take()}};
}

// 11.4: the federate that an interaction is about must be joined.
Status names_federate(const Federation& federation, const NamedValues& values) {
  const auto named = values.find("HLAfederate");
  if (named == values.end()) return error(ErrorCode::RTIinternalError, "HLAfederate is missing");
  Decoder in(named->second);
  const std::uint64_t handle = in.handle();
  const bool is_joined = in.ok() && std::ranges::any_of(federation.members, [&](const auto& each) {
                           return each.first == handle;
                         });
  if (is_joined) return {};
  return error(ErrorCode::RTIinternalError, "HLAfederate is not the handle of a joined federate");
}

AttributeSet defined(const std::vector<std::string>& names, const ObjectClass& object_class) {
  AttributeSet set;
  for (std::size_t i = 0; i < object_class.attributes.size(); ++i) {
    set[i] = std::ranges::find(names, object_class.attributes[i].name) != names.end();
  }
  return set;
}

}  // namespace

void Mom::learn_model() {
  const ObjectModel& model = federation_.model;
  federation_class_ = model.object_class("HLAmanager.HLAfederation")->value;
  federate_class_ = model.object_class("HLAmanager.HLAfederate")->value;
  service_report_ =
      model.interaction_class("HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation")->value;
  const auto learn = [&](std::uint16_t object_class, const auto& named, auto& table) {
    const ObjectClassHandle handle{object_class};
    table.assign(model[handle].attributes.size(), nullptr);
    for (const auto& [name, value] : named) table[model.attribute(handle, name)->value] = value;
  };
  learn(federation_class_, federation_values(), federation_attributes_);
  learn(federate_class_, federate_values(), federate_attributes_);
  periodic_attributes_.reset();
  const auto& attributes = model[ObjectClassHandle{federate_class_}].attributes;
  for (std::size_t i = 0; i < attributes.size(); ++i)
    periodic_attributes_[i] = attributes[i].periodic;
  meanings_.clear();
  for (const Order& each : requests()) meanings_.push_back({.order = &each});
  for (const Service& each : services()) meanings_.push_back({.service = &each});
  orders_.assign(model.interaction_classes().size(), nullptr);
  for (const Meaning& each : meanings_) {
    const char* const name = each.order != nullptr ? each.order->name : each.service->name;
    orders_[model.interaction_class(name)->value] = &each;
  }
  // A subclass means what its superclass means.
  for (const InteractionClass& each : model.interaction_classes()) {
    auto& order = orders_[each.handle.value];
    if (order == nullptr) order = orders_[each.parent.value];
  }
}

void Mom::add_object(std::uint64_t handle, std::uint16_t object_class, std::string name) {
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

void Mom::add_federation_object() {
  add_object(federation_object, federation_class_, "HLAfederation." + federation_.name);
}

void Mom::add_federate_object(const Member& member) {
  make_region(member.handle);
  add_object(federate_object(member.handle), federate_class_, "HLAfederate." + member.name);
  if (member.node == net_.self()) {
    want(federate_object(member.handle), AttributeSet().set());
  }
}

void Mom::restored() {
  for (const auto& [handle, member] : federation_.members) make_region(handle);
  periodic_ = std::ranges::any_of(federation_.locals,
                                  [](const Local* each) { return each->report_period_ns > 0; });
}

void Mom::change_of_members() {
  want(federation_object, defined({"HLAfederatesInFederation"},
                                  federation_.model[ObjectClassHandle{federation_class_}]));
}

void Mom::change_of_model() {
  want(federation_object, defined({"HLAFOMmoduleDesignatorList", "HLAcurrentFDD"},
                                  federation_.model[ObjectClassHandle{federation_class_}]));
}

bool Mom::is_watched(std::uint16_t object_class) const {
  const auto any = [&](const auto& routes) {
    return std::ranges::any_of(routes[object_class], [](NodeSet nodes) { return nodes != 0; });
  };
  return any(federation_.attribute_routes) || any(federation_.regional_attributes);
}

// Conditional attributes are updated whenever they have changed since they were looked at last. Nothing is looked at while
// no federate subscribes to them.
void Mom::review_conditions() {
  if (watched_of_ != federation_.declarations) {
    owner_.refresh_routes(federation_);
    watched_of_ = federation_.declarations;
    is_federate_watched_ = is_watched(federate_class_);
    is_federation_watched_ = is_watched(federation_class_);
  }
  if (is_federate_watched_) {
    for (Local* local : federation_.locals) {
      const FederateConditions now = conditions_of(*local);
      if (!local->conditions || *local->conditions == now) {
        local->conditions = now;
        continue;
      }
      const FederateConditions before = std::exchange(local->conditions, now).value();
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
      want(federate_object(local->handle),
           defined(changed, federation_.model[ObjectClassHandle{federate_class_}]));
    }
  }
  if (told_auto_provide_ == federation_.auto_provide) return;
  told_auto_provide_ = federation_.auto_provide;
  if (!is_federation_watched_) return;
  want(federation_object,
       defined({"HLAautoProvide"}, federation_.model[ObjectClassHandle{federation_class_}]));
}

void Mom::change_of_save() {
  want(federation_object,
       defined({"HLAlastSaveName", "HLAlastSaveTime", "HLAnextSaveName", "HLAnextSaveTime"},
               federation_.model[ObjectClassHandle{federation_class_}]));
}

// Whoever subscribes gets the present values.
void Mom::subscribed(std::uint16_t object_class, const AttributeSet& attributes) {
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

NodeSet Mom::speaker(std::uint64_t object) const {
  const auto& members = federation_.members;
  if (object == federation_object) {
    const NodeSet all = federation_.nodes();
    return all & (~all + 1);
  }
  const auto member = members.find(static_cast<std::uint32_t>(object - federation_object));
  return member == members.end() ? 0 : only(member->second.node);
}

void Mom::want(std::uint64_t object, const AttributeSet& attributes) {
  if (attributes.any() && (speaker(object) & only(net_.self())) != 0) {
    due_[object] |= attributes;
  }
}

void Mom::take(const DataHead& head, Bytes message) {
  if (taken_.size() >= most_waiting) {
    owner_.count_dropped_report();
    return;
  }
  const auto& parameters =
      federation_.model[InteractionClassHandle{static_cast<std::uint16_t>(head.target)}].parameters;
  Taken taken{static_cast<std::uint16_t>(head.target), {}};
  Bytes tag;
  if (!for_items(message, head, tag, [&](std::uint16_t handle, Bytes value) {
        if (handle < parameters.size()) {
          taken.values[parameters[handle]] = {value.begin(), value.end()};
        }
      })) {
    return;
  }
  // The federate may resign before other nodes get the interaction, or because of it.
  if (!orders_[taken.interaction_class]->is_of_federation() &&
      federation_.find_local(head.federate) != nullptr) {
    if (const Status named = names_federate(federation_, taken.values); !named)
      taken.wrong = named.error();
  }
  taken_.push_back(std::move(taken));
}

std::int64_t Mom::next_ns() const {
  std::int64_t next = INT64_MAX;
  if (!periodic_) return next;
  for (const Local* local : federation_.locals) {
    if (local->report_period_ns > 0) next = std::min(next, local->report_next_ns);
  }
  return next;
}

void Mom::work() {
  review_conditions();
  if (periodic_) {
    const std::int64_t now = net_.clock().now_ns();
    for (Local* local : federation_.locals) {
      if (local->report_period_ns == 0 || local->report_next_ns > now) continue;
      want(federate_object(local->handle), periodic_attributes_);
      local->report_next_ns = now + local->report_period_ns;
    }
  }
  while (!taken_.empty()) {
    const Taken taken = std::move(taken_.front());
    taken_.pop_front();
    follow(taken);
  }
  send_values();
  send_reports();
}

void Mom::work_in_save() {
  std::deque<Taken> later;
  while (!taken_.empty()) {
    Taken taken = std::move(taken_.front());
    taken_.pop_front();
    if (takes_in_saves(taken.interaction_class)) {
      follow(taken);
    } else {
      later.push_back(std::move(taken));
    }
  }
  taken_ = std::move(later);
}

void Mom::follow(const Taken& taken) {
  const Meaning& meaning = *orders_[taken.interaction_class];
  // With the name of the root: 11.4, HLAreportMOMexception.
  const std::string& sent = federation_.model[InteractionClassHandle{taken.interaction_class}].name;
  Local* local = nullptr;
  if (meaning.is_of_federation()) {
    const NodeSet self = only(net_.self());
    if ((speaker(federation_object) & self) == 0) return;
    local = federation_.locals.front();
  } else {
    if (taken.wrong) {
      return report(mom_exception_report, 0, exception_values(sent, *taken.wrong, true));
    }
    local = local_named(taken.values);
    if (local == nullptr) return;  // another node's, or it has resigned
  }
  const Status done = meaning.order != nullptr
                          ? (this->*meaning.order->follow)(*local, taken.values)
                          : meaning.service->call(*this, *local, taken.values);
  if (!done) refuse(*local, sent, done.error());
}

Local* Mom::local_named(const Values& values) const {
  const auto named = values.find("HLAfederate");
  if (named == values.end()) return nullptr;
  const std::uint64_t handle = Decoder(named->second).handle();
  for (Local* local : federation_.locals) {
    if (local->handle == handle) return local;
  }
  return nullptr;
}

void Mom::refuse(const Local& federate, const std::string& service, const Error& error) {
  report(mom_exception_report, federate.handle,
         exception_values(service, error, error.code == ErrorCode::RTIinternalError));
}

group::Region Mom::region_of(std::uint32_t federate, std::optional<ServiceGroup> group) const {
  group::Region ranges;
  for (const Dimension& each : federation_.model.dimensions()) {
    std::optional<std::uint64_t> value;
    if (each.name == federate_dimension) value = federate;
    if (each.name == "HLAserviceGroup" && group) value = static_cast<std::uint64_t>(*group);
    ranges.push_back(value ? group::Range{*value, *value + 1} : group::Range{0, each.upper_bound});
  }
  return ranges;
}

void Mom::make_region(std::uint32_t federate) {
  const std::vector dimensions = {*federation_.model.dimension(federate_dimension)};
  federation_.federate_space = federation_.regions.space(federation_.model, dimensions);
  federation_.regions.commit(federate_region(federate), 0, region_of(federate), dimensions);
  federation_.regions.use(federation_.federate_space, federate_region(federate),
                          federate_object(federate));
}

void Mom::report(const char* name, std::uint32_t federate, const Values& values,
                 std::optional<ServiceGroup> group) {
  const InteractionClassHandle interaction_class = *federation_.model.interaction_class(name);
  Report made;
  made.interaction_class = interaction_class.value;
  if (federate != 0) {
    made.federate = federate;
    made.values.emplace_back(federation_.model.parameter(interaction_class, "HLAfederate")->value,
                             Encoder().handle(federate).take());
    if (!federation_.model[interaction_class].dimensions.empty()) {
      put_sent_region(made.region, federate_region(federate), region_of(federate, group));
    }
  }
  for (const auto& [parameter, value] : values) {
    made.values.emplace_back(federation_.model.parameter(interaction_class, parameter)->value,
                             value);
  }
  if (reports_.size() >= most_waiting) {
    reports_.pop_front();
    owner_.count_dropped_report();
  }
  reports_.push_back(std::move(made));
}

void Mom::send_values() {
  for (auto each = due_.begin(); each != due_.end();) {
    if (!send_value(each->first, each->second)) return;  // later
    each = due_.erase(each);
  }
}

bool Mom::send_value(std::uint64_t handle, const AttributeSet& attributes) {
  const auto found = federation_.objects.find(handle);
  if (found == federation_.objects.end() || found->second.deleted) return true;
  const auto member =
      federation_.members.find(static_cast<std::uint32_t>(handle - federation_object));
  Local* local = nullptr;
  for (Local* each : federation_.locals) {
    if (handle == federate_object(each->handle)) local = each;
  }
  if (handle != federation_object && local == nullptr) return true;
  std::vector<std::vector<std::byte>> values;
  std::vector<std::uint16_t> handles;
  for (std::uint16_t i = 0; i < found->second.owners.size(); ++i) {
    if (!attributes.test(i)) continue;
    if (handle == federation_object) {
      if (federation_attributes_[i] == nullptr) continue;
      values.push_back(federation_attributes_[i](*this));
    } else {
      if (federate_attributes_[i] == nullptr) continue;
      values.push_back(federate_attributes_[i](*this, member->second, *local));
    }
    handles.push_back(i);
  }
  std::vector<Item> items;
  for (std::size_t i = 0; i < handles.size(); ++i) items.push_back({handles[i], values[i]});
  if (items.empty()) return true;
  if (const Status sent = send_items(found->second, items);
      sent || sent.error().code == ErrorCode::Congested) {
    if (sent && local != nullptr) restart_durations(found->second, items, *local);
    return sent.ok();
  }
  // Too large for a message together: each alone, and the error of one that is too large even so is reported.
  for (const Item& each : items) {
    if (const Status sent = send_items(found->second, std::span(&each, 1)); !sent) {
      if (sent.error().code == ErrorCode::Congested) return false;
      owner_.count_dropped_report();
      const ObjectClass& known = federation_.model[ObjectClassHandle{found->second.object_class}];
      refuse_size(known.name + "." + known.attributes[each.handle].name, sent.error());
    } else if (local != nullptr) {
      restart_durations(found->second, std::span(&each, 1), *local);
    }
  }
  return true;
}

// Table 6 of clause 11: the times spent in a state are those since the last update.
void Mom::restart_durations(Object& object, std::span<const Item> items, Local& local) {
  const ObjectClass& federates = federation_.model[ObjectClassHandle{federate_class_}];
  for (const Item& each : items) {
    const std::string& name = federates.attributes[each.handle].name;
    const bool advancing = name == "HLAtimeAdvancingTime";
    if (!advancing && name != "HLAtimeGrantedTime") continue;
    if (owner_.attribute_nodes(federation_, object, std::span(&each, 1)) == 0) continue;
    (advancing ? local.advancing_ns : local.granted_ns) -=
        std::int64_t{Decoder(each.value).integer32()} * 1'000'000;
  }
}

// A value that no message between nodes can carry.
void Mom::refuse_size(const std::string& item, const Error& why) {
  report(mom_exception_report, 0, exception_values(item, why, false));
}

Status Mom::send_items(Object& object, std::span<const Item> items) {
  const NodeSet nodes = owner_.attribute_nodes(federation_, object, items);
  if (nodes == 0) return {};
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::update);
  head.target = object.handle;
  return owner_.send_as_rti(federation_, head, items, nodes);
}

void Mom::send_reports() {
  while (!reports_.empty()) {
    const Report& next = reports_.front();
    std::vector<Item> items;
    for (const auto& [parameter, value] : next.values) items.push_back({parameter, value});
    std::vector<RegionId> regions;
    if (!next.region.empty()) {
      items.push_back({regions_item, next.region});
      // A federate that is gone has no region by which nodes are found.
      if (federation_.members.contains(next.federate)) {
        regions.push_back(federate_region(next.federate));
      }
    }
    DataHead head;
    head.head.detail = static_cast<std::uint8_t>(DataKind::interaction);
    head.target = next.interaction_class;
    const NodeSet nodes = owner_.interaction_nodes(federation_, next.interaction_class, regions);
    const Status sent = nodes == 0 ? Status() : owner_.send_as_rti(federation_, head, items, nodes);
    if (!sent && sent.error().code == ErrorCode::Congested) return;
    const std::uint16_t interaction_class = next.interaction_class;
    reports_.pop_front();
    if (sent) continue;
    owner_.count_dropped_report();
    refuse_size(federation_.model[InteractionClassHandle{interaction_class}].name, sent.error());
  }
}

}  // namespace orrery::rti
