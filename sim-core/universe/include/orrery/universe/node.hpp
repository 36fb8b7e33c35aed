// One node of a universe system. A worker prepares it, connects it, runs it, and collects its report.
//
// Call the functions in the order of their declarations, from the thread that called prepare(). prepare() forks (process
// model), so no other thread may exist yet. Failures are returned as values; after a failure only destruction is allowed.
// The destructor ends every process and thread of the node.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/process.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/telemetry/snapshot.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/universe/failure.hpp"
#include "orrery/universe/migration.hpp"
#include "orrery/universe/move_requests.hpp"
#include "orrery/universe/node_report.hpp"
#include "orrery/universe/step_record.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

// How entities and managers run: each as a process, each as a thread, or all as objects that a pool of threads updates.
enum class ProcessModel : std::uint8_t { process, thread, pooled };

enum class Pinning : std::uint8_t { none, compact, spread };

struct NodeConfig {
  System system;
  NodeIndex node = 0;
  ProcessModel process_model = ProcessModel::pooled;
  unsigned pool_threads = 0;             // 0: chosen by work and cores
  std::optional<transport::Kind> local;  // empty: shm for processes, rings for threads
  transport::Kind nodes = transport::Kind::tcp;
  // Emulated links to other nodes, made by transport's impairment module: the delay of each message, and the bandwidth of
  // the link (0: not limited).
  std::int64_t link_delay_ns = 0;
  double link_bytes_per_s = 0;
  std::string bind_address = "127.0.0.1";
  std::int64_t peer_timeout_ns = 10'000'000'000;
  std::string run_token;
  std::optional<base::WaitStrategy> wait;  // empty: chosen by parties and cores
  std::optional<base::CycleClock> clock;   // empty: prepare() calibrates one in 20 ms
  base::SchedulingClass scheduling_class = base::SchedulingClass::other;
  int priority = 0;
  Pinning pinning = Pinning::none;
  double cores = 0;                // cores that the node may use; 0: unknown
  NodeIndex nodes_on_host = 1;     // nodes of this run that share these cores
  bool measure_entities = true;    // time each entity's construction and updates
  std::uint64_t prefix_steps = 0;  // see RunningChecksum
  // Set if entities may migrate (pooled: one thread per node). The master calls `on_migration` with each reported record.
  std::optional<MigrationRules> migration;
  // With migration, process or thread: a party of its own reads the CPU use of all parties and decides the moves. Else the
  // entities tell the universe manager their cost, and it decides.
  bool resource_manager_apart = false;
  double load_scale = 1;               // how much slower this node is than the fastest
  std::int64_t construct_cost_ns = 0;  // CPU time to construct an entity that came
  std::function<void(const MigrationRecord&)> on_migration;
  // On the master: requests for moves, or null. Not owned; must live until collect() has returned. `on_move` is called with
  // the outcome of each request.
  MoveRequests* move_requests = nullptr;
  std::function<void(const MoveOutcome&)> on_move;
  std::function<bool()> stopped;     // called every step and every 50 ms of waiting; must be cheap
  std::function<void()> after_fork;  // called first in each new process
};

// Where steps are recorded. Without `ring`, nothing is recorded and no clock is read in a step.
struct Recording {
  telemetry::SampleRing* ring = nullptr;  // records of StepRecord, or of MigrationStepRecord
  telemetry::Board* board = nullptr;      // with board_totals totals
  // Made by make_entities_snapshot(); filled after a step if it is wanted, and after the last step. Null if entities may
  // migrate.
  telemetry::Snapshot* entities = nullptr;
};

struct PartyUse {
  std::string name;
  int pid = 0;
  base::ResourceUsage usage;
};

class Node {
 public:
  using Prepared = std::variant<std::unique_ptr<Node>, Failure>;
  static Prepared prepare(const NodeConfig& config);
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  virtual ~Node() = default;

  // Address at which other nodes reach this one; empty for a single node.
  [[nodiscard]] virtual const std::string& endpoint() const = 0;
  // Connects to every other node. `endpoints` is indexed by node; `deadline_ns` is a time of base::now_ns().
  virtual MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) = 0;
  // Runs the warm-up steps, calls `measuring`, and runs the measured steps.
  virtual MayFail run(const Recording& recording, const std::function<void()>& measuring) = 0;
  // Ends entities and managers, and exchanges reports. The master gets the reports of all nodes, indexed by node; a slave
  // gets only its own.
  virtual MayFail collect(std::vector<NodeReport>& reports) = 0;

  // Call these after collect().
  [[nodiscard]] virtual std::vector<PartyUse> parties() const = 0;
  // Measured steps per recorded step, rounded up: 1 only if every step was recorded.
  [[nodiscard]] virtual std::uint64_t sample_stride() const = 0;
  // The values chosen where the configuration left a choice, as text for the run's log.
  [[nodiscard]] virtual std::string choices() const = 0;
  // Pids of the node's processes besides this one.
  [[nodiscard]] virtual std::vector<int> child_pids() const = 0;
  // If entities may migrate: one sentence that tells how many are here and which were on their way. Otherwise empty.
  [[nodiscard]] virtual std::string account() const = 0;

 protected:
  Node() = default;
};

}  // namespace orrery::universe
