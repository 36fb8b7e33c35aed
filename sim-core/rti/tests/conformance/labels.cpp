#include "labels.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace orrery::rti::testing::conformance {

namespace {

const std::string object_root = "HLAobjectRoot.";
const std::string interaction_root = "HLAinteractionRoot.";
const std::string privilege = "HLAprivilegeToDeleteObject";

std::string without(const std::string& root, const std::string& name) {
  return name.starts_with(root) ? name.substr(root.size()) : name;
}

template <class Handles, class Handle>
std::string known(const Handles& labels, Handle handle, const char* unknown) {
  const auto found = labels.find(handle);
  return found == labels.end() ? unknown : found->second;
}

}  // namespace

FomModule module_of(const std::string& elements, const std::string& name) {
  auto read = parse_fom("<objectModel>" + elements + "</objectModel>", name);
  EXPECT_TRUE(read.ok()) << (read ? "" : read.error().message);
  return std::move(*read);
}

std::vector<FomModule> conformance_modules(const std::string& switches) {
  const std::string x = "<dimensions><dimension>X</dimension></dimensions>";
  const std::string xy =
      "<dimensions><dimension>X</dimension><dimension>Y</dimension></dimensions>";
  const auto attribute = [](const std::string& name, const std::string& order,
                            const std::string& dimensions,
                            const std::string& transportation = "HLAreliable") {
    return "<attribute><name>" + name + "</name>" + dimensions + "<transportation>" +
           transportation + "</transportation><order>" + order + "</order></attribute>";
  };
  const auto interaction = [](const std::string& name, const std::string& order,
                              const std::string& dimensions, const std::string& parameter,
                              const std::string& subclass = "") {
    return "<interactionClass><name>" + name + "</name>" + dimensions +
           "<transportation>HLAreliable</transportation><order>" + order +
           "</order><parameter><name>" + parameter + "</name></parameter>" + subclass +
           "</interactionClass>";
  };
  const auto object_class = [](const std::string& name, const std::string& content) {
    return "<objectClass><name>" + name + "</name>" + content + "</objectClass>";
  };
  const std::string receive = "Receive";
  const std::string stamped = "TimeStamp";
  const std::string a =
      attribute("a1", receive, "") + attribute("a2", stamped, "") +
      attribute("a3", receive, "", "HLAbestEffort") +
      object_class("B", attribute("b1", receive, "") + attribute("b2", stamped, "") +
                            object_class("C", attribute("c1", receive, "")));
  const std::string d = attribute("d1", receive, xy) + attribute("d2", receive, x) +
                        attribute("d3", receive, "") + attribute("d4", stamped, xy) +
                        object_class("E", attribute("e1", receive, x));
  const std::string objects =
      "<objects>" + object_class("HLAobjectRoot", object_class("A", a) + object_class("D", d)) +
      "</objects>";
  const std::string interactions =
      "<interactions><interactionClass><name>HLAinteractionRoot</name>" +
      interaction("K", receive, "", "k1", interaction("L", receive, "", "l1")) +
      interaction("T", stamped, "", "t1", interaction("U", stamped, "", "u1")) +
      interaction("R", receive, xy, "r1", interaction("S", receive, xy, "s1")) +
      interaction("Q", stamped, x, "q1") + "</interactionClass></interactions>";
  const std::string dimensions =
      "<dimensions><dimension><name>X</name><upperBound>100</upperBound></dimension>"
      "<dimension><name>Y</name><upperBound>50</upperBound></dimension></dimensions>";
  const std::string rates =
      "<updateRates><updateRate><name>slow</name><rate>2</rate></updateRate>"
      "<updateRate><name>fast</name><rate>100</rate></updateRate></updateRates>";
  return {module_of(
      objects + interactions + dimensions + "<switches>" + switches + "</switches>" + rates,
      "conformance.xml")};
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string each; in >> each;) all.push_back(each);
  return all;
}

std::string Labels::name(ObjectClassHandle object_class) const {
  return model.has(object_class) ? without(object_root, model[object_class].name) : "?";
}
std::string Labels::name(InteractionClassHandle interaction) const {
  return model.has(interaction) ? without(interaction_root, model[interaction].name) : "?";
}
std::string Labels::name(ObjectInstanceHandle object) const {
  return known(object_labels, object, "?");
}
std::string Labels::name(FederateHandle federate) const { return known(federates, federate, "?"); }
std::string Labels::name(MessageRetractionHandle message) const {
  for (const auto& [label, handle] : messages) {
    if (handle == message) return label;
  }
  return "?";
}
std::string Labels::name(InteractionClassHandle interaction, ParameterHandle parameter) const {
  const auto& all = model[interaction].parameters;
  return parameter.value < all.size() ? all[parameter.value] : "?";
}
std::string Labels::name(ObjectInstanceHandle object, AttributeHandle attribute) const {
  const auto object_class = object_classes.find(object);
  if (object_class == object_classes.end()) return "?";
  const auto& all = model[object_class->second].attributes;
  if (attribute.value >= all.size()) return "?";
  const std::string& name = all[attribute.value].name;
  return name == privilege ? "priv" : name;
}
std::string Labels::names(ObjectInstanceHandle object,
                          std::span<const AttributeHandle> attributes) const {
  std::string all;
  for (const AttributeHandle each : attributes) all += " " + name(object, each);
  return all;
}

AttributeHandle Labels::attribute(ObjectClassHandle object_class, const std::string& name) const {
  const auto found = model.attribute(object_class, name == "priv" ? privilege : name);
  return found ? *found : AttributeHandle{9999};
}
ObjectInstanceHandle Labels::object(const std::string& label) const {
  const auto found = objects.find(label);
  return found == objects.end() ? ObjectInstanceHandle{} : found->second;
}

}  // namespace orrery::rti::testing::conformance
