// Fuzzes the messages of migration to the master or the slave of two nodes. The first byte selects the node; then come
// messages (sized_inputs.hpp). A node never has more entities than the system.
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "orrery/universe/burst.hpp"

#include "migrating_parties.hpp"
#include "migration_wire.hpp"
#include "sized_inputs.hpp"

namespace {

using namespace orrery;            // NOLINT(google-build-using-namespace)
using namespace orrery::universe;  // NOLINT(google-build-using-namespace)

constexpr EntityId entities_a_node = 4;

void must(bool right) {
  if (!right) std::abort();
}

System two_nodes() {
  System system;
  system.behaviour = Behaviour::burst;
  system.entities_by_node = {entities_a_node, entities_a_node};
  system.managers_by_node = {0, 0};
  return system;
}

const base::CpuWork& work() {
  static const base::CpuWork made = base::CpuWork::calibrate();
  return made;
}

}  // namespace

namespace orrery::testing {

void play(std::span<const std::byte> input) {
  if (input.empty()) return;
  const NodeIndex self = std::to_integer<NodeIndex>(input.front()) & 1U;
  input = input.subspan(1);
  const System system = two_nodes();
  const Burst burst(system, work());
  auto config = std::make_unique<NodeConfig>();
  config->system = system;
  config->node = self;
  config->migration = MigrationRules{};
  MigratingParties parties(std::move(config), burst, work());
  StepSlot slot;
  for (int i = 0; !input.empty() && i < 100; ++i) {
    auto message = take_sized(input);
    if (message.size() < sizeof(MessageHeader)) continue;
    // A search would not find the right hash of the state: set it.
    std::vector<std::byte> whole(message.begin(), message.end());
    if (whole.size() == sizeof(EntityStateHead) + burst.state_size()) {
      EntityStateHead head;
      std::memcpy(&head, whole.data(), sizeof head);
      head.hash = hash_of_bytes(std::span(whole).subspan(sizeof head));
      std::memcpy(whole.data(), &head, sizeof head);
    }
    if (!parties.take_migration(1 - self, whole, slot)) {
      must(parties.failure().has_value() ||
           read_header(whole.data()).kind > MessageKind::entity_state ||
           read_header(whole.data()).kind < MessageKind::load_report);
      break;
    }
    must(parties.entities() <= 2 * entities_a_node);
  }
  (void)parties.account();
  (void)parties.decide(slot);
}

void write_seeds(const std::string& folder) {
  const System system = two_nodes();
  const Burst burst(system, work());
  for (NodeIndex self = 0; self < 2; ++self) {
    const NodeIndex other = 1 - self;
    const auto file_of = [&](const std::string& name) {
      std::ofstream file(folder + "/" + name + std::to_string(self), std::ios::binary);
      file.put(static_cast<char>(self));
      return file;
    };
    auto orders = file_of("order");
    for (EntityId id = 0; id < 8; id += 3) {
      const OrderMessage order{
          {MessageKind::migration_order, 1, id, 0}, id < 4 ? 0U : 1U, id < 4 ? 1U : 0U};
      put_sized(orders, std::as_bytes(std::span(&order, 1)));
    }
    auto states = file_of("state");
    for (EntityId id = other * 4; id < other * 4 + 4; ++id) {
      std::vector<std::uint64_t> state(burst.state_size() / sizeof(std::uint64_t) + 1);
      burst.construct(id, reinterpret_cast<std::byte*>(state.data()));
      std::vector<std::byte> message(sizeof(EntityStateHead) + burst.state_size());
      EntityStateHead head;
      head.header = {MessageKind::entity_state, 1, id, 0};
      std::memcpy(message.data(), &head, sizeof head);
      std::memcpy(message.data() + sizeof head, state.data(), burst.state_size());
      put_sized(states, message);
    }
    auto reports = file_of("load");
    NodeLoad load;
    load.node = other;
    load.entities = entities_a_node;
    load.candidates = {{5, 10, 10, 0}, {6, 20, 10, 0}};
    const MigrationRecord arrival{1, {0, 0, 1, MigrationCause::manual}, 8, 100};
    std::vector<std::byte> message;
    write_load_report(message, 0, load, std::span(&arrival, 1));
    put_sized(reports, message);
  }
}

}  // namespace orrery::testing
