// The logical processes (LPs) of one run: the state, random stream and record of each. All engines use it.
//
// The record is a hash of an LP's committed events in their order (time, source, sequence number, kind, payload). Its sum
// over LPs is equal for two runs exactly if every LP committed the same events in the same order, apart from hash
// collisions.
//
// One thread at a time may touch an LP, with a Context of its own; the engine decides which thread.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "orrery/pdes/huge_memory.hpp"
#include "orrery/pdes/model.hpp"

namespace orrery::pdes {

struct LpRange {
  LpId first = 0;
  LpId end = 0;  // the first LP after the range
};

// The LPs of node `node` of `nodes`: contiguous, and nearly equally many on each.
inline LpRange lp_range(LpId lps, std::size_t node, std::size_t nodes) {
  const auto bound = [&](std::size_t at) {
    return static_cast<LpId>(std::uint64_t{lps} * at / nodes);
  };
  return {bound(node), bound(node + 1)};
}

namespace detail {

// Folds bytes into 64 bits, a word at a time.
template <class Payload>
[[gnu::always_inline]] inline std::uint64_t fold(const Payload& payload) {
  if constexpr (std::is_empty_v<Payload>) {
    return 0;
  } else {
    std::uint64_t words[(sizeof(Payload) + 7) / 8] = {};
    std::memcpy(words, &payload, sizeof(Payload));
    std::uint64_t sum = 0;
    std::uint64_t factor = 0x9e3779b97f4a7c15U;
    for (const std::uint64_t word : words) {
      sum += (word ^ word >> 32) * factor;
      factor += 0x3c6ef372fe94f82aU;  // stays odd
    }
    return sum;
  }
}

}  // namespace detail

template <class M>
class LpTable {
 public:
  using Payload = typename M::Payload;
  using EventType = Event<Payload>;
  using ContextType = Context<Payload>;

  // `range`: the LPs of this node, if other nodes run the others. Calls for LPs outside of it are not allowed.
  LpTable(const M& model, std::uint64_t seed) : LpTable(model, seed, {0, model.lps()}) {}
  LpTable(const M& model, std::uint64_t seed, LpRange range) : model_(model), range_(range) {
    cells_.reserve(range.end - range.first);
    for (LpId lp = range.first; lp < range.end; ++lp) {
      cells_.push_back(Cell{base::Random(seed, lp), 0, base::mix64(lp), 0, model.make(lp)});
    }
  }

  [[nodiscard]] ContextType context() const {
    ContextType context;
    context.lookahead_ = model_.lookahead();
    context.lps_ = model_.lps();
    context.room_.resize(64);
    return context;
  }

  // Initialises one LP and passes the events that it schedules to sink(event). Returns false if the model scheduled an
  // event that it must not; trouble() names the event.
  template <class Sink>
  bool init(LpId lp, ContextType& context, Sink&& sink) {
    Cell& cell = cells_[lp - range_.first];
    enter(cell, lp, 0, context);
    model_.init(cell.state, context);
    return leave(context, sink);
  }

  // Commits one event and passes the events that it schedules to sink(event). Returns false as init() does.
  template <class Sink>
  bool handle(const EventType& event, ContextType& context, Sink&& sink) {
    Cell& cell = cells_[event.destination - range_.first];
    cell.hash = (std::rotl(cell.hash, 7) ^ std::bit_cast<std::uint64_t>(event.time)) +
                detail::fold(event.payload);
    cell.hash = (cell.hash ^ event.tag ^ std::uint64_t{event.source} << 40) * 0xd6e8feb86659fd93U;
    ++cell.committed;
    enter(cell, event.destination, event.time, context);
    model_.handle(cell.state, event, context);
    return leave(context, sink);
  }

  // Prefetches the LP of an event that will be popped soon, if the list knows one.
  template <class List>
  [[gnu::always_inline]] void prefetch(const List& list) const {
#if defined(__GNUC__)
    constexpr std::size_t ahead = 2;
    if constexpr (requires { list.upcoming(ahead); }) {
      const EventType* const soon = list.upcoming(ahead);
      if (soon == nullptr) return;
      const char* const at =
          reinterpret_cast<const char*>(&cells_[soon->destination - range_.first]);
      constexpr std::size_t lines = sizeof(Cell) / 64 < 4 ? sizeof(Cell) / 64 : 4;
      for (std::size_t i = 0; i < lines; ++i) __builtin_prefetch(at + i * 64, 1);
    }
#else
    (void)list;
#endif
  }

  [[nodiscard]] static const std::string& trouble(const ContextType& context) {
    return context.trouble_;
  }

  // Depends on the order of events within each LP, not between LPs.
  [[nodiscard]] std::uint64_t record() const {
    std::uint64_t sum = 0;
    for (const Cell& cell : cells_) sum += base::mix64(cell.hash);
    return sum;
  }
  [[nodiscard]] std::uint64_t committed() const {
    std::uint64_t sum = 0;
    for (const Cell& cell : cells_) sum += cell.committed;
    return sum;
  }
  [[nodiscard]] std::uint64_t record_of(LpId lp) const { return cells_[lp - range_.first].hash; }
  [[nodiscard]] const typename M::State& state(LpId lp) const {
    return cells_[lp - range_.first].state;
  }
  [[nodiscard]] LpId lps() const { return model_.lps(); }  // of all nodes
  [[nodiscard]] LpRange range() const { return range_; }
  [[nodiscard]] const M& model() const { return model_; }

 private:
  // An event touches as few cache lines as possible, and no two LPs share one: workers do not write to the same line.
  struct alignas(64) Cell {
    base::Random random;
    std::uint64_t sequence;
    std::uint64_t hash;
    std::uint64_t committed;
    typename M::State state;
  };

  static void enter(Cell& cell, LpId lp, double now, ContextType& context) {
    context.self_ = lp;
    context.now_ = now;
    context.random_ = &cell.random;
    context.sequence_ = &cell.sequence;
  }
  template <class Sink>
  static bool leave(ContextType& context, Sink&& sink) {
    for (std::size_t i = 0; i < context.scheduled_; ++i) sink(context.room_[i]);
    context.scheduled_ = 0;
    return !context.failed_;
  }

  const M& model_;
  const LpRange range_;
  HugeVector<Cell> cells_;
};

}  // namespace orrery::pdes
