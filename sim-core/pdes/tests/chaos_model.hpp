// A model that finds faults of engines. Every LP draws its behaviour. Events fork, die out, tie in time, come back at once
// to their own LP, and go to other LPs with exactly the lookahead.
#pragma once

#include <cstdint>

#include "orrery/pdes/model.hpp"

namespace orrery::pdes::testing_models {

struct ChaosOptions {
  LpId lps = 7;
  double lookahead = 0.5;
  int seeds_per_lp = 3;
  std::uint64_t lives = 60;  // greatest number of events that descend from one initial event
  bool whole_times = false;  // all delays are multiples of the lookahead: ties everywhere
};

class Chaos {
 public:
  using Payload = Words;
  struct State {
    std::uint64_t value = 1;  // depends on the order of events
    double restlessness = 0;
  };

  explicit Chaos(const ChaosOptions& options) : options_(options) {}

  [[nodiscard]] LpId lps() const { return options_.lps; }
  [[nodiscard]] double lookahead() const { return options_.lookahead; }
  [[nodiscard]] State make(LpId lp) const { return {lp + 1U, 0}; }

  void init(State& state, Context<Words>& context) const {
    state.restlessness = context.random().uniform();
    for (int i = 0; i < options_.seeds_per_lp; ++i) {
      context.schedule(context.self(), delay(context, false), 1,
                       {options_.lives, state.value, 0, 0});
    }
  }

  void handle(State& state, const Event<Words>& event, Context<Words>& context) const {
    state.value = base::mix64(state.value ^ event.payload[1]);
    const std::uint64_t lives = event.payload[0];
    if (lives <= 1) return;
    const std::uint64_t rest = lives - 1;
    const bool fork = rest >= 2 && context.random().chance(0.3);
    const std::uint64_t first = fork ? rest / 2 : rest;
    send(state, context, first);
    if (fork) send(state, context, rest - first);
  }

 private:
  [[nodiscard]] double delay(Context<Words>& context, bool remote) const {
    const double least = remote ? options_.lookahead : 0;
    if (options_.whole_times)
      return least + options_.lookahead * static_cast<double>(context.random().below(3));
    if (context.random().chance(0.2)) return least;
    return least + context.random().exponential(1.0);
  }
  void send(State& state, Context<Words>& context, std::uint64_t lives) const {
    // The choice depends on the state: a wrong order changes where events go, and when.
    const bool leave = options_.lps > 1 && context.random().chance(state.restlessness);
    const LpId to =
        leave ? static_cast<LpId>((context.self() + 1 + state.value % (options_.lps - 1)) %
                                  options_.lps)
              : context.self();
    context.schedule(to, delay(context, leave), static_cast<std::uint16_t>(state.value % 5),
                     {lives, state.value, 0, 0});
  }

  const ChaosOptions options_;
};

}  // namespace orrery::pdes::testing_models
