#include "driver.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/contracts/json.hpp"
#include "orrery/worker/run.hpp"

namespace orrery::worker {

namespace {

constexpr std::int64_t watchdog_ns = 60'000'000'000;

std::pair<base::UniqueFd, base::UniqueFd> make_pipe() {
  std::array<int, 2> fds{};
  EXPECT_EQ(::pipe2(fds.data(), O_CLOEXEC), 0);
  return {base::UniqueFd(fds[0]), base::UniqueFd(fds[1])};
}

}  // namespace

contracts::WorkerPlan plan_of(std::int32_t node, std::int32_t nodes) {
  contracts::WorkerPlan plan;
  plan.run_id = std::string(26, '0');
  plan.node_index = node;
  contracts::UniverseStepsPlan workload;
  for (std::int32_t i = 0; i < nodes; ++i) {
    plan.nodes.push_back({i, "node-" + std::to_string(i), 100, 2});
    workload.entities_by_node.push_back(4);
    workload.managers_by_node.push_back(i == 0 ? 1 : 0);
  }
  workload.monitors = 1;
  workload.steps = 300;
  workload.warmup_steps = 10;
  workload.process_model = contracts::ProcessModel::pooled;
  workload.state_bytes = 8;
  workload.update_period_steps = 1;
  workload.changing_share = 1;
  workload.constraint_levels = 16;
  plan.seed = 5;
  plan.workload = workload;
  plan.transports.local = contracts::LocalTransport::auto_;
  plan.transports.nodes = contracts::NodeTransport::shm;
  plan.transports.bind_address = "127.0.0.1";
  plan.transports.peer_timeout_ms = 10'000;
  plan.transports.token = 77;
  plan.telemetry = {true, 50, 1000};
  plan.rendezvous_timeout_ms = 30'000;
  plan.run_timeout_s = 60;
  return plan;
}

contracts::UniverseStepsPlan& workload_of(contracts::WorkerPlan& plan) {
  return std::get<contracts::UniverseStepsPlan>(plan.workload);
}

Driver::Driver() {
  auto [control_read, control_write] = make_pipe();
  auto [words_read, words_write] = make_pipe();
  auto [frames_read, frames_write] = make_pipe();
  pid_ = ::fork();
  if (pid_ == 0) {
    control_write.reset();
    words_read.reset();
    frames_read.reset();
    ::_exit(run({control_read.get(), words_write.get(), frames_write.get()}));
  }
  control_ = std::move(control_write);
  words_ = std::move(words_read);
  frames_ = std::move(frames_read);
}

Driver::~Driver() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
}

void Driver::say(const contracts::AgentSays& message) { say_line(contracts::write_line(message)); }

void Driver::say_line(const std::string& line) {
  const std::string text = line + "\n";
  EXPECT_EQ(::write(control_.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

std::optional<contracts::WorkerSays> Driver::hear() {
  const std::int64_t deadline = base::now_ns() + watchdog_ns;
  for (;;) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      const std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      auto said = contracts::read_text<contracts::WorkerSays>(line);
      if (std::holds_alternative<contracts::Log>(said)) continue;
      return said;
    }
    const std::int64_t left_ms = (deadline - base::now_ns()) / 1'000'000;
    pollfd ready{words_.get(), POLLIN, 0};
    if (left_ms <= 0 || ::poll(&ready, 1, static_cast<int>(left_ms)) <= 0) {
      ADD_FAILURE() << "the worker says nothing";
      return std::nullopt;
    }
    std::array<char, 65536> chunk{};
    const ssize_t got = ::read(words_.get(), chunk.data(), chunk.size());
    if (got <= 0) return std::nullopt;
    buffer_.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

std::optional<int> Driver::wait() {
  const std::int64_t deadline = base::now_ns() + watchdog_ns;
  int status = 0;
  while (::waitpid(pid_, &status, WNOHANG) == 0) {
    if (base::now_ns() > deadline) {
      ADD_FAILURE() << "the worker does not end";
      return std::nullopt;
    }
    ::usleep(2000);
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

std::vector<std::byte> Driver::telemetry() {
  std::vector<std::byte> all;
  std::array<std::byte, 65536> chunk{};
  for (;;) {
    const ssize_t got = ::read(frames_.get(), chunk.data(), chunk.size());
    if (got <= 0) return all;
    all.insert(all.end(), chunk.begin(), chunk.begin() + got);
  }
}

}  // namespace orrery::worker
