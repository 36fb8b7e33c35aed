#include <dirent.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>

#include "orrery/base/clock.hpp"
#include "orrery/contracts/json.hpp"
#include "orrery/worker/calibration.hpp"
#include "orrery/worker/run.hpp"

#include "driver.hpp"

namespace orrery::worker {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool can_fork = false;  // a worker that forks while the sanitizer's own thread runs
#else
constexpr bool can_fork = true;
#endif

constexpr contracts::ProcessModel separate_model =
    can_fork ? contracts::ProcessModel::process : contracts::ProcessModel::thread;

// From plans to `running`.
void begin(std::vector<std::unique_ptr<Driver>>& workers,
           const std::vector<contracts::WorkerPlan>& plans) {
  for (std::size_t i = 0; i < plans.size(); ++i) {
    workers.push_back(std::make_unique<Driver>());
    workers[i]->say(contracts::GivePlan{plans[i]});
  }
  contracts::GivePeers peers;
  for (auto& worker : workers) {
    const auto prepared = worker->hear<contracts::Prepared>();
    ASSERT_TRUE(prepared);
    EXPECT_EQ(prepared->endpoint.empty(), plans.size() == 1);
    EXPECT_EQ(prepared->schemas.size(), plans[0].telemetry.enabled ? 2U : 0U);
    peers.endpoints.push_back(prepared->endpoint);
  }
  for (auto& worker : workers) worker->say(peers);
  for (auto& worker : workers) ASSERT_TRUE(worker->hear<contracts::Ready>());
  for (auto& worker : workers) worker->say(contracts::Start{});
  for (auto& worker : workers) ASSERT_TRUE(worker->hear<contracts::Running>());
}

std::vector<contracts::WorkerPlan> plans_for(std::int32_t nodes, contracts::ProcessModel model) {
  std::vector<contracts::WorkerPlan> plans;
  for (std::int32_t node = 0; node < nodes; ++node) {
    plans.push_back(plan_of(node, nodes));
    workload_of(plans.back()).process_model = model;
  }
  return plans;
}

void make_endless(std::vector<contracts::WorkerPlan>& plans) {
  for (auto& plan : plans) workload_of(plan).steps = 100'000'000;
}

// Processes whose parent is this one, by name.
std::vector<std::pair<int, std::string>> children_of(int parent) {
  std::vector<std::pair<int, std::string>> children;
  DIR* proc = ::opendir("/proc");
  while (const dirent* entry = ::readdir(proc)) {
    const int pid = std::atoi(entry->d_name);
    if (pid <= 0) continue;
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(stat, text);
    const std::size_t open = text.find('(');
    const std::size_t close = text.rfind(')');
    if (open == std::string::npos || close == std::string::npos) continue;
    if (std::atoi(text.c_str() + close + 4) == parent) {
      children.emplace_back(pid, text.substr(open + 1, close - open - 1));
    }
  }
  ::closedir(proc);
  return children;
}

// Whether a process has ended; one that its new parent has not waited for yet has.
bool ended(int pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  if (!std::getline(stat, text)) return true;
  const std::size_t close = text.rfind(')');
  return close == std::string::npos || text.compare(close, 3, ") Z") == 0;
}

bool gone(int pid) {
  const std::int64_t deadline = base::now_ns() + 30'000'000'000;
  while (!ended(pid)) {
    if (base::now_ns() > deadline) return false;
    ::usleep(2000);
  }
  return true;
}

TEST(Conversation, EveryModelAndNumberOfNodesSaysTheSameResult) {
  std::optional<std::uint64_t> checksum;
  for (const auto model :
       {contracts::ProcessModel::pooled, contracts::ProcessModel::thread, separate_model}) {
    for (const std::int32_t nodes : {1, 2}) {
      auto plans = plans_for(nodes, model);
      // The same system on one node and on two.
      if (nodes == 1) workload_of(plans[0]).entities_by_node = {8};
      std::vector<std::unique_ptr<Driver>> workers;
      begin(workers, plans);
      if (HasFatalFailure()) return;
      for (std::size_t node = 0; node < workers.size(); ++node) {
        const auto said = workers[node]->hear<contracts::Result>();
        ASSERT_TRUE(said);
        EXPECT_EQ(workers[node]->wait(), exit_done);
        const contracts::WorkerResult& result = said->result;
        for (const contracts::Check& check : result.checks) {
          EXPECT_TRUE(check.holds) << check.name << ": " << check.found;
        }
        EXPECT_EQ(result.run_metrics.empty(), node != 0);
        EXPECT_GT(result.elapsed_ns, 0U);
        EXPECT_GE(result.sample_stride, 1);
        if (node == 0) {
          if (!checksum) checksum = result.run_state_checksum;
          EXPECT_EQ(result.run_state_checksum, *checksum);
          EXPECT_EQ(result.checks.size(), nodes == 1 ? 3U : 4U);
        } else {
          EXPECT_EQ(result.run_state_checksum, 0U);
        }
      }
    }
  }
}

TEST(Conversation, FramesTellTheWholeRun) {
  auto plans = plans_for(1, contracts::ProcessModel::pooled);
  std::vector<std::unique_ptr<Driver>> workers;
  begin(workers, plans);
  ASSERT_FALSE(HasFatalFailure());
  const auto said = workers[0]->hear<contracts::Result>();
  ASSERT_TRUE(said);
  EXPECT_EQ(workers[0]->wait(), exit_done);
  const std::vector<std::byte> frames = workers[0]->telemetry();
  std::uint64_t last_done = 0;
  std::size_t windows = 0;
  std::size_t rows = 0;
  for (std::size_t at = 0; at < frames.size();) {
    ASSERT_LE(at + 64, frames.size());
    const auto u32 = [&](std::size_t offset) {
      std::uint32_t value = 0;
      std::memcpy(&value, frames.data() + at + offset, sizeof value);
      return value;
    };
    ASSERT_EQ(u32(0), 0x4d54524fU);
    if (u32(8) == 1) {
      ++windows;
      std::memcpy(&last_done, frames.data() + at + 32, sizeof last_done);
    } else {
      rows += u32(20);
    }
    at += 64 + u32(48);
  }
  EXPECT_GE(windows, 1U);
  EXPECT_EQ(last_done, 300U);
  EXPECT_GT(rows, 0U);
  EXPECT_EQ(said->result.samples_dropped, 0U);
}

TEST(Conversation, RunsWithoutATelemetryReaderAndWithoutTelemetry) {
  for (const bool enabled : {true, false}) {
    auto plans = plans_for(1, contracts::ProcessModel::pooled);
    plans[0].telemetry.enabled = enabled;
    std::vector<std::unique_ptr<Driver>> workers;
    begin(workers, plans);
    ASSERT_FALSE(HasFatalFailure());
    workers[0]->close_telemetry();
    EXPECT_TRUE(workers[0]->hear<contracts::Result>());
    EXPECT_EQ(workers[0]->wait(), exit_done);
  }
}

TEST(Conversation, AMoveIsAnsweredAlsoByAWorkloadThatMovesNothing) {
  auto plans = plans_for(1, contracts::ProcessModel::pooled);
  make_endless(plans);
  std::vector<std::unique_ptr<Driver>> workers;
  ASSERT_NO_FATAL_FAILURE(begin(workers, plans));
  workers[0]->say(contracts::GiveMove{7, {contracts::OneEntity{3}, "node-0"}});
  const auto answer = workers[0]->hear<contracts::Event>();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->name, "move.refused");
  EXPECT_EQ(answer->text.substr(0, 8), "move 7: ");
}

TEST(Conversation, StopEndsItWithStatusThree) {
  for (const auto model : {contracts::ProcessModel::pooled, separate_model}) {
    auto plans = plans_for(1, model);
    make_endless(plans);
    std::vector<std::unique_ptr<Driver>> workers;
    begin(workers, plans);
    ASSERT_FALSE(HasFatalFailure());
    workers[0]->say(contracts::Stop{"a test"});
    EXPECT_FALSE(workers[0]->hear());
    EXPECT_EQ(workers[0]->wait(), exit_stopped);
  }
}

TEST(Conversation, TheTerminationSignalIsAStop) {
  auto plans = plans_for(1, contracts::ProcessModel::pooled);
  make_endless(plans);
  std::vector<std::unique_ptr<Driver>> workers;
  begin(workers, plans);
  ASSERT_FALSE(HasFatalFailure());
  ::kill(workers[0]->pid(), SIGTERM);
  EXPECT_EQ(workers[0]->wait(), exit_stopped);
}

TEST(Conversation, EndOfInputEndsTheWorkerAndItsProcesses) {
  auto plans = plans_for(1, separate_model);
  make_endless(plans);
  std::vector<std::unique_ptr<Driver>> workers;
  begin(workers, plans);
  ASSERT_FALSE(HasFatalFailure());
  const auto children = children_of(workers[0]->pid());
  EXPECT_EQ(children.size(), can_fork ? 5U : 0U);
  workers[0]->close_control();
  EXPECT_EQ(workers[0]->wait(), exit_stopped);
  for (const auto& [pid, name] : children) EXPECT_TRUE(gone(pid)) << name;
}

TEST(Conversation, ProcessesDieWithAKilledWorker) {
  if (!can_fork) GTEST_SKIP() << "not under ThreadSanitizer";
  auto plans = plans_for(1, contracts::ProcessModel::process);
  make_endless(plans);
  std::vector<std::unique_ptr<Driver>> workers;
  begin(workers, plans);
  ASSERT_FALSE(HasFatalFailure());
  const auto children = children_of(workers[0]->pid());
  EXPECT_EQ(children.size(), 5U);
  ::kill(workers[0]->pid(), SIGKILL);
  EXPECT_EQ(workers[0]->wait(), -SIGKILL);
  for (const auto& [pid, name] : children) EXPECT_TRUE(gone(pid)) << name;
}

TEST(Conversation, AKilledEntityIsAFailureThatNamesIt) {
  if (!can_fork) GTEST_SKIP() << "not under ThreadSanitizer";
  auto plans = plans_for(1, contracts::ProcessModel::process);
  make_endless(plans);
  std::vector<std::unique_ptr<Driver>> workers;
  begin(workers, plans);
  ASSERT_FALSE(HasFatalFailure());
  for (const auto& [pid, name] : children_of(workers[0]->pid())) {
    if (name == "entity 2") ::kill(pid, SIGKILL);
  }
  const auto failure = workers[0]->hear<contracts::Failure>();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->process, "entity 2");
  EXPECT_EQ(failure->code, "process_died");
  EXPECT_EQ(failure->phase, contracts::Phase::running);
  EXPECT_FALSE(failure->remedy.empty());
  EXPECT_EQ(workers[0]->wait(), exit_failed);
}

TEST(Conversation, AKilledWorkerIsAFailureOfTheOther) {
  for (const auto transport : {contracts::NodeTransport::shm, contracts::NodeTransport::tcp}) {
    auto plans = plans_for(2, contracts::ProcessModel::pooled);
    make_endless(plans);
    for (auto& plan : plans) plan.transports.nodes = transport;
    std::vector<std::unique_ptr<Driver>> workers;
    begin(workers, plans);
    ASSERT_FALSE(HasFatalFailure());
    ::kill(workers[1]->pid(), SIGKILL);
    const auto failure = workers[0]->hear<contracts::Failure>();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->code, "peer_lost");
    EXPECT_NE(failure->message.find("node 1"), std::string::npos);
    EXPECT_EQ(workers[0]->wait(), exit_failed);
  }
}

TEST(Conversation, ABadPlanIsRefusedWithItsField) {
  const std::string good =
      contracts::write_line(contracts::AgentSays(contracts::GivePlan{plan_of(0, 1)}));
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  const std::vector<std::pair<std::string, std::string>> lines{
      {"this is no JSON", ""},
      {R"({"kind":"start"})", "plan"},
      {replaced(R"("monitors":1)", R"("monitors":"one")"), "monitors"},
      {replaced(R"("steps":300)", R"("steps":0)"), "steps"},
      {replaced(R"("entities_by_node":[4])", R"("entities_by_node":[4,4])"), "nodes"},
      {replaced(R"("repeat":0)", R"("repeat":0,"unknown":1)"), "unknown"},
  };
  for (const auto& [line, field] : lines) {
    Driver worker;
    worker.say_line(line);
    const auto failure = worker.hear<contracts::Failure>();
    ASSERT_TRUE(failure) << line;
    EXPECT_EQ(failure->code, "bad_plan") << line;
    EXPECT_EQ(failure->phase, contracts::Phase::preparing);
    EXPECT_NE(failure->message.find(field), std::string::npos) << failure->message;
    EXPECT_FALSE(failure->remedy.empty());
    EXPECT_EQ(worker.wait(), exit_bad_plan);
  }
}

TEST(Conversation, ARendezvousThatDoesNotHappenIsAFailure) {
  Driver worker;
  contracts::WorkerPlan plan = plan_of(0, 2);
  plan.rendezvous_timeout_ms = 1000;
  worker.say(contracts::GivePlan{plan});
  ASSERT_TRUE(worker.hear<contracts::Prepared>());
  const auto failure = worker.hear<contracts::Failure>();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, "rendezvous_timeout");
  EXPECT_EQ(worker.wait(), exit_failed);
}

TEST(Conversation, ARunOutOfTimeIsAFailure) {
  auto plans = plans_for(1, contracts::ProcessModel::pooled);
  make_endless(plans);
  plans[0].run_timeout_s = 1;
  std::vector<std::unique_ptr<Driver>> workers;
  begin(workers, plans);
  ASSERT_FALSE(HasFatalFailure());
  const auto failure = workers[0]->hear<contracts::Failure>();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, "run_timeout");
  EXPECT_EQ(workers[0]->wait(), exit_failed);
}

TEST(Conversation, NonsenseFromTheAgentIsAFailure) {
  Driver worker;
  worker.say(contracts::GivePlan{plan_of(0, 1)});
  ASSERT_TRUE(worker.hear<contracts::Prepared>());
  worker.say_line("{}");
  const auto failure = worker.hear<contracts::Failure>();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, "protocol");
  EXPECT_EQ(worker.wait(), exit_failed);
}

TEST(Calibration, SaysWhatThisMachineCanDo) {
  const contracts::Calibration calibration = calibrate(20);
  EXPECT_GT(calibration.rating, 0);
  EXPECT_GT(calibration.clock_read_ns, 0);
  EXPECT_GE(calibration.cores, 1);
  EXPECT_EQ(calibration.transports, (std::vector<std::string>{"thread", "shm", "uds", "tcp",
                                                              "tcp_per_message", "mailer", "tls"}));
  EXPECT_NE(version_line().find(calibration.worker_version), std::string::npos);
  EXPECT_EQ(contracts::read_text<contracts::Calibration>(contracts::write_line(calibration)),
            calibration);
}

}  // namespace
}  // namespace orrery::worker
