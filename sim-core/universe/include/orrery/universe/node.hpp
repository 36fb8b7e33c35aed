// One node's part of a universe system: what a worker prepares, connects, runs and asks for its report.
//
// Call in the order of the declarations, from one thread, the one that prepared it. prepare() forks
// (process model), so no other thread may exist yet. Failures are values; after one, only
// destruction is left. The destructor ends every process and thread of the node.
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

// What an entity and a manager are to the operating system.
enum class ProcessModel : std::uint8_t { process, thread, pooled };

enum class Pinning : std::uint8_t { none, compact, spread };

struct NodeConfig {
  System system;
  NodeIndex node = 0;
  ProcessModel process_model = ProcessModel::pooled;
  unsigned pool_threads = 0;             // 0: by work and cores
  std::optional<transport::Kind> local;  // empty: shm for processes, rings for threads
  transport::Kind nodes = transport::Kind::tcp;
  // Every message to another node is late by this, and waits for those before it on a link of so many bytes a second (0: of
  // any number): made by the impairment module of transport.
  std::int64_t link_delay_ns = 0;
  double link_bytes_per_s = 0;
  std::string bind_address = "127.0.0.1";
  std::int64_t peer_timeout_ns = 10'000'000'000;
  std::string run_token;
  std::optional<base::WaitStrategy> wait;  // empty: by parties and cores
  std::optional<base::CycleClock>
      clock;  // calibrated by this process; empty: prepare() takes 20 ms to do it
  base::SchedulingClass scheduling_class = base::SchedulingClass::other;
  int priority = 0;
  Pinning pinning = Pinning::none;
  double cores = 0;                // that the node may use; 0: unknown
  NodeIndex nodes_on_host = 1;     // of this run, sharing those cores
  bool measure_entities = true;    // time each entity's construction and updates
  std::uint64_t prefix_steps = 0;  // see RunningChecksum
  // If entities may move (pooled, one thread a node); then its records go to `on_migration`, on the master as they are reported.
  std::optional<MigrationRules> migration;
  double load_scale = 1;               // how much slower this node is than the fastest
  std::int64_t construct_cost_ns = 0;  // CPU time of constructing an entity that has come
  std::function<void(const MigrationRecord&)> on_migration;
  // On the master, where somebody may ask for moves: lives until collect() has returned. What becomes of each goes to `on_move`.
  MoveRequests* move_requests = nullptr;
  std::function<void(const MoveOutcome&)> on_move;
  std::function<bool()> stopped;     // asked every step, and at least every 50 ms of waiting; cheap
  std::function<void()> after_fork;  // in each new process, first thing
};

// Where steps are recorded. Without `ring`, nothing is recorded and no clock is read in a step.
struct Recording {
  telemetry::SampleRing* ring = nullptr;  // records of StepRecord::words
  telemetry::Board* board = nullptr;      // of board_totals
  // Of entity_rows.hpp, filled after a step when it is wanted and after the last one. Not where entities may move.
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

  // Where other nodes reach this one; empty for a single node.
  [[nodiscard]] virtual const std::string& endpoint() const = 0;
  // Connects to every other node, by node index, until the deadline (of base::now_ns()).
  virtual MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) = 0;
  // Warm-up, then the measured steps; `measuring` is called between the two.
  virtual MayFail run(const Recording& recording, const std::function<void()>& measuring) = 0;
  // Ends the parties and exchanges reports. All nodes' by index on the master, this node's alone elsewhere.
  virtual MayFail collect(std::vector<NodeReport>& reports) = 0;

  // After collect().
  [[nodiscard]] virtual std::vector<PartyUse> parties() const = 0;
  // Measured steps for each recorded one, rounded up: 1 only if every step was recorded.
  [[nodiscard]] virtual std::uint64_t sample_stride() const = 0;
  // What was chosen where the configuration left it open: for the run's log.
  [[nodiscard]] virtual std::string choices() const = 0;
  // Processes of the node besides this one.
  [[nodiscard]] virtual std::vector<int> child_pids() const = 0;
  // If entities may move: which are here, and which were on their way, in one sentence. Else empty.
  [[nodiscard]] virtual std::string account() const = 0;

 protected:
  Node() = default;
};

}  // namespace orrery::universe
