// Measures the costs of the universe modelling language, as the study did. Times are medians of batches that are long enough
// for the clock. The caller chooses the duration of a measurement, and the core that it runs on.
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
  std::int64_t figure_ns = 20'000'000;  // duration of each measurement; at least 3 rounds
  std::function<bool()> stopped;        // called between batches; may be empty
};

// Table 6.7: times of one operation on a component without contents, given as text, in a model of a few components.
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

// Time per live instance to insert a property into an element with `instances` live instances, and to remove it.
struct LiveTimes {
  double insert_ns = 0;
  double remove_ns = 0;
};
LiveTimes time_live_change(std::uint32_t instances, const Effort& effort);

// Table 6.5: memory of one component among many of its kind, in bytes, with its share of the index and without its name.
inline constexpr std::array measured_kinds{model::Kind::element,  model::Kind::constant,
                                           model::Kind::property, model::Kind::function,
                                           model::Kind::universe, model::Kind::entity};
double component_bytes(model::Kind kind);

// Section 6.3.1: times to read a whole model into an empty interpreter, and to convert it to its other forms.
struct TextTimes {
  double interpret_ns = 0;
  double tokenise_ns = 0;
  double compress_ns = 0;
  double decompress_ns = 0;
};
// `text`: a model without errors.
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

// The layout of the component "U.subject" of a model that a function below returns.
std::shared_ptr<const model::Layout> subject_layout(const std::string& text);

// Models in which "U.subject" is a property of `type`, an array of `length` integers, an element of `depth` levels, a string
// of `length` characters, or an element without properties.
std::string type_model(model::Type type);
std::string array_model(std::uint32_t length);
std::string nested_model(std::uint32_t depth);
std::string text_model(std::uint32_t length);
std::string empty_model();

}  // namespace orrery::workloads::model_language
