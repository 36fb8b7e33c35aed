// Files of the three editions of the standard, and the MOM and initialization module.
#include <gtest/gtest.h>

#include "orrery/rti/object_model.hpp"

namespace orrery::rti {
namespace {

// IEEE 1516.2-2000: a document type, columns as attributes.
constexpr const char* old_file = R"xml(<?xml version="1.0"?>
<!-- a <comment> with 'quotes" -->
<!DOCTYPE objectModel SYSTEM "HLA.dtd" [
  <!-- it's ] and > -->
  <!ENTITY lol "lol">
  <?target ]> ?>
  <!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
  <!ELEMENT objectModel (#PCDATA)>
]>
<!-- another -->
<objectModel DTDversion="1516.2" name="Old" type="FOM" version="1.0">
 <objects><objectClass name="HLAobjectRoot" sharing="Neither">
  <attribute name="HLAprivilegeToDeleteObject" dataType="NA" updateType="NA" transportation="HLAreliable" order="TimeStamp"/>
  <objectClass name="Ship" sharing="PublishSubscribe" semantics="floats">
   <attribute name="Course" dataType="Angle" dataTypeNotes="1" updateType="Periodic" dimensions="Sea" transportation="HLAbestEffort" order="Receive"/>
  </objectClass></objectClass></objects>
 <interactions><interactionClass name="HLAinteractionRoot"><interactionClass name="Horn" dimensions="NA"
  transportation="HLAreliable" order="TimeStamp"><parameter name="Length" dataType="Angle"/></interactionClass>
 </interactionClass></interactions>
 <dimensions><dimension name="Sea" dataType="Angle" upperBound="7" normalization="linear" value="[0..3)"/></dimensions>
 <time><timeStamp dataType="HLAfloat64Time" semantics="s"/><lookahead dataType="NA"/></time>
 <switches autoProvide="Enabled" autoProvideNotes="2" serviceReporting="Disabled"/>
 <dataTypes><simpleDataTypes><simpleData name="Angle" representation="HLAfloat32BE" units="rad"/></simpleDataTypes>
  <enumeratedDataTypes><enumeratedData name="HLAboolean" representation="HLAinteger32BE" semantics="yes or no">
   <enumerator name="HLAfalse" values="0"/><enumerator name="HLAtrue" values="1"/></enumeratedData></enumeratedDataTypes>
 </dataTypes>
 <notes><note name="1" semantics="a note"/></notes>
</objectModel>)xml";

TEST(FomFiles, AFileOf2000WithItsDocumentTypeIsRead) {
  const auto module = parse_fom(old_file, "old.xml");
  ASSERT_TRUE(module) << module.error().message;
  const auto model = ObjectModel::merge({*module});
  ASSERT_TRUE(model) << model.error().message;
  const auto ship = *model->object_class("Ship");
  const Attribute& course = (*model)[ship].attributes[model->attribute(ship, "Course")->value];
  EXPECT_EQ(course.transportation, TransportationType::best_effort);
  EXPECT_EQ(course.dimensions.size(), 1U);
  EXPECT_EQ((*model)[*model->interaction_class("Horn")].order, OrderType::timestamp);
  EXPECT_TRUE(model->switched_on("autoProvide"));
  EXPECT_EQ(model->automatic_resign(), ResignAction::cancel_then_delete_then_divest);
  EXPECT_FALSE(model->switched_on("serviceReporting"));
  EXPECT_EQ(model->row(FomTable::datatype, "Angle")->field("units"), "rad");
  EXPECT_EQ(model->row(FomTable::datatype, "Angle")->line, 23U);
  EXPECT_EQ(model->row(FomTable::note, "1")->field("semantics"), "a note");
}

TEST(FomFiles, ItsEntitiesAreNotExpanded) {
  std::string laughs = "<!DOCTYPE lolz [<!ENTITY lol0 \"lol\">";
  for (int i = 1; i < 20; ++i) {
    laughs += "<!ENTITY lol" + std::to_string(i) + " \"";
    for (int n = 0; n < 10; ++n) laughs += "&lol" + std::to_string(i - 1) + ";";
    laughs += "\">";
  }
  laughs += "]>\n<objectModel>";
  const auto unused = parse_fom(laughs + "</objectModel>", "laughs.xml");
  EXPECT_TRUE(unused) << unused.error().message;
  const auto used = parse_fom(laughs + "\n&lol19;</objectModel>", "laughs.xml");
  ASSERT_FALSE(used);
  EXPECT_EQ(used.error().code, ErrorCode::ErrorReadingFDD);
  EXPECT_NE(used.error().message.find("'&lol19;' is not expanded"), std::string::npos)
      << used.error().message;
}

TEST(FomFiles, NamespacesOfBothEditionsAreRead) {
  for (const char* name :
       {"http://standards.ieee.org/IEEE1516-2010", "http://www.sisostds.org/schemas/IEEE1516-2010",
        "http://standards.ieee.org/IEEE1516-2025"}) {
    const auto module = parse_fom(
        "<h:objectModel xmlns:h=\"" + std::string(name) +
            "\"><h:objects><h:objectClass><h:name>HLAobjectRoot</h:name><h:objectClass><h:name>A"
            "</h:name></h:objectClass></h:objectClass></h:objects></h:objectModel>",
        "named.xml");
    ASSERT_TRUE(module) << module.error().message;
    EXPECT_TRUE(ObjectModel::merge({*module})->object_class("A"));
  }
}

TEST(Mim, HasWhatTheStandardHas) {
  const ObjectModel model = *ObjectModel::merge({});
  const auto federate = *model.object_class("HLAmanager.HLAfederate");
  const auto federation = *model.object_class("HLAmanager.HLAfederation");
  EXPECT_EQ(model[federate].attributes.size(), 33U) << "32 and the privilege to delete";
  EXPECT_EQ(model[federation].attributes.size(), 13U) << "12 and the privilege to delete";
  for (const char* each : {"HLAmanager.HLAfederate.HLAadjust.HLAmodifyAttributeState",
                           "HLAmanager.HLAfederate.HLAadjust.HLAsetSwitches",
                           "HLAmanager.HLAfederate.HLArequest.HLArequestFOMmoduleData",
                           "HLAmanager.HLAfederate.HLAreport.HLAreportFOMmoduleData",
                           "HLAmanager.HLAfederation.HLAadjust.HLAsetSwitches",
                           "HLAmanager.HLAfederation.HLArequest.HLArequestFOMmoduleData",
                           "HLAmanager.HLAfederation.HLArequest.HLArequestMIMdata",
                           "HLAmanager.HLAfederation.HLAreport.HLAreportFOMmoduleData",
                           "HLAmanager.HLAfederation.HLAreport.HLAreportMIMdata"}) {
    EXPECT_TRUE(model.interaction_class(each)) << each;
  }
  EXPECT_TRUE(model.dimension("HLAfederate"));
  EXPECT_EQ(model.dimensions()[model.dimension("HLAserviceGroup")->value].upper_bound, 7U);
  EXPECT_EQ(model.row(FomTable::datatype, "HLAunicodeString")->field("dataType"), "HLAunicodeChar");
  EXPECT_TRUE(model.modules().empty());
  EXPECT_EQ(model.mim_text().designator, "HLAstandardMIM");
  const auto read = parse_fom(model.mim_text().source, "mim.xml");
  ASSERT_TRUE(read) << read.error().message;
}

// As published: in whole, or in part with a parameter less; with more of descriptive text.
TEST(Mim, IsAcceptedAsAModule) {
  std::string text = mim().source;
  const std::size_t name = text.find("<name>HLAsyncPointName</name>");
  ASSERT_NE(name, std::string::npos);
  const std::size_t at = text.rfind("<parameter>", name);
  text.erase(at, text.find("</parameter>", at) + 12 - at);
  text.insert(text.find("<attribute>"), "<sharing>Neither</sharing><semantics>root</semantics>");
  for (const std::string& each : {mim().source, text}) {
    const auto module = parse_fom(each, "HLAstandardMIM.xml");
    ASSERT_TRUE(module) << module.error().message;
    const auto model = ObjectModel::merge({*module});
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->description(), ObjectModel::merge({})->description());
    const auto own = ObjectModel::merge({}, *module);
    ASSERT_TRUE(own) << own.error().message;
    EXPECT_EQ(own->mim_text().designator, "HLAstandardMIM.xml");
    EXPECT_EQ(own->mim_text().source, each);
  }
}

TEST(Mim, OfAFederationMayAddToTheStandards) {
  std::string text = mim().source;
  const std::size_t at = text.find("<attribute>", text.find("<name>HLAfederate</name>"));
  text.insert(at, "<attribute><name>Rack</name><dataType>HLAunicodeString</dataType></attribute>");
  const auto larger = parse_fom(text, "larger.xml");
  ASSERT_TRUE(larger) << larger.error().message;
  const auto model = ObjectModel::merge({}, *larger);
  ASSERT_TRUE(model) << model.error().message;
  const auto federate = *model->object_class("HLAmanager.HLAfederate");
  EXPECT_EQ((*model)[federate].attributes.size(), 34U);
  EXPECT_TRUE(model->attribute(federate, "Rack"));
  const auto as_module = ObjectModel::merge({*larger});
  ASSERT_FALSE(as_module) << "a module may not";
  EXPECT_NE(as_module.error().message.find("attribute 'Rack'"), std::string::npos)
      << as_module.error().message;
}

TEST(Mim, OfAFederationIsRefusedIfItLacksOrContradictsAnything) {
  for (const char* name : {"HLAfederateHost", "HLAreportPeriod", "HLAsetSwitches"}) {
    std::string text = mim().source;
    const std::string element = "<name>" + std::string(name) + "</name>";
    text.replace(text.find(element), element.size(), "<name>Another</name>");
    const auto model = ObjectModel::merge({}, *parse_fom(text, "smaller.xml"));
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ErrorCode::ErrorReadingMIM);
    EXPECT_NE(model.error().message.find(name), std::string::npos) << model.error().message;
  }
  std::string text = mim().source;
  const std::size_t at = text.find("<dataType>", text.find("<name>HLAfederateHost</name>"));
  text.replace(at, std::string("<dataType>HLAunicodeString").size(), "<dataType>HLAASCIIstring");
  const auto model = ObjectModel::merge({}, *parse_fom(text, "contrary.xml"));
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, ErrorCode::InconsistentFDD);
  EXPECT_NE(model.error().message.find("attribute 'HLAfederateHost'"), std::string::npos);
}

}  // namespace
}  // namespace orrery::rti
