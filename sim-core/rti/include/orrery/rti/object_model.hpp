// A federation's object model: FOM modules read, checked and merged.
//
// parse_fom() reads a module: OMT XML of IEEE 1516-2010 (that of 1516-2000 too) or an HLA 1.3 `.fed` file. Both
// are bounded (most_module_bytes, depth, counts), so that no file, however malformed, does more than an
// ErrorReadingFDD with its line. merge() makes one model of modules, in their order: a class that several
// define must be the same in all, or be a scaffold (without attributes of its own) in all but one;
// otherwise InconsistentFDD. The standard classes (mim()) are always there, first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "orrery/rti/errors.hpp"
#include "orrery/rti/handles.hpp"

namespace orrery::rti {

enum class OrderType : std::uint8_t { receive, timestamp };
// The standard's two, and three of this RTI's that are best effort and
//   minimum_rate      repeat the newest value of an attribute that has not been sent for NodeOptions::repeat_ns: a sign of life
//   state_consistent  bring the newest value of an attribute to every subscriber in the end, those that come later too. Older
//                     ones that are lost stay lost
//   one_shot          hold what is sent with a logical time until its federate's time is that
// Of the first two no value is seen after a newer one. Interactions have no newest value: neither is for them.
enum class TransportationType : std::uint8_t {
  reliable,
  best_effort,
  minimum_rate,
  state_consistent,
  one_shot,
};
inline constexpr auto last_transportation = TransportationType::one_shot;
// In an object model: HLAreliable, HLAbestEffort, MinimumRate, StateConsistent, OneShot. Others that it defines are
// reliable or best effort, as it says.
std::string_view to_string(TransportationType type);
std::optional<TransportationType> transportation_named(std::string_view name);
constexpr bool keeps_newest(TransportationType type) {
  return type == TransportationType::minimum_rate || type == TransportationType::state_consistent;
}

inline constexpr std::size_t most_module_bytes = 16U << 20;
inline constexpr std::size_t most_attributes = 256;  // of a class, with inherited ones
inline constexpr std::size_t most_classes = 16'384;  // of objects; of interactions
inline constexpr std::size_t most_dimensions = 1024;

struct FomAttribute {
  std::string name;
  std::string datatype;
  TransportationType transportation = TransportationType::reliable;
  OrderType order = OrderType::receive;
  std::vector<std::string> dimensions;
  bool operator==(const FomAttribute&) const = default;
};
struct FomParameter {
  std::string name;
  std::string datatype;
  bool operator==(const FomParameter&) const = default;
};
struct FomObjectClass {
  std::string name;  // full: "HLAobjectRoot.Vehicle.Tank"
  std::vector<FomAttribute> attributes;
};
struct FomInteractionClass {
  std::string name;
  bool scaffold = true;  // says no transportation, order or parameters
  TransportationType transportation = TransportationType::reliable;
  OrderType order = OrderType::receive;
  std::vector<std::string> dimensions;
  std::vector<FomParameter> parameters;
};
struct FomDimension {
  std::string name;
  std::uint64_t upper_bound = 0;
};

struct FomModule {
  std::string designator;
  std::string source;                          // what was read
  std::vector<FomObjectClass> object_classes;  // a superclass before its subclasses
  std::vector<FomInteractionClass> interaction_classes;
  std::vector<FomDimension> dimensions;
  std::vector<std::string> transportations;
  std::vector<std::string> datatypes;
  std::vector<std::pair<std::string, bool>> switches;
  std::string time_stamp;  // datatype; empty: none said
};

// Errors: ErrorReadingFDD, with line.
Result<FomModule> parse_fom(std::string_view text, std::string designator);
const FomModule& mim();

struct Attribute {
  std::string name;
  TransportationType transportation = TransportationType::reliable;
  OrderType order = OrderType::receive;
  std::vector<DimensionHandle> dimensions;
};
struct ObjectClass {
  std::string name;
  ObjectClassHandle handle;
  ObjectClassHandle parent;           // the root's is itself
  std::size_t inherited = 0;          // attributes of superclasses come first
  std::vector<Attribute> attributes;  // by handle
};
struct InteractionClass {
  std::string name;
  InteractionClassHandle handle;
  InteractionClassHandle parent;
  TransportationType transportation = TransportationType::reliable;
  OrderType order = OrderType::receive;
  std::vector<DimensionHandle> dimensions;
  std::vector<std::string> parameters;  // by handle; inherited ones first
};
struct Dimension {
  std::string name;
  std::uint64_t upper_bound = 0;
};

class ObjectModel {
 public:
  // Errors: InconsistentFDD, naming class and modules.
  static Result<ObjectModel> merge(const std::vector<FomModule>& modules);
  // The same with more modules; handles stay what they were.
  [[nodiscard]] Result<ObjectModel> with(const std::vector<FomModule>& modules) const;

  [[nodiscard]] const std::vector<ObjectClass>& object_classes() const { return object_classes_; }
  [[nodiscard]] const std::vector<InteractionClass>& interaction_classes() const {
    return interaction_classes_;
  }
  [[nodiscard]] const std::vector<Dimension>& dimensions() const { return dimensions_; }
  [[nodiscard]] bool has(ObjectClassHandle handle) const {
    return handle.value < object_classes_.size();
  }
  [[nodiscard]] bool has(InteractionClassHandle handle) const {
    return handle.value < interaction_classes_.size();
  }
  [[nodiscard]] const ObjectClass& operator[](ObjectClassHandle handle) const {
    return object_classes_[handle.value];
  }
  [[nodiscard]] const InteractionClass& operator[](InteractionClassHandle handle) const {
    return interaction_classes_[handle.value];
  }
  // By full name, or without the root's ("Vehicle.Tank"). Errors: NameNotFound.
  [[nodiscard]] Result<ObjectClassHandle> object_class(std::string_view name) const;
  [[nodiscard]] Result<InteractionClassHandle> interaction_class(std::string_view name) const;
  [[nodiscard]] Result<AttributeHandle> attribute(ObjectClassHandle of,
                                                  std::string_view name) const;
  [[nodiscard]] Result<ParameterHandle> parameter(InteractionClassHandle of,
                                                  std::string_view name) const;
  [[nodiscard]] Result<DimensionHandle> dimension(std::string_view name) const;
  // Is `below` this class or one of its subclasses?
  [[nodiscard]] bool is_a(ObjectClassHandle below, ObjectClassHandle above) const;
  [[nodiscard]] bool is_a(InteractionClassHandle below, InteractionClassHandle above) const;
  [[nodiscard]] bool switched_on(const std::string& name) const;
  [[nodiscard]] const std::vector<std::string>& designators() const { return designators_; }

 private:
  Status add(const FomModule& module);
  Status add(const FomObjectClass& from, const std::string& designator);
  Status add(const FomInteractionClass& from, const std::string& designator);
  Result<std::vector<DimensionHandle>> dimensions_of(const std::vector<std::string>& names,
                                                     const std::string& user,
                                                     const std::string& designator) const;

  std::vector<ObjectClass> object_classes_;
  std::vector<InteractionClass> interaction_classes_;
  std::vector<Dimension> dimensions_;
  std::unordered_map<std::string, ObjectClassHandle> object_class_names_;
  std::unordered_map<std::string, InteractionClassHandle> interaction_class_names_;
  std::unordered_map<std::string, bool> switches_;
  std::vector<std::string> designators_;
  // As the modules said it, to see whether a repetition is the same. By handle.
  std::vector<FomObjectClass> said_objects_;
  std::vector<FomInteractionClass> said_interactions_;
};

}  // namespace orrery::rti
