// The event-oriented face: how a model is written.
//
// A model has logical processes (LPs) 0 .. lps()-1. Each has a State of the model's own, a random stream of its own (from
// the run's seed and its number), and nothing else: LPs influence each other through events alone, so that any engine
// may run them in parallel. What init() and handle() read beside State must not change during a run.
//
//   using Payload, State
//   LpId lps() const
//   double lookahead() const     every event to another LP lies at least so far in the future; 0: no promise
//   State make(LpId) const
//   void init(State&, Context<Payload>&) const            before the first event, in order of LPs
//   void handle(State&, const Event<Payload>&, Context<Payload>&) const
//
// An event to the LP itself may lie at any delay >= 0. A model that breaks its promise ends the run with an error.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "orrery/base/random.hpp"
#include "orrery/base/result.hpp"
#include "orrery/pdes/event.hpp"

namespace orrery::pdes {

// What an LP sees of the engine while it handles an event. Valid during that call alone.
template <class Payload>
class Context {
 public:
  using EventType = Event<Payload>;

  [[nodiscard]] LpId self() const { return self_; }
  [[nodiscard]] double now() const { return now_; }
  [[nodiscard]] base::Random& random() { return *random_; }

  // An event `delay` from now. Allocates nothing once the largest burst of one handler has been seen.
  void schedule(LpId destination, double delay, std::uint16_t kind = 0,
                const Payload& payload = {}) {
    // One comparison judges all: NaN and negative delays fail it too.
    const bool lawful = destination == self_ ? delay >= 0 : delay >= lookahead_;
    if (!lawful || destination >= lps_ || !(now_ + delay < greatest_time)) {
      refuse(destination, delay);
      return;
    }
    if (scheduled_ == room_.size()) room_.resize(room_.size() * 2 + 16);
    EventType& event = room_[scheduled_++];
    event.time = now_ + delay;
    // One word, as it is read (see copy_event).
    const auto route = std::bit_cast<std::uint64_t>(Route{destination, self_});
    static_assert(offsetof(EventType, source) == offsetof(EventType, destination) + 4);
    std::memcpy(reinterpret_cast<char*>(&event) + offsetof(EventType, destination), &route,
                sizeof route);
    event.tag = (*sequence_)++ << EventType::kind_bits | kind;
    if constexpr (!std::is_empty_v<Payload>) copy_event(event.payload, payload);
  }

 private:
  template <class>
  friend class LpTable;

  static constexpr double greatest_time = 1e300;

  struct Route {
    LpId destination;
    LpId source;
  };

  void refuse(LpId destination, double delay) {
    if (failed_) return;
    failed_ = true;
    trouble_ = "logical process " + std::to_string(self_) + " scheduled an event for " +
               std::to_string(destination) + " with delay " + std::to_string(delay) + " at time " +
               std::to_string(now_) + ": destinations are below " + std::to_string(lps_) +
               ", delays to others at least the lookahead of " + std::to_string(lookahead_) +
               ", all at least 0 and finite";
  }

  LpId self_ = 0;
  double now_ = 0;
  base::Random* random_ = nullptr;
  std::uint64_t* sequence_ = nullptr;
  std::vector<EventType> room_;  // of it `scheduled_` are of the handler at work
  std::size_t scheduled_ = 0;
  double lookahead_ = 0;
  LpId lps_ = 0;
  bool failed_ = false;
  std::string trouble_;
};

template <class M>
concept Model =
    requires(const M& model, typename M::State& state, LpId lp,
             const Event<typename M::Payload>& event, Context<typename M::Payload>& context) {
      { model.lps() } -> std::convertible_to<LpId>;
      { model.lookahead() } -> std::convertible_to<double>;
      { model.make(lp) } -> std::same_as<typename M::State>;
      model.init(state, context);
      model.handle(state, event, context);
    };

}  // namespace orrery::pdes
