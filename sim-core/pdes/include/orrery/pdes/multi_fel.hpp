// Engine `multi_fel`: workers own LPs and a list each, and run in conservative windows.
//
// No event below LBTS = (least time of all pending events) + lookahead can still be caused by another worker, so each
// commits all its events below it on its own. Events for others are collected in batches, one per pair of workers and
// parity of the window: a batch has one writer and one reader, who are a barrier apart. One barrier per window makes the
// batches visible and agrees on the next LBTS, events in flight included.
//
// A barrier costs microseconds, an event about a tenth of one: when windows hold too little work, worker 0 takes over all
// lists and runs alone while the others sleep, measuring how much work windows would hold; when that is enough again, it
// hands the LPs back. The two thresholds differ (hysteresis), and count CPU time, so that strangers on the cores do not
// count. None of this changes what is committed.
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
#include "orrery/pdes/sequential.hpp"
#include "orrery/pdes/window_barrier.hpp"

namespace orrery::pdes {

struct MultiFelOptions {
  int workers = 2;
  // Work of a window, per worker, below which parallel execution ends, and above which it begins. 0: always parallel.
  std::int64_t alone_below_ns = 15'000;
  std::int64_t parallel_above_ns = 30'000;
};

inline constexpr int greatest_workers = 256;

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
class MultiFel {
 public:
  MultiFel(LpTable<M>& lps, const MultiFelOptions& options, const RunOptions& run)
      : lps_(lps), options_(options), run_(run), lookahead_(lps.model().lookahead()) {}

  // Once.
  base::Result<RunReport> run();

 private:
  using EventType = Event<typename M::Payload>;

  struct alignas(64) Worker {
    Worker(LpTable<M>& lps, const RunOptions& run, std::size_t workers)
        : context(lps.context()), pulse(run) {
      for (auto& batch : batches) batch.resize(workers);
    }

    List<EventType> list;
    typename LpTable<M>::ContextType context;
    detail::Pulse pulse;
    std::vector<std::vector<EventType>> batches[2];  // by parity of the window; for each worker
    double least_sent = 0;
    std::uint64_t remote = 0;
    bool failed = false;
  };

  static constexpr double never = std::numeric_limits<double>::infinity();
  static constexpr int judged_windows = 8;  // a change is decided upon the mean of so many

  void work(std::size_t index);
  bool window(std::size_t index, double limit, std::size_t parity);
  void take_batches(std::size_t index, std::size_t parity);
  bool alone();
  void gather();
  void hand_out();
  RunReport report(std::int64_t elapsed) const;

  static double least_of(Worker& worker) {
    const EventType* next = worker.list.peek();
    return next == nullptr ? never : next->time;
  }

  LpTable<M>& lps_;
  const MultiFelOptions options_;
  const RunOptions run_;
  const double lookahead_;
  std::unique_ptr<WindowBarrier> barrier_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::uint16_t>
      owner_;  // of each LP: contiguous ranges, since neighbours in number often are in the model

  // Worker 0's; read by others after a barrier.
  std::uint64_t windows_ = 0;
  std::uint64_t alone_events_ = 0;
  std::uint64_t changes_ = 0;
  bool stopped_ = false;
};

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
base::Result<RunReport> MultiFel<M, List>::run() {
  if (auto status = check_run(run_.end_time, lps_.lps()); !status) return status.error();
  if (auto status = check_lookahead("multi_fel", lookahead_); !status) return status.error();
  if (auto status = check_threads("workers", options_.workers, greatest_workers); !status) {
    return status.error();
  }
  auto barrier = WindowBarrier::create(options_.workers);
  if (!barrier) return barrier.error();
  barrier_ = std::move(*barrier);
  const auto count = static_cast<std::size_t>(options_.workers);
  for (std::size_t i = 0; i < count; ++i) {
    workers_.push_back(std::make_unique<Worker>(lps_, run_, count));
  }
  owner_.reserve(lps_.lps());
  for (std::uint64_t lp = 0; lp < lps_.lps(); ++lp) {
    owner_.push_back(static_cast<std::uint16_t>(lp * count / lps_.lps()));
  }
  Worker& first = *workers_.front();
  for (LpId lp = 0; lp < lps_.lps(); ++lp) {
    if (!lps_.init(lp, first.context, [&](const EventType& event) { first.list.push(event); })) {
      return base::Error{base::ErrorCode::invalid_argument, lps_.trouble(first.context)};
    }
  }
  if (options_.alone_below_ns <= 0) hand_out();

  const std::int64_t started = base::now_ns();
  if (auto status = run_crew(options_.workers, [this](std::size_t index) { work(index); });
      !status) {
    return status.error();
  }
  const std::int64_t elapsed = base::now_ns() - started;
  for (const auto& worker : workers_) {
    if (worker->failed) {
      return base::Error{base::ErrorCode::invalid_argument, lps_.trouble(worker->context)};
    }
  }
  if (stopped_) return detail::stopped();
  return report(elapsed);
}

// All workers take the same decisions, from the words of the barrier.
template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
void MultiFel<M, List>::work(std::size_t index) {
  const int party = static_cast<int>(index);
  Worker& own = *workers_[index];
  const bool always_parallel = options_.alone_below_ns <= 0;
  bool together = always_parallel;
  bool objects = false;
  std::size_t parity = 0;
  std::int64_t busy = 0;
  std::uint64_t sum = 0;
  int windows = 0;
  double least = never;
  for (;;) {
    if (!together) {
      // Others sleep in the barrier below until worker 0 has finished.
      if (index == 0) objects = !alone();
      together = true;
      busy = 0;
      windows = 0;
      sum = 0;
      own.least_sent = never;
      if (index == 0 && !objects && least_of(own) < run_.end_time) hand_out();
      // What has been handed out may be looked at only after a barrier.
      const auto word = barrier_->meet(party, never, 0, objects);
      if (word.objected) return;
    }
    least = std::min(least_of(own), own.least_sent);
    const auto word = barrier_->meet(party, least, static_cast<std::uint64_t>(busy), objects);
    if (index == 0) stopped_ = stopped_ || word.objected;
    if (word.objected || word.least >= run_.end_time) return;
    take_batches(index, parity);
    sum += word.total;
    if (++windows == judged_windows) {
      const auto enough =
          static_cast<std::uint64_t>(std::max<std::int64_t>(0, options_.alone_below_ns)) *
          workers_.size() * judged_windows;
      if (!always_parallel && sum < enough) {
        // All batches are in the lists; after this barrier they are worker 0's.
        (void)barrier_->meet(party, never, 0, false);
        if (index == 0) gather();
        together = false;
        continue;
      }
      windows = 0;
      sum = 0;
    }
    parity ^= 1U;
    const std::int64_t before = base::thread_cpu_ns();
    objects = !window(index, std::min(word.least + lookahead_, run_.end_time), parity);
    busy = base::thread_cpu_ns() - before;
    if (index == 0) ++windows_;
  }
}

// Commits this worker's events below the limit. False: the run must end.
template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
bool MultiFel<M, List>::window(std::size_t index, double limit, std::size_t parity) {
  Worker& own = *workers_[index];
  auto& batches = own.batches[parity];
  double least_sent = never;
  const auto sink = [&](const EventType& event) {
    const std::size_t to = owner_[event.destination];
    if (to == index) {
      own.list.push(event);
      return;
    }
    batches[to].push_back(event);
    least_sent = std::min(least_sent, event.time);
    ++own.remote;
  };
  EventType event;
  bool goes_on = true;
  for (const EventType* next = own.list.peek(); next != nullptr && next->time < limit && goes_on;
       next = own.list.peek()) {
    own.list.pop(event);
    own.failed = !lps_.handle(event, own.context, sink);
    goes_on = own.pulse.beat() && !own.failed;
  }
  own.least_sent = least_sent;
  return goes_on;
}

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
void MultiFel<M, List>::take_batches(std::size_t index, std::size_t parity) {
  Worker& own = *workers_[index];
  for (const auto& from : workers_) {
    auto& batch = from->batches[parity][index];
    for (const EventType& event : batch) own.list.push(event);
    batch.clear();
  }
}

// Worker 0 runs all LPs until a window would hold enough work for all. False: the run must end.
template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
bool MultiFel<M, List>::alone() {
  Worker& own = *workers_.front();
  const auto sink = [&own](const EventType& event) { own.list.push(event); };
  const std::int64_t enough =
      options_.parallel_above_ns * options_.workers * std::int64_t{judged_windows};
  const bool may_share = options_.workers > 1;
  ++changes_;
  const std::uint64_t before = own.pulse.count();
  double window_end = -1;
  int windows = 0;
  std::int64_t began = base::thread_cpu_ns();
  EventType event;
  bool goes_on = true;
  for (const EventType* next = own.list.peek(); next != nullptr && next->time < run_.end_time;
       next = own.list.peek()) {
    if (next->time >= window_end) {
      window_end = next->time + lookahead_;
      if (windows++ == judged_windows) {
        const std::int64_t now = base::thread_cpu_ns();
        if (may_share && now - began > enough) break;
        began = now;
        windows = 1;
      }
    }
    own.list.pop(event);
    own.failed = !lps_.handle(event, own.context, sink);
    goes_on = own.pulse.beat() && !own.failed;
    if (!goes_on) break;
  }
  alone_events_ += own.pulse.count() - before;
  if (!goes_on) stopped_ = true;
  return goes_on;
}

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
void MultiFel<M, List>::gather() {
  List<EventType>& all = workers_.front()->list;
  for (std::size_t i = 1; i < workers_.size(); ++i) {
    List<EventType>& from = workers_[i]->list;
    from.for_each([&all](const EventType& event) { all.push(event); });
    from = List<EventType>();
  }
}

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
void MultiFel<M, List>::hand_out() {
  const List<EventType> all = std::move(workers_.front()->list);
  workers_.front()->list = List<EventType>();
  for (const auto& worker : workers_) {
    worker->list.reserve(all.size() / workers_.size());
  }
  all.for_each(
      [this](const EventType& event) { workers_[owner_[event.destination]]->list.push(event); });
}

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
RunReport MultiFel<M, List>::report(std::int64_t elapsed) const {
  RunReport report;
  report.elapsed_ns = elapsed;
  report.committed = lps_.committed();
  report.record = lps_.record();
  report.windows = windows_;
  report.sequential_events = alone_events_;
  report.windowed_events = report.committed - alone_events_;
  report.changes = changes_;
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    report.remote_events += workers_[i]->remote;
    report.wait_ns += barrier_->waited_ns(static_cast<int>(i));
  }
  return report;
}

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
base::Result<RunReport> run_multi_fel(LpTable<M>& lps, const MultiFelOptions& options,
                                      const RunOptions& run) {
  return MultiFel<M, List>(lps, options, run).run();
}

}  // namespace orrery::pdes
