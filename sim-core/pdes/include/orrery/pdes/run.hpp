// Options and report of a run, the same for every engine.
//
// An engine commits all events with a time below `end_time`, in the oracle's order for every LP, and leaves the rest.
// Before the start it checks whether it can run the model; if it cannot, it returns invalid_argument with the reason. Any
// thread may set `stop` to stop the run; the error is then `cancelled`. Each thread adds its events to `progress` about
// every thousand events. Both may be null.
#pragma once

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "orrery/base/result.hpp"

namespace orrery::pdes {

struct RunOptions {
  double end_time = 0;
  const std::atomic<bool>* stop = nullptr;
  std::atomic<std::uint64_t>* progress = nullptr;
  // Each thread that the engine makes calls it first, with its number from 1.
  std::function<void(std::size_t)> on_thread = {};
};

struct RunReport {
  std::uint64_t committed = 0;
  std::uint64_t record = 0;  // LpTable::record()
  std::int64_t elapsed_ns = 0;
  std::uint64_t windows = 0;            // conservative windows executed in parallel
  std::uint64_t windowed_events = 0;    // events committed in these windows
  std::uint64_t sequential_events = 0;  // events committed by one thread
  std::uint64_t changes = 0;            // of mode, between parallel and sequential execution
  std::uint64_t remote_events = 0;      // events handed to another thread
  std::int64_t manager_ns = 0;          // central_fel: time of the manager, without waiting
  std::int64_t wait_ns = 0;             // multi_fel: all threads; central_fel: the manager
};

inline base::Status check_run(double end_time, std::uint32_t lps) {
  using base::Error;
  using base::ErrorCode;
  if (lps == 0) {
    return Error{ErrorCode::invalid_argument,
                 "lps is 0: a model needs at least one logical process"};
  }
  if (!(end_time > 0) || !std::isfinite(end_time)) {
    return Error{ErrorCode::invalid_argument, "end_time is " + std::to_string(end_time) +
                                                  ": give a finite simulated time above 0"};
  }
  return {};
}

inline base::Status check_lookahead(const char* engine, double lookahead) {
  if (lookahead > 0 && std::isfinite(lookahead)) return {};
  return base::Error{base::ErrorCode::invalid_argument,
                     "lookahead is " + std::to_string(lookahead) + ": engine " + engine +
                         " needs a lookahead above 0; raise it, or use engine sequential"};
}

inline base::Status check_threads(const char* field, int threads, int greatest) {
  if (threads >= 1 && threads <= greatest) return {};
  return base::Error{base::ErrorCode::invalid_argument,
                     std::string(field) + " is " + std::to_string(threads) + ": give 1 to " +
                         std::to_string(greatest)};
}

}  // namespace orrery::pdes
