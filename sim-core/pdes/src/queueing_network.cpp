#include "orrery/pdes/models/queueing_network.hpp"

#include <bit>

namespace orrery::pdes {

std::vector<double> arrival_rates(const QueueingOptions& options) {
  std::vector<double> rates(options.stations.size(), 0);
  // The routes lose customers, so the iteration converges.
  for (int round = 0; round < 10'000; ++round) {
    std::vector<double> next;
    next.reserve(rates.size());
    for (const StationOptions& station : options.stations) next.push_back(station.outside_rate);
    for (std::size_t from = 0; from < rates.size(); ++from) {
      const auto& routes = options.stations[from].routes;
      for (std::size_t to = 0; to < routes.size(); ++to) next[to] += rates[from] * routes[to];
    }
    if (next == rates) break;
    rates = std::move(next);
  }
  return rates;
}

double erlang_line(std::uint32_t servers, double rate, double service_mean) {
  const double load = rate * service_mean;
  const double c = servers;
  double term = 1;  // load^k / k!
  double sum = 0;
  for (std::uint32_t k = 0; k < servers; ++k) {
    sum += term;
    term *= load / (k + 1.0);
  }
  const double waiting = term * c / (c - load);
  return waiting / (sum + waiting) * load / (c - load);
}

void QueueingNetwork::init(State&, Context<Words>& context) const {
  const StationOptions& station = options_.stations[context.self()];
  if (station.outside_rate > 0) {
    context.schedule(context.self(), context.random().exponential(1 / station.outside_rate),
                     outside);
  }
  if (options_.warmup > 0) context.schedule(context.self(), options_.warmup, warm);
}

void QueueingNetwork::serve(double since, const StationOptions& station,
                            Context<Words>& context) const {
  context.schedule(context.self(), context.random().exponential(station.service_mean), depart,
                   {std::bit_cast<std::uint64_t>(since), 0, 0, 0});
}

void QueueingNetwork::arrived(State& state, const StationOptions& station,
                              Context<Words>& context) const {
  if (state.servers.try_acquire(context.now())) {
    state.line.pass();
    serve(context.now(), station, context);
  } else {
    state.line.push(context.now(), context.now());
  }
}

void QueueingNetwork::handle(State& state, const Event<Words>& event,
                             Context<Words>& context) const {
  const StationOptions& station = options_.stations[context.self()];
  switch (event.kind()) {
    case outside:
      context.schedule(context.self(), context.random().exponential(1 / station.outside_rate),
                       outside);
      arrived(state, station, context);
      return;
    case arrive:
      arrived(state, station, context);
      return;
    case warm:
      state.servers.reset(context.now());
      state.line.reset(context.now());
      state.stay.reset();
      state.left = 0;
      return;
    default:
      break;
  }
  state.stay.add(context.now() - std::bit_cast<double>(event.payload[0]));
  if (state.line.empty()) {
    state.servers.release(context.now());
  } else {
    serve(state.line.pop(context.now()), station, context);
  }
  double draw = context.random().uniform();
  for (std::size_t to = 0; to < station.routes.size(); ++to) {
    draw -= station.routes[to];
    if (draw >= 0) continue;
    context.schedule(static_cast<LpId>(to), options_.transfer, arrive);
    return;
  }
  ++state.left;
}

}  // namespace orrery::pdes
