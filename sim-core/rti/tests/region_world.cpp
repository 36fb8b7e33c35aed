#include "region_world.hpp"

namespace orrery::rti::testing {

const std::vector<FomModule>& region_modules() {
  static const std::vector<FomModule> modules = [] {
    auto read = parse_fom(R"(<objectModel>
      <objects><objectClass><name>HLAobjectRoot</name>
        <objectClass><name>Bird</name>
          <attribute><name>Place</name><order>TimeStamp</order>
            <dimensions><dimension>x</dimension><dimension>y</dimension></dimensions></attribute>
          <attribute><name>Song</name><dimensions><dimension>x</dimension></dimensions></attribute>
          <attribute><name>Ring</name></attribute>
          <objectClass><name>Owl</name><attribute><name>Prey</name></attribute></objectClass>
        </objectClass></objectClass></objects>
      <interactions><interactionClass><name>HLAinteractionRoot</name>
        <interactionClass><name>Call</name><transportation>HLAreliable</transportation>
          <order>TimeStamp</order><dimensions><dimension>x</dimension><dimension>y</dimension></dimensions>
          <parameter><name>Words</name></parameter>
          <interactionClass><name>Alarm</name><transportation>HLAreliable</transportation>
            <order>TimeStamp</order><dimensions><dimension>x</dimension><dimension>y</dimension></dimensions>
            <parameter><name>Cause</name></parameter></interactionClass></interactionClass>
        <interactionClass><name>Quiet</name><transportation>HLAreliable</transportation>
          <order>Receive</order></interactionClass>
      </interactionClass></interactions>
      <dimensions>
        <dimension><name>x</name><upperBound>1000</upperBound></dimension>
        <dimension><name>y</name><upperBound>1000</upperBound></dimension>
        <dimension><name>z</name><upperBound>10</upperBound></dimension>
      </dimensions></objectModel>)",
                          "birds.xml");
    EXPECT_TRUE(read.ok()) << (read ? "" : read.error().message);
    return std::vector<FomModule>{std::move(*read)};
  }();
  return modules;
}

RegionHandle region(Federate& of, const std::vector<std::pair<std::string, RangeBounds>>& ranges) {
  std::vector<DimensionHandle> dimensions;
  for (const auto& [name, bounds] : ranges) {
    dimensions.push_back(*of.rti->get_dimension_handle(name));
  }
  const auto made = of.rti->create_region(dimensions);
  EXPECT_TRUE(made.ok());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    EXPECT_TRUE(of.rti->set_range_bounds(*made, dimensions[i], ranges[i].second).ok());
  }
  EXPECT_TRUE(of.rti->commit_region_modifications(std::span(&*made, 1)).ok());
  return *made;
}

void move(Federate& of, RegionHandle region, const std::string& dimension, RangeBounds to) {
  ASSERT_OK(of.rti->set_range_bounds(region, *of.rti->get_dimension_handle(dimension), to));
  ASSERT_OK(of.rti->commit_region_modifications(std::span(&region, 1)));
}

}  // namespace orrery::rti::testing
