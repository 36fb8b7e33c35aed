// Base class of workloads of federates: it places the federates and runs them. A workload adds its federates, its checks and
// its metrics.
//
// On one node, each federate is a process (forked in prepare) or a thread; with the model pooled, all are in the worker's
// thread. Each process or thread has a node of the RTI, and a channel of the plan's local transport to every other one. Over
// several nodes, each worker's thread is a node of the RTI and serves the federates that node_of() assigns to it. Federate 0
// is always in the master's main thread, and has the reports of all others.
//
// With `coordinator_apart` the last node has no federate. It serves as the sequencer until all other nodes have left.
//
// Another RTI (rti/peer.hpp) uses no channels of Orrery, and each federate has a thread of its own, also over several nodes.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "orrery/rti/time_bound.hpp"
#include "orrery/rti/tuning.hpp"
#include "orrery/workloads/face/one_node.hpp"
#include "orrery/workloads/federates/party.hpp"
#include "orrery/workloads/federates/raw_probe.hpp"

namespace orrery::workloads::federates {

// Holding of the RTI for workloads without a data path of their own. Over sockets it gives ten times as many updates per
// second. It does not delay answers: a party that waits for an answer evokes callbacks, which sends all held messages.
inline constexpr contracts::Holding usual_held{8 * 1024, 100};

struct Shape {
  contracts::Rti rti = contracts::Rti::orrery;
  bool advances_time = false;  // all federates regulate and are constrained (for another RTI)
  int federates = 2;
  bool first_apart = false;        // over several nodes, the master serves federate 0 only
  bool coordinator_apart = false;  // the last node has the RTI's central part alone
  contracts::ProcessModel model = contracts::ProcessModel::thread;
  std::string object_classes;       // as in a .fed file
  std::string interaction_classes;  // as in a .fed file
  std::string spaces;               // as in a .fed file
  std::size_t message_bytes = 0;    // of the largest update or interaction: its values
  std::size_t values = 1;           // of one update or interaction
  std::size_t report_bytes = 0;     // that a federate reports
  int cpus = 0;                     // of a node, from the first on, for its federates; 0: all
  bool sleeping_tick = false;  // idle threads sleep a microsecond in place of waiting in the RTI
  contracts::Loads loads{};    // beside the federates
  RawProbe probe;              // of the channel between two nodes of the RTI, beforehand
  std::optional<contracts::DataPath> data;  // nothing: over plain channels
  rti::TimeBound time_bound{};
  rti::CongestionAvoidance congestion_avoidance{};  // by each node
  // Federates that receive, on all nodes: windows have the figures of each (receiver_board.hpp). `time_title` says what times
  // are recorded.
  std::vector<int> receivers;
  std::string time_title;
  // Called in each thread and process for its own. `done`, if given, is counted up while it works, for live figures.
  std::function<std::unique_ptr<Party>(rti::BasicNode&, const Cast&, int number,
                                       std::atomic<std::uint64_t>* done)>
      make_party;
};

// The node of a federate. Federates are assigned to all nodes in turn; with `first_apart`, federate 0 to the first node and
// the others in turn to the rest. `nodes` must be at least 1.
std::size_t node_of(int federate, std::size_t nodes, bool first_apart);

struct Seat;
class Crew;

class FederationRun : public OneNode {
 public:
  explicit FederationRun(const contracts::WorkerPlan& plan);
  ~FederationRun() override;

  // Nothing is simulated: no checksum.
  std::uint64_t oracle(const std::function<bool()>&) override { return 0; }

 protected:
  [[nodiscard]] virtual Shape shape() const = 0;
  // Called on the master after the run. `first` is federate 0, which has the reports of all others.
  virtual void judge(const Party& first, contracts::WorkerResult& result) = 0;

  // Whether all nodes of the run are on one host, so that base::now_ns() is one clock for all federates. Known once linked.
  [[nodiscard]] bool shares_clock() const;
  [[nodiscard]] bool master() const { return plan().node_index == 0; }
  [[nodiscard]] const RawTimes& raw() const;
  // Counters of the data path's ports at all nodes of the RTI, by number; empty if the channels carry the data.
  [[nodiscard]] std::vector<rti::PathCounters> path_counters(const Party& first) const;
  // Number of copies of newest values that all nodes of the RTI sent again.
  [[nodiscard]] std::uint64_t sent_again(const Party& first) const;
  // Adds metrics of the channels and ports, over the run with its warm-up.
  void add_path(const Party& first, std::vector<contracts::Metric>& to) const;

  MayFail make_ready() final;
  // Counters of the data paths, and figures of the receivers.
  [[nodiscard]] std::vector<Gauge> gauges() const final;
  // Federates of another RTI are not pinned: their libraries make threads of their own, which would share their CPUs.
  [[nodiscard]] int threads() const final;
  [[nodiscard]] int nodes_on_host() const final;
  [[nodiscard]] bool spans_nodes() const final { return true; }
  [[nodiscard]] std::string endpoint() const final;
  MayFail link(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) final;
  MayFail warm_up() final;
  MayFail measure() final;
  MayFail verify(contracts::WorkerResult& result) final;
  [[nodiscard]] std::vector<contracts::ProcessUse> other_processes() const final;
  [[nodiscard]] std::vector<contracts::Metric> node_figures() const final;

 private:
  struct State;

  [[nodiscard]] int parties_on_host() const;
  [[nodiscard]] bool speaks_for_node(const Report& report) const;
  MayFail join_crew(Seat seat, const std::function<bool()>& stopped,
                    std::atomic<std::uint64_t>* done, std::unique_ptr<Crew>& crew);
  MayFail serve(Seat seat, const std::function<bool()>& stopped);
  MayFail serve_process(Seat seat);
  MayFail cause(MayFail own);
  MayFail make_ready_on_peer();
  // The node with the RTI's central part, and whether this node has that part alone.
  [[nodiscard]] int coordinator() const;
  [[nodiscard]] bool coordinates_alone() const;
  MayFail coordinate();
  MayFail make_board(std::size_t lines);
  MayFail make_receiver_board();
  [[nodiscard]] MayFail children_failure();
  [[nodiscard]] MayFail children_cause();

  std::unique_ptr<State> state_;
};

}  // namespace orrery::workloads::federates
