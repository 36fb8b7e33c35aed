// Several threads that share one future event list. In each window the first thread of the team takes the events out of the
// list, in order, as one chain for each LP. Then all threads of the team execute chains: a free thread takes the next ones.
// Events that an LP schedules for itself within the window are executed with its chain.
//
// Within a window only one thread touches an LP. Two barriers order the LP's threads of consecutive windows: the team's
// barrier between taking out and executing, and the engine's barrier after executing.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "orrery/pdes/event_list.hpp"
#include "orrery/pdes/lists/heap_list.hpp"
#include "orrery/pdes/lp_table.hpp"
#include "orrery/pdes/window_barrier.hpp"

namespace orrery::pdes::detail {

// Indexed by LP: its chain in the current window. All teams of a run share it, because an LP belongs to one team.
using ChainOfLp = std::vector<std::uint32_t>;
inline constexpr std::uint32_t no_chain = 0xffffffffU;

template <class E>
class WindowTeam {
 public:
  static base::Result<std::unique_ptr<WindowTeam>> create(int threads, int other_threads,
                                                          ChainOfLp& chain_of) {
    auto barrier = WindowBarrier::create(threads, other_threads);
    if (!barrier) return barrier.error();
    return std::unique_ptr<WindowTeam>(new WindowTeam(std::move(*barrier), chain_of, threads));
  }

  // Called by the first thread: takes the events below the limit out of the list.
  template <class List>
  void take_out(List& list, double limit) {
    events_.clear();
    next_.clear();
    chains_.clear();
    E event;
    while (pop_before(list, limit, event)) {
      const auto place = static_cast<std::uint32_t>(events_.size());
      events_.push_back(event);
      next_.push_back(no_chain);
      std::uint32_t& chain = chain_of_[event.destination];
      if (chain == no_chain) {
        chain = static_cast<std::uint32_t>(chains_.size());
        chains_.push_back({place, place});
      } else {
        next_[chains_[chain].last] = place;
        chains_[chain].last = place;
      }
    }
    for (const Chain& chain : chains_) chain_of_[events_[chain.first].destination] = no_chain;
    taken_.store(0, std::memory_order_relaxed);
  }

  // Called by every thread, after take_out(). Returns when all have arrived.
  void meet(int thread) { (void)barrier_->meet(thread, 0, 0, false); }

  // Executes chains until none is left, and returns the number of executed events. handle(event, sink) commits one event,
  // and returns false to end it. emit(event) takes each scheduled event that does not belong to the chain.
  template <class Handle, class Emit>
  std::uint64_t execute(BinaryHeap<E>& own, double limit, Handle&& handle, Emit&& emit) {
    const std::size_t portion = std::max<std::size_t>(1, chains_.size() / (threads_ * 8));
    std::uint64_t executed = 0;
    for (;;) {
      const std::size_t from = taken_.fetch_add(portion, std::memory_order_relaxed);
      if (from >= chains_.size()) return executed;
      const std::size_t end = std::min(from + portion, chains_.size());
      for (std::size_t i = from; i < end; ++i) {
        if (!execute_chain(chains_[i].first, own, limit, handle, emit, executed)) {
          own.clear();
          return executed;
        }
      }
    }
  }

  [[nodiscard]] std::int64_t waited_ns(int thread) const { return barrier_->waited_ns(thread); }

 private:
  struct Chain {
    std::uint32_t first;
    std::uint32_t last;
  };

  WindowTeam(std::unique_ptr<WindowBarrier> barrier, ChainOfLp& chain_of, int threads)
      : barrier_(std::move(barrier)),
        chain_of_(chain_of),
        threads_(static_cast<std::size_t>(threads)) {}

  template <class Handle, class Emit>
  bool execute_chain(std::uint32_t at, BinaryHeap<E>& own, double limit, Handle& handle, Emit& emit,
                     std::uint64_t& executed) {
    const LpId lp = events_[at].destination;
    const auto sink = [&](const E& event) {
      if (event.destination == lp && event.time < limit) {
        own.push(event);
      } else {
        emit(event);
      }
    };
    E event;
    while (at != no_chain || own.size() > 0) {
      const E* const mine = own.peek();
      if (mine != nullptr && (at == no_chain || before(*mine, events_[at]))) {
        own.pop(event);
      } else {
        event = events_[at];
        at = next_[at];
      }
      ++executed;
      if (!handle(event, sink)) return false;
    }
    return true;
  }

  const std::unique_ptr<WindowBarrier> barrier_;
  ChainOfLp& chain_of_;
  const std::size_t threads_;
  std::vector<E> events_;            // events of the window, in order
  std::vector<std::uint32_t> next_;  // next event of the same LP
  std::vector<Chain> chains_;
  alignas(64) std::atomic<std::size_t> taken_{0};  // chains taken by threads
};

}  // namespace orrery::pdes::detail
