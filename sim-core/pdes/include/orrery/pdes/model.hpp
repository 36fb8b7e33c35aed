// The event-oriented interface of models.
//
// A model has logical processes (LPs) 0 to lps() - 1. Each LP has a State, which the model defines, and a random stream of
// its own, from the run's seed and its number. LPs influence each other only through events, so any engine may run them in
// parallel. All that init() and handle() read besides State must not change during a run.
//
//   using Payload, State
//   LpId lps() const
//   double lookahead() const     least delay of every event to another LP; 0: no lookahead
//   State make(LpId) const
//   void init(State&, Context<Payload>&) const            called before the first event, in order of LPs
//   void handle(State&, const Event<Payload>&, Context<Payload>&) const
//
// An event to the LP itself may have any delay >= 0. An event with a delay that is not allowed ends the run with an error.
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

// The engine, as an LP sees it while it handles an event. Valid only during that call.
template <class Payload>
class Context {
 public:
  using EventType = Event<Payload>;

  [[nodiscard]] LpId self() const { return self_; }
  [[nodiscard]] double now() const { return now_; }
  [[nodiscard]] base::Random& random() { return *random_; }

  // Schedules an event at now() + delay. Allocates only if a handler schedules more events than any handler before.
  void schedule(LpId destination, double delay, std::uint16_t kind = 0,
                const Payload& payload = {}) {
    // NaN and negative delays fail this comparison too.
    const bool lawful = destination == self_ ? delay >= 0 : delay >= lookahead_;
    if (!lawful || destination >= lps_ || !(now_ + delay < greatest_time)) {
      refuse(destination, delay);
      return;
    }
    if (scheduled_ == room_.size()) room_.resize(room_.size() * 2 + 16);
    EventType& event = room_[scheduled_++];
    event.time = now_ + delay;
    // Written as one word, because it is read as one word (see copy_event()).
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
  std::vector<EventType> room_;  // the first `scheduled_` are from the current handler
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
