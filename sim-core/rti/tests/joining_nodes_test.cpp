// A node that joins over real channels, which are opened while the others run: threads, and processes over shared memory and
// sockets. In simulated time: simulation/joining_test.cpp.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "keeper.hpp"
#include "layout.hpp"
#include "nodes.hpp"

namespace orrery::rti::testing {
namespace {

using transport::Kind;

constexpr std::uint32_t joining_seats = 5;

// Where one node listens, and how it reaches the others: they read where in a folder.
class Mooring {
 public:
  Mooring(transport::Transport& transport, Kind kind, const std::string& folder, std::uint32_t rank)
      : transport_(transport), folder_(folder), rank_(rank) {
    const auto scope =
        kind == Kind::thread ? base::Doorbell::Scope::local : base::Doorbell::Scope::shared;
    bell = *base::Doorbell::create(scope);
    listener_ = std::move(*transport.listen(kind, {.self = {token, rank}}));
    say(std::to_string(rank), listener_->endpoint());
  }
  void say(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ + "/." + name) << content;
    std::filesystem::rename(folder_ + "/." + name, folder_ + "/" + name);
  }
  [[nodiscard]] bool is_said(const std::string& name) const {
    return std::filesystem::exists(folder_ + "/" + name);
  }
  [[nodiscard]] std::string hear(const std::string& name) const {
    const std::int64_t until = base::now_ns() + watchdog_ns;
    while (!is_said(name) && base::now_ns() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::string content;
    std::getline(std::ifstream(folder_ + "/" + name), content);
    return content;
  }
  std::unique_ptr<transport::Channel> connect(std::uint32_t peer) {
    auto made =
        transport_.connect(hear(std::to_string(peer)), {.self = {token, rank_}, .peer_index = peer},
                           bell, base::now_ns() + watchdog_ns);
    if (!made) ADD_FAILURE() << made.error().message;
    return made ? std::move(*made) : nullptr;
  }
  // The next that connects; none until then: null.
  std::unique_ptr<transport::Channel> accept(std::int64_t deadline_ns, std::uint32_t& peer) {
    auto accepted = listener_->accept(bell, deadline_ns);
    if (!accepted) return nullptr;
    peer = accepted->peer_index;
    return std::move(accepted->channel);
  }
  std::unique_ptr<Node> node(std::vector<std::unique_ptr<transport::Channel>> channels,
                             bool joins) const {
    NodeOptions options = patient_options();
    options.self = rank_;
    options.nodes = joining_seats;
    options.present = 2;
    options.joins = joins;
    auto made = Node::create(options, bell, std::move(channels));
    if (!made) ADD_FAILURE() << made.error().message;
    return made ? std::move(*made) : nullptr;
  }

  static constexpr const char* token = "a token of nodes that join";
  std::shared_ptr<base::Doorbell> bell;

 private:
  transport::Transport& transport_;
  const std::string folder_;
  const std::uint32_t rank_;
  std::unique_ptr<transport::Listener> listener_;
};

// Nodes 0 and 1 run a federation, and give a seat to whoever comes. Node 0 leaves in the middle.
void run_older(Mooring& mooring, std::uint32_t rank) {
  std::vector<std::unique_ptr<transport::Channel>> channels(joining_seats);
  std::uint32_t peer = 1;
  channels[1 - rank] =
      rank == 0 ? mooring.accept(base::now_ns() + watchdog_ns, peer) : mooring.connect(0);
  ASSERT_EQ(peer, 1U);
  auto node = mooring.node(std::move(channels), false);
  ASSERT_NE(node, nullptr);
  Federate me(*node);
  const auto until = [&](const std::function<bool()>& then) {
    const std::int64_t deadline = base::now_ns() + watchdog_ns;
    while (!then() && base::now_ns() < deadline) {
      (void)me.rti->evoke_callback(0.001);
      std::uint32_t seat = 0;
      if (auto channel = mooring.accept(base::now_ns() + 100'000, seat))
        ASSERT_OK(node->open_seat(seat, std::move(channel)));
    }
    EXPECT_TRUE(then());
  };
  if (rank == 0) {
    ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
    me.join("f0");
    me.publish("Ship", {"Course"});
    mooring.say("created", "");
  } else {
    until([&] { return mooring.is_said("created"); });
    until([&] { return me.rti->list_federation_executions()->size() == 1; });
    me.join("f1");
    me.constrain();
    mooring.say("joined", "");
  }
  ObjectInstanceHandle ship;
  if (rank == 0) {
    ship = *me.rti->register_object_instance(me.object_class("Ship"));
    until([&] { return mooring.is_said("joined"); });
    mooring.say("ready", "");
    until([&] { return me.rti->list_federation_execution_members("test")->size() == 3; });
    ASSERT_OK(me.rti->register_federation_synchronization_point("all", {}));
  }
  const auto meet = [&](const std::string& label) {
    until([&] { return me.announced.contains(label); });
    ASSERT_OK(me.rti->synchronization_point_achieved(label));
    until([&] { return me.synchronized.contains(label); });
  };
  meet("all");
  if (rank == 0) {
    until([&] { return me.update(ship, me.attribute("Ship", "Course"), "north").ok(); });
    return me.synchronize("seen");
  }
  meet("seen");
  ASSERT_OK(me.rti->time_advance_request(float64_time(5)));
  EXPECT_EQ(me.await_grant(), 5);
  meet("after");
}

void run_newcomer(Mooring& mooring) {
  (void)mooring.hear("ready");
  std::vector<std::unique_ptr<transport::Channel>> channels(joining_seats);
  for (std::uint32_t peer = 0; peer < 2; ++peer) channels[peer] = mooring.connect(peer);
  auto node = mooring.node(std::move(channels), true);
  ASSERT_NE(node, nullptr);
  Federate me(*node);
  me.join("f2");
  EXPECT_TRUE(node->has_joined());
  me.subscribe("Ship", {"Course"});
  me.publish("Ship", {"Course"});
  me.until([&] { return me.discovered.size() == 1; }, "the ship");
  me.synchronize("all");
  me.until([&] { return me.reflected.size() == 1; }, "its course");
  me.regulate(1);
  ASSERT_OK(me.rti->register_federation_synchronization_point("seen", {}));
  me.synchronize("seen");
  // The sequencer has left, or is about to.
  ASSERT_OK(me.rti->time_advance_request(float64_time(10)));
  EXPECT_EQ(me.await_grant(), 10);
  ASSERT_OK(me.rti->register_federation_synchronization_point("after", {}));
  me.synchronize("after");
}

class JoiningNodes : public ::testing::TestWithParam<Kind> {};

TEST_P(JoiningNodes, ANewcomerGoesOnWhenTheSequencerHasLeft) {
  if (host_layout()) GTEST_SKIP() << "its nodes are on this host";
  const Folder folder;
  transport::Transport shared;
  const auto run = [&](transport::Transport& transport, std::uint32_t rank) {
    Mooring mooring(transport, GetParam(), folder.path(), rank);
    rank == 2 ? run_newcomer(mooring) : run_older(mooring, rank);
  };
  if (GetParam() == Kind::thread) {
    std::thread first([&] { run(shared, 0); });
    std::thread second([&] { run(shared, 1); });
    run(shared, 2);
    first.join();
    second.join();
    return;
  }
  std::vector<pid_t> children;
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    transport::Transport own;
    run(own, rank);
    ::_exit(::testing::Test::HasFailure() ? 1 : 0);
  }
  run(shared, 2);
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
}

#if defined(__SANITIZE_THREAD__)
INSTANTIATE_TEST_SUITE_P(Kinds, JoiningNodes, ::testing::Values(Kind::thread));
#else
INSTANTIATE_TEST_SUITE_P(Kinds, JoiningNodes,
                         ::testing::Values(Kind::thread, Kind::shm, Kind::uds, Kind::tcp),
                         [](const auto& each) { return std::string(to_string(each.param)); });
#endif

TEST(JoiningNodesOptions, ThatCannotBeAreRefused) {
  const auto bell = *base::Doorbell::create(base::Doorbell::Scope::local);
  const auto make = [&](NodeOptions options, bool with_channel = false) {
    std::vector<std::unique_ptr<transport::Channel>> channels(options.nodes);
    if (with_channel)
      channels[0] = std::move(transport::Transport::make_pair(Kind::thread, {}, bell, bell)->a);
    return Node::create(options, bell, std::move(channels));
  };
  EXPECT_TRUE(make({.self = 0, .nodes = 4, .present = 1}).ok());
  EXPECT_ERROR(make({.self = 0, .nodes = 4, .present = 5}), RTIinternalError);
  EXPECT_ERROR(make({.self = 1, .nodes = 4, .present = 1}), RTIinternalError);
  EXPECT_ERROR(make({.self = 0, .nodes = 4, .present = 1, .joins = true}), RTIinternalError);
  EXPECT_ERROR(make({.self = 1, .nodes = 4, .present = 1, .joins = true}), RTIinternalError);
  EXPECT_TRUE(make({.self = 1, .nodes = 4, .present = 1, .joins = true}, true).ok());
}

}  // namespace
}  // namespace orrery::rti::testing
