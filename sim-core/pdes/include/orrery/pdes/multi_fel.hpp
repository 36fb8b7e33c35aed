// Engine `multi_fel`: each worker owns LPs and a future event list; workers run in conservative synchronous windows
// (YAWNS).
//
// LBTS is (least time of all pending events) + lookahead. LPs of other lists can no longer cause an event below LBTS, so
// each worker commits the events of its list below LBTS without regard to the others. Events for other lists are collected
// in batches, one for each thread, list and parity of the window. A batch has one writer and one reader, with a barrier
// between them. One barrier per window makes the batches visible and computes the next LBTS, which covers events in flight.
//
// Several threads may share a list (window_team.hpp): a free thread executes the next LP. This costs one more barrier.
//
// A barrier costs microseconds, an event about a tenth of one. When windows hold too little work, thread 0 takes over all
// lists and runs alone while the others sleep. When windows would hold enough work again, thread 0 hands the LPs back. The
// two thresholds differ (hysteresis) and count CPU time (event_cost.hpp). None of this changes which events are committed.
//
// With a WindowExchange, the engine is one node's part of engine `distributed` (distributed.hpp): LPs are spread over
// nodes, and between two windows thread 0 exchanges events and least times with the other nodes. Thread 0 then never runs
// alone.
//
// The lookahead must be above 0. All threads have ended when run() returns, also on failure.
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
  int workers = 2;  // threads of all lists together
  // Work of a window per worker, in CPU time: parallel execution ends below the first value and begins above the second.
  // alone_below_ns = 0: always parallel.
  std::int64_t alone_below_ns = 15'000;
  std::int64_t parallel_above_ns = 30'000;
  int threads_per_list = 1;  // `workers` must be a multiple of it
  int other_threads = 0;     // busy threads of the same run on this host, besides these
};

inline constexpr int greatest_workers = 256;

base::Status check_multi_fel(const MultiFelOptions& options, double lookahead);

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
class MultiFel {
 public:
  // `lps`, `nodes` and all that `run` points to must outlive this object.
  MultiFel(LpTable<M>& lps, const MultiFelOptions& options, const RunOptions& run,
           WindowExchange* nodes = nullptr)
      : lps_(lps),
        options_(options),
        run_(run),
        nodes_(nodes),
        lookahead_(lps.model().lookahead()) {}

  // May be called once. Errors: invalid_argument for options, or if the model broke its lookahead; cancelled if the run was
  // stopped; exhausted if a thread could not be made; those of the WindowExchange.
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
    // Indexed by parity of the window, then by list; the nodes follow after the lists.
    std::vector<std::vector<EventType>> batches[2];
    BinaryHeap<EventType> chain;  // used if threads share the list
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
  static constexpr int judged_windows = 8;  // windows that are judged together before a change

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
  // Indexed by LP: its list, or (number of lists + its node) if another node has it. A list has contiguous ranges of LPs,
  // because neighbours in number are often neighbours in the model.
  std::vector<std::uint32_t> owner_;
  detail::ChainOfLp chain_of_;

  // Written by thread 0; read by other threads after a barrier.
  WindowExchange::Word agreed_;  // the last result of the WindowExchange
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
