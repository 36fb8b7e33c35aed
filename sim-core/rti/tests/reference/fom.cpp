#include "fom.hpp"

#include <stdexcept>

namespace orrery::rti::testing::fom {

namespace {
constexpr auto reliable = TransportationType::reliable;
constexpr auto best_effort = TransportationType::best_effort;
constexpr auto stamped = OrderType::timestamp;
constexpr auto receive = OrderType::receive;
}  // namespace

const std::vector<ClassRow>& object_classes() {
  static const std::vector<ClassRow> rows{{"HLAobjectRoot", -1, {0}},
                                          {"A", 0, {1, 2, 3}},
                                          {"A.B", 1, {4, 5}},
                                          {"A.B.C", 2, {6}},
                                          {"D", 0, {7, 8}}};
  return rows;
}

const std::vector<AttributeRow>& attributes() {
  static const std::vector<AttributeRow> rows{{"HLAprivilegeToDeleteObject", reliable, stamped, {}},
                                              {"a1", reliable, stamped, {0}},
                                              {"a2", reliable, receive, {}},
                                              {"a3", best_effort, stamped, {}},
                                              {"b1", reliable, stamped, {0, 1}},
                                              {"b2", best_effort, receive, {1}},
                                              {"c1", reliable, stamped, {}},
                                              {"d1", reliable, receive, {}},
                                              {"d2", reliable, stamped, {0}}};
  return rows;
}

const std::vector<ClassRow>& interaction_classes() {
  static const std::vector<ClassRow> rows{
      {"HLAinteractionRoot", -1, {}}, {"I", 0, {0}}, {"I.J", 1, {1}}, {"K", 0, {2}}};
  return rows;
}

const std::vector<InteractionRow>& interactions() {
  static const std::vector<InteractionRow> rows{{reliable, receive, {}},
                                                {reliable, stamped, {0}},
                                                {reliable, stamped, {0}},
                                                {best_effort, receive, {}}};
  return rows;
}

const std::vector<std::string>& parameters() {
  static const std::vector<std::string> rows{"p", "q", "r"};
  return rows;
}

const std::vector<std::string>& dimensions() {
  static const std::vector<std::string> rows{"x", "y", "z"};
  return rows;
}

const std::vector<std::uint64_t>& upper_bounds() {
  static const std::vector<std::uint64_t> rows{100, 10, 5};
  return rows;
}

const std::vector<std::string>& update_rates() {
  static const std::vector<std::string> rows{"Slow", "Fast"};
  return rows;
}

const std::vector<double>& update_rate_values() {
  static const std::vector<double> rows{0.5, 100};
  return rows;
}

std::string object_class_name(int row) {
  return "HLAobjectRoot." + object_classes()[static_cast<std::size_t>(row)].name;
}

std::string interaction_class_name(int row) {
  return "HLAinteractionRoot." + interaction_classes()[static_cast<std::size_t>(row)].name;
}

bool has_member(const std::vector<ClassRow>& classes, int row, int member) {
  return members(classes, row).contains(member);
}

std::set<int> members(const std::vector<ClassRow>& classes, int row) {
  std::set<int> all;
  for (int each = row; each >= 0; each = classes[static_cast<std::size_t>(each)].parent) {
    const auto& own = classes[static_cast<std::size_t>(each)].members;
    all.insert(own.begin(), own.end());
  }
  return all;
}

bool is_a(const std::vector<ClassRow>& classes, int below, int above) {
  for (int each = below; each >= 0; each = classes[static_cast<std::size_t>(each)].parent) {
    if (each == above) return true;
  }
  return false;
}

const std::vector<FomModule>& modules() {
  static const std::vector<FomModule> parsed = [] {
    auto read = parse_fom(R"(<objectModel>
  <objects><objectClass><name>HLAobjectRoot</name>
    <objectClass><name>A</name>
      <attribute><name>a1</name><transportation>HLAreliable</transportation><order>TimeStamp</order>
        <dimensions><dimension>x</dimension></dimensions></attribute>
      <attribute><name>a2</name><transportation>HLAreliable</transportation><order>Receive</order></attribute>
      <attribute><name>a3</name><transportation>HLAbestEffort</transportation><order>TimeStamp</order></attribute>
      <objectClass><name>B</name>
        <attribute><name>b1</name><transportation>HLAreliable</transportation><order>TimeStamp</order>
          <dimensions><dimension>x</dimension><dimension>y</dimension></dimensions></attribute>
        <attribute><name>b2</name><transportation>HLAbestEffort</transportation><order>Receive</order>
          <dimensions><dimension>y</dimension></dimensions></attribute>
        <objectClass><name>C</name>
          <attribute><name>c1</name><transportation>HLAreliable</transportation><order>TimeStamp</order></attribute>
        </objectClass>
      </objectClass>
    </objectClass>
    <objectClass><name>D</name>
      <attribute><name>d1</name><transportation>HLAreliable</transportation><order>Receive</order></attribute>
      <attribute><name>d2</name><transportation>HLAreliable</transportation><order>TimeStamp</order>
        <dimensions><dimension>x</dimension></dimensions></attribute>
    </objectClass>
  </objectClass></objects>
  <interactions><interactionClass><name>HLAinteractionRoot</name>
    <interactionClass><name>I</name><transportation>HLAreliable</transportation><order>TimeStamp</order>
      <dimensions><dimension>x</dimension></dimensions><parameter><name>p</name></parameter>
      <interactionClass><name>J</name><transportation>HLAreliable</transportation><order>TimeStamp</order>
        <dimensions><dimension>x</dimension></dimensions><parameter><name>q</name></parameter></interactionClass>
    </interactionClass>
    <interactionClass><name>K</name><transportation>HLAbestEffort</transportation><order>Receive</order>
      <parameter><name>r</name></parameter></interactionClass>
  </interactionClass></interactions>
  <dimensions>
    <dimension><name>x</name><upperBound>100</upperBound></dimension>
    <dimension><name>y</name><upperBound>10</upperBound></dimension>
    <dimension><name>z</name><upperBound>5</upperBound></dimension>
  </dimensions>
  <updateRates>
    <updateRate><name>Slow</name><rate>0.5</rate></updateRate>
    <updateRate><name>Fast</name><rate>100</rate></updateRate>
  </updateRates></objectModel>)",
                          "reference.xml");
    if (!read.ok()) throw std::runtime_error(read.error().message);
    return std::vector<FomModule>{std::move(*read)};
  }();
  return parsed;
}

const std::vector<FomModule>& conflicting_modules() {
  static const std::vector<FomModule> parsed = [] {
    auto read = parse_fom(R"(<objectModel><dimensions>
      <dimension><name>x</name><upperBound>7</upperBound></dimension></dimensions></objectModel>)",
                          "conflicting.xml");
    if (!read.ok()) throw std::runtime_error(read.error().message);
    std::vector<FomModule> both = modules();
    both.push_back(std::move(*read));
    return both;
  }();
  return parsed;
}

}  // namespace orrery::rti::testing::fom
