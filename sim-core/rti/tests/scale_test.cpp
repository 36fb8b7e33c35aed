// Many objects, many nodes.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "world.hpp"

namespace orrery::rti::testing {
namespace {

double most_memory_mb() {
  rusage use{};
  ::getrusage(RUSAGE_SELF, &use);
  return static_cast<double>(use.ru_maxrss) / 1024;
}

TEST(Scale, AHundredThousandObjectsAreDiscoveredUpdatedAndRemoved) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr std::size_t count = 5'000;
#else
  constexpr std::size_t count = 100'000;
#endif
  const double before = most_memory_mb();
  with_federates(transport::Kind::thread, 2, [&](std::uint32_t rank, Federate& me) {
    me.keep = false;
    if (rank == 0) {
      me.publish("Ship", {"Course"});
    } else {
      me.subscribe("Ship", {"Course"});
    }
    me.synchronize("middle");
    if (rank == 0) {
      const auto ship = me.object_class("Ship");
      const auto course = me.attribute("Ship", "Course");
      std::vector<ObjectInstanceHandle> ships;
      for (std::size_t i = 0; i < count; ++i) {
        auto made = me.rti->register_object_instance(ship);
        ASSERT_OK(made);
        ships.push_back(*made);
        if (i % 64 == 0) me.drain();
      }
      for (const ObjectInstanceHandle each : ships) {
        while (!me.update(each, course, "north")) me.drain();
      }
      for (const ObjectInstanceHandle each : ships) {
        while (!me.rti->delete_object_instance(each, {})) me.drain();
      }
    } else {
      me.until([&] { return me.removed.size() == count; }, "all removed");
      EXPECT_EQ(me.discovered.size(), count);
      EXPECT_EQ(me.reflections, count);
    }
  });
  const double grown = most_memory_mb() - before;
  std::cout << grown * 1024 / count << " KiB for each object, at both nodes and their federates\n";
}

// Each node a process: all agree on who is there and on what is registered.
TEST(Scale, ProcessesByTheDozenMeetExchangeAndLeave) {
  constexpr std::uint32_t nodes = 24;
  with_federates(transport::Kind::shm, nodes, [](std::uint32_t rank, Federate& me) {
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    me.synchronize("middle");
    auto ship = me.rti->register_object_instance(me.object_class("Ship"));
    ASSERT_OK(ship);
    const auto course = me.attribute("Ship", "Course");
    while (!me.update(*ship, course, std::to_string(rank))) me.drain();
    me.until([&] { return me.reflected.size() == nodes - 1; }, "updates of all others");
    EXPECT_EQ(me.discovered.size(), nodes - 1);
  });
}

}  // namespace
}  // namespace orrery::rti::testing
