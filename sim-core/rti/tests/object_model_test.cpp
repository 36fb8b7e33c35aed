#include "orrery/rti/object_model.hpp"

#include <gtest/gtest.h>

#include "orrery/base/random.hpp"

namespace orrery::rti {
namespace {

constexpr const char* vehicles = R"(<?xml version="1.0" encoding="UTF-8"?>
<!-- a module -->
<objectModel xmlns="http://standards.ieee.org/IEEE1516-2010">
 <objects><objectClass><name>HLAobjectRoot</name>
  <objectClass><name>Vehicle</name><sharing>PublishSubscribe</sharing>
   <attribute><name>Position</name><dataType>Vec</dataType><transportation>HLAbestEffort</transportation>
    <order>TimeStamp</order><dimensions><dimension>X</dimension></dimensions></attribute>
   <attribute><name>Speed</name><transportation>HLAreliable</transportation><order>Receive</order></attribute>
   <objectClass><name>Tank</name><attribute><name>Turret&amp;</name></attribute></objectClass>
  </objectClass></objectClass></objects>
 <interactions><interactionClass><name>HLAinteractionRoot</name>
  <interactionClass><name>Fire</name><transportation>HLAreliable</transportation><order>TimeStamp</order>
   <parameter><name>Target</name><dataType>HLAASCIIstring</dataType></parameter></interactionClass>
 </interactionClass></interactions>
 <dimensions><dimension><name>X</name><upperBound>1000</upperBound></dimension></dimensions>
 <switches><autoProvide isEnabled="true"/></switches>
</objectModel>)";

std::string good() {
  std::string text = vehicles;
  text.erase(text.find("&amp;"), 5);
  return text;
}

constexpr const char* fed = R"(;; a comment
(FED (Federation Test) (FEDversion v1.3)
 (spaces (space Ground (dimension x) (dimension y)))
 (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp)
   (class RTIprivate)
   (class Ball (attribute Centre RELIABLE TimeStamp Ground) (attribute Colour best_effort receive)
     (class Football (attribute Leather reliable receive)))))
 (interactions (class InteractionRoot BEST_EFFORT RECEIVE (class RTIprivate BEST_EFFORT RECEIVE)
   (class Kick reliable timestamp (sec_level s) (parameter Force)))))
)";

TEST(ObjectModel, ReadsAnOmtModule) {
  auto module = parse_fom(good(), "vehicles.xml");
  ASSERT_TRUE(module) << module.error().message;
  auto model = ObjectModel::merge({*module});
  ASSERT_TRUE(model) << model.error().message;
  const auto tank = *model->object_class("Vehicle.Tank");
  EXPECT_EQ((*model)[tank].name, "HLAobjectRoot.Vehicle.Tank");
  EXPECT_EQ((*model)[tank].attributes.size(), 4U);
  const auto position = *model->attribute(tank, "Position");
  EXPECT_EQ(position, *model->attribute(*model->object_class("Vehicle"), "Position"));
  const Attribute& read = (*model)[tank].attributes[position.value];
  EXPECT_EQ(read.transportation, TransportationType::best_effort);
  EXPECT_EQ(read.order, OrderType::timestamp);
  ASSERT_EQ(read.dimensions.size(), 1U);
  EXPECT_EQ(model->dimensions()[read.dimensions[0].value].upper_bound, 1000U);
  EXPECT_EQ(model->attribute(tank, "HLAprivilegeToDeleteObject")->value, 0U);
  EXPECT_TRUE(
      model->parameter(*model->interaction_class("HLAinteractionRoot.Fire"), "Target").ok());
  EXPECT_TRUE(model->switched_on("autoProvide"));
  EXPECT_TRUE(model->is_a(tank, *model->object_class("Vehicle")));
  EXPECT_FALSE(model->is_a(*model->object_class("Vehicle"), tank));
  EXPECT_TRUE(model->object_class("HLAmanager.HLAfederate").ok());
  EXPECT_EQ(model->object_class("Plane").error().code, ErrorCode::NameNotFound);
  EXPECT_EQ(model->attribute(tank, "Wing").error().code, ErrorCode::NameNotFound);
}

TEST(ObjectModel, ReadsAFedFile) {
  auto module = parse_fom(fed, "test.fed");
  ASSERT_TRUE(module) << module.error().message;
  auto model = ObjectModel::merge({*module});
  ASSERT_TRUE(model) << model.error().message;
  const auto football = *model->object_class("Ball.Football");
  const auto& attributes = (*model)[football].attributes;
  ASSERT_EQ(attributes.size(), 4U);
  EXPECT_EQ(attributes[1].name, "Centre");
  EXPECT_EQ(attributes[1].order, OrderType::timestamp);
  EXPECT_EQ(attributes[1].dimensions.size(), 2U);
  EXPECT_EQ(attributes[2].transportation, TransportationType::best_effort);
  EXPECT_TRUE(model->parameter(*model->interaction_class("Kick"), "Force").ok());
  EXPECT_TRUE(model->dimension("Ground.y").ok());
}

FomModule module_of(const std::string& objects) {
  auto module = parse_fom("(FED (objects (class HLAobjectRoot " + objects + ")))", "m");
  EXPECT_TRUE(module.ok());
  return std::move(*module);
}

TEST(ObjectModel, MergesTheSameAndScaffolds) {
  const FomModule a = module_of("(class A (attribute x reliable receive))");
  const FomModule b = module_of("(class A (class B (attribute y reliable receive)))");
  auto model = ObjectModel::merge({a, a, b});
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ((*model)[*model->object_class("A.B")].attributes.size(), 3U);
  auto later = model->with({module_of("(class C)")});
  ASSERT_TRUE(later);
  EXPECT_EQ(*later->object_class("A.B"), *model->object_class("A.B"));
  ASSERT_TRUE(ObjectModel::merge({module_of("(class A)"), a}));
  auto other_way = ObjectModel::merge({b, a});
  ASSERT_TRUE(other_way) << other_way.error().message;
  EXPECT_EQ(other_way->description(), ObjectModel::merge({a, b})->description());
}

TEST(ObjectModel, RefusesWhatContradicts) {
  const FomModule a = module_of("(class A (attribute x reliable receive))");
  for (const char* other :
       {"(class A (attribute x best_effort receive))", "(class A (attribute z reliable receive))",
        "(class B (attribute x reliable receive) (attribute x reliable receive))",
        "(class B (attribute x reliable receive) (class C (attribute x reliable receive)))"}) {
    EXPECT_EQ(ObjectModel::merge({a, module_of(other)}).error().code, ErrorCode::InconsistentFDD)
        << other;
  }
  auto no_dimension = parse_fom(good(), "v");
  no_dimension->dimensions.clear();
  EXPECT_EQ(ObjectModel::merge({*no_dimension}).error().code, ErrorCode::InconsistentFDD);
}

TEST(ObjectModel, BadFilesAreErrorsWithALine) {
  for (const char* bad :
       {"",
        " \n",
        "<",
        "<a",
        "<objectModel>",
        "<objectModel></x>",
        "<other/>",
        vehicles,
        "<!DOCTYPE a [<!ENTITY b \"c\">]><objectModel>&b;</objectModel>",
        "<!DOCTYPE a [<!ENTITY b \"c\">]",
        "<!DOCTYPE a '><objectModel/>",
        "<objectModel><!DOCTYPE a></objectModel>",
        "<!DOCTYPE a><!DOCTYPE a><objectModel/>",
        "<objectModel><switches><autoProvide isEnabled=\"maybe\"/></switches></objectModel>",
        "<objectModel><updateRates><updateRate><name>a</name><rate>0</rate></updateRate>"
        "</updateRates></objectModel>",
        "<objectModel><dataTypes><simpleDataTypes><simpleData/></simpleDataTypes></dataTypes>"
        "</objectModel>",
        "<objectModel/><objectModel/>",
        "<objectModel><objects><objectClass><name>Root</name></objectClass></objects></"
        "objectModel>",
        "<objectModel><objects><objectClass><name>a b</name></objectClass></objects></objectModel>",
        "<objectModel a=b/>",
        "<objectModel>&#0;</objectModel>",
        "(",
        ")",
        "(FED",
        "(FED))",
        "(fod)",
        "(FED (objects (class A (attribute x fast receive))))",
        "(FED (objects (class A (attribute x reliable sometimes))))",
        "(FED (objects (class A (attribute x reliable receive Nowhere))))",
        "(FED (objects (class \"a b\")))",
        "(FED \"x)"}) {
    auto read = parse_fom(bad, "bad");
    ASSERT_FALSE(read.ok()) << bad;
    EXPECT_EQ(read.error().code, ErrorCode::ErrorReadingFDD) << bad;
    EXPECT_NE(read.error().message, "");
  }
  const std::string deep(10'000, '(');
  EXPECT_FALSE(parse_fom(deep, "deep").ok());
  std::string nested;
  for (int i = 0; i < 10'000; ++i) nested += "<objectModel>";
  EXPECT_FALSE(parse_fom(nested, "nested").ok());
  EXPECT_FALSE(parse_fom(std::string(most_module_bytes + 1, ' '), "big").ok());
}

// Whatever bytes: a module or an error, and what is a module merges or is refused.
TEST(ObjectModel, DamagedFilesNeverDoMore) {
  base::Random random(7, 1);
  for (const std::string& original : {good(), std::string(fed)}) {
    int readable = 0;
    for (int round = 0; round < 3000; ++round) {
      std::string text = original;
      for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
        const std::size_t at = random.below(text.size());
        switch (random.below(4)) {
          case 0:
            text[at] = static_cast<char>(random.below(256));
            break;
          case 1:
            text.erase(at, 1 + random.below(20));
            break;
          case 2:
            text.insert(at, text.substr(random.below(text.size()), random.below(40)));
            break;
          default:
            text.resize(at + 1);
        }
      }
      if (auto read = parse_fom(text, "damaged")) {
        ++readable;
        auto model = ObjectModel::merge({*read});
        if (!model) {
          EXPECT_EQ(model.error().code, ErrorCode::InconsistentFDD);
        }
      }
    }
    EXPECT_GT(readable, 0);
  }
}

}  // namespace
}  // namespace orrery::rti
