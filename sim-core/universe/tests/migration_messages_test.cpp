// Messages of migration with values out of range: anyone who has a run's token can send them.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <memory>

#include "orrery/base/random.hpp"
#include "orrery/universe/burst.hpp"

#include "migrating_parties.hpp"
#include "migration_wire.hpp"

namespace orrery::universe {
namespace {

constexpr EntityId entities_a_node = 4;
constexpr auto greatest_ns = std::numeric_limits<std::int64_t>::max();
constexpr auto least = std::numeric_limits<std::int64_t>::min();

// Makes one of two nodes, with an entity class.
class MigrationMessages : public testing::Test {
 protected:
  std::unique_ptr<MigratingParties> node(NodeIndex index) {
    auto config = std::make_unique<NodeConfig>();
    config->system = system_;
    config->node = index;
    config->migration = MigrationRules{};
    return std::make_unique<MigratingParties>(std::move(config), burst_, work_);
  }

  // The valid message that moves entity 0 from node 0 to node 1, after `change`.
  std::vector<std::byte> entity(const std::function<void(EntityStateHead&)>& change) const {
    std::vector<std::byte> message(sizeof(EntityStateHead) + burst_.state_size());
    const std::span packed = std::span(message).subspan(sizeof(EntityStateHead));
    std::vector<std::uint64_t> state(burst_.state_size() / sizeof(std::uint64_t));
    burst_.construct(0, reinterpret_cast<std::byte*>(state.data()));
    std::memcpy(packed.data(), state.data(), packed.size());
    EntityStateHead head;
    head.header = {MessageKind::entity_state, 0, 0, 0};
    head.hash = hash_of_bytes(packed);
    change(head);
    std::memcpy(message.data(), &head, sizeof(head));
    return message;
  }

  static std::vector<std::byte> order(const Move& move) {
    const OrderMessage message{
        {MessageKind::migration_order, static_cast<std::uint16_t>(move.cause), move.entity, 0},
        move.from,
        move.to};
    const auto bytes = std::as_bytes(std::span(&message, 1));
    return {bytes.begin(), bytes.end()};
  }

  static System two_nodes() {
    System system;
    system.behaviour = Behaviour::burst;
    system.entities_by_node = {entities_a_node, entities_a_node};
    system.managers_by_node = {0, 0};
    return system;
  }

  const System system_ = two_nodes();
  const base::CpuWork work_ = base::CpuWork::calibrate();
  const Burst burst_{system_, work_};
  StepSlot slot_;
};

TEST_F(MigrationMessages, AnEntityInGoodOrderIsTaken) {
  const auto taken = node(1);
  ASSERT_TRUE(taken->take_migration(0, entity([](EntityStateHead&) {}), slot_));
  EXPECT_EQ(taken->entities(), entities_a_node + 1);
}

TEST_F(MigrationMessages, AnEntityOutOfRangeIsRefused) {
  const std::vector<std::function<void(EntityStateHead&)>> changes = {
      [](EntityStateHead& head) { head.header.source = 2 * entities_a_node; },
      [](EntityStateHead& head) { head.header.source = std::numeric_limits<EntityId>::max(); },
      [](EntityStateHead& head) { head.header.component = 5; },
      [](EntityStateHead& head) { head.header.component = 256; },
      [](EntityStateHead& head) { head.began_ns = least; },
      [](EntityStateHead& head) { head.packed_ns = greatest_ns; },
      [](EntityStateHead& head) { head.packed_ns = -1; },
      [](EntityStateHead& head) { head.history.cost_ns = greatest_ns; },
      [](EntityStateHead& head) { head.history.cost_ns = -1; },
      [](EntityStateHead& head) { head.history.slope_ns = least; },
      [](EntityStateHead& head) { head.history.slope_ns = greatest_ns; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const auto taken = node(1);
    EXPECT_FALSE(taken->take_migration(0, entity(changes[i]), slot_)) << i;
    EXPECT_TRUE(taken->failure()) << i;
    EXPECT_EQ(taken->entities(), entities_a_node) << i;
  }
}

TEST_F(MigrationMessages, AllEntitiesThereAreCanComeAndNoMore) {
  const auto taken = node(1);
  for (EntityId id = 0; id < 2 * entities_a_node + 2; ++id) {
    const bool is_new = id < entities_a_node;
    const auto message = entity([id](EntityStateHead& head) { head.header.source = id; });
    EXPECT_EQ(taken->take_migration(0, message, slot_), is_new) << id;
  }
  EXPECT_EQ(taken->entities(), 2 * entities_a_node);
}

TEST_F(MigrationMessages, AnOrderThatCannotBeIsRefused) {
  const Move good{4, 1, 0, MigrationCause::manual};
  EXPECT_TRUE(node(1)->take_migration(0, order(good), slot_));
  EXPECT_FALSE(node(1)->take_migration(1, order(good), slot_)) << "not of the master";
  const std::vector<Move> bad = {
      {8, 1, 0, MigrationCause::manual},         {4, 1, 2, MigrationCause::manual},
      {4, 7, 1, MigrationCause::manual},         {4, 1, 1, MigrationCause::manual},
      {4, 1, 0, static_cast<MigrationCause>(5)},
  };
  for (std::size_t i = 0; i < bad.size(); ++i) {
    EXPECT_FALSE(node(1)->take_migration(0, order(bad[i]), slot_)) << i;
  }
}

TEST_F(MigrationMessages, RepeatedOrdersAreBounded) {
  const auto taken = node(1);
  int accepted = 0;
  for (int i = 0; i < 1000; ++i) {
    accepted += taken->take_migration(0, order({4, 1, 0, MigrationCause::manual}), slot_) ? 1 : 0;
  }
  EXPECT_LE(accepted, static_cast<int>(2 * entities_a_node));
}

TEST_F(MigrationMessages, ALoadReportOutOfRangeIsRefused) {
  NodeLoad good;
  good.node = 1;
  good.entities = entities_a_node;
  good.candidates = {{5, 10, 10, 0}};
  const MigrationRecord arrival{1, {0, 0, 1, MigrationCause::manual}, 8, 100};
  const auto taken = [this](NodeIndex receiver, const NodeLoad& load,
                            const MigrationRecord& arrived) {
    std::vector<std::byte> message;
    write_load_report(message, 0, load, std::span(&arrived, 1));
    return node(receiver)->take_migration(1, message, slot_);
  };
  EXPECT_TRUE(taken(0, good, arrival));
  EXPECT_FALSE(taken(1, good, arrival)) << "not to the master";
  const std::vector<std::function<void(NodeLoad&, MigrationRecord&)>> changes = {
      [](NodeLoad& load, MigrationRecord&) { load.entities = 9; },
      [](NodeLoad& load, MigrationRecord&) { load.workload_ns = greatest_ns; },
      [](NodeLoad& load, MigrationRecord&) { load.construct_ns = -1; },
      [](NodeLoad& load, MigrationRecord&) { load.forecast_ns = least; },
      [](NodeLoad& load, MigrationRecord&) { load.candidates[0].id = 8; },
      [](NodeLoad& load, MigrationRecord&) { load.candidates[0].cost_ns = greatest_ns; },
      [](NodeLoad& load, MigrationRecord&) { load.candidates[0].forecast_ns = -1; },
      [](NodeLoad&, MigrationRecord& arrived) { arrived.move.entity = 8; },
      [](NodeLoad&, MigrationRecord& arrived) { arrived.move.from = 2; },
      [](NodeLoad&, MigrationRecord& arrived) { arrived.move.to = 0; },
      [](NodeLoad&, MigrationRecord& arrived) {
        arrived.move.cause = static_cast<MigrationCause>(200);
      },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    NodeLoad load = good;
    MigrationRecord arrived = arrival;
    changes[i](load, arrived);
    EXPECT_FALSE(taken(0, load, arrived)) << i;
  }
}

}  // namespace
}  // namespace orrery::universe
