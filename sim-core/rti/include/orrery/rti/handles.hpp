// Handles: numbers, each kind with its own type. Handles of classes, attributes, parameters and dimensions are the same for all
// federates of a federation. An attribute or parameter has the same handle in all subclasses.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace orrery::rti {

template <class Tag, class Number>
struct Handle {
  Number value = 0;
  auto operator<=>(const Handle&) const = default;
};

using FederateHandle = Handle<struct FederateTag, std::uint32_t>;  // from 1
using ObjectClassHandle = Handle<struct ObjectClassTag, std::uint16_t>;
using InteractionClassHandle = Handle<struct InteractionClassTag, std::uint16_t>;
using AttributeHandle = Handle<struct AttributeTag, std::uint16_t>;
using ParameterHandle = Handle<struct ParameterTag, std::uint16_t>;
using DimensionHandle = Handle<struct DimensionTag, std::uint16_t>;
using ObjectInstanceHandle = Handle<struct ObjectInstanceTag, std::uint64_t>;
using RegionHandle = Handle<struct RegionTag, std::uint64_t>;
using MessageRetractionHandle = Handle<struct MessageRetractionTag, std::uint64_t>;

}  // namespace orrery::rti

template <class Tag, class Number>
struct std::hash<orrery::rti::Handle<Tag, Number>> {
  std::size_t operator()(const orrery::rti::Handle<Tag, Number>& handle) const {
    return std::hash<Number>()(handle.value);
  }
};
