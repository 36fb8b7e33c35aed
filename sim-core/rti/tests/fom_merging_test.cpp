// Modules of a FOM merged (IEEE 1516.2-2010, clause 7): in any order, with other modules' definitions, conflicts refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "orrery/rti/object_model.hpp"

namespace orrery::rti {
namespace {

FomModule module_of(const std::string& designator, const std::string& content) {
  auto module = parse_fom("<objectModel>\n" + content + "\n</objectModel>", designator);
  EXPECT_TRUE(module) << module.error().message;
  return module ? std::move(*module) : FomModule{};
}

std::string object_tree(const std::string& classes) {
  return "<objects><objectClass><name>HLAobjectRoot</name>" + classes + "</objectClass></objects>";
}
std::string interaction_tree(const std::string& classes) {
  return "<interactions><interactionClass><name>HLAinteractionRoot</name>" + classes +
         "</interactionClass></interactions>";
}
std::string object_class(const std::string& name, const std::string& content = "") {
  return "<objectClass><name>" + name + "</name>" + content + "</objectClass>";
}
std::string attribute(const std::string& name, const std::string& columns) {
  return "<attribute><name>" + name + "</name>" + columns + "</attribute>";
}
std::string interaction(const std::string& name, const std::string& content) {
  return "<interactionClass><name>" + name +
         "</name><transportation>HLAreliable</transportation><order>TimeStamp</order>" + content +
         "</interactionClass>";
}
std::string parameter(const std::string& name, const std::string& datatype) {
  return "<parameter><name>" + name + "</name><dataType>" + datatype + "</dataType></parameter>";
}

// Modules that depend on each other as those of a platform FOM do: definitions in one, scaffolds in the others.
std::vector<FomModule> platform_modules() {
  const std::string fast = "<transportation>Fast</transportation><order>Receive</order>";
  const std::string in_sector =
      "<dataType>Location</dataType><dimensions><dimension>Sector</dimension></dimensions>" + fast;
  return {
      module_of("foundation.xml",
                "<dataTypes><basicDataRepresentations><basicData><name>UInt32</name><size>32</size>"
                "<endian>Big</endian></basicData></basicDataRepresentations><simpleDataTypes>"
                "<simpleData><name>Metres</name><representation>UInt32</representation>"
                "<units>m</units></simpleData></simpleDataTypes></dataTypes>"),
      module_of("transport.xml",
                "<switches><autoProvide isEnabled=\"true\"/><attributeScopeAdvisory "
                "isEnabled=\"false\"/></switches><updateRates><updateRate><name>Low</name><rate>2"
                "</rate></updateRate></updateRates><dimensions><dimension><name>Sector</"
                "name><upperBound>64</upperBound></dimension>"
                "</dimensions><transportations><transportation><name>Fast</name><reliable>No"
                "</reliable></transportation></transportations>"),
      module_of("base.xml",
                object_tree(object_class("BaseEntity",
                                         attribute("Location", in_sector) +
                                             attribute("Type", "<dataType>UInt32</dataType>"))) +
                    "<dataTypes><fixedRecordDataTypes><fixedRecordData><name>Location</name>"
                    "<field><name>X</name><dataType>Metres</dataType></field></fixedRecordData>"
                    "</fixedRecordDataTypes></dataTypes>"),
      module_of("physical.xml",
                object_tree(object_class(
                    "BaseEntity",
                    object_class("PhysicalEntity",
                                 attribute("Damage", "<dataType>UInt32</dataType>") +
                                     object_class("Platform", object_class("Aircraft")) +
                                     object_class("Munition", attribute("Launched", "")))))),
      module_of("aggregate.xml",
                object_tree(object_class(
                    "BaseEntity", object_class("AggregateEntity", attribute("Formation",
                                                                            "<dataType>UInt32"
                                                                            "</dataType>"))))),
      module_of(
          "warfare.xml",
          interaction_tree(interaction("WeaponFire", parameter("Round", "UInt32") +
                                                         "<dimensions><dimension>Sector</dimension>"
                                                         "</dimensions>") +
                           interaction("MunitionDetonation", parameter("Place", "Location"))) +
              object_tree(object_class(
                  "BaseEntity",
                  object_class("PhysicalEntity",
                               object_class("Platform", object_class("SurfaceVessel",
                                                                     attribute("Draught", ""))))))),
  };
}

TEST(FomMerging, ModulesThatDependOnEachOtherMergeInEveryOrder) {
  const std::vector<FomModule> modules = platform_modules();
  const auto expected = ObjectModel::merge(modules);
  ASSERT_TRUE(expected) << expected.error().message;
  const auto vessel = *expected->object_class("BaseEntity.PhysicalEntity.Platform.SurfaceVessel");
  EXPECT_EQ((*expected)[vessel].attributes.size(), 5U);
  const Attribute& location =
      (*expected)[vessel].attributes[expected->attribute(vessel, "Location")->value];
  EXPECT_EQ(location.transportation, TransportationType::best_effort) << "of another module";
  EXPECT_EQ(location.dimensions.size(), 1U);
  std::vector<std::size_t> order(modules.size());
  std::iota(order.begin(), order.end(), 0);
  int orders = 0;
  do {
    std::vector<FomModule> shuffled;
    for (const std::size_t each : order) shuffled.push_back(modules[each]);
    const auto model = ObjectModel::merge(shuffled);
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->description(), expected->description());
    for (const ObjectClass& each : expected->object_classes()) {
      ASSERT_EQ((*model)[each.handle].name, each.name);
    }
    ASSERT_EQ(model->modules().front()->designator, shuffled.front().designator) << "as given";
    ++orders;
  } while (std::ranges::next_permutation(order).found);
  EXPECT_EQ(orders, 720);
}

TEST(FomMerging, WhatNoModuleDefinesIsNamedWithItsPlace) {
  std::vector<FomModule> modules = platform_modules();
  std::erase_if(modules, [](const FomModule& each) { return each.designator == "transport.xml"; });
  for (int order = 0; order < 2; ++order) {
    const auto model = ObjectModel::merge(modules);
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ErrorCode::InconsistentFDD);
    EXPECT_EQ(model.error().message,
              "base.xml line 2: attribute 'Location' of object class 'HLAobjectRoot.BaseEntity' "
              "uses the dimension 'Sector', which no module defines");
    std::ranges::reverse(modules);
  }
  const auto unknown = ObjectModel::merge({module_of(
      "fire.xml", interaction_tree("\n<interactionClass><name>Fire</name><transportation>Slow"
                                   "</transportation></interactionClass>"))});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message,
            "fire.xml line 3: interaction class 'HLAinteractionRoot.Fire' uses the transportation "
            "'Slow', which no module defines");
}

TEST(FomMerging, AModuleThatJoinsIsMergedWithThePresentModel) {
  std::vector<FomModule> modules = platform_modules();
  const std::vector<FomModule> later(modules.end() - 2, modules.end());
  modules.resize(modules.size() - 2);
  const auto present = ObjectModel::merge(modules);
  ASSERT_TRUE(present);
  const auto model = present->with(later);
  ASSERT_TRUE(model) << model.error().message;
  for (const ObjectClass& each : present->object_classes()) {
    EXPECT_EQ((*model)[each.handle].name, each.name) << "handles stay";
    EXPECT_EQ((*model)[each.handle].attributes.size(), each.attributes.size());
  }
  EXPECT_EQ(model->description(), ObjectModel::merge(platform_modules())->description());
  // Without the definition of a class there are only its scaffolds: it has no attributes of its own.
  const auto bare = ObjectModel::merge({platform_modules()[4]});
  ASSERT_TRUE(bare);
  // The definition comes too late: attributes of the subclass have handles.
  const auto late = bare->with({platform_modules()[1], platform_modules()[2]});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, ErrorCode::InconsistentFDD);
  EXPECT_NE(late.error().message.find("base.xml line 2: 'HLAobjectRoot.BaseEntity' is defined "
                                      "after its subclass "
                                      "'HLAobjectRoot.BaseEntity.AggregateEntity'"),
            std::string::npos)
      << late.error().message;
  const auto contrary = present->with(
      {module_of("late.xml", object_tree(object_class("BaseEntity", attribute("Other", ""))))});
  ASSERT_FALSE(contrary);
  EXPECT_NE(contrary.error().message.find("late.xml line 2"), std::string::npos);
  EXPECT_NE(contrary.error().message.find("base.xml line 2"), std::string::npos);
}

struct Conflict {
  const char* name;
  std::string first;
  std::string second;
  const char* item;
};

std::string datatypes(const std::string& table, const std::string& row) {
  return "<dataTypes><" + table + ">" + row + "</" + table + "></dataTypes>";
}

const std::vector<Conflict>& conflicts() {
  static const std::vector<Conflict> all = {
      {"basic size",
       datatypes("basicDataRepresentations", "<basicData><name>T</name><size>8</size></basicData>"),
       datatypes("basicDataRepresentations",
                 "<basicData><name>T</name><size>16</size></basicData>"),
       "datatype 'T'"},
      {"basic endian",
       datatypes("basicDataRepresentations",
                 "<basicData><name>T</name><endian>Big</endian></basicData>"),
       datatypes("basicDataRepresentations",
                 "<basicData><name>T</name><endian>Little</endian></basicData>"),
       "datatype 'T'"},
      {"simple",
       datatypes(
           "simpleDataTypes",
           "<simpleData><name>T</name><representation>HLAoctet</representation></simpleData>"),
       datatypes(
           "simpleDataTypes",
           "<simpleData><name>T</name><representation>HLAfloat32BE</representation></simpleData>"),
       "datatype 'T'"},
      {"units",
       datatypes("simpleDataTypes", "<simpleData><name>T</name><units>m</units></simpleData>"),
       datatypes("simpleDataTypes", "<simpleData><name>T</name><units>km</units></simpleData>"),
       "datatype 'T'"},
      {"enumerator value",
       datatypes("enumeratedDataTypes",
                 "<enumeratedData><name>T</name><enumerator><name>A</name><value>1</value></"
                 "enumerator></enumeratedData>"),
       datatypes("enumeratedDataTypes",
                 "<enumeratedData><name>T</name><enumerator><name>A</name><value>2</value></"
                 "enumerator></enumeratedData>"),
       "enumerator 'A' value"},
      {"enumerator missing",
       datatypes("enumeratedDataTypes",
                 "<enumeratedData><name>T</name><enumerator><name>A</name><value>1</value></"
                 "enumerator></enumeratedData>"),
       datatypes(
           "enumeratedDataTypes",
           "<enumeratedData><name>T</name><enumerator><name>A</name><value>1</value></enumerator>"
           "<enumerator><name>B</name><value>2</value></enumerator></enumeratedData>"),
       "enumerator 'B'"},
      {"array element",
       datatypes("arrayDataTypes",
                 "<arrayData><name>T</name><dataType>HLAbyte</dataType></arrayData>"),
       datatypes("arrayDataTypes",
                 "<arrayData><name>T</name><dataType>HLAoctet</dataType></arrayData>"),
       "datatype 'T'"},
      {"array cardinality",
       datatypes("arrayDataTypes",
                 "<arrayData><name>T</name><cardinality>3</cardinality></arrayData>"),
       datatypes("arrayDataTypes",
                 "<arrayData><name>T</name><cardinality>Dynamic</cardinality></arrayData>"),
       "cardinality"},
      {"array encoding",
       datatypes("arrayDataTypes",
                 "<arrayData><name>T</name><encoding>HLAfixedArray</encoding></arrayData>"),
       datatypes("arrayDataTypes",
                 "<arrayData><name>T</name><encoding>HLAvariableArray</encoding></arrayData>"),
       "encoding"},
      {"field order",
       datatypes("fixedRecordDataTypes",
                 "<fixedRecordData><name>T</name><field><name>A</name></field><field><name>B</"
                 "name></field></fixedRecordData>"),
       datatypes("fixedRecordDataTypes",
                 "<fixedRecordData><name>T</name><field><name>B</name></field><field><name>A</"
                 "name></field></fixedRecordData>"),
       "field 1 name"},
      {"field type",
       datatypes("fixedRecordDataTypes",
                 "<fixedRecordData><name>T</name><field><name>A</name><dataType>X</dataType></"
                 "field></fixedRecordData>"),
       datatypes("fixedRecordDataTypes",
                 "<fixedRecordData><name>T</name><field><name>A</name><dataType>Y</dataType></"
                 "field></fixedRecordData>"),
       "field 1 dataType"},
      {"variant discriminant",
       datatypes(
           "variantRecordDataTypes",
           "<variantRecordData><name>T</name><discriminant>A</discriminant></variantRecordData>"),
       datatypes(
           "variantRecordDataTypes",
           "<variantRecordData><name>T</name><discriminant>B</discriminant></variantRecordData>"),
       "discriminant"},
      {"alternative",
       datatypes("variantRecordDataTypes",
                 "<variantRecordData><name>T</name><alternative><enumerator>A</"
                 "enumerator><dataType>X</dataType></alternative></variantRecordData>"),
       datatypes("variantRecordDataTypes",
                 "<variantRecordData><name>T</name><alternative><enumerator>A</"
                 "enumerator><dataType>Y</dataType></alternative></variantRecordData>"),
       "alternative 'A' dataType"},
      {"kind of datatype", datatypes("simpleDataTypes", "<simpleData><name>T</name></simpleData>"),
       datatypes("arrayDataTypes", "<arrayData><name>T</name></arrayData>"), "datatype 'T'"},
      {"time stamp", "<time><timeStamp><dataType>HLAfloat64Time</dataType></timeStamp></time>",
       "<time><timeStamp><dataType>HLAinteger64Time</dataType></timeStamp></time>",
       "time 'timeStamp'"},
      {"lookahead", "<time><lookahead><dataType>A</dataType></lookahead></time>",
       "<time><lookahead><dataType>B</dataType></lookahead></time>", "time 'lookahead'"},
      {"tag", "<tags><updateReflectTag><dataType>A</dataType></updateReflectTag></tags>",
       "<tags><updateReflectTag><dataType>B</dataType></updateReflectTag></tags>",
       "tag 'updateReflectTag'"},
      {"synchronization point",
       "<synchronizations><synchronizationPoint><label>S</label><dataType>A</dataType></"
       "synchronizationPoint></synchronizations>",
       "<synchronizations><synchronizationPoint><label>S</label><dataType>B</dataType></"
       "synchronizationPoint></synchronizations>",
       "synchronization point 'S'"},
      {"transportation",
       "<transportations><transportation><name>T</name><reliable>Yes</reliable></transportation></"
       "transportations>",
       "<transportations><transportation><name>T</name><reliable>No</reliable></transportation></"
       "transportations>",
       "transportation 'T'"},
      {"dimension",
       "<dimensions><dimension><name>D</name><upperBound>3</upperBound></dimension></dimensions>",
       "<dimensions><dimension><name>D</name><upperBound>4</upperBound></dimension></dimensions>",
       "dimension 'D'"},
      {"update rate",
       "<updateRates><updateRate><name>R</name><rate>3</rate></updateRate></updateRates>",
       "<updateRates><updateRate><name>R</name><rate>4</rate></updateRate></updateRates>",
       "update rate 'R'"},
      {"switch", "<switches><autoProvide isEnabled=\"true\"/></switches>",
       "<switches><autoProvide isEnabled=\"false\"/></switches>", "switch 'autoProvide'"},
      {"resign action", "<switches><automaticResignAction resignAction=\"NoAction\"/></switches>",
       "<switches><automaticResignAction resignAction=\"DeleteObjects\"/></switches>",
       "switch 'automaticResignAction'"},
      {"note", "<notes><note><label>N</label><semantics>one</semantics></note></notes>",
       "<notes><note><label>N</label><semantics>two</semantics></note></notes>", "note 'N'"},
      {"attribute datatype",
       object_tree(object_class("C", attribute("a", "<dataType>A</dataType>"))),
       object_tree(object_class("C", attribute("a", "<dataType>B</dataType>"))), "attribute 'a'"},
      {"attribute order", object_tree(object_class("C", attribute("a", "<order>Receive</order>"))),
       object_tree(object_class("C", attribute("a", "<order>TimeStamp</order>"))), "attribute 'a'"},
      {"attribute transportation",
       object_tree(
           object_class("C", attribute("a", "<transportation>HLAreliable</transportation>"))),
       object_tree(
           object_class("C", attribute("a", "<transportation>HLAbestEffort</transportation>"))),
       "attribute 'a'"},
      {"attribute dimensions", object_tree(object_class("C", attribute("a", ""))),
       object_tree(object_class(
           "C", attribute("a", "<dimensions><dimension>HLAfederate</dimension></dimensions>"))),
       "attribute 'a'"},
      {"update type",
       object_tree(object_class("C", attribute("a", "<updateType>Static</updateType>"))),
       object_tree(object_class("C", attribute("a", "<updateType>Periodic</updateType>"))),
       "attribute 'a'"},
      {"ownership",
       object_tree(object_class("C", attribute("a", "<ownership>NoTransfer</ownership>"))),
       object_tree(object_class("C", attribute("a", "<ownership>Divest</ownership>"))),
       "attribute 'a'"},
      {"attribute missing", object_tree(object_class("C", attribute("a", ""))),
       object_tree(object_class("C", attribute("a", "") + attribute("b", ""))), "attribute 'b'"},
      {"parameter datatype", interaction_tree(interaction("I", parameter("p", "A"))),
       interaction_tree(interaction("I", parameter("p", "B"))), "parameter 'p'"},
      {"parameter missing", interaction_tree(interaction("I", parameter("p", "A"))),
       interaction_tree(interaction("I", "")), "parameter 'p'"},
      {"interaction order", interaction_tree(interaction("I", "")),
       interaction_tree(
           "<interactionClass><name>I</name><order>Receive</order></interactionClass>"),
       "interaction class"},
  };
  return all;
}

TEST(FomMerging, AConflictIsRefusedWithTheItemAndBothPlaces) {
  for (const Conflict& each : conflicts()) {
    SCOPED_TRACE(each.name);
    const FomModule first = module_of("first.xml", "\n" + each.first);
    const FomModule second = module_of("second.xml", "\n\n" + each.second);
    const auto together = ObjectModel::merge({first, second});
    ASSERT_FALSE(together);
    EXPECT_EQ(together.error().code, ErrorCode::InconsistentFDD);
    for (const char* part : {each.item, "first.xml line 3", "second.xml line 4"}) {
      EXPECT_NE(together.error().message.find(part), std::string::npos)
          << part << " is not in: " << together.error().message;
    }
    const auto other_way = ObjectModel::merge({second, first});
    ASSERT_FALSE(other_way);
    EXPECT_EQ(other_way.error().message, together.error().message);
    const auto present = ObjectModel::merge({first});
    ASSERT_TRUE(present) << present.error().message;
    const auto joined = present->with({second});
    ASSERT_FALSE(joined);
    EXPECT_EQ(joined.error().message, together.error().message);
    // The same again, under another name, is no conflict.
    const FomModule repeated = module_of("third.xml", each.first);
    const auto twice = ObjectModel::merge({first, repeated});
    ASSERT_TRUE(twice) << twice.error().message;
    EXPECT_EQ(twice->description(), present->description());
  }
}

TEST(FomMerging, TheSameInOtherWordsIsNoConflict) {
  const auto merged = ObjectModel::merge(
      {module_of("a", object_tree(object_class("C", attribute("x",
                                                              "<dataType>A</dataType>"
                                                              "<semantics>one</semantics>") +
                                                        attribute("y", ""))) +
                          "<updateRates><updateRate><name>R</name><rate>10</rate></updateRate>"
                          "</updateRates><notes><note><label>N</label><semantics>one  two"
                          "</semantics></note></notes>" +
                          datatypes("simpleDataTypes",
                                    "<simpleData><name>T</name><units>NA</units>"
                                    "<semantics>here</semantics></simpleData>")),
       module_of("b", object_tree(object_class("C", attribute("y", "<order>Receive</order>") +
                                                        attribute("x",
                                                                  "<semantics>two</semantics>"
                                                                  "<sharing>Publish</sharing>"))) +
                          "<updateRates><updateRate><name>R</name><rate>10.0</rate></updateRate>"
                          "</updateRates><notes><note><label>N</label><semantics>one\n two"
                          "</semantics></note></notes>" +
                          datatypes("simpleDataTypes",
                                    "<simpleData><name>T</name><units>m</units></simpleData>"))});
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(merged->row(FomTable::datatype, "T")->field("units"), "NA");
  EXPECT_EQ(merged->row(FomTable::update_rate, "R")->field("rate"), "10");
}

TEST(FomMerging, TheDescriptionReadsAsTheSameModel) {
  std::vector<FomModule> modules = platform_modules();
  modules.push_back(
      *parse_fom("(FED (spaces (space G (dimension x))) (objects (class ObjectRoot "
                 "(class Ball (attribute At reliable timestamp G)))))",
                 "ball.fed"));
  const auto model = ObjectModel::merge(modules);
  ASSERT_TRUE(model) << model.error().message;
  const auto read = parse_fom(model->description(), "fdd");
  ASSERT_TRUE(read) << read.error().message;
  const auto again = ObjectModel::merge({*read});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->description(), model->description());
  EXPECT_TRUE(again->switched_on("autoProvide"));
  EXPECT_TRUE(again->attribute(*again->object_class("Ball"), "At"));
  EXPECT_EQ(*again->transportation("Fast"), TransportationType::best_effort);
}

}  // namespace
}  // namespace orrery::rti
