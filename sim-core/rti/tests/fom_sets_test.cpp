// Sets of modules made at random: a model split, repeated in part and shuffled merges as the whole does; a contradiction in
// any table is refused with both places.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "orrery/base/random.hpp"
#include "orrery/rti/object_model.hpp"

namespace orrery::rti {
namespace {

// A share under sanitizers, which make a set ten times as slow: merging has one thread, and what AddressSanitizer finds in
// one set it finds in many.
#ifdef __SANITIZE_ADDRESS__
constexpr int sets = 600;
#else
constexpr int sets = 3000;
#endif

std::string numbered(const char* name, std::uint64_t number) {
  return name + std::to_string(number);
}

FomEntry leaf(std::string name, std::string text) { return {std::move(name), std::move(text)}; }
FomEntry row(std::string name, std::vector<FomEntry> parts) {
  return {.name = std::move(name), .parts = std::move(parts)};
}

// A whole model, as one module.
class Generator {
 public:
  explicit Generator(base::Random& random) : random_(random) {}

  FomModule make() {
    for (std::uint64_t i = 0; i < 1 + random_.below(4); ++i) {
      model_.dimensions.push_back({.name = numbered("Dimension", i),
                                   .upper_bound = 1 + random_.below(9),
                                   .columns = {leaf("dataType", datatype_name())}});
    }
    make_rows();
    model_.object_classes.push_back({.name = "HLAobjectRoot"});
    for (std::uint64_t i = 0; i < 2 + random_.below(8); ++i) {
      FomObjectClass made{.name = below(model_.object_classes) + numbered(".Class", i)};
      for (std::uint64_t n = 0; n < random_.below(4); ++n) {
        made.attributes.push_back({.name = numbered("a", 10 * i + n),
                                   .datatype = datatype_name(),
                                   .transportation = transportation_name(),
                                   .order = order(),
                                   .dimensions = some_dimensions(),
                                   .columns = {leaf("updateType", pick({"Static", "Periodic"}))}});
      }
      model_.object_classes.push_back(std::move(made));
    }
    model_.interaction_classes.push_back({.name = "HLAinteractionRoot"});
    for (std::uint64_t i = 0; i < 2 + random_.below(5); ++i) {
      FomInteractionClass made{.name = below(model_.interaction_classes) + numbered(".Message", i),
                               .scaffold = false,
                               .transportation = transportation_name(),
                               .order = order(),
                               .dimensions = some_dimensions()};
      for (std::uint64_t n = 0; n < random_.below(3); ++n) {
        made.parameters.push_back({numbered("p", 10 * i + n), datatype_name()});
      }
      model_.interaction_classes.push_back(std::move(made));
    }
    return std::move(model_);
  }

 private:
  std::string pick(const std::vector<std::string>& from) {
    return from[random_.below(from.size())];
  }
  std::string datatype_name() { return pick({"Size", "Colour", "Vector", "Record", "Choice"}); }
  std::string transportation_name() { return pick({"HLAreliable", "HLAbestEffort", "Quick"}); }
  OrderType order() { return random_.below(2) == 0 ? OrderType::receive : OrderType::timestamp; }
  std::vector<std::string> some_dimensions() {
    std::vector<std::string> names;
    for (const FomDimension& each : model_.dimensions) {
      if (random_.below(4) == 0) names.push_back(each.name);
    }
    return names;
  }
  template <class Class>
  std::string below(const std::vector<Class>& classes) {
    return classes[random_.below(classes.size())].name;
  }

  void add(FomTable table, const std::string& key, FomEntry entry) {
    model_.rows.push_back({table, key, std::move(entry)});
  }
  void make_rows() {
    const std::string number = std::to_string(1 + random_.below(50));
    add(FomTable::datatype, "Word", row("basicData", {leaf("name", "Word"), leaf("size", number)}));
    add(FomTable::datatype, "Size",
        row("simpleData", {leaf("name", "Size"), leaf("representation", "Word"),
                           leaf("units", pick({"m", "km"}))}));
    add(FomTable::datatype, "Colour",
        row("enumeratedData", {leaf("name", "Colour"), leaf("representation", "HLAoctet"),
                               row("enumerator", {leaf("name", "Red"), leaf("value", number)}),
                               row("enumerator", {leaf("name", "Blue"), leaf("value", "0")})}));
    add(FomTable::datatype, "Vector",
        row("arrayData", {leaf("name", "Vector"), leaf("dataType", "Size"),
                          leaf("cardinality", number), leaf("encoding", "HLAfixedArray")}));
    add(FomTable::datatype, "Record",
        row("fixedRecordData",
            {leaf("name", "Record"), leaf("encoding", "HLAfixedRecord"),
             row("field", {leaf("name", "first"), leaf("dataType", pick({"Size", "Colour"}))}),
             row("field", {leaf("name", "second"), leaf("dataType", "Vector")})}));
    add(FomTable::datatype, "Choice",
        row("variantRecordData",
            {leaf("name", "Choice"), leaf("discriminant", "which"), leaf("dataType", "Colour"),
             row("alternative", {leaf("enumerator", "Red"), leaf("name", "r"),
                                 leaf("dataType", pick({"Size", "Vector"}))}),
             row("alternative",
                 {leaf("enumerator", "Blue"), leaf("name", "b"), leaf("dataType", "Word")})}));
    add(FomTable::transportation, "Quick",
        row("transportation", {leaf("name", "Quick"), leaf("reliable", pick({"Yes", "No"}))}));
    add(FomTable::update_rate, "Low",
        row("updateRate", {leaf("name", "Low"), leaf("rate", number)}));
    add(FomTable::switches, "autoProvide",
        row("autoProvide", {leaf("isEnabled", pick({"true", "false"}))}));
    add(FomTable::switches, "automaticResignAction",
        row("automaticResignAction", {leaf("resignAction", pick({"NoAction", "DeleteObjects"}))}));
    add(FomTable::time, "timeStamp",
        row("timeStamp", {leaf("dataType", pick({"HLAfloat64Time", "HLAinteger64Time"}))}));
    add(FomTable::time, "lookahead",
        row("lookahead", {leaf("dataType", pick({"HLAfloat64Time", "HLAinteger64Time"}))}));
    add(FomTable::tag, "updateReflectTag",
        row("updateReflectTag", {leaf("dataType", datatype_name())}));
    add(FomTable::synchronization_point, "Ready",
        row("synchronizationPoint", {leaf("label", "Ready"), leaf("dataType", datatype_name())}));
    add(FomTable::note, "n1", row("note", {leaf("label", "n1"), leaf("semantics", number)}));
  }

  base::Random& random_;
  FomModule model_{.designator = "whole.xml"};
};

FomModule reread(const FomModule& module) {
  auto read = parse_fom(to_omt(module), module.designator);
  EXPECT_TRUE(read) << read.error().message;
  return read ? std::move(*read) : FomModule{};
}

// Each item in one module at least.
std::vector<FomModule> split(const FomModule& whole, base::Random& random) {
  std::vector<FomModule> modules(2 + random.below(5));
  for (std::size_t i = 0; i < modules.size(); ++i) {
    modules[i].designator = std::string(1, static_cast<char>('a' + i)) + ".xml";
  }
  const auto deal = [&](const auto& items, auto list) {
    for (const auto& item : items) {
      const std::size_t certain = random.below(modules.size());
      for (std::size_t i = 0; i < modules.size(); ++i) {
        if (i == certain || random.below(4) == 0) (modules[i].*list).push_back(item);
      }
    }
  };
  deal(whole.rows, &FomModule::rows);
  deal(whole.dimensions, &FomModule::dimensions);
  deal(whole.object_classes, &FomModule::object_classes);
  deal(whole.interaction_classes, &FomModule::interaction_classes);
  for (FomModule& module : modules) module = reread(module);
  return modules;
}

template <class Item>
void shuffle(std::vector<Item>& items, base::Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

// One statement made to contradict the model; what the error must say.
struct Contradiction {
  FomModule module{.designator = "zz.xml"};
  std::string item;
};

// A column in depth: of the entry or of a row in it.
FomEntry& some_column(FomEntry& entry, base::Random& random) {
  for (;;) {
    FomEntry& part = entry.parts[random.below(entry.parts.size())];
    if (!part.parts.empty()) return some_column(part, random);
    if (part.name != "name" && part.name != "label" && part.name != "enumerator") return part;
  }
}

Contradiction contradict(const FomModule& whole, base::Random& random) {
  Contradiction made;
  std::vector<const FomObjectClass*> classes;
  for (const FomObjectClass& each : whole.object_classes) {
    if (!each.attributes.empty()) classes.push_back(&each);
  }
  const std::uint64_t which = random.below(8);
  if (which == 0) {
    FomDimension other = whole.dimensions[random.below(whole.dimensions.size())];
    if (random.below(2) == 0) {
      other.upper_bound += 1;
    } else {
      other.columns.front().text += "X";
    }
    made.item = "dimension '" + other.name + "'";
    made.module.dimensions.push_back(std::move(other));
  } else if (which == 1) {
    FomInteractionClass other =
        whole.interaction_classes[1 + random.below(whole.interaction_classes.size() - 1)];
    made.item = "interaction class '" + other.name + "'";
    if (random.below(2) == 0) {
      other.order = other.order == OrderType::receive ? OrderType::timestamp : OrderType::receive;
    } else if (!other.parameters.empty() && random.below(2) == 0) {
      other.parameters.back().datatype += "X";
    } else {
      other.parameters.push_back({"more", "Size"});
    }
    made.module.interaction_classes.push_back(std::move(other));
  } else if (which <= 3 && !classes.empty()) {
    FomObjectClass other = *classes[random.below(classes.size())];
    made.item = "object class '" + other.name + "'";
    FomAttribute& attribute = other.attributes[random.below(other.attributes.size())];
    switch (random.below(6)) {
      case 0:
        attribute.datatype += "X";
        break;
      case 1:
        attribute.transportation += "X";
        break;
      case 2:
        attribute.order =
            attribute.order == OrderType::receive ? OrderType::timestamp : OrderType::receive;
        break;
      case 3:
        attribute.dimensions.emplace_back("HLAfederate");
        break;
      case 4:
        attribute.columns.front().text = "Conditional";
        break;
      default:
        other.attributes.push_back({.name = "more"});
    }
    made.module.object_classes.push_back(std::move(other));
  } else {
    FomRow other = whole.rows[random.below(whole.rows.size())];
    made.item = "'" + other.key + "'";
    FomEntry& column = some_column(other.entry, random);
    if (column.name == "isEnabled") {
      column.text = column.text == "true" ? "false" : "true";
    } else if (column.name == "resignAction") {
      column.text = "DeleteObjectsThenDivest";
    } else {
      column.text += "1";
    }
    made.module.rows.push_back(std::move(other));
  }
  made.module = reread(made.module);
  return made;
}

// "zz.xml line 7" and the like: every place that an error names.
std::set<std::string> modules_in(const std::string& message) {
  std::set<std::string> found;
  for (std::size_t at = message.find(".xml line "); at != std::string::npos;
       at = message.find(".xml line ", at + 1)) {
    const std::size_t space = message.rfind(' ', at);
    found.insert(message.substr(space == std::string::npos ? 0 : space + 1,
                                at + 4 - (space == std::string::npos ? 0 : space + 1)));
  }
  return found;
}

TEST(FomSets, MergeTheSameInEveryOrder) {
  for (int set = 0; set < sets; ++set) {
    SCOPED_TRACE("set " + std::to_string(set));
    base::Random random(14, static_cast<std::uint64_t>(set));
    const FomModule whole = Generator(random).make();
    const auto expected = ObjectModel::merge({whole});
    ASSERT_TRUE(expected) << expected.error().message;
    std::vector<FomModule> modules = split(whole, random);
    for (int order = 0; order < 2; ++order) {
      shuffle(modules, random);
      const auto model = ObjectModel::merge(modules);
      ASSERT_TRUE(model) << model.error().message;
      ASSERT_EQ(model->object_classes().size(), expected->object_classes().size());
      for (const ObjectClass& each : expected->object_classes()) {
        ASSERT_EQ((*model)[each.handle].name, each.name);
        ASSERT_EQ((*model)[each.handle].attributes.size(), each.attributes.size());
      }
      if (order == 0 || set % 10 == 0) {
        ASSERT_EQ(model->description(), expected->description());
      }
    }
  }
}

TEST(FomSets, RefuseAContradictionWithBothPlaces) {
  std::set<std::string> items;
  for (int set = 0; set < sets; ++set) {
    SCOPED_TRACE("set " + std::to_string(set));
    base::Random random(41, static_cast<std::uint64_t>(set));
    const FomModule whole = Generator(random).make();
    std::vector<FomModule> modules = split(whole, random);
    const Contradiction contradiction = contradict(whole, random);
    modules.push_back(contradiction.module);
    std::string said;
    for (int order = 0; order < 2; ++order) {
      shuffle(modules, random);
      const auto model = ObjectModel::merge(modules);
      ASSERT_FALSE(model) << contradiction.item;
      ASSERT_EQ(model.error().code, ErrorCode::InconsistentFDD);
      const std::string& message = model.error().message;
      ASSERT_NE(message.find(contradiction.item), std::string::npos)
          << contradiction.item << " is not in: " << message;
      const std::set<std::string> named = modules_in(message);
      ASSERT_EQ(named.size(), 2U) << message;
      ASSERT_TRUE(named.contains("zz.xml")) << message;
      ASSERT_TRUE(said.empty() || said == message) << said << "\nor\n" << message;
      said = message;
    }
    items.insert(contradiction.item.substr(0, contradiction.item.find_last_of("0123456789")));
  }
  EXPECT_GT(items.size(), 15U) << "of all tables";
}

// A dimension or transportation that no module defines any more.
TEST(FomSets, NameWhatIsMissing) {
  int refused = 0;
  for (int set = 0; set < sets / 3; ++set) {
    SCOPED_TRACE("set " + std::to_string(set));
    base::Random random(7, static_cast<std::uint64_t>(set));
    const FomModule whole = Generator(random).make();
    std::vector<FomModule> modules = split(whole, random);
    const bool transportation = random.below(2) == 0;
    const std::string name =
        transportation ? "Quick" : whole.dimensions[random.below(whole.dimensions.size())].name;
    for (FomModule& module : modules) {
      if (transportation) {
        std::erase_if(module.rows, [&](const FomRow& each) { return each.key == name; });
      } else {
        std::erase_if(module.dimensions,
                      [&](const FomDimension& each) { return each.name == name; });
      }
    }
    const auto uses = [&](const auto& item) {
      return transportation ? item.transportation == name
                            : std::ranges::count(item.dimensions, name) > 0;
    };
    const bool used = std::ranges::any_of(whole.interaction_classes, uses) ||
                      std::ranges::any_of(whole.object_classes, [&](const FomObjectClass& each) {
                        return std::ranges::any_of(each.attributes, uses);
                      });
    shuffle(modules, random);
    const auto model = ObjectModel::merge(modules);
    ASSERT_EQ(model.ok(), !used);
    if (model) continue;
    ++refused;
    const std::string& message = model.error().message;
    ASSERT_NE(message.find("'" + name + "', which no module defines"), std::string::npos)
        << message;
    ASSERT_EQ(modules_in(message).size(), 1U) << message;
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace orrery::rti
