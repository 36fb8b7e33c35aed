// The arguments of a call for the face, and its answers as values.
#pragma once

#include "player.hpp"

namespace orrery::rti::testing {

inline constexpr std::uint64_t invalid_handle = 999'999'999;

template <class T>
auto find_handle(const std::map<int, T>& map, int id) {
  const auto found = map.find(id);
  T missing;
  missing.value = static_cast<decltype(missing.value)>(invalid_handle);
  return found == map.end() ? missing : found->second;
}

inline Bytes raw(const std::string& text) { return std::as_bytes(std::span(text)); }

// What the arguments of a call are for the face.
struct Arguments {
  Arguments(const Call& call, const Handles& handles)
      : tag("t" + std::to_string(call.id)),
        value("v" + std::to_string(call.id)),
        object_class(handles.object_class(
            subject_of(call.service) == Subject::object_class ? call.subject : unknown)),
        interaction(handles.interaction(
            subject_of(call.service) == Subject::interaction ? call.subject : unknown)),
        object(find_handle(handles.objects, call.subject)),
        time(handles.times.time(call.time)) {
    const auto known = handles.classes.find(call.subject);
    const Subject subject = subject_of(call.service);
    const int row = subject == Subject::object_class ? call.subject
                    : known == handles.classes.end() ? unknown
                                                     : known->second;
    for (const int each : call.attributes) {
      attributes.push_back(handles.attribute(row, each));
      values.push_back({attributes.back(), raw(value)});
      const int of = subject == Subject::interaction ? call.subject : unknown;
      parameters.push_back({handles.parameter(of, each), raw(value)});
    }
    for (const int each : call.regions) regions.push_back(find_handle(handles.regions, each));
    for (const int each : call.dimensions) dimensions.push_back(handles.dimension(each));
    attribute_regions = {{attributes, regions}};
    if (call.choice == no_update_rate) update_rate = "no such rate";
    const auto& rates = fom::update_rates();
    if (call.choice > 0 && call.choice <= static_cast<int>(rates.size()))
      update_rate = rates[static_cast<std::size_t>(call.choice - 1)];
    for (const int each : call.federates) federates.push_back(find_handle(handles.federates, each));
  }
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  std::string tag;
  std::string value;
  ObjectClassHandle object_class;
  InteractionClassHandle interaction;
  ObjectInstanceHandle object;
  LogicalTime time;
  std::vector<AttributeHandle> attributes;
  std::vector<AttributeValue> values;
  std::vector<ParameterValue> parameters;
  std::vector<FederateHandle> federates;
  std::vector<RegionHandle> regions;
  std::vector<DimensionHandle> dimensions;
  std::vector<AttributeRegions> attribute_regions;
  std::string update_rate;  // of a service that has one
};

inline Answer answer(const Status& status) {
  if (status.ok()) return {};
  return {.error = status.error().code, .message = status.error().message};
}
template <class T, class Then>
Answer answer(const Result<T>& result, const Then& then) {
  if (!result.ok()) return {.error = result.error().code, .message = result.error().message};
  return {.value = then(*result)};
}

// Makes the call if it is a support service (clause 10) or of a set of names (6.5, 6.7).
std::optional<Answer> make_support(const Call& call, RtiAmbassador& rti, const Handles& handles);
// Makes the call if it is one of clause 7.
std::optional<Answer> make_ownership(const Call& call, RtiAmbassador& rti, const Handles& handles);
// Makes the call if it is one of clause 9, or of the support services of regions.
std::optional<Answer> make_regions(const Call& call, RtiAmbassador& rti, Handles& handles);
// Makes the call if it is of an advisory switch (10.33 to 10.40).
std::optional<Answer> make_switch(const Call& call, RtiAmbassador& rti);
// Makes the call if it is one of 4.16 to 4.32.
std::optional<Answer> make_save(const Call& call, RtiAmbassador& rti, const Times& times);

// Keeps the handle that a call brought.
std::string keep_object(const Call& call, ObjectInstanceHandle made, Handles& handles);
std::string keep_message(const Call& call, const std::optional<MessageRetractionHandle>& made,
                         Handles& handles);

}  // namespace orrery::rti::testing
