// The logical processes of one run: state, random stream and record of each; the part that all engines share.
//
// The record is a hash of the committed events of an LP in their order (time, source, sequence, kind, payload). Summed
// over LPs it is equal for two runs exactly if every LP committed the same events in the same order.
//
// An LP may be touched by one thread at a time, with a Context of that thread; who that is, is the engine's business.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "orrery/pdes/model.hpp"

namespace orrery::pdes {

namespace detail {

// Folds bytes into 64 bits, a word at a time.
template <class Payload>
std::uint64_t fold(const Payload& payload) {
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

  LpTable(const M& model, std::uint64_t seed) : model_(model) {
    const LpId count = model.lps();
    cells_.reserve(count);
    for (LpId lp = 0; lp < count; ++lp) {
      cells_.push_back(Cell{base::Random(seed, lp), 0, base::mix64(lp), 0, model.make(lp)});
    }
  }

  [[nodiscard]] ContextType context() const {
    ContextType context;
    context.lookahead_ = model_.lookahead();
    context.lps_ = model_.lps();
    context.scheduled_.reserve(64);
    return context;
  }

  // Initialises one LP. What it scheduled goes to `sink(event)`. False: the model broke its promise.
  template <class Sink>
  bool init(LpId lp, ContextType& context, Sink&& sink) {
    Cell& cell = cells_[lp];
    enter(cell, lp, 0, context);
    model_.init(cell.state, context);
    return leave(context, sink);
  }

  // Commits one event.
  template <class Sink>
  bool handle(const EventType& event, ContextType& context, Sink&& sink) {
    Cell& cell = cells_[event.destination];
    cell.hash = (std::rotl(cell.hash, 7) ^ std::bit_cast<std::uint64_t>(event.time)) +
                detail::fold(event.payload);
    cell.hash = (cell.hash ^ event.tag ^ std::uint64_t{event.source} << 40) * 0xd6e8feb86659fd93U;
    ++cell.committed;
    enter(cell, event.destination, event.time, context);
    model_.handle(cell.state, event, context);
    return leave(context, sink);
  }

  [[nodiscard]] static const std::string& trouble(const ContextType& context) {
    return context.trouble_;
  }

  // Order-dependent within an LP, not between LPs.
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
  [[nodiscard]] std::uint64_t record_of(LpId lp) const { return cells_[lp].hash; }
  [[nodiscard]] const typename M::State& state(LpId lp) const { return cells_[lp].state; }
  [[nodiscard]] LpId lps() const { return static_cast<LpId>(cells_.size()); }
  [[nodiscard]] const M& model() const { return model_; }

 private:
  struct Cell {
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
    for (const EventType& event : context.scheduled_) sink(event);
    context.scheduled_.clear();
    return !context.failed_;
  }

  const M& model_;
  std::vector<Cell> cells_;
};

}  // namespace orrery::pdes
