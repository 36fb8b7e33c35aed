#include "orrery/bench/engine.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "orrery/base/clock.hpp"
#include "orrery/base/unique_fd.hpp"
#include "orrery/contracts/json.hpp"

#include "forked.hpp"

namespace orrery::bench {

namespace {

constexpr std::int64_t rendezvous_ns = 60'000'000'000;

struct Pipe {
  Pipe() {
    std::array<int, 2> fds{};
    if (::pipe2(fds.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    read.reset(fds[0]);
    write.reset(fds[1]);
  }
  base::UniqueFd read;
  base::UniqueFd write;
};

void put_line(int fd, const std::string& text) {
  const std::string line = text + "\n";
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t wrote = ::write(fd, line.data() + written, line.size() - written);
    if (wrote < 0 && errno != EINTR) throw std::runtime_error("a node's pipe broke");
    if (wrote > 0) written += static_cast<std::size_t>(wrote);
  }
}

std::string get_line(int fd) {
  std::string line;
  for (char next = 0;;) {
    const ssize_t got = ::read(fd, &next, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw std::runtime_error("a node ended before its time");
    if (next == '\n') return line;
    line += next;
  }
}

contracts::WorkerPlan plan_of(const EngineRun& run, std::int32_t node) {
  contracts::WorkerPlan plan;
  plan.run_id = std::string(26, '0');
  plan.node_index = node;
  for (std::size_t i = 0; i < run.cores_by_node.size(); ++i) {
    plan.nodes.push_back({static_cast<std::int32_t>(i), "node-" + std::to_string(i), 100,
                          static_cast<double>(run.cores_by_node[i].size())});
  }
  plan.seed = 1;
  plan.workload = run.workload;
  plan.transports.local = run.local;
  plan.transports.nodes = run.nodes;
  plan.transports.bind_address = "127.0.0.1";
  plan.transports.peer_timeout_ms = 10'000;
  plan.transports.token = 1;
  plan.conditions.wait = run.wait;
  plan.rendezvous_timeout_ms = static_cast<std::int32_t>(rendezvous_ns / 1'000'000);
  plan.telemetry = {run.telemetry, 100, 200'000};
  return plan;
}

// A node's life; it talks to the bench by lines: its endpoint, all endpoints, "start", its result.
void live(const EngineRun& run, std::int32_t node, int in, int out) {
  const auto good = [](const workloads::MayFail& failure) {
    if (failure) throw std::runtime_error(failure->process + ": " + failure->message);
  };
  const contracts::WorkerPlan plan = plan_of(run, node);
  const auto workload = run.make(plan);
  // Frames go where they cost a write each, as to an agent's pipe.
  const base::UniqueFd frames(run.telemetry ? ::open("/dev/null", O_WRONLY | O_CLOEXEC) : -1);
  workloads::Host host;
  host.stopped = [] { return false; };
  host.after_fork = [] {};
  host.log = [](contracts::LogLevel, const std::string&) {};
  host.telemetry_fd = frames.get();
  good(workload->prepare(host));
  put_line(out, workload->prepared().endpoint);
  std::vector<std::string> endpoints(run.cores_by_node.size());
  for (std::string& endpoint : endpoints) endpoint = get_line(in);
  good(workload->connect(endpoints, base::now_ns() + rendezvous_ns));
  put_line(out, "ready");
  (void)get_line(in);
  good(workload->run([] {}));
  contracts::WorkerResult result;
  good(workload->check(result));
  workload->metrics(result);
  put_line(out, contracts::write_line(result));
}

}  // namespace

contracts::UniverseStepsPlan plain_workload(std::int32_t entities, std::int32_t nodes,
                                            std::int32_t steps) {
  contracts::UniverseStepsPlan workload;
  for (std::int32_t node = 0; node < nodes; ++node) {
    workload.entities_by_node.push_back(entities / nodes + (node < entities % nodes ? 1 : 0));
    workload.managers_by_node.push_back(0);
  }
  workload.monitors = 1;
  workload.steps = steps;
  workload.warmup_steps = std::max(1, steps / 20);
  workload.process_model = contracts::ProcessModel::pooled;
  workload.state_bytes = 8;
  workload.update_period_steps = 1;
  workload.changing_share = 1;
  workload.constraint_levels = 16;
  workload.oracle = contracts::OracleUse::never;
  return workload;
}

contracts::UniverseMigrationPlan moving_workload(std::int32_t carried_bytes, std::int32_t steps) {
  contracts::UniverseMigrationPlan workload;
  workload.entities_by_node = {20, 20};
  workload.managers_by_node = {0, 0};
  workload.load_scale = {1, 1};
  workload.steps = steps;
  workload.policy = contracts::MigrationPolicy::balance;
  workload.load = contracts::LoadSource::nominal;
  workload.threshold_ms = 1;
  workload.carried_bytes = carried_bytes;
  workload.update_cost_us = 1;
  workload.burst_every_steps = 20;
  workload.burst_rise_steps = 4;
  workload.burst_peak = 12;
  workload.monitors = 1;
  workload.oracle = contracts::OracleUse::never;
  return workload;
}

contracts::WorkerResult run_engine(const EngineRun& run) {
  struct Node {
    Pipe down;
    Pipe up;
  };
  const std::size_t count = run.cores_by_node.size();
  std::vector<Node> nodes(count);
  std::vector<Forked> processes;
  processes.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    processes.emplace_back(run.cores_by_node[i], [&] {
      live(run, static_cast<std::int32_t>(i), nodes[i].down.read.get(), nodes[i].up.write.get());
    });
  }
  for (Node& node : nodes) {
    node.down.read.reset();
    node.up.write.reset();
  }
  std::string endpoints;
  for (Node& node : nodes) {
    endpoints += (endpoints.empty() ? "" : "\n") + get_line(node.up.read.get());
  }
  for (Node& node : nodes) put_line(node.down.write.get(), endpoints);
  for (Node& node : nodes) (void)get_line(node.up.read.get());
  for (Node& node : nodes) put_line(node.down.write.get(), "start");
  contracts::WorkerResult master;
  for (std::size_t i = 0; i < count; ++i) {
    auto result = contracts::read_text<contracts::WorkerResult>(get_line(nodes[i].up.read.get()));
    for (const contracts::Check& check : result.checks) {
      if (!check.holds) {
        throw std::runtime_error("check " + check.name + " of node " + std::to_string(i) +
                                 " does not hold: " + check.found);
      }
    }
    if (i == 0) master = std::move(result);
  }
  for (Forked& process : processes) {
    if (!process.wait()) throw std::runtime_error("a node's process failed");
  }
  return master;
}

double metric(const contracts::WorkerResult& result, const char* name) {
  for (const contracts::Metric& metric : result.run_metrics) {
    if (metric.name == name) return metric.value;
  }
  throw std::runtime_error(std::string("the run has no metric ") + name);
}

}  // namespace orrery::bench
