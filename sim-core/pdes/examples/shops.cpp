// A complete model: shops with one till each. Customers queue, pay, and some walk on to another shop.
//
// Customers are processes (pdes/process.hpp). Walking to another shop is an event to another LP, at least `least_walk` in
// the future. This is the lookahead, which lets engines run shops in parallel. Prints the results beside theory; exits with
// 1 if two engines do not commit the same events.
#include <cstdio>

#include "orrery/pdes/engines.hpp"
#include "orrery/pdes/process.hpp"

namespace {

using namespace orrery::pdes;

constexpr double arrivals_each = 0.4;  // per minute, from the street
constexpr double pay_mean = 1.0;       // minutes
constexpr double walk_on_share = 0.5;
constexpr double least_walk = 2.0;

class Shops {
 public:
  using Payload = Words;
  struct State {
    Facility till{1};
    std::uint64_t served = 0;
    ProcessHost host;  // last: its destructor ends processes that use the other members
  };

  explicit Shops(LpId shops) : shops_(shops) {}

  [[nodiscard]] LpId lps() const { return shops_; }
  [[nodiscard]] double lookahead() const { return least_walk; }
  [[nodiscard]] State make(LpId) const { return {}; }

  void init(State& state, Context<Words>& context) const {
    state.host.enter(context);
    state.host.spawn(street(state));
  }
  void handle(State& state, const Event<Words>& event, Context<Words>& context) const {
    if (state.host.dispatch(event, context)) return;  // a process was resumed
    state.host.spawn(customer(state));                // a customer came from another shop
  }

 private:
  Process street(State& state) const {
    for (;;) {
      co_await state.host.wait(state.host.random().exponential(1 / arrivals_each));
      state.host.spawn(customer(state));
    }
  }
  Process customer(State& state) const {
    ProcessHost& here = state.host;
    co_await here.acquire(state.till);
    co_await here.wait(here.random().exponential(pay_mean));
    here.release(state.till);
    ++state.served;
    if (!here.random().chance(walk_on_share)) co_return;
    const auto next = static_cast<LpId>((here.self() + 1) % shops_);
    here.schedule(next, least_walk + here.random().exponential(3.0), 1, {});
  }

  LpId shops_;
};

}  // namespace

int main() {
  const Shops model(8);
  RunOptions run_options;
  run_options.end_time = 20'000;

  EngineOptions engine;  // sequential
  LpTable<Shops> shops(model, 1);
  const auto sequential = run(engine, shops, run_options);
  engine.kind = EngineKind::multi_fel;
  engine.workers = 2;
  LpTable<Shops> again(model, 1);
  const auto parallel = run(engine, again, run_options);
  if (!sequential || !parallel) {
    std::fprintf(stderr, "%s\n", (sequential ? parallel : sequential).error().message.c_str());
    return 1;
  }

  // In the long run each shop has its own arrivals and half of the customers of the shop before it: a / (1 - share).
  const double rate = arrivals_each / (1 - walk_on_share);
  const double load = rate * pay_mean;
  std::printf("a till is busy %.3f of the time (theory: %.3f)\n",
              shops.state(0).till.units.utilisation(run_options.end_time), load);
  std::printf("%.2f customers wait on average (theory: %.2f)\n",
              shops.state(0).till.line.length().mean(run_options.end_time),
              load * load / (1 - load));
  std::printf("%lu events; both engines committed %s\n",
              static_cast<unsigned long>(sequential->committed),
              parallel->record == sequential->record ? "the same" : "DIFFERENT runs");
  return parallel->record == sequential->record ? 0 : 1;
}
