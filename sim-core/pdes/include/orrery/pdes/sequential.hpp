// Engine `sequential`: one thread, one list, one event after the other. It is the oracle of all other engines, and the
// fastest for small populations. Runs any model, with any lookahead.
#pragma once

#include "orrery/base/clock.hpp"
#include "orrery/pdes/event_list.hpp"
#include "orrery/pdes/lp_table.hpp"
#include "orrery/pdes/run.hpp"

namespace orrery::pdes {

namespace detail {

constexpr std::uint64_t report_every = 1024;

// Checks for a stop request and reports progress once in `report_every` events.
class Pulse {
 public:
  explicit Pulse(const RunOptions& options) : options_(options) {}
  ~Pulse() { tell(); }
  Pulse(const Pulse&) = delete;
  Pulse& operator=(const Pulse&) = delete;

  // Counts one event. Returns false if the run must stop.
  bool beat() { return ++count_ % report_every != 0 || look(); }
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  bool look() {
    tell();
    return options_.stop == nullptr || !options_.stop->load(std::memory_order_relaxed);
  }
  void tell() {
    if (options_.progress != nullptr) {
      options_.progress->fetch_add(count_ - told_, std::memory_order_relaxed);
    }
    told_ = count_;
  }

  const RunOptions& options_;
  std::uint64_t count_ = 0;
  std::uint64_t told_ = 0;
};

inline base::Error stopped() {
  return {base::ErrorCode::cancelled, "the run was stopped before its end time"};
}

}  // namespace detail

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
base::Result<RunReport> run_sequential(LpTable<M>& lps, const RunOptions& options) {
  using EventType = Event<typename M::Payload>;
  if (auto status = check_run(options.end_time, lps.lps()); !status) return status.error();

  List<EventType> list;
  auto context = lps.context();
  const auto sink = [&list](const EventType& event) { list.push(event); };
  for (LpId lp = 0; lp < lps.lps(); ++lp) {
    if (!lps.init(lp, context, sink)) {
      return base::Error{base::ErrorCode::invalid_argument, lps.trouble(context)};
    }
  }
  detail::Pulse pulse(options);
  const std::int64_t started = base::now_ns();
  EventType event;
  while (pop_before(list, options.end_time, event)) {
    lps.prefetch(list);
    if (!lps.handle(event, context, sink)) {
      return base::Error{base::ErrorCode::invalid_argument, lps.trouble(context)};
    }
    if (!pulse.beat()) return detail::stopped();
  }
  RunReport report;
  report.elapsed_ns = base::now_ns() - started;
  report.committed = lps.committed();
  report.sequential_events = pulse.count();
  report.record = lps.record();
  return report;
}

}  // namespace orrery::pdes
