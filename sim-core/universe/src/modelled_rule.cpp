#include "orrery/universe/modelled_rule.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "orrery/base/random.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/toggle_rule.hpp"

namespace orrery::universe {

namespace {

// A number from 0 to below 1, with as many bits as the type holds exactly.
template <class Real>
Real fraction(std::uint64_t bits) {
  constexpr int digits = std::numeric_limits<Real>::digits;
  return static_cast<Real>(bits >> (64 - digits)) / static_cast<Real>(std::uint64_t{1} << digits);
}

template <class Number>
void put(std::byte* at, Number value) {
  std::memcpy(at, &value, sizeof(value));
}

void put_value(model::Type type, std::byte* at, std::uint64_t bits) {
  switch (type) {
    case model::Type::integer:
      return put(at, static_cast<std::uint32_t>(bits));
    case model::Type::long_integer:
      return put(at, bits);
    case model::Type::real:
      return put(at, fraction<float>(bits));
    case model::Type::double_real:
      return put(at, fraction<double>(bits));
    case model::Type::boolean:
      return put(at, static_cast<std::uint8_t>(bits & 1));
    case model::Type::none:
    case model::Type::string:
    case model::Type::element:
      break;  // of() refuses to monitor these
  }
}

bool can_be_monitored(const model::Layout::Field& field) {
  return field.bytes() > 0 && field.type != model::Type::string &&
         (!field.element || !field.element->has_strings());
}

ModelledRule::Property property_of(const model::Layout::Field& field) {
  ModelledRule::Property property{field.name, field.offset, field.bytes(), {}};
  if (!field.element) {
    property.runs.push_back({field.type, field.offset, field.count()});
    return property;
  }
  for (std::uint32_t i = 0; i < field.count(); ++i) {
    field.element->for_each_run(
        [&](model::Type type, std::size_t offset, std::size_t count) {
          property.runs.push_back({type, offset, count});
        },
        field.offset + i * field.element->size());
  }
  return property;
}

}  // namespace

base::Result<ModelledRule> ModelledRule::of(std::shared_ptr<const model::Layout> layout,
                                            std::uint32_t monitors) {
  if (layout->size() > greatest_instance_bytes) {
    return base::Error{base::ErrorCode::too_big,
                       "an instance of " + std::to_string(layout->size()) + " bytes, of at most " +
                           std::to_string(greatest_instance_bytes) +
                           ": make the arrays of its model shorter"};
  }
  ModelledRule rule;
  std::string names;
  std::size_t usable = 0;
  for (const model::Layout::Field& field : layout->fields()) {
    if (!can_be_monitored(field)) continue;
    names += (usable++ == 0 ? "" : ", ") + field.name;
    if (rule.monitored_.size() < monitors) rule.monitored_.push_back(property_of(field));
  }
  if (usable < monitors) {
    return base::Error{base::ErrorCode::invalid_argument,
                       std::to_string(monitors) + " monitored properties of an entity that has " +
                           std::to_string(usable) + " without texts" +
                           (usable > 0 ? " (" + names + ")" : "") +
                           ": monitor fewer, or give the entity more properties"};
  }
  rule.layout_ = std::move(layout);
  return rule;
}

std::size_t ModelledRule::greatest_bytes() const {
  return std::ranges::max(monitored_, {}, &Property::bytes).bytes;
}

void ModelledRule::change(std::uint64_t seed, EntityId id, Step step, std::uint32_t property,
                          std::byte* instance) const {
  const Property& changed = monitored_[property];
  std::uint64_t stream = toggle_initial(seed, id, property) +
                         hash_of_bytes({instance + changed.offset, changed.bytes}) +
                         step_weight(step);
  for (const Run& run : changed.runs) {
    const std::size_t width = model::width_of(run.type);
    std::byte* at = instance + run.offset;
    for (std::size_t i = 0; i < run.count; ++i, at += width) {
      stream += 0x9e3779b97f4a7c15U;
      put_value(run.type, at, base::mix64(stream));
    }
  }
}

}  // namespace orrery::universe
