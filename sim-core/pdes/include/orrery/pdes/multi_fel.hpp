// Engine `multi_fel`: workers own LPs and a future event list each, and run in conservative windows.
//
// No event below LBTS = (least time of all pending events) + lookahead can still be caused by another list's LPs, so the
// events of each list below it are committed without regard to the others. Events for others are collected in batches, one
// for each pair of thread and list and parity of the window: a batch has one writer and one reader, who are a barrier
// apart. One barrier per window makes the batches visible and agrees on the next LBTS, events in flight included.
//
// Several threads may share a list (window_team.hpp): whoever is free executes the next LP, for one barrier more.
//
// A barrier costs microseconds, an event about a tenth of one: when windows hold too little work, thread 0 takes over all
// lists and runs alone while the others sleep; when windows would hold enough again, it hands the LPs back. The two
// thresholds differ (hysteresis) and count CPU time (event_cost.hpp). None of this changes what is committed.
//
// With a WindowExchange it is one node's part of engine `distributed` (distributed.hpp): LPs are spread over nodes, and
// between two windows thread 0 exchanges events and leasts with the other nodes. It does not run alone then.
//
// Needs a lookahead above 0. Its threads have ended when run() returns, also on failure.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "orrery/pdes/crew.hpp"
#include "orrery/pdes/event_cost.hpp"
#include "orrery/pdes/sequential.hpp"
#include "orrery/pdes/window_barrier.hpp"
#include "orrery/pdes/window_exchange.hpp"
#include "orrery/pdes/window_team.hpp"

namespace orrery::pdes {

struct MultiFelOptions {
  int workers = 2;  // threads, of all lists together
  // Work of a window, per worker, below which parallel execution ends, and above which it begins. 0: always parallel.
  std::int64_t alone_below_ns = 15'000;
  std::int64_t parallel_above_ns = 30'000;
  int threads_per_list = 1;  // of which `workers` is a multiple
  int other_threads = 0;     // of the same run on this host, as busy as ours
};

inline constexpr int greatest_workers = 256;

base::Status check_multi_fel(const MultiFelOptions& options, double lookahead);

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
class MultiFel {
 public:
  // What it is given must outlive it.
  MultiFel(LpTable<M>& lps, const MultiFelOptions& options, const RunOptions& run,
           WindowExchange* nodes = nullptr)
      : lps_(lps),
        options_(options),
        run_(run),
        nodes_(nodes),
        lookahead_(lps.model().lookahead()) {}

  // Once.
  base::Result<RunReport> run();

 private:
  using EventType = Event<typename M::Payload>;

  struct alignas(64) Worker {
    Worker(LpTable<M>& lps, const RunOptions& run, std::size_t targets)
        : context(lps.context()), pulse(run) {
      for (auto& batch : batches) batch.resize(targets);
    }

    typename LpTable<M>::ContextType context;
    detail::Pulse pulse;
    EventCost cost;
    // By parity of the window; for each list, and after them for each node.
    std::vector<std::vector<EventType>> batches[2];
    BinaryHeap<EventType> chain;  // of a team's thread
    double least_sent = never;
    std::uint64_t remote = 0;
    bool failed = false;
  };
  struct alignas(64) Front {
    List<EventType> list;
    std::unique_ptr<detail::WindowTeam<EventType>> team;  // if threads share the list
    std::vector<EventType> from_nodes;
  };

  static constexpr double never = std::numeric_limits<double>::infinity();
  static constexpr int judged_windows = 8;  // a change is decided upon so many together

  base::Status prepare();
  bool init();
  void work(std::size_t index);
  bool window(std::size_t index, double limit, std::size_t parity, std::uint64_t& executed);
  bool share_window(std::size_t index, double limit, std::size_t parity, std::uint64_t& executed);
  void take_batches(std::size_t list, std::size_t parity);
  void exchange(const WindowBarrier::Word& word, std::size_t parity);
  bool alone();
  void gather();
  void hand_out();
  RunReport report(std::int64_t elapsed) const;

  double least_of(std::size_t list) {
    const EventType* next = fronts_[list]->list.peek();
    return next == nullptr ? never : next->time;
  }
  void emit(Worker& worker, std::size_t home, std::size_t parity, const EventType& event) {
    const std::size_t to = owner_[event.destination];
    worker.batches[parity][to].push_back(event);
    worker.least_sent = std::min(worker.least_sent, event.time);
    if (to != home) ++worker.remote;
  }
  [[nodiscard]] std::uint64_t in_all(std::int64_t each_ns) const {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, each_ns)) * workers_.size() *
           judged_windows;
  }

  LpTable<M>& lps_;
  const MultiFelOptions options_;
  const RunOptions run_;
  WindowExchange* const nodes_;
  const double lookahead_;
  bool always_parallel_ = false;
  bool begins_parallel_ = false;
  std::size_t threads_per_list_ = 1;
  std::unique_ptr<WindowBarrier> barrier_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::unique_ptr<Front>> fronts_;
  // Of each LP: its list, or behind the lists its node. Contiguous ranges, since neighbours in number often are in the model.
  std::vector<std::uint32_t> owner_;
  detail::ChainOfLp chain_of_;

  // Thread 0's; read by others after a barrier.
  WindowExchange::Word agreed_;  // by all nodes
  std::vector<WindowExchange::Pieces> outgoing_;
  base::Status lost_;
  std::uint64_t windows_ = 0;
  std::uint64_t alone_events_ = 0;
  std::uint64_t changes_ = 0;
  bool stopped_ = false;
};

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
base::Result<RunReport> run_multi_fel(LpTable<M>& lps, const MultiFelOptions& options,
                                      const RunOptions& run) {
  return MultiFel<M, List>(lps, options, run).run();
}

}  // namespace orrery::pdes

#include "orrery/pdes/multi_fel_impl.hpp"
