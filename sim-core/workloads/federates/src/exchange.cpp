#include "orrery/workloads/federates/exchange.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace orrery::workloads::federates {

namespace {

constexpr const char* space_name = "Field";
constexpr const char* axis_name = "x";

std::string class_name(const std::string& prefix, int type) {
  return prefix + std::to_string(type);
}
std::string value_name(int value) { return "v" + std::to_string(value); }

struct ObjectClass {
  rti::ObjectClassHandle handle;
  std::vector<rti::AttributeHandle> attributes;
};

rti::Result<ObjectClass> object_class(rti::BasicServices& rti, const ExchangeShape& shape,
                                      const std::string& prefix, int type) {
  auto handle = rti.get_object_class_handle(class_name(prefix, type));
  if (!handle) return handle.error();
  ObjectClass found{*handle, {}};
  for (int value = 0; value < shape.values; ++value) {
    auto attribute = rti.get_attribute_handle(*handle, value_name(value));
    if (!attribute) return attribute.error();
    found.attributes.push_back(*attribute);
  }
  return found;
}

rti::Result<rti::RtiAmbassador*> with_regions(rti::BasicServices& rti) {
  auto* const own = dynamic_cast<rti::RtiAmbassador*>(&rti);
  if (own != nullptr) return own;
  return rti::Error{rti::ErrorCode::RTIinternalError, "regions are services of our own RTI"};
}

// Creates region `number` of the shape. Between regions a part of the axis is free, so that no cell of the RTI has two.
rti::Result<rti::RegionHandle> make_region(rti::RtiAmbassador& rti, const ExchangeShape& shape,
                                           std::size_t number) {
  const auto axis = rti.get_dimension_handle(std::string(space_name) + "." + axis_name);
  if (!axis) return axis.error();
  const auto region = rti.create_region({&*axis, 1});
  if (!region) return region.error();
  const std::uint64_t width = UINT32_MAX / static_cast<std::uint64_t>(shape.regions);
  const rti::RangeBounds bounds{number * width + width / 8, (number + 1) * width - width / 8};
  if (auto set = rti.set_range_bounds(*region, *axis, bounds); !set) return set.error();
  if (auto done = rti.commit_region_modifications({&*region, 1}); !done) return done.error();
  return *region;
}

}  // namespace

bool impairs(const contracts::Impairment& said) {
  const bool jitters = said.jitter != contracts::Jitter::none && said.jitter_ms > 0;
  return said.delay_ms > 0 || jitters || said.loss_share > 0 || said.burst_loss_share > 0 ||
         said.duplicate_share > 0 || said.reorder_share > 0 || said.mbit_s > 0 ||
         !said.delay_trace_ms.empty() || !said.loss_trace.empty();
}

std::int64_t settling_ns(const contracts::DataPath& path) {
  const auto& trace = path.impairment.delay_trace_ms;
  const double traced_ms = trace.empty() ? 0 : *std::ranges::max_element(trace);
  const double way_ms =
      std::max(path.impairment.delay_ms + 4 * path.impairment.jitter_ms, traced_ms);
  return 50'000'000 + static_cast<std::int64_t>(2 * way_ms * 1e6) +
         std::int64_t{path.bundling.timeout_us} * 1'000;
}

std::int64_t newest_settling_ns(const contracts::DataPath& path) {
  return settling_ns(path) + 5'000'000'000 + 20 * std::int64_t{path.repeat_ms} * 1'000'000;
}

std::string classes_of(const ExchangeShape& shape, const std::string& prefix) {
  const std::string member = shape.objects() ? "(attribute " : "(parameter ";
  const std::string how =
      " " + std::string(contracts::to_string(shape.transportation)) + " receive";
  const std::string space = shape.regions > 0 ? " " + std::string(space_name) : "";
  const std::string order = shape.objects() ? how + space + ")" : ")";
  std::string text;
  for (int type = 0; type < shape.types; ++type) {
    text += "(class " + class_name(prefix, type) + (shape.objects() ? "" : how);
    for (int value = 0; value < shape.values; ++value) {
      text += " ";
      text += member + value_name(value) + order;
    }
    text += ")";
  }
  return text;
}

std::string spaces_of(const ExchangeShape& shape) {
  if (shape.regions == 0) return {};
  return "(space " + std::string(space_name) + " (dimension " + axis_name + "))";
}

Outlet::Outlet(const ExchangeShape& shape, std::string prefix)
    : shape_(shape),
      prefix_(std::move(prefix)),
      block_(shape.bytes()),
      count_(static_cast<std::size_t>(shape.values)),
      value_bytes_(shape.value_bytes) {}

rti::Result<rti::ObjectInstanceHandle> Outlet::make_object(
    rti::BasicServices& rti, rti::ObjectClassHandle of,
    const std::vector<rti::AttributeHandle>& attributes) {
  if (regions_.empty()) return rti.register_object_instance(of);
  const auto own = with_regions(rti);
  if (!own) return own.error();
  const rti::AttributeRegions pairs{attributes, {regions_[objects_.size() % regions_.size()]}};
  return (*own)->register_object_instance_with_regions(of, {&pairs, 1});
}

rti::Status Outlet::declare(rti::BasicServices& rti) {
  for (int number = 0; number < shape_.regions; ++number) {
    const auto own = with_regions(rti);
    if (!own) return own.error();
    const auto region = make_region(**own, shape_, static_cast<std::size_t>(number));
    if (!region) return region.error();
    regions_.push_back(*region);
  }
  for (int type = 0; type < shape_.types; ++type) {
    if (!shape_.objects()) {
      auto handle = rti.get_interaction_class_handle(class_name(prefix_, type));
      if (!handle) return handle.error();
      if (auto published = rti.publish_interaction_class(*handle); !published) return published;
      interactions_.push_back(*handle);
      parameters_.emplace_back();
      for (int value = 0; value < shape_.values; ++value) {
        auto parameter = rti.get_parameter_handle(*handle, value_name(value));
        if (!parameter) return parameter.error();
        parameters_.back().push_back(*parameter);
      }
      continue;
    }
    auto found = object_class(rti, shape_, prefix_, type);
    if (!found) return found.error();
    const auto published = rti.publish_object_class_attributes(found->handle, found->attributes);
    if (!published) return published;
    for (int instance = 0; instance < shape_.instances; ++instance) {
      auto object = make_object(rti, found->handle, found->attributes);
      if (!object) return object.error();
      objects_.push_back(*object);
    }
    attributes_.push_back(std::move(found->attributes));
  }
  return {};
}

void Outlet::send_only(std::size_t bytes) {
  count_ = 1;
  value_bytes_ = bytes;
}

void Outlet::prepare(std::size_t target) {
  target_ = target;
  const rti::Bytes block = block_;
  const auto value = [&](std::size_t at) {
    return block.subspan(at * shape_.value_bytes, value_bytes_);
  };
  if (!shape_.objects()) {
    const auto& parameters = parameters_[target];
    parameter_values_.clear();
    for (std::size_t i = 0; i < count_; ++i) parameter_values_.push_back({parameters[i], value(i)});
    return;
  }
  const auto& attributes = attributes_[target / static_cast<std::size_t>(shape_.instances)];
  attribute_values_.clear();
  for (std::size_t i = 0; i < count_; ++i) attribute_values_.push_back({attributes[i], value(i)});
}

rti::Status Outlet::send(rti::BasicServices& rti) {
  if (!shape_.objects()) return rti.send_interaction(interactions_[target_], parameter_values_);
  return rti.update_attribute_values(objects_[target_], attribute_values_);
}

rti::Result<std::size_t> Outlet::change(rti::RtiAmbassador& rti, rti::TransportationType to) {
  for (const rti::InteractionClassHandle each : interactions_) {
    auto asked = rti.request_interaction_transportation_type_change(each, to);
    if (!asked) return asked.error();
  }
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const auto& attributes = attributes_[i / static_cast<std::size_t>(shape_.instances)];
    auto asked = rti.request_attribute_transportation_type_change(objects_[i], attributes, to);
    if (!asked) return asked.error();
  }
  return interactions_.size() + objects_.size();
}

rti::Status Outlet::send_at(rti::RtiAmbassador& rti, rti::LogicalTime time) {
  if (!shape_.objects()) {
    auto sent = rti.send_interaction(interactions_[target_], parameter_values_, {}, time);
    return sent ? rti::Status() : rti::Status(sent.error());
  }
  auto sent = rti.update_attribute_values(objects_[target_], attribute_values_, {}, time);
  return sent ? rti::Status() : rti::Status(sent.error());
}

rti::Status subscribe(rti::BasicServices& rti, const ExchangeShape& shape,
                      const std::string& prefix, int number) {
  std::optional<rti::RegionHandle> region;
  if (shape.regions > 0) {
    const auto own = with_regions(rti);
    if (!own) return own.error();
    const auto made = make_region(**own, shape, shape.region_of(number));
    if (!made) return made.error();
    region = *made;
  }
  for (int type = 0; type < shape.types; ++type) {
    if (shape.objects()) {
      auto found = object_class(rti, shape, prefix, type);
      if (!found) return found.error();
      if (region) {
        const rti::AttributeRegions pairs{found->attributes, {*region}};
        auto done =
            (*with_regions(rti))
                ->subscribe_object_class_attributes_with_regions(found->handle, {&pairs, 1});
        if (!done) return done;
        continue;
      }
      auto done = rti.subscribe_object_class_attributes(found->handle, found->attributes);
      if (!done) return done;
    } else {
      auto handle = rti.get_interaction_class_handle(class_name(prefix, type));
      if (!handle) return handle.error();
      if (auto done = rti.subscribe_interaction_class(*handle); !done) return done;
    }
  }
  return {};
}

}  // namespace orrery::workloads::federates
