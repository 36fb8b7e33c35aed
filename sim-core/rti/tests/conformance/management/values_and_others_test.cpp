// Values of the management object model meet ownership and time (clause 11 with 6 to 8).
#include "conformance/managed_services.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class CrossingManagement : public ManagedServices {
 protected:
  std::int32_t of(const std::string& federate, const std::string& name) {
    return asked(federate, name);
  }
  // Raw bytes of a value, asked for.
  std::vector<std::byte> raw(const std::string& federate, const std::string& name) {
    (void)asked(federate, name);
    return c().managed["HLAfederate." + federate][name];
  }
};

// 11.2 Counts follow deletion and ownership.
TEST_P(CrossingManagement, CountsOfDeletableObjects) {
  watch_federates();
  EXPECT_EQ(of("a", "HLAobjectInstancesThatCanBeDeleted"), 1);
  EXPECT_OK(b().acquire("x", "priv"));
  skip();
  EXPECT_OK(a().give("x", "priv"));
  skip();
  EXPECT_EQ(of("a", "HLAobjectInstancesThatCanBeDeleted"), 0);
  EXPECT_EQ(of("b", "HLAobjectInstancesThatCanBeDeleted"), 1);
  EXPECT_OK(b().del("x"));
  skip();
  EXPECT_EQ(of("b", "HLAobjectInstancesThatCanBeDeleted"), 0);
  EXPECT_EQ(of("b", "HLAobjectInstancesDeleted"), 1);
  EXPECT_EQ(of("a", "HLAobjectInstancesRemoved"), 1);
  EXPECT_EQ(of("a", "HLAobjectInstancesRegistered"), 1);
}
// 11.2 Queue lengths, the state of the time manager, and times that are undefined.
TEST_P(CrossingManagement, ValuesOfTimeManagement) {
  watch_federates();
  EXPECT_EQ(raw("b", "HLAGALT"), Encoder().opaque({}).take());
  EXPECT_OK(a().pubi("T"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("T"));
  EXPECT_OK(b().subi("K"));
  regulate(a(), 5);
  constrain(b());
  EXPECT_EQ(of("b", "HLAtimeConstrained"), 1);
  EXPECT_EQ(of("b", "HLAtimeRegulating"), 0);
  EXPECT_OK(a().send_at(9, "T"));
  EXPECT_OK(a().send_at(12, "T"));
  EXPECT_OK(a().send("K"));
  settle();
  EXPECT_EQ(of("b", "HLATSOlength"), 2);
  EXPECT_EQ(of("b", "HLAROlength"), 1);
  EXPECT_EQ(raw("b", "HLAGALT"), at(5));
  EXPECT_EQ(raw("b", "HLALITS"), at(5));
  EXPECT_EQ(raw("a", "HLAlookahead"), at(5));
  EXPECT_EQ(of("b", "HLAtimeManagerState"), 0);
  EXPECT_OK(b().tar(10));
  settle();
  EXPECT_EQ(of("b", "HLAtimeManagerState"), 1);
  EXPECT_EQ(of("b", "HLAROlength"), 0);
  EXPECT_EQ(raw("b", "HLAlogicalTime"), at(0));
  EXPECT_OK(a().tar(10));
  skip();
  EXPECT_EQ(of("b", "HLATSOlength"), 1);
  EXPECT_EQ(raw("b", "HLAlogicalTime"), at(10));
}

CONFORMANCE_SUITE(CrossingManagement);

}  // namespace
}  // namespace orrery::rti::testing::conformance
