#include "growth.hpp"

#include <atomic>
#include <thread>

#include "nodes.hpp"

namespace orrery::rti::testing {

void with_bounds(std::uint32_t nodes, const MemoryBounds& bounds,
                 const std::function<void(std::uint32_t, Federate&)>& body) {
  LocalNet net(transport::Kind::thread, nodes, base::Doorbell::Scope::local);
  NodeOptions options = patient_options();
  options.bounds = bounds;
  std::atomic<std::uint32_t> done{0};
  const auto run = [&](std::uint32_t rank) {
    const auto node = net.node(rank, options);
    Federate me(*node);
    if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
    me.until([&] { return !me.rti->list_federation_executions()->empty(); }, "created");
    me.join("f" + std::to_string(rank));
    const std::string last = "f" + std::to_string(nodes - 1);
    me.until([&] { return me.rti->get_federate_handle(last).ok(); }, "all have joined");
    body(rank, me);
    ++done;
    me.until([&] { return done == nodes; }, "the others");
  };
  std::vector<std::thread> threads;
  for (std::uint32_t rank = 1; rank < nodes; ++rank) threads.emplace_back(run, rank);
  run(0);
  for (std::thread& each : threads) each.join();
}

}  // namespace orrery::rti::testing
