// What the modelling language costs: the study's measurements, made here. Times are medians of batches, each long enough
// for the clock; the caller chooses how long a figure may take, and the core it runs on.
//
// Source: uss-prototype-evaluation, section 6.3 (Tables 6.5, 6.7 and 6.8, Figures 6.2 to 6.9).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "orrery/model/kinds.hpp"
#include "orrery/model/layout.hpp"

namespace orrery::workloads::model_language {

struct Effort {
  std::int64_t figure_ns = 20'000'000;  // for each figure
  std::function<bool()> stopped;        // asked between batches; may be empty
};

// Table 6.7: one component's definition, given as text, in a model of a few components; without contents.
struct OperationTimes {
  double insert_ns = 0;
  double replace_ns = 0;
  double remove_ns = 0;
};
inline constexpr std::array operation_kinds{model::Kind::element, model::Kind::constant,
                                            model::Kind::property, model::Kind::function,
                                            model::Kind::entity};
OperationTimes time_operations(model::Kind kind, const Effort& effort);

struct DependencyTimes {
  double add_ns = 0;
  double remove_ns = 0;
};
DependencyTimes time_dependencies(const Effort& effort);

// A property put into, and taken out of, an element of which so many instances live; for each instance.
struct LiveTimes {
  double insert_ns = 0;
  double remove_ns = 0;
};
LiveTimes time_live_change(std::uint32_t instances, const Effort& effort);

// Table 6.5: bytes of one component among many of its kind, with its share of the index, without its name.
inline constexpr std::array measured_kinds{model::Kind::element,  model::Kind::constant,
                                           model::Kind::property, model::Kind::function,
                                           model::Kind::universe, model::Kind::entity};
double component_bytes(model::Kind kind);

// Section 6.3.1: a whole model read into an empty interpreter, and brought into its other forms.
struct TextTimes {
  double interpret_ns = 0;
  double tokenise_ns = 0;
  double compress_ns = 0;
  double decompress_ns = 0;
};
// Of a model without errors.
TextTimes time_text(const std::string& text, const Effort& effort);

// Table 6.8 and Figures 6.4 to 6.9.
struct StateTimes {
  double construct_ns = 0;
  double destruct_ns = 0;
  double size_ns = 0;
  double pack_ns = 0;
  double unpack_ns = 0;
  double pack_swapped_ns = 0;
  double unpack_swapped_ns = 0;

  StateTimes& operator+=(const StateTimes& other);
};
StateTimes time_state(const model::Layout& layout, const Effort& effort);

// Of the component "U.subject" of one of the models below.
std::shared_ptr<const model::Layout> subject_layout(const std::string& text);

// A property of this type; an array of so many integers; an element so many levels deep; a string of so many characters; an
// element without properties.
std::string type_model(model::Type type);
std::string array_model(std::uint32_t length);
std::string nested_model(std::uint32_t depth);
std::string text_model(std::uint32_t length);
std::string empty_model();

}  // namespace orrery::workloads::model_language
