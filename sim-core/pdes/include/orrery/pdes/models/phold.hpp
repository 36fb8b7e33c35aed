// PHOLD, the standard synthetic load of PDES: a fixed population of events. Each handled event schedules one event, after
// the lookahead plus a random delay; with probability `remote_share` on another LP.
//
// Source: Fujimoto, "Performance of Time Warp under synthetic workloads" (1990).
#pragma once

#include <cstdint>
#include <string>

#include "orrery/base/result.hpp"
#include "orrery/pdes/model.hpp"
#include "orrery/pdes/statistics.hpp"

namespace orrery::pdes {

enum class DelayKind : std::uint8_t { exponential, uniform };

struct PholdOptions {
  LpId lps = 1024;
  std::uint64_t population = 1024;  // spread evenly over the LPs
  double remote_share = 0.1;
  double lookahead = 0.1;
  double mean_delay = 1.0;  // of the random delay, which is added to the lookahead
  DelayKind delay = DelayKind::exponential;
};

// Errors: invalid_argument, which names the field, its value and what is allowed.
inline base::Status check(const PholdOptions& options) {
  const auto refuse = [](const std::string& what) -> base::Status {
    return base::Error{base::ErrorCode::invalid_argument, what};
  };
  const auto text = [](double value) { return std::to_string(value); };
  if (options.lps < 1) return refuse("lps is 0: give at least 1");
  if (options.population < 1) return refuse("population is 0: give at least 1");
  if (!(options.remote_share >= 0 && options.remote_share <= 1)) {
    return refuse("remote_share is " + text(options.remote_share) + ": give a share from 0 to 1");
  }
  if (options.lps == 1 && options.remote_share > 0) {
    return refuse("remote_share is " + text(options.remote_share) +
                  " with one logical process: raise lps, or set remote_share to 0");
  }
  if (!(options.lookahead >= 0 && options.lookahead < 1e9)) {
    return refuse("lookahead is " + text(options.lookahead) + ": give a time from 0 to 1e9");
  }
  if (!(options.mean_delay >= 0 && options.mean_delay < 1e9) ||
      options.mean_delay + options.lookahead <= 0) {
    return refuse("mean_delay is " + text(options.mean_delay) +
                  ": give a time from 0 to 1e9, above 0 without lookahead");
  }
  return {};
}

template <class PayloadType = Words>
class Phold {
 public:
  using Payload = PayloadType;
  struct State {
    std::uint64_t remote = 0;  // events that came from other LPs
    Tally delay;               // from scheduling to handling; the payload has the start
  };
  static constexpr bool with_payload = sizeof(Payload) >= 2 * sizeof(std::uint64_t);

  explicit Phold(const PholdOptions& options) : options_(options) {}

  [[nodiscard]] LpId lps() const { return options_.lps; }
  [[nodiscard]] double lookahead() const { return options_.lookahead; }
  [[nodiscard]] State make(LpId) const { return {}; }

  void init(State&, Context<Payload>& context) const {
    const std::uint64_t lps = options_.lps;
    const std::uint64_t mine =
        options_.population / lps + (context.self() < options_.population % lps ? 1 : 0);
    for (std::uint64_t i = 0; i < mine; ++i) {
      const double delay = draw(context.random());
      context.schedule(context.self(), delay, 0, payload(context.now(), i));
    }
  }

  void handle(State& state, const Event<Payload>& event, Context<Payload>& context) const {
    if (event.source != event.destination) ++state.remote;
    std::uint64_t token = 0;
    if constexpr (with_payload) {
      state.delay.add(context.now() - std::bit_cast<double>(event.payload[0]));
      token = event.payload[1];
    }
    LpId destination = context.self();
    if (options_.remote_share > 0 && context.random().chance(options_.remote_share)) {
      // Any other LP.
      const auto other = static_cast<LpId>(context.random().below(options_.lps - 1));
      destination = other < destination ? other : other + 1;
    }
    context.schedule(destination, options_.lookahead + draw(context.random()), 0,
                     payload(context.now(), token + 1));
  }

  [[nodiscard]] const PholdOptions& options() const { return options_; }

 private:
  [[nodiscard]] double draw(base::Random& random) const {
    return options_.delay == DelayKind::exponential ? random.exponential(options_.mean_delay)
                                                    : random.uniform() * 2 * options_.mean_delay;
  }
  static Payload payload(double now, std::uint64_t token) {
    Payload payload{};
    if constexpr (with_payload) {
      payload[0] = std::bit_cast<std::uint64_t>(now);
      payload[1] = token;
    }
    return payload;
  }

  const PholdOptions options_;
};

}  // namespace orrery::pdes
