#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <latch>
#include <thread>

#include "orrery/base/clock.hpp"
#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

#include "content.hpp"
#include "stages.hpp"
#include "time_wait.hpp"

namespace orrery::workloads {
namespace {

using contracts::EndsModel;
using contracts::LocalTransport;
using contracts::NodeTransport;

contracts::MessagingPlan load(std::int32_t bytes) {
  contracts::MessagingPlan plan;
  plan.message_bytes = bytes;
  plan.exchanges = 300;
  plan.streamed = 300;
  plan.warmup_messages = 20;
  plan.process_model = EndsModel::process;
  return plan;
}

contracts::WorkerPlan one_node(const contracts::MessagingPlan& load, LocalTransport transport) {
  contracts::WorkerPlan plan = testing::one_node_plan(load);
  plan.transports.local = transport;
  plan.transports.peer_timeout_ms = 20'000;
  return plan;
}

std::uint64_t oracle_of(const contracts::MessagingPlan& load) {
  return make_messaging(testing::one_node_plan(load))->oracle([] { return false; });
}

void expect_sound(const testing::Finished& finished, const contracts::MessagingPlan& load) {
  ASSERT_FALSE(finished.failure) << finished.failure->message;
  EXPECT_TRUE(finished.ran);
  EXPECT_EQ(finished.broken(), "");
  EXPECT_EQ(finished.result.run_state_checksum, oracle_of(load));
  ASSERT_EQ(finished.result.run_messages.size(), 1U);
  EXPECT_EQ(finished.result.run_messages.front().counted, 620U);
  EXPECT_EQ(finished.result.run_messages.front().bytes,
            620U * static_cast<std::uint64_t>(load.message_bytes));
  EXPECT_GT(finished.metric("latency"), 0);
  EXPECT_GT(finished.metric("throughput.bytes"), 0);
  EXPECT_GE(finished.metric("exchange.p99"), finished.metric("exchange.p50"));
}

struct Choice {
  LocalTransport transport;
  EndsModel model;
  std::int32_t bytes;
};

// gtest would print the raw bytes, which include padding.
void PrintTo(const Choice& choice, std::ostream* out) {
  *out << to_string(choice.transport) << ", " << to_string(choice.model) << ", " << choice.bytes;
}

class OnOneNode : public ::testing::TestWithParam<Choice> {};

TEST_P(OnOneNode, EveryMessageArrivesAndItsPartsAddUp) {
  contracts::MessagingPlan wanted = load(GetParam().bytes);
  wanted.process_model = GetParam().model;
  const auto finished = testing::carry_out(*make_messaging(one_node(wanted, GetParam().transport)));
  expect_sound(finished, wanted);
  const bool per_message = GetParam().transport == LocalTransport::tcp_per_message;
  EXPECT_EQ(finished.metric("send.connect") > 0, per_message);
  EXPECT_EQ(finished.metric("send.pipe") > 0, GetParam().transport == LocalTransport::mailer);
  if (per_message) {
    EXPECT_EQ(finished.metric("connections"), 620);
  }
  EXPECT_EQ(finished.result.processes.size(), GetParam().model == EndsModel::process ? 2U : 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Transports, OnOneNode,
    ::testing::Values(Choice{LocalTransport::thread, EndsModel::thread, 16},
                      Choice{LocalTransport::thread, EndsModel::thread, 20'000},
                      Choice{LocalTransport::shm, EndsModel::process, 128},
                      Choice{LocalTransport::shm, EndsModel::thread, 1'048'576},
                      Choice{LocalTransport::uds, EndsModel::process, 20'000},
                      Choice{LocalTransport::tcp, EndsModel::process, 1'048'576},
                      Choice{LocalTransport::tcp, EndsModel::thread, 16},
                      Choice{LocalTransport::tcp_per_message, EndsModel::process, 20'000},
                      Choice{LocalTransport::mailer, EndsModel::process, 20'000},
                      Choice{LocalTransport::mailer, EndsModel::thread, 1'000}));

std::array<testing::Finished, 2> on_two_nodes(const contracts::MessagingPlan& load,
                                              NodeTransport transport) {
  std::array<testing::Finished, 2> finished;
  std::vector<std::string> endpoints(2);
  std::latch prepared(2);
  std::vector<std::thread> threads;
  for (std::size_t node = 0; node < 2; ++node) {
    threads.emplace_back([&, node] {
      testing::Finished& mine = finished[node];
      contracts::WorkerPlan plan = testing::one_node_plan(load);
      plan.nodes.push_back({1, "node-1", 100, 2});
      plan.node_index = static_cast<std::int32_t>(node);
      plan.transports.nodes = transport;
      plan.transports.bind_address = "127.0.0.1";
      plan.transports.peer_timeout_ms = 20'000;
      plan.transports.token = 0x5eed;
      Host host;
      host.stopped = [] { return false; };
      host.after_fork = [] {};
      host.log = [](contracts::LogLevel, const std::string&) {};
      const auto workload = make_messaging(plan);
      mine.failure = workload->prepare(host);
      if (!mine.failure) endpoints[node] = workload->prepared().endpoint;
      prepared.arrive_and_wait();
      if (mine.failure) return;
      if ((mine.failure = workload->connect(endpoints, base::now_ns() + 60'000'000'000))) return;
      if ((mine.failure = workload->run([&mine] { mine.ran = true; }))) return;
      if ((mine.failure = workload->check(mine.result))) return;
      workload->metrics(mine.result);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return finished;
}

TEST(OnTwoNodes, TheMasterSendsAndTheOtherReceives) {
  for (const NodeTransport transport : {NodeTransport::shm, NodeTransport::uds, NodeTransport::tcp,
                                        NodeTransport::tcp_per_message, NodeTransport::mailer}) {
    SCOPED_TRACE(to_string(transport));
    const contracts::MessagingPlan wanted = load(5'000);
    const auto [sender, receiver] = on_two_nodes(wanted, transport);
    expect_sound(sender, wanted);
    ASSERT_FALSE(receiver.failure) << receiver.failure->message;
    EXPECT_TRUE(receiver.result.run_metrics.empty());
    EXPECT_EQ(receiver.result.run_state_checksum, 0U);
  }
}

TEST(Messaging, RingsOfOneProcessDoNotReachAnother) {
  const auto finished =
      testing::carry_out(*make_messaging(one_node(load(64), LocalTransport::thread)));
  ASSERT_TRUE(finished.failure);
  EXPECT_EQ(finished.failure->code, "bad_plan");
}

TEST(Messaging, OneThatIsStoppedEnds) {
  contracts::MessagingPlan wanted = load(64);
  wanted.streamed = 100'000'000;
  const auto finished = testing::carry_out(*make_messaging(one_node(wanted, LocalTransport::shm)),
                                           [] { return true; });
  ASSERT_TRUE(finished.failure);
  EXPECT_EQ(finished.failure->code, "stopped");
}

// Enters a new network namespace with 100 local ports, none of which is reused while in TIME-WAIT. Returns the reason if this
// is not possible here; else empty.
std::string few_ports() {
  if (::unshare(CLONE_NEWNET) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
    return "no network namespace may be made here";
  }
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  ifreq request{};
  std::snprintf(request.ifr_name, sizeof request.ifr_name, "lo");
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  const bool up = ::ioctl(socket, SIOCSIFFLAGS, &request) == 0;
  ::close(socket);
  std::ofstream range("/proc/sys/net/ipv4/ip_local_port_range");
  range << "40000 40099" << std::flush;
  std::ofstream reuse("/proc/sys/net/ipv4/tcp_tw_reuse");
  reuse << "0" << std::flush;
  return up && range && reuse ? "" : "the namespace's ports cannot be set here";
}

TEST(Messaging, PortsThatAreAllInTimeWaitEndTheRunAndSaySo) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const int child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::string said = few_ports();
    if (said.empty()) {
      contracts::WorkerPlan plan = one_node(load(64), LocalTransport::tcp_per_message);
      plan.transports.peer_timeout_ms = 1'000;
      const auto finished = testing::carry_out(*make_messaging(plan));
      said = finished.failure ? finished.failure->code + ": " + finished.failure->message : "done";
    } else {
      said = "skip: " + said;
    }
    (void)!::write(pipe[1], said.data(), said.size());
    ::_exit(0);
  }
  ::close(pipe[1]);
  std::array<char, 512> text{};
  const ssize_t got = ::read(pipe[0], text.data(), text.size() - 1);
  ::close(pipe[0]);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ASSERT_GT(got, 0);
  const std::string said = text.data();
  if (said.starts_with("skip: ")) GTEST_SKIP() << said;
  EXPECT_TRUE(said.starts_with("out_of_ports: ")) << said;
  EXPECT_NE(said.find("from 100 ports"), std::string::npos) << said;
}

TEST(Stages, EndWhereTheNextBegins) {
  messaging::Moments at{.began_ns = 100,
                        .filled_ns = 110,
                        .connected_ns = 130,
                        .sent_ns = 160,
                        .found_ns = 150,  // before the call that sends returned
                        .read_ns = 175,
                        .unblocked_ns = 205};
  EXPECT_EQ(messaging::stages_of(at), (messaging::StageTimes{10, 20, 0, 20, 0, 25, 30}));
  at.through_pipe = true;
  at.connected_ns = at.filled_ns;
  at.found_ns = 168;
  EXPECT_EQ(messaging::stages_of(at), (messaging::StageTimes{10, 0, 50, 0, 8, 7, 30}));
}

// The second exchange is the quickest. In the first the receiver has answered before the sender's call returns, which must not count
// as a short way.
TEST(Stages, TheClockOffsetIsThatOfTheQuickestExchange) {
  constexpr std::int64_t offset = 1'000'000;
  const std::array<messaging::Moments, 2> exchanges{messaging::Moments{.began_ns = 0,
                                                                       .filled_ns = 10,
                                                                       .connected_ns = 10,
                                                                       .sent_ns = 9'000,
                                                                       .found_ns = 5'000 + offset,
                                                                       .read_ns = 5'010 + offset,
                                                                       .unblocked_ns = 9'010},
                                                    messaging::Moments{.began_ns = 10'000,
                                                                       .filled_ns = 10'010,
                                                                       .connected_ns = 10'010,
                                                                       .sent_ns = 10'400,
                                                                       .found_ns = 10'510 + offset,
                                                                       .read_ns = 10'520 + offset,
                                                                       .unblocked_ns = 11'020}};
  EXPECT_EQ(messaging::clock_offset_of(exchanges), offset);
}

TEST(Stages, MeanOfTheMiddleLeavesOutliersOut) {
  messaging::Stages stages(5);
  for (const std::uint32_t whole : {10U, 11U, 12U, 13U, 1'000'000U}) {
    messaging::StageTimes times{};
    times[0] = 4;
    times[6] = whole - 4;
    stages.add(times);
  }
  const auto middle = stages.middle_ns();
  EXPECT_EQ(middle[0], 4);
  EXPECT_EQ(middle[6], 8);
  EXPECT_EQ(stages.quantile_of_whole(0.5), 12);
  EXPECT_EQ(stages.quantile_of_whole(1), 1'000'000);
}

TEST(Content, AnyBitThatChangesChangesTheChecksum) {
  const messaging::Content content(16 + 45, 7);
  std::vector<std::byte> message(content.message_bytes());
  content.write(3, message);
  const auto body = std::span(message).subspan(sizeof(messaging::MessageHead));
  EXPECT_EQ(messaging::checksum(body), content.head(3).checksum);
  EXPECT_NE(content.head(3).checksum, content.head(4).checksum);
  for (std::size_t bit = 0; bit < body.size() * 8; ++bit) {
    body[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
    EXPECT_NE(messaging::checksum(body), content.head(3).checksum) << bit;
    body[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
  }
}

TEST(TimeWait, IsReadFromTheKernelsText) {
  EXPECT_EQ(
      messaging::time_wait_in("sockets: used 14\nTCP: inuse 1 orphan 0 tw 28231 alloc 1 mem 0\n"),
      28'231U);
  EXPECT_EQ(messaging::time_wait_in("nothing of it"), 0U);
  EXPECT_GT(messaging::local_ports(), 0U);
}

}  // namespace
}  // namespace orrery::workloads
