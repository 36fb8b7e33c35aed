// Names for the handles of a check: classes and attributes of the object model, objects, messages and federates.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "orrery/rti/object_model.hpp"
#include "orrery/rti/types.hpp"

namespace orrery::rti::testing::conformance {

// The object model of these checks: classes A, A.B, A.B.C, D and D.E, interactions K, K.L, T, T.U, R, R.S and Q.
// a2, b2 and d4, T, T.U and Q have timestamp order; a3 is best effort. d1, d4 and R have the dimensions X (to 100) and Y (to 50),
// d2, e1 and Q have X, all else has none. `switches`: rows of the switches table.
std::vector<FomModule> conformance_modules(const std::string& switches = "");
// A module named `name` of these elements.
FomModule module_of(const std::string& elements, const std::string& name = "more.xml");

std::vector<std::string> words(const std::string& text);

// Shared by the federates of one check: what one has registered, others name too.
struct Labels {
  explicit Labels(ObjectModel all) : model(std::move(all)) {}

  [[nodiscard]] std::string name(ObjectClassHandle object_class) const;
  [[nodiscard]] std::string name(InteractionClassHandle interaction) const;
  [[nodiscard]] std::string name(ObjectInstanceHandle object) const;
  [[nodiscard]] std::string name(FederateHandle federate) const;
  [[nodiscard]] std::string name(MessageRetractionHandle message) const;
  [[nodiscard]] std::string name(InteractionClassHandle interaction,
                                 ParameterHandle parameter) const;
  [[nodiscard]] std::string name(ObjectInstanceHandle object, AttributeHandle attribute) const;
  [[nodiscard]] std::string names(ObjectInstanceHandle object,
                                  std::span<const AttributeHandle> attributes) const;

  [[nodiscard]] AttributeHandle attribute(ObjectClassHandle object_class,
                                          const std::string& name) const;
  // An object that no check has registered has the handle 0.
  [[nodiscard]] ObjectInstanceHandle object(const std::string& label) const;

  ObjectModel model;
  std::map<std::string, ObjectInstanceHandle> objects;
  std::map<ObjectInstanceHandle, std::string> object_labels;
  std::map<ObjectInstanceHandle, ObjectClassHandle> object_classes;  // as registered
  std::map<std::string, MessageRetractionHandle> messages;
  std::map<FederateHandle, std::string> federates;
};

}  // namespace orrery::rti::testing::conformance
