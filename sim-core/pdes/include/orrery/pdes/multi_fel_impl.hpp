// Implementation of MultiFel; only multi_fel.hpp includes it.
#pragma once

#include <cstring>

#include "orrery/pdes/multi_fel.hpp"

namespace orrery::pdes {

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
base::Status MultiFel<M, List>::prepare() {
  auto barrier = WindowBarrier::create(options_.workers, options_.other_threads);
  if (!barrier) return barrier.error();
  barrier_ = std::move(*barrier);
  const std::size_t nodes = nodes_ == nullptr ? 1 : nodes_->nodes();
  const std::size_t node = nodes_ == nullptr ? 0 : nodes_->node();
  threads_per_list_ = static_cast<std::size_t>(options_.threads_per_list);
  const auto threads = static_cast<std::size_t>(options_.workers);
  const std::size_t lists = threads / threads_per_list_;
  for (std::size_t i = 0; i < threads; ++i) {
    workers_.push_back(
        std::make_unique<Worker>(lps_, run_, nodes_ == nullptr ? lists : lists + nodes));
  }
  for (std::size_t i = 0; i < lists; ++i) {
    fronts_.push_back(std::make_unique<Front>());
    if (threads_per_list_ == 1) continue;
    auto team = detail::WindowTeam<EventType>::create(
        options_.threads_per_list,
        options_.workers - options_.threads_per_list + options_.other_threads, chain_of_);
    if (!team) return team.error();
    fronts_.back()->team = std::move(*team);
  }
  if (threads_per_list_ > 1) chain_of_.assign(lps_.lps(), detail::no_chain);
  outgoing_.resize(nodes);
  owner_.resize(lps_.lps());
  for (std::size_t other = 0; other < nodes; ++other) {
    const LpRange range = lp_range(lps_.lps(), other, nodes);
    const std::uint64_t count = range.end - range.first;
    for (std::uint64_t i = 0; i < count; ++i) {
      owner_[range.first + i] =
          static_cast<std::uint32_t>(other == node ? i * lists / count : lists + other);
    }
  }
  return {};
}

// Initialises this node's LPs and decides whether to begin in parallel. Returns false if the model broke its lookahead.
template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
bool MultiFel<M, List>::init() {
  Worker& first = *workers_.front();
  HugeVector<EventType> events;
  const auto sink = [&](const EventType& event) {
    if (owner_[event.destination] < fronts_.size()) {
      events.push_back(event);
    } else {
      emit(first, 0, 0, event);
    }
  };
  for (LpId lp = lps_.range().first; lp < lps_.range().end; ++lp) {
    if (!lps_.init(lp, first.context, sink)) return false;
  }
  double least = never;
  for (const EventType& event : events) least = std::min(least, event.time);
  const auto of_first_window = static_cast<std::uint64_t>(std::ranges::count_if(
      events, [&](const EventType& event) { return event.time < least + lookahead_; }));
  always_parallel_ = nodes_ != nullptr || options_.alone_below_ns <= 0;
  begins_parallel_ =
      always_parallel_ || (workers_.size() > 1 && first.cost.of(of_first_window) * judged_windows >
                                                      in_all(options_.parallel_above_ns));
  for (const auto& front : fronts_) {
    if (begins_parallel_) front->list.reserve(events.size() / fronts_.size());
  }
  for (const EventType& event : events) {
    fronts_[begins_parallel_ ? owner_[event.destination] : 0]->list.push(event);
  }
  return true;
}

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
base::Result<RunReport> MultiFel<M, List>::run() {
  if (auto status = check_run(run_.end_time, lps_.lps()); !status) return status.error();
  if (auto status = check_multi_fel(options_, lookahead_); !status) return status.error();
  if (auto status = prepare(); !status) return status.error();
  if (!init()) {
    return base::Error{base::ErrorCode::invalid_argument, lps_.trouble(workers_.front()->context)};
  }
  const std::int64_t started = base::now_ns();
  const auto status =
      run_crew(options_.workers, [this](std::size_t index) { work(index); }, run_.on_thread);
  if (!status) {
    return status.error();
  }
  const std::int64_t elapsed = base::now_ns() - started;
  for (const auto& worker : workers_) {
    if (worker->failed) {
      return base::Error{base::ErrorCode::invalid_argument, lps_.trouble(worker->context)};
    }
  }
  if (!lost_) return lost_.error();
  if (stopped_) return detail::stopped();
  return report(elapsed);
}

// All threads make the same decisions, because they decide by the results of the barrier.
template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
void MultiFel<M, List>::work(std::size_t index) {
  const int party = static_cast<int>(index);
  const std::size_t list = index / threads_per_list_;
  const bool leads = index % threads_per_list_ == 0;
  Worker& own = *workers_[index];
  bool together = begins_parallel_;
  bool objects = false;
  std::size_t parity = 0;
  std::uint64_t executed = 0;
  std::uint64_t sum = 0;
  int windows = 0;
  for (;;) {
    if (!together) {
      // The other threads sleep in the barrier below until thread 0 has finished.
      if (index == 0) objects = !alone();
      together = true;
      executed = 0;
      windows = 0;
      sum = 0;
      own.least_sent = never;
      if (index == 0 && !objects && least_of(0) < run_.end_time) hand_out();
      // Other threads may look at their lists only after a barrier.
      const auto word = barrier_->meet(party, never, 0, objects);
      if (word.objected) return;
    }
    const double least = leads ? std::min(least_of(list), own.least_sent) : own.least_sent;
    const auto word = barrier_->meet(party, least, own.cost.of(executed), objects);
    double lbts = word.least + lookahead_;
    bool ends = word.objected || word.least >= run_.end_time;
    if (nodes_ != nullptr) {
      if (index == 0) exchange(word, parity);
      (void)barrier_->meet(party, never, 0, false);
      lbts = agreed_.least + lookahead_;
      ends = agreed_.objected || agreed_.least >= run_.end_time;
    }
    if (index == 0) stopped_ = stopped_ || word.objected;
    if (ends) return;
    if (leads) take_batches(list, parity);
    sum += word.total;
    if (++windows == judged_windows) {
      if (!always_parallel_ && sum < in_all(options_.alone_below_ns)) {
        // All batches are in the lists; after this barrier thread 0 owns the lists.
        (void)barrier_->meet(party, never, 0, false);
        if (index == 0) gather();
        together = false;
        continue;
      }
      windows = 0;
      sum = 0;
    }
    parity ^= 1U;
    // The CPU clock of a thread is a system call: only one of the windows that are judged together is timed.
    const bool timed = windows == 0 && !always_parallel_;
    const std::int64_t before = timed ? base::thread_cpu_ns() : 0;
    own.least_sent = never;
    executed = 0;
    const double limit = std::min(lbts, run_.end_time);
    objects = !(threads_per_list_ == 1 ? window(index, limit, parity, executed)
                                       : share_window(index, limit, parity, executed));
    if (timed) own.cost.learn(base::thread_cpu_ns() - before, executed);
    if (index == 0) ++windows_;
  }
}

// Commits the events of this worker's list below the limit. Returns false if the run must end.
template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
bool MultiFel<M, List>::window(std::size_t index, double limit, std::size_t parity,
                               std::uint64_t& executed) {
  Worker& own = *workers_[index];
  List<EventType>& list = fronts_[index]->list;
  const auto sink = [&](const EventType& event) {
    if (owner_[event.destination] == index) {
      list.push(event);
    } else {
      emit(own, index, parity, event);
    }
  };
  EventType event;
  bool goes_on = true;
  while (goes_on && pop_before(list, limit, event)) {
    lps_.prefetch(list);
    ++executed;
    own.failed = !lps_.handle(event, own.context, sink);
    goes_on = own.pulse.beat() && !own.failed;
  }
  return goes_on;
}

// Does the same if threads share the list: each thread of the team executes its part.
template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
bool MultiFel<M, List>::share_window(std::size_t index, double limit, std::size_t parity,
                                     std::uint64_t& executed) {
  Worker& own = *workers_[index];
  const std::size_t home = index / threads_per_list_;
  const std::size_t within = index % threads_per_list_;
  Front& front = *fronts_[home];
  if (within == 0) front.team->take_out(front.list, limit);
  front.team->meet(static_cast<int>(within));
  bool goes_on = true;
  executed = front.team->execute(
      own.chain, limit,
      [&](const EventType& event, const auto& sink) {
        own.failed = !lps_.handle(event, own.context, sink);
        goes_on = own.pulse.beat() && !own.failed;
        return goes_on;
      },
      [&](const EventType& event) { emit(own, home, parity, event); });
  return goes_on;
}

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
void MultiFel<M, List>::take_batches(std::size_t list, std::size_t parity) {
  Front& front = *fronts_[list];
  const auto take = [&front](std::vector<EventType>& batch) {
    for (const EventType& event : batch) front.list.push(event);
    batch.clear();
  };
  for (const auto& from : workers_) take(from->batches[parity][list]);
  take(front.from_nodes);
}

// Called by thread 0 while the other threads wait: sends the events for other nodes, receives the events for this node, and
// agrees on the next window.
template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
void MultiFel<M, List>::exchange(const WindowBarrier::Word& word, std::size_t parity) {
  const std::size_t lists = fronts_.size();
  for (std::size_t node = 0; node < outgoing_.size(); ++node) {
    outgoing_[node].clear();
    for (const auto& worker : workers_) {
      const auto& batch = worker->batches[parity][lists + node];
      if (!batch.empty()) outgoing_[node].push_back(std::as_bytes(std::span(batch)));
    }
  }
  const auto receive = [&](std::span<const std::byte> bytes) {
    for (std::size_t at = 0; at + sizeof(EventType) <= bytes.size(); at += sizeof(EventType)) {
      EventType event;
      std::memcpy(static_cast<void*>(&event), bytes.data() + at, sizeof event);
      // A node that runs another program could send anything.
      if (event.destination < lps_.range().first || event.destination >= lps_.range().end) {
        lost_ = base::Error{base::ErrorCode::internal, "an event for logical process " +
                                                           std::to_string(event.destination) +
                                                           " came to a node that does not have it"};
        return;
      }
      fronts_[owner_[event.destination]]->from_nodes.push_back(event);
    }
  };
  auto agreed =
      nodes_->exchange({word.least, word.objected}, outgoing_, sizeof(EventType), receive);
  if (agreed) {
    agreed_ = *agreed;
    if (agreed_.objected && !word.objected && lost_) {
      lost_ =
          base::Error{base::ErrorCode::cancelled, "another node ended the run before its end time"};
    }
  } else {
    lost_ = agreed.error();
  }
  if (!lost_) agreed_.objected = true;
  for (const auto& worker : workers_) {
    for (std::size_t node = 0; node < outgoing_.size(); ++node) {
      worker->batches[parity][lists + node].clear();
    }
  }
}

// Thread 0 runs all LPs until a window would hold enough work for all threads. Returns false if the run must end.
template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
bool MultiFel<M, List>::alone() {
  Worker& own = *workers_.front();
  List<EventType>& list = fronts_.front()->list;
  const auto sink = [&list](const EventType& event) { list.push(event); };
  const bool may_share = options_.workers > 1;
  ++changes_;
  const std::uint64_t before = own.pulse.count();
  std::uint64_t judged_from = before;
  std::int64_t began = base::thread_cpu_ns();
  int windows = 0;
  EventType event;
  bool goes_on = true;
  while (goes_on) {
    const double least = least_of(0);
    if (least >= run_.end_time) break;
    if (may_share && windows++ == judged_windows) {
      const std::int64_t now = base::thread_cpu_ns();
      const std::uint64_t events = own.pulse.count() - judged_from;
      own.cost.learn(now - began, events);
      if (own.cost.of(events) > in_all(options_.parallel_above_ns)) break;
      began = now;
      judged_from += events;
      windows = 1;
    }
    const double limit = std::min(may_share ? least + lookahead_ : never, run_.end_time);
    while (goes_on && pop_before(list, limit, event)) {
      lps_.prefetch(list);
      own.failed = !lps_.handle(event, own.context, sink);
      goes_on = own.pulse.beat() && !own.failed;
    }
  }
  alone_events_ += own.pulse.count() - before;
  if (!goes_on) stopped_ = true;
  return goes_on;
}

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
void MultiFel<M, List>::gather() {
  List<EventType>& all = fronts_.front()->list;
  for (std::size_t i = 1; i < fronts_.size(); ++i) {
    List<EventType>& from = fronts_[i]->list;
    from.for_each([&all](const EventType& event) { all.push(event); });
    from = List<EventType>();
  }
}

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
void MultiFel<M, List>::hand_out() {
  const List<EventType> all = std::move(fronts_.front()->list);
  fronts_.front()->list = List<EventType>();
  for (const auto& front : fronts_) front->list.reserve(all.size() / fronts_.size());
  all.for_each(
      [this](const EventType& event) { fronts_[owner_[event.destination]]->list.push(event); });
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
    const auto& team = fronts_[i / threads_per_list_]->team;
    if (team) report.wait_ns += team->waited_ns(static_cast<int>(i % threads_per_list_));
  }
  return report;
}

}  // namespace orrery::pdes
