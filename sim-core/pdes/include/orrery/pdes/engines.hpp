// Runs an engine and a list that are chosen at run time. The choice costs nothing per event: each combination is compiled
// separately.
#pragma once

#include <cstdint>
#include <string_view>

#include "orrery/pdes/central_fel.hpp"
#include "orrery/pdes/distributed.hpp"
#include "orrery/pdes/lists.hpp"
#include "orrery/pdes/multi_fel.hpp"
#include "orrery/pdes/sequential.hpp"

namespace orrery::pdes {

enum class EngineKind : std::uint8_t { sequential, central_fel, multi_fel, distributed };
enum class ListKind : std::uint8_t { binary_heap, quaternary_heap, calendar, ladder, buckets };

constexpr std::string_view to_string(EngineKind kind) {
  switch (kind) {
    case EngineKind::sequential:
      return "sequential";
    case EngineKind::central_fel:
      return "central_fel";
    case EngineKind::multi_fel:
      return "multi_fel";
    case EngineKind::distributed:
      return "distributed";
  }
  return "unknown";
}

constexpr std::string_view to_string(ListKind kind) {
  switch (kind) {
    case ListKind::binary_heap:
      return "binary_heap";
    case ListKind::quaternary_heap:
      return "quaternary_heap";
    case ListKind::calendar:
      return "calendar";
    case ListKind::ladder:
      return "ladder";
    case ListKind::buckets:
      return "buckets";
  }
  return "unknown";
}

struct EngineOptions {
  EngineKind kind = EngineKind::sequential;
  ListKind list = ListKind::buckets;
  int workers = 1;  // of the parallel engines; central_fel has a manager besides
  HandoverKind handover = HandoverKind::condition;
  MultiFelOptions multi;            // multi.workers is ignored: `workers` above counts
  WindowExchange* nodes = nullptr;  // required by engine distributed; not owned
};

namespace detail {

template <template <class> class List, Model M>
base::Result<RunReport> run_with(const EngineOptions& engine, LpTable<M>& lps,
                                 const RunOptions& run) {
  switch (engine.kind) {
    case EngineKind::sequential:
      return run_sequential<M, List>(lps, run);
    case EngineKind::multi_fel: {
      MultiFelOptions multi = engine.multi;
      multi.workers = engine.workers;
      return run_multi_fel<M, List>(lps, multi, run);
    }
    case EngineKind::distributed: {
      if (engine.nodes == nullptr) {
        return base::Error{base::ErrorCode::invalid_argument,
                           "engine distributed needs links to other nodes; use multi_fel on one"};
      }
      MultiFelOptions multi = engine.multi;
      multi.workers = engine.workers;
      return run_distributed<M, List>(lps, multi, run, *engine.nodes);
    }
    case EngineKind::central_fel:
      return run_central_fel<M, List>(lps, {engine.workers, engine.handover}, run);
  }
  return base::Error{base::ErrorCode::internal, "no such engine"};
}

}  // namespace detail

// Runs the model of `lps`, which must be new: a table serves one run. Errors: those of the engine.
template <Model M>
base::Result<RunReport> run(const EngineOptions& engine, LpTable<M>& lps,
                            const RunOptions& options) {
  switch (engine.list) {
    case ListKind::binary_heap:
      return detail::run_with<BinaryHeap>(engine, lps, options);
    case ListKind::quaternary_heap:
      return detail::run_with<QuaternaryHeap>(engine, lps, options);
    case ListKind::calendar:
      return detail::run_with<CalendarList>(engine, lps, options);
    case ListKind::ladder:
      return detail::run_with<LadderList>(engine, lps, options);
    case ListKind::buckets:
      return detail::run_with<BucketList>(engine, lps, options);
  }
  return base::Error{base::ErrorCode::internal, "no such list"};
}

}  // namespace orrery::pdes
