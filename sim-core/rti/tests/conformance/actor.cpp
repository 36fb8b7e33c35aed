#include "actor.hpp"

#include <algorithm>

namespace orrery::rti::testing::conformance {

namespace {

std::string time_or_undefined(const Result<std::optional<LogicalTime>>& time) {
  if (!time) return std::string(to_string(time.error().code));
  return *time ? std::to_string((*time)->value) : "undefined";
}

AttributeRegions in_regions(std::vector<AttributeHandle> attributes,
                            std::vector<RegionHandle> regions) {
  return {std::move(attributes), std::move(regions)};
}

}  // namespace

Lines Actor::heard_sorted() {
  Lines all = heard();
  std::ranges::sort(all);
  return all;
}
Lines Actor::heard(const std::string& verb) {
  Lines all = heard();
  std::erase_if(all, [&](const std::string& each) { return words(each).at(0) != verb; });
  return all;
}

Status Actor::join(const std::string& name, const std::vector<FomModule>& modules) {
  const auto joined = rti->join_federation_execution(name, "tester", "test", modules);
  if (!joined) return joined.error();
  handle = *joined;
  labels_.federates[handle] = name;
  return {};
}

ObjectClassHandle Actor::object_class(const std::string& name) const {
  const auto found = labels_.model.object_class(name);
  return found ? *found : ObjectClassHandle{9999};
}
InteractionClassHandle Actor::interaction(const std::string& name) const {
  const auto found = labels_.model.interaction_class(name);
  return found ? *found : InteractionClassHandle{9999};
}
std::vector<AttributeHandle> Actor::attributes(const std::string& object_class,
                                               const std::string& names) const {
  std::vector<AttributeHandle> all;
  for (const std::string& each : words(names)) {
    all.push_back(labels_.attribute(this->object_class(object_class), each));
  }
  return all;
}
std::vector<AttributeHandle> Actor::of_object(const std::string& label,
                                              const std::string& names) const {
  std::vector<AttributeHandle> all;
  const auto of = labels_.object_classes.find(object(label));
  for (const std::string& each : words(names)) {
    all.push_back(of == labels_.object_classes.end() ? AttributeHandle{}
                                                     : labels_.attribute(of->second, each));
  }
  return all;
}

Status Actor::pub(const std::string& of, const std::string& names) {
  return rti->publish_object_class_attributes(object_class(of), attributes(of, names));
}
Status Actor::unpub(const std::string& of, const std::string& names) {
  return rti->unpublish_object_class_attributes(object_class(of), attributes(of, names));
}
Status Actor::unpub(const std::string& of) { return rti->unpublish_object_class(object_class(of)); }
Status Actor::sub(const std::string& of, const std::string& names, bool active) {
  return rti->subscribe_object_class_attributes(object_class(of), attributes(of, names), active);
}
Status Actor::unsub(const std::string& of, const std::string& names) {
  return rti->unsubscribe_object_class_attributes(object_class(of), attributes(of, names));
}
Status Actor::unsub(const std::string& of) {
  return rti->unsubscribe_object_class(object_class(of));
}
Status Actor::pubi(const std::string& of) {
  return rti->publish_interaction_class(interaction(of));
}
Status Actor::unpubi(const std::string& of) {
  return rti->unpublish_interaction_class(interaction(of));
}
Status Actor::subi(const std::string& of, bool active) {
  return rti->subscribe_interaction_class(interaction(of), active);
}
Status Actor::unsubi(const std::string& of) {
  return rti->unsubscribe_interaction_class(interaction(of));
}

Status Actor::registered(const Result<ObjectInstanceHandle>& result, const std::string& of,
                         const std::string& label) {
  if (!result) return result.error();
  labels_.objects[label] = *result;
  labels_.object_labels[*result] = label;
  labels_.object_classes[*result] = object_class(of);
  return {};
}
Status Actor::reg(const std::string& of, const std::string& label, const std::string& name) {
  return registered(rti->register_object_instance(object_class(of), name), of, label);
}
Status Actor::reg_in(const std::string& of, const std::string& label, const std::string& names,
                     const std::vector<RegionHandle>& regions, const std::string& name) {
  const AttributeRegions each = in_regions(attributes(of, names), regions);
  return registered(
      rti->register_object_instance_with_regions(object_class(of), std::span(&each, 1), name), of,
      label);
}

std::vector<AttributeValue> Actor::values_of(const std::string& object_label,
                                             const std::string& values,
                                             std::vector<std::string>& kept) const {
  kept = words(values);
  std::vector<AttributeValue> all;
  for (const std::string& each : kept) {
    const std::size_t sign = each.find('=');
    all.push_back({of_object(object_label, each.substr(0, sign)).at(0),
                   bytes(std::string_view(each).substr(sign + 1))});
  }
  return all;
}
std::vector<ParameterValue> Actor::parameters_of(const std::string& of, const std::string& values,
                                                 std::vector<std::string>& kept) const {
  kept = words(values);
  std::vector<ParameterValue> all;
  for (const std::string& each : kept) {
    const std::size_t sign = each.find('=');
    const auto found = labels_.model.parameter(interaction(of), each.substr(0, sign));
    all.push_back(
        {found ? *found : ParameterHandle{9999}, bytes(std::string_view(each).substr(sign + 1))});
  }
  return all;
}
Status Actor::sent(const Result<std::optional<MessageRetractionHandle>>& result,
                   const std::string& message) {
  if (!result) return result.error();
  if (!message.empty()) {
    labels_.messages.erase(message);
    if (*result) labels_.messages[message] = **result;
  }
  return {};
}

Status Actor::upd(const std::string& label, const std::string& values, const std::string& tag) {
  std::vector<std::string> kept;
  return rti->update_attribute_values(object(label), values_of(label, values, kept), bytes(tag));
}
Status Actor::upd_at(std::int64_t time, const std::string& label, const std::string& values,
                     const std::string& message, const std::string& tag) {
  std::vector<std::string> kept;
  return sent(rti->update_attribute_values(object(label), values_of(label, values, kept),
                                           bytes(tag), LogicalTime{time}),
              message);
}
Status Actor::send(const std::string& of, const std::string& values, const std::string& tag) {
  std::vector<std::string> kept;
  return rti->send_interaction(interaction(of), parameters_of(of, values, kept), bytes(tag));
}
Status Actor::send_at(std::int64_t time, const std::string& of, const std::string& values,
                      const std::string& message, const std::string& tag) {
  std::vector<std::string> kept;
  return sent(rti->send_interaction(interaction(of), parameters_of(of, values, kept), bytes(tag),
                                    LogicalTime{time}),
              message);
}
Status Actor::send_in(const std::string& of, const std::string& values,
                      const std::vector<RegionHandle>& regions, const std::string& tag) {
  std::vector<std::string> kept;
  return rti->send_interaction_with_regions(interaction(of), parameters_of(of, values, kept),
                                            regions, bytes(tag));
}
Status Actor::del(const std::string& label, const std::string& tag) {
  return rti->delete_object_instance(object(label), bytes(tag));
}
Status Actor::del_at(std::int64_t time, const std::string& label, const std::string& message,
                     const std::string& tag) {
  return sent(rti->delete_object_instance(object(label), bytes(tag), LogicalTime{time}), message);
}
Status Actor::forget(const std::string& label) {
  return rti->local_delete_object_instance(object(label));
}
Status Actor::request(const std::string& label, const std::string& names, const std::string& tag) {
  return rti->request_attribute_value_update(object(label), of_object(label, names), bytes(tag));
}
Status Actor::request_class(const std::string& of, const std::string& names,
                            const std::string& tag) {
  return rti->request_attribute_value_update(object_class(of), attributes(of, names), bytes(tag));
}
Status Actor::request_in(const std::string& of, const std::string& names,
                         const std::vector<RegionHandle>& regions, const std::string& tag) {
  const AttributeRegions each = in_regions(attributes(of, names), regions);
  return rti->request_attribute_value_update_with_regions(object_class(of), std::span(&each, 1),
                                                          bytes(tag));
}
Status Actor::retract(const std::string& message) {
  return rti->retract(labels_.messages.at(message));
}

Status Actor::divest(const std::string& label, const std::string& names) {
  return rti->unconditional_attribute_ownership_divestiture(object(label), of_object(label, names));
}
Status Actor::negotiate(const std::string& label, const std::string& names,
                        const std::string& tag) {
  return rti->negotiated_attribute_ownership_divestiture(object(label), of_object(label, names),
                                                         bytes(tag));
}
Status Actor::confirm(const std::string& label, const std::string& names, const std::string& tag) {
  return rti->confirm_divestiture(object(label), of_object(label, names), bytes(tag));
}
Status Actor::acquire(const std::string& label, const std::string& names, const std::string& tag) {
  return rti->attribute_ownership_acquisition(object(label), of_object(label, names), bytes(tag));
}
Status Actor::acquire_free(const std::string& label, const std::string& names) {
  return rti->attribute_ownership_acquisition_if_available(object(label), of_object(label, names));
}
Status Actor::deny(const std::string& label, const std::string& names) {
  return rti->attribute_ownership_release_denied(object(label), of_object(label, names));
}
Result<std::string> Actor::give(const std::string& label, const std::string& names) {
  const auto given =
      rti->attribute_ownership_divestiture_if_wanted(object(label), of_object(label, names));
  if (!given) return given.error();
  const std::string all = labels_.names(object(label), *given);
  return all.empty() ? all : all.substr(1);
}
Status Actor::cancel_negotiation(const std::string& label, const std::string& names) {
  return rti->cancel_negotiated_attribute_ownership_divestiture(object(label),
                                                                of_object(label, names));
}
Status Actor::cancel_acquisition(const std::string& label, const std::string& names) {
  return rti->cancel_attribute_ownership_acquisition(object(label), of_object(label, names));
}
Status Actor::query(const std::string& label, const std::string& attribute) {
  return rti->query_attribute_ownership(object(label), of_object(label, attribute).at(0));
}
bool Actor::owns(const std::string& label, const std::string& attribute) {
  const auto owned =
      rti->is_attribute_owned_by_federate(object(label), of_object(label, attribute).at(0));
  return owned.ok() && *owned;
}

std::string Actor::galt() { return time_or_undefined(rti->query_galt()); }
std::string Actor::lits() { return time_or_undefined(rti->query_lits()); }

RegionHandle Actor::region(const std::string& ranges) {
  const std::vector<std::string> parts = words(ranges);
  std::vector<DimensionHandle> dimensions;
  for (std::size_t i = 0; i < parts.size(); i += 3) {
    dimensions.push_back(*rti->get_dimension_handle(parts[i]));
  }
  const auto made = rti->create_region(dimensions);
  EXPECT_TRUE(made.ok());
  EXPECT_TRUE(move(*made, ranges).ok());
  return *made;
}
Status Actor::bounds(RegionHandle region, const std::string& ranges) {
  const std::vector<std::string> parts = words(ranges);
  for (std::size_t i = 0; i < parts.size(); i += 3) {
    const auto set =
        rti->set_range_bounds(region, *rti->get_dimension_handle(parts[i]),
                              {std::stoull(parts.at(i + 1)), std::stoull(parts.at(i + 2))});
    if (!set) return set;
  }
  return {};
}
Status Actor::move(RegionHandle region, const std::string& ranges) {
  if (auto set = bounds(region, ranges); !set) return set;
  return commit(region);
}
Status Actor::sub_in(const std::string& of, const std::string& names,
                     const std::vector<RegionHandle>& regions, bool active) {
  const AttributeRegions each = in_regions(attributes(of, names), regions);
  return rti->subscribe_object_class_attributes_with_regions(object_class(of), std::span(&each, 1),
                                                             active);
}
Status Actor::unsub_in(const std::string& of, const std::string& names,
                       const std::vector<RegionHandle>& regions) {
  const AttributeRegions each = in_regions(attributes(of, names), regions);
  return rti->unsubscribe_object_class_attributes_with_regions(object_class(of),
                                                               std::span(&each, 1));
}
Status Actor::subi_in(const std::string& of, const std::vector<RegionHandle>& regions,
                      bool active) {
  return rti->subscribe_interaction_class_with_regions(interaction(of), regions, active);
}
Status Actor::unsubi_in(const std::string& of, const std::vector<RegionHandle>& regions) {
  return rti->unsubscribe_interaction_class_with_regions(interaction(of), regions);
}
Status Actor::associate(const std::string& label, const std::string& names,
                        const std::vector<RegionHandle>& regions) {
  const AttributeRegions each = in_regions(of_object(label, names), regions);
  return rti->associate_regions_for_updates(object(label), std::span(&each, 1));
}
Status Actor::unassociate(const std::string& label, const std::string& names,
                          const std::vector<RegionHandle>& regions) {
  const AttributeRegions each = in_regions(of_object(label, names), regions);
  return rti->unassociate_regions_for_updates(object(label), std::span(&each, 1));
}

}  // namespace orrery::rti::testing::conformance
