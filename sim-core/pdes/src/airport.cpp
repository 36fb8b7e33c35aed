#include "orrery/pdes/models/airport.hpp"

namespace orrery::pdes {

void Airports::init(State& state, Context<Words>& context) const {
  state.host.enter(context);
  if (options_.arrival_rate > 0) state.host.spawn(sky(state));
  if (options_.warmup > 0) state.host.spawn(warm(state));
}

void Airports::handle(State& state, const Event<Words>& event, Context<Words>& context) const {
  if (state.host.dispatch(event, context)) return;
  state.host.spawn(aeroplane(state));
}

// Sends aeroplanes from outside, for ever.
Process Airports::sky(State& state) const {
  for (;;) {
    co_await state.host.wait(state.host.random().exponential(1 / options_.arrival_rate));
    state.host.spawn(aeroplane(state));
  }
}

Process Airports::warm(State& state) const {
  co_await state.host.wait(options_.warmup);
  const double now = state.host.now();
  state.arrivals.reset(now);
  state.gates.reset(now);
  state.departures.reset(now);
  state.stay.reset();
  state.landed = 0;
}

Process Airports::aeroplane(State& state) const {
  ProcessHost& here = state.host;
  const double came = here.now();
  co_await here.acquire(state.arrivals);
  co_await here.wait(options_.landing);
  here.release(state.arrivals);
  ++state.landed;

  co_await here.acquire(state.gates);
  co_await here.wait(here.random().exponential(options_.turnaround_mean));
  here.release(state.gates);

  co_await here.acquire(state.departures);
  co_await here.wait(options_.takeoff);
  here.release(state.departures);
  state.stay.add(here.now() - came);

  if (options_.airports > 1 && here.random().chance(options_.onward_share)) {
    const auto other = static_cast<LpId>(here.random().below(options_.airports - 1));
    const LpId to = other < here.self() ? other : other + 1;
    here.schedule(to, options_.least_flight + here.random().exponential(options_.flight_mean),
                  from_elsewhere, {});
  }
}

}  // namespace orrery::pdes
