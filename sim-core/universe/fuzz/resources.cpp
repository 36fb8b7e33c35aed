// Fuzzes the messages to a resource manager of the master of two nodes (sized_inputs.hpp). It answers what it takes with a
// load and moves that a universe manager accepts, and ends at what it does not take.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>

#include "orrery/transport/transport.hpp"
#include "orrery/universe/burst.hpp"

#include "migration_wire.hpp"
#include "resource_manager.hpp"
#include "resource_wire.hpp"
#include "sized_inputs.hpp"

namespace {

using namespace orrery;            // NOLINT(google-build-using-namespace)
using namespace orrery::universe;  // NOLINT(google-build-using-namespace)

void must(bool right) {
  if (!right) std::abort();
}

NodeConfig master_of_two() {
  NodeConfig config;
  config.system.behaviour = Behaviour::burst;
  config.system.entities_by_node = {4, 4};
  config.system.managers_by_node = {1, 0};
  config.migration = MigrationRules{MigrationPolicy::balance, 1'000, 1};
  config.process_model = ProcessModel::thread;
  config.resource_manager_apart = true;
  return config;
}

// Reads all answers of the resource manager, as a universe manager does.
void take_answers(transport::Channel& channel, const System& system) {
  for (;;) {
    const transport::Peeked message = channel.peek();
    if (message.io != transport::Io::ok) return;
    must(message.bytes.size() >= sizeof(MessageHeader));
    switch (read_header(message.bytes.data()).kind) {
      case MessageKind::usage_report: {
        NodeLoad load;
        std::vector<MigrationRecord> arrivals;
        must(read_load_report(message.bytes, load, arrivals) && arrivals.empty() &&
             is_valid(load, system));
        break;
      }
      case MessageKind::migration_order: {
        Move move;
        must(read_order(message.bytes, move) && is_valid(move, system));
        break;
      }
      case MessageKind::decision: {
        std::uint64_t count = 0;
        must(read_count(message.bytes, count) && count <= system.entities());
        break;
      }
      default:
        must(false);
    }
    channel.release();
  }
}

}  // namespace

namespace orrery::testing {

void play(std::span<const std::byte> input) {
  static const base::CpuWork work = base::CpuWork::calibrate();
  const NodeConfig config = master_of_two();
  const Burst burst(config.system, work);
  const auto bell = base::Doorbell::create(base::Doorbell::Scope::local);
  const auto far_bell = base::Doorbell::create(base::Doorbell::Scope::local);
  must(bell && far_bell);
  auto pair = transport::Transport::make_pair(transport::Kind::thread, {}, *bell, *far_bell);
  must(pair.ok());
  const PartyCommon common{config.system,
                           burst,
                           work,
                           base::CycleClock::monotonic(),
                           base::WaitStrategy::yield,
                           0,
                           true,
                           false,
                           nullptr,
                           nullptr,
                           &config};
  const auto link = PartyLink::create(*pair->b, *far_bell, common.wait, nullptr);
  must(link != nullptr);
  ResourceManager manager(common, *link);
  for (int i = 0; !input.empty() && i < 100; ++i) {
    const auto taken = take_sized(input);
    if (taken.size() < sizeof(MessageHeader)) continue;
    std::vector<std::byte> message(taken.begin(), taken.end());
    // A universe manager sends CPU clocks alone.
    if (const MessageHeader header = read_header(message.data());
        header.kind == MessageKind::watch_usage && message.size() == sizeof(WatchMessage)) {
      WatchMessage watch;
      std::memcpy(&watch, message.data(), sizeof(watch));
      watch.clock = CLOCK_THREAD_CPUTIME_ID;
      std::memcpy(message.data(), &watch, sizeof(watch));
    }
    if (!manager.handle(read_header(message.data()), message)) break;
    take_answers(*pair->a, config.system);
  }
}

void write_seeds(const std::string& folder) {
  const auto put = [](std::ofstream& file, const auto& message) {
    put_sized(file, std::as_bytes(std::span(&message, 1)));
  };
  std::ofstream file(folder + "/step", std::ios::binary);
  WatchMessage watch;
  watch.header = {MessageKind::watch_usage,
                  static_cast<std::uint16_t>(WatchedRole::universe_manager), 0, 0};
  watch.clock = CLOCK_THREAD_CPUTIME_ID;
  put(file, watch);
  for (EntityId id = 0; id < 4; ++id) {
    watch.header = {MessageKind::watch_usage, static_cast<std::uint16_t>(WatchedRole::entity), id,
                    0};
    watch.before_ns = id % 2 == 0 ? -1 : 0;
    watch.construct_ns = id * 10;
    put(file, watch);
  }
  watch.header.component = static_cast<std::uint16_t>(WatchedRole::manager);
  put(file, watch);
  put(file, MessageHeader{MessageKind::usage_request, 0, 0, 0});
  NodeLoad load;
  load.node = 1;
  load.entities = 4;
  load.workload_ns = 10;
  load.candidates = {{5, 5, 5, 0}, {6, 5, 5, 0}};
  std::vector<std::byte> message;
  write_load_report(message, 0, load, {});
  put_sized(file, message);
  put(file, order_of({6, 1, 0, MigrationCause::manual}, 0));
  put(file, CountMessage{{MessageKind::decision_request, 0, 0, 0}, 64});
  put(file, MessageHeader{MessageKind::forget_usage, 0, 2, 1});
  put(file, MessageHeader{MessageKind::usage_request, 0, 0, 1});
  put(file, CountMessage{{MessageKind::decision_request, 0, 0, 1}, 0});
}

}  // namespace orrery::testing
