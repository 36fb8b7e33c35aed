// Engine `central_fel`: one manager thread owns the only event list; worker threads execute the events.
//
// In each window the manager takes all events earlier than (least time + lookahead) out of the list, makes one task of the
// events of each LP, and hands the tasks to the workers. When a task comes back, the manager puts the events that it
// scheduled into the list. A task runs one LP alone, in the order of events, and also executes the events that the LP
// schedules for itself before the window's end. The manager's time is the serial part of the engine; RunReport::manager_ns
// reports it.
//
// The lookahead must be above 0. All threads have ended when run_central_fel() returns.
//
// Source: CTU-CS-2001-01. The engine of that study runs all events of the list at once, with one thread for each entity.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "orrery/pdes/crew.hpp"
#include "orrery/pdes/handover.hpp"
#include "orrery/pdes/lists/heap_list.hpp"
#include "orrery/pdes/sequential.hpp"

namespace orrery::pdes {

struct CentralFelOptions {
  int workers = 2;  // besides the manager
  HandoverKind handover = HandoverKind::condition;
};

namespace detail {

// The events of one LP in one window.
template <class E>
struct LpTask : HandoverTask {
  std::vector<E> events;  // in order
  std::vector<E> created;
  double limit = 0;
  bool failed = false;
};

template <class M>
class CentralWorker {
 public:
  using EventType = Event<typename M::Payload>;

  CentralWorker(LpTable<M>& lps, const RunOptions& run)
      : lps_(lps), context(lps.context()), pulse_(run) {}

  void execute(LpTask<EventType>& task) {
    const LpId lp = task.events.front().destination;
    const auto sink = [&](const EventType& event) {
      if (event.destination == lp && event.time < task.limit) {
        own_.push(event);
      } else {
        task.created.push_back(event);
      }
    };
    std::size_t next = 0;
    EventType event;
    while (next < task.events.size() || own_.size() > 0) {
      const EventType* mine = own_.peek();
      if (mine != nullptr && (next == task.events.size() || before(*mine, task.events[next]))) {
        own_.pop(event);
      } else {
        event = task.events[next++];
      }
      if (!lps_.handle(event, context, sink)) {
        task.failed = true;
        own_.clear();
        return;
      }
      (void)pulse_.beat();  // only the manager stops the run
    }
  }

 private:
  LpTable<M>& lps_;

 public:
  typename LpTable<M>::ContextType context;

 private:
  Pulse pulse_;
  BinaryHeap<EventType> own_;  // events that the LP scheduled for itself in this window
};

}  // namespace detail

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
base::Result<RunReport> run_central_fel(LpTable<M>& lps, const CentralFelOptions& options,
                                        const RunOptions& run) {
  const int workers = options.workers;
  using EventType = Event<typename M::Payload>;
  using Task = detail::LpTask<EventType>;
  const double lookahead = lps.model().lookahead();
  if (auto status = check_run(run.end_time, lps.lps()); !status) return status.error();
  if (auto status = check_lookahead("central_fel", lookahead); !status) return status.error();
  if (auto status = check_threads("workers", workers, 256); !status) return status.error();

  List<EventType> list;
  std::vector<std::unique_ptr<detail::CentralWorker<M>>> crew;
  for (int i = 0; i < workers; ++i) {
    crew.push_back(std::make_unique<detail::CentralWorker<M>>(lps, run));
  }
  for (LpId lp = 0; lp < lps.lps(); ++lp) {
    auto& context = crew.front()->context;
    if (!lps.init(lp, context, [&list](const EventType& event) { list.push(event); })) {
      return base::Error{base::ErrorCode::invalid_argument, lps.trouble(context)};
    }
  }

  auto made = Handover::create(options.handover, workers);
  if (!made) return made.error();
  Handover& handover = **made;
  std::vector<std::unique_ptr<Task>> tasks;
  constexpr std::uint32_t no_task = 0xffffffffU;
  std::vector<std::uint32_t> task_of(lps.lps(), no_task);
  RunReport report;
  bool failed = false;
  bool stopped = false;

  const auto manage = [&] {
    EventType event;
    for (const EventType* next = list.peek();
         next != nullptr && next->time < run.end_time && !failed; next = list.peek()) {
      const std::int64_t began = base::now_ns();
      const double limit = std::min(next->time + lookahead, run.end_time);
      std::size_t used = 0;
      for (; next != nullptr && next->time < limit; next = list.peek()) {
        list.pop(event);
        std::uint32_t& task = task_of[event.destination];
        if (task == no_task) {
          task = static_cast<std::uint32_t>(used++);
          if (tasks.size() < used) tasks.push_back(std::make_unique<Task>());
          tasks[task]->limit = limit;
        }
        tasks[task]->events.push_back(event);
      }
      for (std::size_t i = 0; i < used; ++i) {
        task_of[tasks[i]->events.front().destination] = no_task;
        handover.post(tasks[i].get());
      }
      handover.flush();
      std::int64_t waited = 0;
      for (std::size_t i = 0; i < used; ++i) {
        const std::int64_t before = base::now_ns();
        auto* task = static_cast<Task*>(handover.collect());
        waited += base::now_ns() - before;
        failed = failed || task->failed;
        report.remote_events += task->created.size() + task->events.size();
        for (const EventType& created : task->created) list.push(created);
        task->created.clear();
        task->events.clear();
      }
      ++report.windows;
      report.wait_ns += waited;
      report.manager_ns += base::now_ns() - began - waited;
      if (run.stop != nullptr && run.stop->load(std::memory_order_relaxed)) {
        stopped = true;
        break;
      }
    }
    handover.close();
  };

  const std::int64_t started = base::now_ns();
  const auto work = [&](std::size_t index) {
    if (index == 0) {
      manage();
      return;
    }
    while (auto* task = static_cast<Task*>(handover.take(index - 1))) {
      crew[index - 1]->execute(*task);
      handover.finish(index - 1, task);
    }
  };
  const auto status = run_crew(workers + 1, work, run.on_thread);
  if (!status) return status.error();
  report.elapsed_ns = base::now_ns() - started;
  for (const auto& worker : crew) {
    if (failed && !lps.trouble(worker->context).empty()) {
      return base::Error{base::ErrorCode::invalid_argument, lps.trouble(worker->context)};
    }
  }
  if (stopped) return detail::stopped();
  report.committed = lps.committed();
  report.windowed_events = report.committed;
  report.record = lps.record();
  return report;
}

}  // namespace orrery::pdes
