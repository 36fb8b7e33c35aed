// Reservations of names that are on their way when a save is requested.
#include <memory>
#include <string>
#include <vector>

#include "../keeper.hpp"
#include "nodes.hpp"

namespace orrery::rti::testing {
namespace {

struct Reserver final : FederateAmbassador {
  std::unique_ptr<RtiAmbassador> rti;
  std::vector<std::string> told;

  void initiate_federate_save(const std::string&) override { told.emplace_back("save"); }
  void object_instance_name_reservation_succeeded(const std::string&) override {
    told.emplace_back("reserved");
  }
};

// 4.17, 6.3: a save contains no waiting callbacks, so a reservation is reported before the save is initiated. Either node is the sequencer.
TEST(NamesOfSaves, AReservationOnItsWayIsToldBeforeTheSave) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const std::size_t first : {0U, 1U}) {
      const Folder folder;
      SimulatedNodes nodes(seed, 2 + seed % 3, folder.path());
      const auto settle = [&] { nodes.network().settle(); };
      Reserver requester;
      Reserver asker;
      const auto join = [&](Reserver& each, std::size_t node, const std::string& name) {
        each.rti = nodes.at(node).connect(each, CallbackModel::evoked);
        (void)each.rti->create_federation_execution("test", test_modules());
        settle();
        ASSERT_OK(each.rti->join_federation_execution(name, "federate", "test"));
        settle();
      };
      join(requester, first, "requester");
      join(asker, 1 - first, "asker");
      ASSERT_OK(requester.rti->request_federation_save("noon"));
      ASSERT_OK(asker.rti->reserve_object_instance_name("tank"));
      settle();
      ASSERT_OK(asker.rti->evoke_multiple_callbacks(0, 0));
      EXPECT_EQ(asker.told, (std::vector<std::string>{"reserved", "save"})) << seed;
    }
  }
}

}  // namespace
}  // namespace orrery::rti::testing
