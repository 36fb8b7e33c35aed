// Federation object models as users write them (IEEE 1516.2-2010, and 1516.1-2010, 4.1.4): odd but legal XML, and merging.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

std::string document(const std::string& content) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<objectModel "
         "xmlns=\"http://standards.ieee.org/IEEE1516-2010\" "
         "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
         "xsi:schemaLocation=\"http://standards.ieee.org/IEEE1516-2010 "
         "http://standards.ieee.org/downloads/1516/1516.2-2010/IEEE1516-DIF-2010.xsd\">" +
         content + "</objectModel>";
}
std::string objects(const std::string& classes) {
  return "<objects><objectClass><name>HLAobjectRoot</name>" + classes + "</objectClass></objects>";
}
std::string interactions(const std::string& classes) {
  return "<interactions><interactionClass><name>HLAinteractionRoot</name>" + classes +
         "</interactionClass></interactions>";
}
std::string object_class(const std::string& name, const std::string& content = "") {
  return "<objectClass><name>" + name + "</name><sharing>PublishSubscribe</sharing>" + content +
         "</objectClass>";
}
std::string attribute(const std::string& name, const std::string& more = "",
                      const std::string& datatype = "HLAinteger32BE") {
  return "<attribute><name>" + name + "</name><dataType>" + datatype +
         "</dataType><updateType>Static</updateType><updateCondition>NA</updateCondition>"
         "<ownership>NoTransfer</ownership><sharing>PublishSubscribe</sharing>" +
         more +
         "<transportation>HLAreliable</transportation><order>Receive</order>"
         "<semantics>NA</semantics></attribute>";
}
std::string interaction(const std::string& name, const std::string& content = "") {
  return "<interactionClass><name>" + name + "</name><sharing>PublishSubscribe</sharing>" +
         "<transportation>HLAreliable</transportation><order>Receive</order>" + content +
         "</interactionClass>";
}
std::string parameter(const std::string& name, const std::string& datatype = "HLAinteger32BE") {
  return "<parameter><name>" + name + "</name><dataType>" + datatype + "</dataType></parameter>";
}

FomModule read(const std::string& text, const std::string& name = "m.xml") {
  auto module = parse_fom(text, name);
  EXPECT_OK(module);
  return module ? *module : FomModule{};
}
Result<ObjectModel> merged(const std::vector<std::string>& contents) {
  std::vector<FomModule> modules;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    modules.push_back(read(document(contents[i]), "m" + std::to_string(i) + ".xml"));
  }
  return ObjectModel::merge(modules);
}
// Both orders must agree.
void expect_conflict(const std::string& one, const std::string& two) {
  EXPECT_ERROR(merged({one, two}), InconsistentFDD);
  EXPECT_ERROR(merged({two, one}), InconsistentFDD);
}
void expect_agreement(const std::string& one, const std::string& two) {
  EXPECT_OK(merged({one, two}));
  EXPECT_OK(merged({two, one}));
}

// Comments, CDATA, entities, blanks and processing instructions are as in any XML.
TEST(ModuleText, TextIsReadAsXmlSays) {
  const FomModule module = read(
      "<?xml version='1.0'?>\n<!-- before --><?pi some?>\n"
      "<objectModel>\n <objects><!-- <objectClass><name>No</name></objectClass> -->\n"
      "<objectClass>\n<name>\n   HLAobjectRoot\t</name>"
      "<objectClass><name><![CDATA[Ship]]></name>"
      "<attribute><name>sp<!-- in the middle -->eed</name></attribute>"
      "<attribute><name>&#97;bc</name><semantics>a &lt; b &amp;&amp; c &gt; d &quot;&apos;"
      "<![CDATA[<not an element>]]></semantics></attribute>"
      "</objectClass></objectClass></objects>\n</objectModel>\n<!-- after -->\n");
  const auto model = ObjectModel::merge({module});
  EXPECT_OK(model);
  const auto ship = model->object_class("HLAobjectRoot.Ship");
  EXPECT_OK(ship);
  EXPECT_OK(model->attribute(*ship, "speed"));
  EXPECT_OK(model->attribute(*ship, "abc"));
  EXPECT_ERROR(model->object_class("No"), NameNotFound);
}
// The namespace may have any prefix.
TEST(ModuleText, NamespacePrefixesDoNotMatter) {
  const FomModule module = read(
      "<omt:objectModel xmlns:omt=\"http://standards.ieee.org/IEEE1516-2010\">"
      "<omt:objects><omt:objectClass><omt:name>HLAobjectRoot</omt:name>"
      "<omt:objectClass><omt:name>P</omt:name><omt:attribute><omt:name>p</omt:name>"
      "<omt:order>TimeStamp</omt:order></omt:attribute></omt:objectClass>"
      "</omt:objectClass></omt:objects></omt:objectModel>");
  const auto model = ObjectModel::merge({module});
  EXPECT_OK(model);
  const auto p = *model->object_class("P");
  EXPECT_EQ((*model)[p].attributes[model->attribute(p, "p")->value].order, OrderType::timestamp);
}
// A byte order mark, carriage returns, and a document in UTF-16 are legal XML.
TEST(ModuleText, EncodingsOfTheDocument) {
  const std::string plain = document(objects(object_class("P", attribute("p"))));
  EXPECT_OK(parse_fom("\xEF\xBB\xBF" + plain, "bom.xml"));
  std::string lines;
  for (const char each : plain) {
    lines += each;
    if (each == '>') lines += "\r\n";
  }
  EXPECT_OK(ObjectModel::merge({read(lines)})->object_class("P"));
}
// Attributes' columns may come in any order; unknown elements (extensions) are passed over.
TEST(ModuleText, OrderOfElementsAndExtensions) {
  const FomModule module = read(document(
      "<vendor:thing xmlns:vendor=\"http://example.com/v\"><vendor:deep>1</vendor:deep>"
      "</vendor:thing>" +
      objects("<objectClass><attribute><order>TimeStamp</order><name>p</name>"
              "<transportation>HLAbestEffort</transportation></attribute><name>P</name>"
              "<semantics>x</semantics></objectClass>") +
      "<modelIdentification><name>M</name><type>FOM</type><version>1.0</version>"
      "<modificationDate>2010-01-01</modificationDate>"
      "<securityClassification>Unclassified</securityClassification></modelIdentification>"));
  const auto model = ObjectModel::merge({module});
  EXPECT_OK(model);
  const auto p = *model->object_class("P");
  const auto& found = (*model)[p].attributes[model->attribute(p, "p")->value];
  EXPECT_EQ(found.order, OrderType::timestamp);
  EXPECT_EQ(found.transportation, TransportationType::best_effort);
}
// What is no XML, or no object model, is an error with its line.
TEST(ModuleText, MalformedDocumentsAreErrors) {
  for (const std::string& text :
       {std::string(), std::string("   "), std::string("hello"), std::string("<objectModel>"),
        std::string("<objectModel></objectmodel>"), std::string("<html></html>"),
        document("<objects><objectClass></objectClass></objects>"),
        document("<dimensions><dimension><name>D</name><upperBound>many</upperBound></dimension>"
                 "</dimensions>"),
        document(objects(object_class("P",
                                      "<attribute><name>p</name><order>Random</order>"
                                      "</attribute>")))}) {
    const auto module = parse_fom(text, "bad.xml");
    if (module) {
      EXPECT_FALSE(ObjectModel::merge({*module}).ok()) << text;
    } else {
      EXPECT_EQ(to_string(module.error().code), "ErrorReadingFDD") << text;
      EXPECT_NE(module.error().message.find("bad.xml"), std::string::npos)
          << module.error().message;
    }
  }
}
// 1516.2-2010, 4.1.4: a class in two modules is the same in both, or a scaffold in one.
TEST(ModuleMerging, ClassesAreEqualOrScaffolds) {
  const std::string ship = objects(object_class("Ship", attribute("a") + attribute("b")));
  expect_agreement(ship, ship);
  expect_agreement(ship, objects("<objectClass><name>Ship</name></objectClass>"));
  expect_agreement(ship, objects("<objectClass><name>Ship</name>" +
                                 object_class("Tug", attribute("t")) + "</objectClass>"));
  expect_conflict(ship, objects(object_class("Ship", attribute("a"))));
  expect_conflict(ship, objects(object_class("Ship", attribute("a") + attribute("c"))));
  expect_conflict(
      ship, objects(object_class("Ship", attribute("a", "", "HLAfloat64BE") + attribute("b"))));
}
// The order of attributes within the table does not matter.
TEST(ModuleMerging, TheOrderOfAttributesDoesNotMatter) {
  expect_agreement(objects(object_class("Ship", attribute("a") + attribute("b"))),
                   objects(object_class("Ship", attribute("b") + attribute("a"))));
}
// An attribute cannot be overloaded in a subclass.
TEST(ModuleMerging, AttributesAreNotOverloaded) {
  expect_conflict(objects(object_class("Ship", attribute("a"))),
                  objects("<objectClass><name>Ship</name>" + object_class("Tug", attribute("a")) +
                          "</objectClass>"));
  EXPECT_FALSE(
      merged({objects(object_class("Ship", attribute("a") + object_class("T", attribute("a"))))})
          .ok());
  EXPECT_FALSE(merged({objects(object_class("Ship", attribute("a") + attribute("a")))}).ok());
}
// Interaction classes the same.
TEST(ModuleMerging, InteractionsAreEqualOrScaffolds) {
  const std::string fire = interactions(interaction("Fire", parameter("p") + parameter("q")));
  expect_agreement(fire, fire);
  expect_agreement(fire, interactions("<interactionClass><name>Fire</name></interactionClass>"));
  expect_agreement(fire, interactions("<interactionClass><name>Fire</name>" +
                                      interaction("Big", parameter("r")) + "</interactionClass>"));
  expect_conflict(fire, interactions(interaction("Fire", parameter("p"))));
  expect_conflict(
      fire, interactions(interaction("Fire", parameter("p") + parameter("q", "HLAfloat64BE"))));
  expect_conflict(fire,
                  interactions("<interactionClass><name>Fire</name><transportation>HLAbestEffort"
                               "</transportation><order>Receive</order>" +
                               parameter("p") + parameter("q") + "</interactionClass>"));
}
// A subclass whose superclass only another module defines, given first.
TEST(ModuleMerging, ASubclassMayComeBeforeItsSuperclass) {
  const auto model =
      merged({objects("<objectClass><name>A</name><objectClass><name>B</name>" +
                      object_class("C", attribute("c")) + "</objectClass></objectClass>"),
              objects(object_class("A", attribute("a") + object_class("B", attribute("b"))))});
  EXPECT_OK(model);
  const auto c = *model->object_class("A.B.C");
  EXPECT_OK(model->attribute(c, "a"));
  EXPECT_OK(model->attribute(c, "b"));
  EXPECT_OK(model->attribute(c, "c"));
}
// Tables: equal rows agree, others conflict.
TEST(ModuleMerging, EachTableIsMergedByItsKey) {
  const auto row = [](const std::string& table, const std::string& element,
                      const std::string& columns) {
    return "<" + table + "><" + element + ">" + columns + "</" + element + "></" + table + ">";
  };
  const auto both = [](const std::string& same, const std::string& other) {
    expect_agreement(same, same);
    expect_conflict(same, other);
  };
  both(row("dimensions", "dimension", "<name>D</name><upperBound>5</upperBound>"),
       row("dimensions", "dimension", "<name>D</name><upperBound>6</upperBound>"));
  both(row("transportations", "transportation", "<name>T</name><reliable>Yes</reliable>"),
       row("transportations", "transportation", "<name>T</name><reliable>No</reliable>"));
  both(row("updateRates", "updateRate", "<name>U</name><rate>5</rate>"),
       row("updateRates", "updateRate", "<name>U</name><rate>6</rate>"));
  both("<switches><autoProvide isEnabled=\"true\"/></switches>",
       "<switches><autoProvide isEnabled=\"false\"/></switches>");
  both("<time><timeStamp><dataType>HLAfloat64Time</dataType></timeStamp></time>",
       "<time><timeStamp><dataType>HLAinteger64Time</dataType></timeStamp></time>");
  const auto simple = [](const std::string& name, const std::string& representation) {
    return "<dataTypes><simpleDataTypes><simpleData><name>" + name + "</name><representation>" +
           representation +
           "</representation><units>NA</units></simpleData></simpleDataTypes></dataTypes>";
  };
  both(simple("S", "HLAinteger32BE"), simple("S", "HLAfloat64BE"));
  const auto enumerated = [](const std::string& value) {
    return "<dataTypes><enumeratedDataTypes><enumeratedData><name>E</name>"
           "<representation>HLAinteger32BE</representation><enumerator><name>on</name><value>" +
           value + "</value></enumerator></enumeratedData></enumeratedDataTypes></dataTypes>";
  };
  both(enumerated("1"), enumerated("2"));
  const auto array = [](const std::string& cardinality) {
    return "<dataTypes><arrayDataTypes><arrayData><name>Y</name><dataType>HLAinteger32BE</dataType>"
           "<cardinality>" +
           cardinality +
           "</cardinality><encoding>HLAfixedArray</encoding></arrayData></arrayDataTypes>"
           "</dataTypes>";
  };
  both(array("3"), array("4"));
  const auto record = [](const std::string& field) {
    return "<dataTypes><fixedRecordDataTypes><fixedRecordData><name>F</name>"
           "<encoding>HLAfixedRecord</encoding><field><name>" +
           field +
           "</name><dataType>HLAinteger32BE</dataType></field></fixedRecordData>"
           "</fixedRecordDataTypes></dataTypes>";
  };
  both(record("x"), record("y"));
}
// A name is a data type once, in whichever table.
TEST(ModuleMerging, ADatatypesNameIsUniqueOverItsTables) {
  expect_conflict(
      "<dataTypes><simpleDataTypes><simpleData><name>N</name><representation>HLAinteger32BE"
      "</representation></simpleData></simpleDataTypes></dataTypes>",
      "<dataTypes><arrayDataTypes><arrayData><name>N</name><dataType>HLAinteger32BE</dataType>"
      "<cardinality>3</cardinality><encoding>HLAfixedArray</encoding></arrayData>"
      "</arrayDataTypes></dataTypes>");
}
// What is named must be defined by some module.
TEST(ModuleMerging, ReferencesAreResolvedOverAllModules) {
  const std::string user = objects(
      object_class("P", attribute("p", "<dimensions><dimension>D</dimension></dimensions>")));
  const std::string definition =
      "<dimensions><dimension><name>D</name><upperBound>5</upperBound></dimension></dimensions>";
  expect_agreement(user, definition);
  EXPECT_ERROR(merged({user}), InconsistentFDD);
  const std::string sender = objects(
      "<objectClass><name>P</name><attribute><name>p</name><transportation>Pigeon"
      "</transportation></attribute></objectClass>");
  const std::string pigeon =
      "<transportations><transportation><name>Pigeon</name><reliable>No</reliable>"
      "</transportation></transportations>";
  expect_agreement(sender, pigeon);
  EXPECT_ERROR(merged({sender}), InconsistentFDD);
}
// The MIM's classes may be repeated and extended by subclasses.
TEST(ModuleMerging, ManagementClassesMayBeExtended) {
  const auto model =
      merged({objects("<objectClass><name>HLAmanager</name><objectClass><name>HLAfederate</name>" +
                      object_class("Mine", attribute("m")) + "</objectClass></objectClass>"),
              interactions("<interactionClass><name>HLAmanager</name>" +
                           interaction("Own", parameter("o")) + "</interactionClass>")});
  EXPECT_OK(model);
  EXPECT_OK(model->object_class("HLAobjectRoot.HLAmanager.HLAfederate.Mine"));
  EXPECT_OK(
      model->attribute(*model->object_class("HLAmanager.HLAfederate.Mine"), "HLAfederateName"));
  EXPECT_OK(model->interaction_class("HLAmanager.Own"));
}
// The privilege is an attribute of every object class, and may be repeated at the root.
TEST(ModuleMerging, ThePrivilegeMayBeStatedAtTheRoot) {
  const auto model =
      merged({"<objects><objectClass><name>HLAobjectRoot</name>"
              "<attribute><name>HLAprivilegeToDeleteObject</name><dataType>HLAtoken</dataType>"
              "<updateType>Static</updateType><updateCondition>NA</updateCondition>"
              "<ownership>DivestAcquire</ownership><sharing>PublishSubscribe</sharing>"
              "<transportation>HLAreliable</transportation><order>TimeStamp</order>"
              "<semantics>NA</semantics></attribute>" +
              object_class("P", attribute("p")) + "</objectClass></objects>"});
  EXPECT_OK(model);
  EXPECT_OK(model->attribute(*model->object_class("P"), "HLAprivilegeToDeleteObject"));
}
// The same module under two designators, and twice, is merged as once.
TEST(ModuleMerging, AModuleMayBeGivenTwice) {
  const std::string content = objects(object_class("P", attribute("p"))) +
                              "<switches><autoProvide isEnabled=\"true\"/></switches>";
  const auto model = merged({content, content, content});
  EXPECT_OK(model);
  EXPECT_TRUE(model->switched_on("autoProvide"));
}
// All 2010 columns of a whole model, as the tables of tools write them.
TEST(ModuleMerging, AWholeDocumentIsRead) {
  const auto model = merged(
      {"<modelIdentification><name>Whole</name><type>FOM</type><version>1"
       "</version><modificationDate>2011-11-11</modificationDate>"
       "<securityClassification>U</securityClassification><purpose/>"
       "<applicationDomain/><description>d</description><useLimitation/>"
       "<useHistory/><keyword><taxonomy/><keywordValue/></keyword><poc>"
       "<pocType>Sponsor</pocType><pocName/></poc><reference>"
       "<type>Composed_From</type><identification>x</identification>"
       "</reference><other/><glyph type=\"PNG\" width=\"1\" height=\"1\" "
       "alt=\"x\">AAAA</glyph></modelIdentification>"
       "<serviceUtilization><connect section=\"4.2\" isCallback=\"false\" "
       "isUsed=\"true\"/></serviceUtilization>" +
       objects(object_class("P", attribute("p"))) + interactions(interaction("I", parameter("i"))) +
       "<dimensions/><time><timeStamp><dataType>HLAfloat64Time</dataType>"
       "<semantics/></timeStamp><lookahead><dataType>HLAfloat64Time"
       "</dataType><semantics/></lookahead></time>"
       "<tags><updateReflectTag><dataType>HLAASCIIstring</dataType>"
       "<semantics/></updateReflectTag></tags>"
       "<synchronizations><synchronizationPoint><label>go</label>"
       "<dataType>NA</dataType><capability>RegisterAchieve</capability>"
       "<semantics/></synchronizationPoint></synchronizations>"
       "<transportations><transportation><name>HLAreliable</name>"
       "<reliable>Yes</reliable><semantics/></transportation>"
       "</transportations><switches/><updateRates/><dataTypes>"
       "<basicDataRepresentations><basicData><name>HLAinteger16BE</name>"
       "<size>16</size><interpretation>i</interpretation><endian>Big"
       "</endian><encoding>e</encoding></basicData>"
       "</basicDataRepresentations><simpleDataTypes/><enumeratedDataTypes/>"
       "<arrayDataTypes/><fixedRecordDataTypes/><variantRecordDataTypes/>"
       "</dataTypes><notes><note><label>n1</label><semantics>text"
       "</semantics></note></notes>"});
  EXPECT_OK(model);
  EXPECT_OK(model->object_class("P"));
  EXPECT_OK(model->interaction_class("I"));
}
// An HLA 1.3 file.
TEST(ModuleOf13, A13FileIsRead) {
  const FomModule module = read(
      ";; a comment\n(FED\n (Federation Test)\n (FEDversion v1.3)\n"
      " (spaces (space S (dimension X) (dimension Y)))\n (objects\n  (class ObjectRoot\n"
      "   (attribute privilegeToDelete reliable timestamp)\n   (class RTIprivate)\n"
      "   (class Ship (attribute position best_effort receive S)\n"
      "     (CLASS Tug (attribute load RELIABLE TIMESTAMP)))))\n (interactions\n"
      "  (class InteractionRoot reliable timestamp\n   (class RTIprivate reliable receive)\n"
      "   (class Fire reliable timestamp (parameter target)))))\n",
      "test.fed");
  const auto model = ObjectModel::merge({module});
  EXPECT_OK(model);
  const auto tug = model->object_class("Ship.Tug");
  EXPECT_OK(tug);
  const auto& all = (*model)[*tug].attributes;
  EXPECT_EQ(all[model->attribute(*tug, "position")->value].transportation,
            TransportationType::best_effort);
  EXPECT_EQ(all[model->attribute(*tug, "load")->value].order, OrderType::timestamp);
  EXPECT_OK(model->parameter(*model->interaction_class("Fire"), "target"));
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
