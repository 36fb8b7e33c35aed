#include "world.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <numeric>
#include <thread>

#include "orrery/transport/chain.hpp"
#include "orrery/transport/datagram.hpp"
#include "orrery/transport/dds.hpp"
#include "orrery/transport/reliable_multicast.hpp"

#include "layout.hpp"

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

// What goes beside the channels: ports, in a run of their own.
struct Beside {
  Way way;
  std::string token;
};
std::vector<Beside> beside(const Way& way, const std::string& token) {
  if (way.data == Data::channels) return {};
  if (way.data != Data::both) return {{way, token}};
  return {{Way(way.kind, Data::multicast, way.loss), token},
          {Way(way.kind, Data::nak, way.loss), token + "-r"}};
}

std::unique_ptr<transport::Port> make_port(const Beside& part, std::uint32_t self,
                                           const std::string& address,
                                           const std::shared_ptr<base::Doorbell>& bell) {
  const Way& way = part.way;
  if (is_dds(way.data)) {
    auto dds = transport::make_dds_port({.self = self,
                                         .reliable = !may_lose(way.data),
                                         .run_token = part.token,
                                         .bind_address = address,
                                         .eviction_ns = watchdog_ns},
                                        bell);
    EXPECT_TRUE(dds.ok()) << dds.error().message;
    return std::move(*dds);
  }
  auto made = transport::make_datagram_port(
      {.kind = way.data == Data::udp ? transport::DatagramKind::udp
                                     : transport::DatagramKind::multicast,
       .self = self,
       .run_token = part.token,
       .bind_address = address},
      bell);
  transport::ImpairmentOptions bad;
  bad.loss = way.loss;
  bad.duplicate = bad.reorder = way.loss / 2;
  bad.delay_ns = way.delay_ns;
  const std::vector<transport::ModuleOptions> modules{bad};
  if (way.loss > 0 || way.delay_ns > 0) made = transport::build_chain(std::move(*made), modules);
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
  return std::move(*made);
}

// A node's end of one part; endpoints by rank.
void add_path(DataPaths& paths, const Beside& part, std::unique_ptr<transport::Port> port,
              const std::vector<std::string>& endpoints) {
  std::string group;
  if (is_dds(part.way.data)) {
    std::vector<transport::PartyId> all(endpoints.size());
    std::iota(all.begin(), all.end(), 0);
    group = transport::dds_endpoint(all);
  } else if (part.way.data != Data::udp) {
    group = transport::multicast_endpoint(part.token, 1);
  }
  (may_lose(part.way.data) ? paths.best_effort : paths.reliable) = {std::move(port), group,
                                                                    endpoints};
}

// A process for each rank: this one for the last.
void as_processes(const std::vector<std::uint32_t>& ranks,
                  const std::function<void(std::uint32_t)>& run, NodeSet killed) {
  std::map<std::uint32_t, pid_t> children;
  for (const std::uint32_t rank : ranks) {
    if (rank == ranks.back()) break;
    const pid_t child = ::fork();
    if (child == 0) {
      run(rank);
      ::_exit(::testing::Test::HasFailure() ? 1 : 0);
    }
    children[rank] = child;
  }
  if (!ranks.empty()) run(ranks.back());
  for (const auto& [rank, child] : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if ((killed & only(rank)) != 0) {
      EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "node " << rank;
    } else {
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
          << "the process of node " << rank << " failed";
    }
  }
}

// Checks are told apart by how many came before.
std::string name_of_check() {
  static std::map<std::string, int> before;
  const auto* const info = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = std::string(info->test_suite_name()) + "." + info->name();
  return name + "." + std::to_string(before[name]++);
}

void on_hosts(const HostLayout& layout, const Way& way, std::uint32_t nodes,
              const std::function<void(std::uint32_t, Node&)>& body,
              const std::string& save_directory, NodeSet killed) {
  std::vector<std::uint32_t> here;
  for (std::uint32_t rank = 0; rank < nodes; ++rank) {
    if (layout.host_of(rank) == layout.self) here.push_back(rank);
  }
  const std::string name = name_of_check();
  const auto run = [&](std::uint32_t rank) {
    const Meeting meeting(layout, name, rank, nodes);
    const std::shared_ptr<base::Doorbell> bell =
        *base::Doorbell::create(base::Doorbell::Scope::local);
    DataPaths paths;
    for (const Beside& part : beside(way, meeting.token())) {
      auto port = make_port(part, rank, meeting.address(), bell);
      const auto endpoints =
          meeting.exchange(std::string(to_string(part.way.data)), port->endpoint());
      add_path(paths, part, std::move(port), endpoints);
    }
    auto channels = meeting.channels(way.kind, bell);
    if (channels.empty()) return;
    auto node = make_node(rank, nodes, bell, std::move(channels), std::move(paths), save_directory);
    if (node) body(rank, *node);
  };
  as_processes(here, run, killed);
}

}  // namespace

std::vector<Kind> kinds(std::vector<Kind> wanted) {
  if (host_layout()) {
    std::erase_if(wanted, [](Kind kind) {
      return kind == Kind::thread || kind == Kind::shm || kind == Kind::uds;
    });
  }
  return wanted;
}

std::vector<Way> ways(const std::vector<Way>& wanted) {
  if (!host_layout()) return wanted;
  std::vector<Way> between;
  for (const Way& way : wanted) {
    if (std::ranges::find(between, way.data, &Way::data) == between.end()) {
      between.emplace_back(Kind::tcp, way.data);
    }
  }
  return between;
}

double loss_of(const Way& way) {
  return std::max(way.loss, host_layout() ? host_layout()->loss : 0);
}

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
              const std::string& save_directory, NodeSet killed) {
  if (host_layout()) return on_hosts(*host_layout(), way, nodes, body, save_directory, killed);
  const Kind kind = way.kind;
  const auto scope =
      kind == Kind::thread ? base::Doorbell::Scope::local : base::Doorbell::Scope::shared;
  const std::string token =
      "rti-" + std::to_string(::getpid()) + "-" + std::to_string(base::now_ns());
  std::vector<std::shared_ptr<base::Doorbell>> bells;
  for (std::uint32_t i = 0; i < nodes; ++i) bells.push_back(*base::Doorbell::create(scope));
  const std::vector<Beside> parts = beside(way, token);
  std::vector<std::vector<std::unique_ptr<transport::Port>>> ports(parts.size());
  std::vector<std::vector<std::string>> endpoints(parts.size());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::uint32_t i = 0; i < nodes; ++i) {
      ports[part].push_back(make_port(parts[part], i, "127.0.0.1", bells[i]));
      endpoints[part].push_back(ports[part].back()->endpoint());
    }
  }
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
  const auto run = [&](std::uint32_t rank) {
    DataPaths paths;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      add_path(paths, parts[part], std::move(ports[part][rank]), endpoints[part]);
    }
    auto node = make_node(rank, nodes, bells[rank], std::move(ends[rank]), std::move(paths),
                          save_directory);
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
      for (auto& part : ports) {
        if (i == rank) {
          EXPECT_TRUE(part[i]->adopt().ok());
        } else {
          part[i]->forget();
        }
      }
    }
  };
  std::vector<std::uint32_t> ranks(nodes);
  std::iota(ranks.begin(), ranks.end(), 0);
  as_processes(
      ranks,
      [&](std::uint32_t rank) {
        keep_only(rank);
        run(rank);
      },
      killed);
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
