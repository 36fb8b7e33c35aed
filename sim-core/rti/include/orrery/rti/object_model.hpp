// The object model of a federation: its FOM modules, checked and merged.
//
// The order of the modules does not matter. An item that several modules define must be equal in all of them; all but one may
// define a class as a scaffold, without attributes or parameters. A module may use what another defines. Descriptive columns
// (semantics, notes, update conditions), sharing, and columns that one of the modules leaves out are not compared. The classes
// of the MIM are always part of the model and have the lowest handles.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "orrery/rti/errors.hpp"
#include "orrery/rti/fom_module.hpp"
#include "orrery/rti/handles.hpp"

namespace orrery::rti {

inline constexpr std::size_t most_attributes = 256;  // per class, inherited ones included
inline constexpr std::size_t most_classes = 16'384;  // object classes; interaction classes
inline constexpr std::size_t most_dimensions = 1024;

struct Attribute {
  std::string name;
  TransportationType transportation = TransportationType::reliable;
  OrderType order = OrderType::receive;
  std::vector<DimensionHandle> dimensions;
  bool periodic = false;  // its update type
};
struct ObjectClass {
  std::string name;
  ObjectClassHandle handle;
  ObjectClassHandle parent;           // the root is its own parent
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

// A row of the update rate table (IEEE 1516.2-2010, 4.11): updates per second.
struct UpdateRate {
  std::string name;
  double per_second = 0;
  bool operator==(const UpdateRate&) const = default;
};

// What the merged modules state, with the place of each statement.
struct FederationDescription;

class ObjectModel {
 public:
  ObjectModel() = default;  // has no classes; assign to it
  // Errors: InconsistentFDD, naming the item and where each module states it.
  static Result<ObjectModel> merge(const std::vector<FomModule>& modules);
  // With `own_mim` in place of the standard's MIM: it defines all of that and may add to its classes. Errors: also
  // ErrorReadingMIM.
  static Result<ObjectModel> merge(const std::vector<FomModule>& modules, const FomModule& own_mim);
  // This model and more modules. Handles do not change.
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
  // By full name, or without the root ("Vehicle.Tank"). Errors: NameNotFound.
  [[nodiscard]] Result<ObjectClassHandle> object_class(std::string_view name) const;
  [[nodiscard]] Result<InteractionClassHandle> interaction_class(std::string_view name) const;
  [[nodiscard]] Result<AttributeHandle> attribute(ObjectClassHandle object_class,
                                                  std::string_view name) const;
  [[nodiscard]] Result<ParameterHandle> parameter(InteractionClassHandle interaction_class,
                                                  std::string_view name) const;
  [[nodiscard]] Result<DimensionHandle> dimension(std::string_view name) const;
  // Is `below` this class or one of its subclasses?
  [[nodiscard]] bool is_a(ObjectClassHandle below, ObjectClassHandle above) const;
  [[nodiscard]] bool is_a(InteractionClassHandle below, InteractionClassHandle above) const;
  // The row of a table; null if no module states it.
  [[nodiscard]] const FomEntry* row(FomTable table, const std::string& key) const;
  // A switch of the switches table, by its element ("autoProvide").
  [[nodiscard]] bool switched_on(const std::string& name, bool unless_stated = false) const;
  // The automatic resign directive of federates that set none. cancel_then_delete_then_divest if no module states one.
  [[nodiscard]] ResignAction automatic_resign() const;
  // Rows of modules added later are at the end.
  [[nodiscard]] const std::vector<UpdateRate>& update_rates() const { return update_rates_; }
  // Standard, this RTI's, or defined by a module. Errors: NameNotFound.
  [[nodiscard]] Result<TransportationType> transportation(const std::string& name) const;

  // The modules in the order of their addition, each once, without the MIM.
  struct ModuleText {
    std::string designator;
    std::string source;
  };
  [[nodiscard]] const std::vector<std::shared_ptr<const ModuleText>>& modules() const {
    return modules_;
  }
  // The federation's own MIM, or HLAstandardMIM.
  [[nodiscard]] const ModuleText& mim_text() const { return *mim_; }
  // The current FDD: all modules as one OMT document.
  [[nodiscard]] std::string description() const;

 private:
  static Result<ObjectModel> of_mim(const FomModule* own_mim);
  // Gives handles to what `stated` has more than the present description, which it replaces.
  Status extend(std::shared_ptr<const FederationDescription> stated);
  Status extend_dimensions(const FederationDescription& stated);
  void extend_update_rates(const FederationDescription& stated);
  Status extend_object_class(const FederationDescription& stated, const std::string& name,
                             std::size_t classes_before);
  Status extend_interaction_class(const FederationDescription& stated, const std::string& name,
                                  std::size_t classes_before);
  Result<std::vector<DimensionHandle>> dimensions_of(const std::vector<std::string>& names,
                                                     const std::string& user) const;

  std::vector<ObjectClass> object_classes_;
  std::vector<InteractionClass> interaction_classes_;
  std::vector<Dimension> dimensions_;
  std::unordered_map<std::string, ObjectClassHandle> object_class_names_;
  std::unordered_map<std::string, InteractionClassHandle> interaction_class_names_;
  std::vector<UpdateRate> update_rates_;
  std::vector<std::shared_ptr<const ModuleText>> modules_;
  std::shared_ptr<const ModuleText> mim_;
  std::shared_ptr<const FederationDescription> stated_;
};

}  // namespace orrery::rti
