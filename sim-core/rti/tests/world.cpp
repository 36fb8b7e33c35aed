#include "world.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <numeric>
#include <thread>

#include "orrery/transport/dds.hpp"
#include "orrery/transport/norm.hpp"

#include "layout.hpp"
#include "nodes.hpp"

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

NodeOptions quick_options(const std::string& save_directory) {
  NodeOptions options = patient_options();
  options.save_directory = save_directory;
  options.repeat_ns = 30'000'000;
  options.digest_ns = 10'000'000;
  return options;
}

// A process for each rank: this one for the last.
void as_processes(const std::vector<std::uint32_t>& ranks,
                  const std::function<void(std::uint32_t)>& run, NodeSet killed) {
  std::map<std::uint32_t, pid_t> children;
  for (const std::uint32_t rank : ranks) {
    if (rank == ranks.back()) break;
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        run(rank);
      } catch (const std::exception& thrown) {
        ADD_FAILURE() << "node " << rank << ": " << thrown.what();
      }
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

void on_hosts(const HostLayout& layout, const Way& way, std::uint32_t nodes,
              const std::function<void(std::uint32_t, Node&)>& body,
              const std::string& save_directory, NodeSet killed) {
  std::vector<std::uint32_t> here;
  for (std::uint32_t rank = 0; rank < nodes; ++rank) {
    if (layout.host_of(rank) == layout.self) here.push_back(rank);
  }
  const std::string name = name_of_check();
  const auto run = [&](std::uint32_t rank) {
    const std::shared_ptr<base::Doorbell> bell =
        *base::Doorbell::create(base::Doorbell::Scope::local);
    NodeOptions options = quick_options(save_directory);
    options.self = rank;
    options.nodes = nodes;
    auto node = node_by_meeting(layout, name, way, options, bell);
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
    if (std::ranges::find(between, way.data, &Way::data) != between.end()) continue;
    between.emplace_back(Kind::tcp, way.data).silence_ns = way.silence_ns;
  }
  return between;
}

double loss_of(const Way& way) {
  return std::max(way.loss, host_layout() ? host_layout()->loss : 0);
}

bool is_built_in(Data data) {
  return (!is_dds(data) || transport::has_dds()) && (data != Data::norm || transport::has_norm());
}

std::string_view to_string(Data data) {
  switch (data) {
    case Data::channels:
      return "channels";
    case Data::udp:
      return "udp";
    case Data::multicast:
      return "multicast";
    case Data::groups:
      return "groups";
    case Data::nak:
      return "nak";
    case Data::region:
      return "region";
    case Data::both:
      return "both";
    case Data::dds:
      return "dds";
    case Data::norm:
      return "norm";
    case Data::dds_best_effort:
      return "dds_best_effort";
    case Data::both_dds:
      return "both_dds";
  }
  return {};
}

void on_nodes(Way way, std::uint32_t nodes, const std::function<void(std::uint32_t, Node&)>& body,
              const std::string& save_directory, NodeSet killed) {
  if (host_layout()) return on_hosts(*host_layout(), way, nodes, body, save_directory, killed);
  const Kind kind = way.kind;
  const auto scope =
      kind == Kind::thread ? base::Doorbell::Scope::local : base::Doorbell::Scope::shared;
  LocalNet net(way, nodes, scope);
  const auto run = [&](std::uint32_t rank) {
    auto node = net.node(rank, quick_options(save_directory));
    if (node) body(rank, *node);
  };
  if (kind == Kind::thread) {
    std::vector<std::thread> threads;
    for (std::uint32_t rank = 1; rank < nodes; ++rank) threads.emplace_back(run, rank);
    run(0);
    for (std::thread& each : threads) each.join();
    return;
  }
  std::vector<std::uint32_t> ranks(nodes);
  std::iota(ranks.begin(), ranks.end(), 0);
  as_processes(
      ranks,
      [&](std::uint32_t rank) {
        net.keep_only(rank);
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
