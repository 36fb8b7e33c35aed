#include "world.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "orrery/transport/chain.hpp"
#include "orrery/transport/datagram.hpp"
#include "orrery/transport/dds.hpp"
#include "orrery/transport/reliable_multicast.hpp"

namespace orrery::rti::testing {

using transport::Kind;

const std::vector<FomModule>& test_modules() {
  static const std::vector<FomModule> modules = [] {
    auto read = parse_fom(
        R"((FED (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp)
      (class Vehicle (attribute Position reliable timestamp) (attribute Speed best_effort receive)
        (class Tank (attribute Turret reliable receive)))
      (class Ship (attribute Course reliable receive))))
     (interactions (class InteractionRoot BEST_EFFORT RECEIVE
      (class Fire reliable timestamp (parameter Target)
        (class Missile reliable timestamp (parameter Range)))
      (class Hail best_effort receive (parameter Words))))))",
        "test.fed");
    EXPECT_TRUE(read.ok());
    return std::vector<FomModule>{std::move(*read)};
  }();
  return modules;
}

std::unique_ptr<Node> single_node() {
  std::vector<std::unique_ptr<transport::Channel>> none(1);
  auto node =
      Node::create({}, *base::Doorbell::create(base::Doorbell::Scope::local), std::move(none));
  EXPECT_TRUE(node.ok());
  return std::move(*node);
}

namespace {

std::unique_ptr<Node> make_node(std::uint32_t rank, std::uint32_t nodes,
                                std::shared_ptr<base::Doorbell> bell,
                                std::vector<std::unique_ptr<transport::Channel>> channels,
                                DataPaths paths, const std::string& save_directory) {
  NodeOptions options;
  options.save_directory = save_directory;
  options.self = rank;
  options.nodes = nodes;
  options.wait = base::WaitStrategy::adaptive;
  options.patience_ns = watchdog_ns;
  options.repeat_ns = 30'000'000;
  options.digest_ns = 10'000'000;
  auto node = Node::create(options, std::move(bell), std::move(channels), std::move(paths));
  if (!node) ADD_FAILURE() << node.error().message;
  return node ? std::move(*node) : nullptr;
}

// A port for each node of a run of its own.
struct Ports {
  Ports(const Way& way, const std::vector<std::shared_ptr<base::Doorbell>>& bells)
      : best_effort(may_lose(way.data)),
        token("rti-" + std::to_string(::getpid()) + "-" + std::to_string(base::now_ns())) {
    if (way.data == Data::channels) return;
    if (is_dds(way.data)) {
      make_dds(bells);
      return;
    }
    if (way.data != Data::udp) group = transport::multicast_endpoint(token, 1);
    for (std::uint32_t self = 0; self < bells.size(); ++self) {
      auto made =
          transport::make_datagram_port({.kind = group.empty() ? transport::DatagramKind::udp
                                                               : transport::DatagramKind::multicast,
                                         .self = self,
                                         .run_token = token},
                                        bells[self]);
      transport::ImpairmentOptions bad;
      bad.loss = way.loss;
      bad.duplicate = bad.reorder = way.loss / 2;
      bad.delay_ns = way.delay_ns;
      const std::vector<transport::ModuleOptions> modules{bad};
      if (way.loss > 0 || way.delay_ns > 0)
        made = transport::build_chain(std::move(*made), modules);
      transport::NakOptions nak;
      nak.eviction_ns = nak.peer_timeout_ns = watchdog_ns;
      if (way.data == Data::nak) {
        made = std::unique_ptr<transport::Port>(
            std::move(*transport::make_nak_multicast(std::move(*made), nak)));
      } else if (way.data == Data::region) {
        made = std::unique_ptr<transport::Port>(
            std::move(*transport::make_region_multicast(std::move(*made), {.nak = nak})));
      }
      const std::vector<transport::ModuleOptions> whole{transport::FragmenterOptions{}};
      made = transport::build_chain(std::move(*made), whole);
      EXPECT_TRUE(made.ok()) << made.error().message;
      endpoints.push_back((*made)->endpoint());
      each.push_back(std::move(*made));
    }
  }
  void make_dds(const std::vector<std::shared_ptr<base::Doorbell>>& bells) {
    std::vector<transport::PartyId> all;
    for (std::uint32_t self = 0; self < bells.size(); ++self) {
      all.push_back(self);
      auto made = transport::make_dds_port(
          {.self = self, .reliable = !best_effort, .run_token = token, .eviction_ns = watchdog_ns},
          bells[self]);
      EXPECT_TRUE(made.ok()) << made.error().message;
      endpoints.push_back((*made)->endpoint());
      each.push_back(std::move(*made));
    }
    group = transport::dds_endpoint(all);
  }
  DataPaths of(std::uint32_t rank) {
    DataPaths paths;
    if (each.empty()) return paths;
    (best_effort ? paths.best_effort : paths.reliable) = {std::move(each[rank]), group, endpoints};
    return paths;
  }

  const bool best_effort;
  const std::string token;
  std::string group;
  std::vector<std::string> endpoints;
  std::vector<std::unique_ptr<transport::Port>> each;
};

}  // namespace

std::string_view to_string(Data data) {
  switch (data) {
    case Data::channels:
      return "channels";
    case Data::udp:
      return "udp";
    case Data::multicast:
      return "multicast";
    case Data::nak:
      return "nak";
    case Data::region:
      return "region";
    case Data::both:
      return "both";
    case Data::dds:
      return "dds";
    case Data::dds_best_effort:
      return "dds_best_effort";
  }
  return {};
}

void on_nodes(Way way, std::uint32_t nodes, const std::function<void(std::uint32_t, Node&)>& body,
              const std::string& save_directory) {
  const Kind kind = way.kind;
  const auto scope =
      kind == Kind::thread ? base::Doorbell::Scope::local : base::Doorbell::Scope::shared;
  std::vector<std::shared_ptr<base::Doorbell>> bells;
  for (std::uint32_t i = 0; i < nodes; ++i) bells.push_back(*base::Doorbell::create(scope));
  const bool both = way.data == Data::both;
  Ports ports(both ? Way(kind, Data::multicast, way.loss) : way, bells);
  Ports reliable_ports(both ? Way(kind, Data::nak, way.loss) : Way(kind), bells);
  std::vector<std::vector<std::unique_ptr<transport::Channel>>> ends(nodes);
  for (auto& each : ends) each.resize(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    for (std::uint32_t j = i + 1; j < nodes; ++j) {
      auto pair = transport::Transport::make_pair(kind, {}, bells[i], bells[j]);
      ASSERT_TRUE(pair.ok()) << pair.error().message;
      ends[i][j] = std::move(pair->a);
      ends[j][i] = std::move(pair->b);
    }
  }
  const auto paths_of = [&](std::uint32_t rank) {
    DataPaths paths = ports.of(rank);
    if (both) paths.reliable = reliable_ports.of(rank).reliable;
    return paths;
  };
  const auto run = [&](std::uint32_t rank) {
    auto node =
        make_node(rank, nodes, bells[rank], std::move(ends[rank]), paths_of(rank), save_directory);
    if (node) body(rank, *node);
  };
  if (kind == Kind::thread) {
    std::vector<std::thread> threads;
    for (std::uint32_t rank = 1; rank < nodes; ++rank) threads.emplace_back(run, rank);
    run(0);
    for (std::thread& each : threads) each.join();
    return;
  }
  const auto keep_only = [&](std::uint32_t rank) {
    for (std::uint32_t i = 0; i < nodes; ++i) {
      for (auto& channel : ends[i]) {
        if (!channel) continue;
        if (i == rank) {
          EXPECT_TRUE(channel->adopt().ok());
        } else {
          channel->forget();
        }
      }
      for (const Ports* beside : {&ports, &reliable_ports}) {
        if (beside->each.empty()) continue;
        if (i == rank) {
          EXPECT_TRUE(beside->each[i]->adopt().ok());
        } else {
          beside->each[i]->forget();
        }
      }
    }
  };
  std::vector<pid_t> children;
  for (std::uint32_t rank = 1; rank < nodes; ++rank) {
    const pid_t child = ::fork();
    if (child == 0) {
      keep_only(rank);
      run(rank);
      ::_exit(::testing::Test::HasFailure() ? 1 : 0);
    }
    children.push_back(child);
  }
  keep_only(0);
  run(0);
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "a node's process failed";
  }
}

void with_federates(Way way, std::uint32_t nodes,
                    const std::function<void(std::uint32_t, Federate&)>& body,
                    const std::vector<FomModule>& modules) {
  on_nodes(way, nodes, [&](std::uint32_t rank, Node& node) {
    Federate federate(node);
    if (rank == 0) {
      ASSERT_OK(federate.rti->create_federation_execution("test", modules));
    }
    federate.until([&] { return !federate.rti->list_federation_executions()->empty(); }, "created");
    federate.join("f" + std::to_string(rank));
    // All are there: then points with all of them may be registered.
    federate.until(
        [&] {
          for (std::uint32_t i = 0; i < nodes; ++i) {
            if (!federate.rti->get_federate_handle("f" + std::to_string(i))) return false;
          }
          return true;
        },
        "all have joined");
    if (rank == 0) {
      for (const char* label : {"begin", "middle", "end"}) {
        ASSERT_OK(federate.rti->register_federation_synchronization_point(label, {}));
      }
    }
    federate.synchronize("begin");
    body(rank, federate);
    federate.synchronize("end");
    if (rank == 0) {
      // It destroys the federation: the last to go.
      federate.until(
          [&] {
            for (std::uint32_t i = 1; i < nodes; ++i) {
              if (federate.rti->get_federate_handle("f" + std::to_string(i))) return false;
            }
            return true;
          },
          "others have resigned");
    }
    ASSERT_OK(federate.rti->resign_federation_execution(ResignAction::delete_objects_then_divest));
    if (rank == 0) ASSERT_OK(federate.rti->destroy_federation_execution("test"));
  });
}

}  // namespace orrery::rti::testing
