// Compares the example models with theory: a queueing network (Jackson, Erlang) and an airport (Pollaczek and Khinchine).
// Exits with 1 if a measured value differs from theory by more than a tenth.
#include <cmath>
#include <cstdio>

#include "orrery/pdes/lists.hpp"
#include "orrery/pdes/models/airport.hpp"
#include "orrery/pdes/models/queueing_network.hpp"
#include "orrery/pdes/sequential.hpp"

namespace {

using namespace orrery::pdes;

bool all_near = true;

void row(const char* what, double measured, double theory) {
  const bool near = std::fabs(measured - theory) <= 0.1 * theory;
  all_near = all_near && near;
  std::printf("  %-44s %10.4f %10.4f%s\n", what, measured, theory, near ? "" : "  FAR");
}

template <class M>
bool simulate(LpTable<M>& lps, double end_time) {
  RunOptions options;
  options.end_time = end_time;
  const auto report = run_sequential<M, BucketList>(lps, options);
  if (report) return true;
  std::fprintf(stderr, "%s\n", report.error().message.c_str());
  return false;
}

bool network() {
  QueueingOptions options;
  options.stations = {
      {1, 0.5, 1.0, {0, 0.6, 0.3}}, {2, 1.0, 0.2, {0.2, 0, 0.3}}, {3, 1.2, 0.1, {0.1, 0.1, 0}}};
  options.warmup = 500;
  const QueueingNetwork model(options);
  LpTable<QueueingNetwork> lps(model, 3);
  const double end = 100'000;
  if (!simulate(lps, end)) return false;
  const auto rates = arrival_rates(options);
  std::printf("queueing network: three stations of 1, 2 and 3 servers\n");
  for (LpId lp = 0; lp < lps.lps(); ++lp) {
    const StationOptions& station = options.stations[lp];
    const auto& state = lps.state(lp);
    row("share of the time a server is busy", state.servers.utilisation(end),
        rates[lp] * station.service_mean / station.servers);
    row("customers that wait, mean", state.line.length().mean(end),
        erlang_line(station.servers, rates[lp], station.service_mean));
  }
  return true;
}

bool airport() {
  AirportOptions options;
  options.airports = 1;
  options.arrival_rate = 0.3;
  options.landing = 2;
  options.gates = 10'000;
  options.takeoff = 1;
  options.warmup = 1'000;
  const Airports model(options);
  LpTable<Airports> lps(model, 4);
  const double end = 200'000;
  if (!simulate(lps, end)) return false;
  const double load = options.arrival_rate * options.landing;
  std::printf("airport: one runway for arrivals, ample gates\n");
  row("share of the time the runway is busy", lps.state(0).arrivals.units.utilisation(end), load);
  row("minutes that an aeroplane waits to land", lps.state(0).arrivals.line.waits().mean(),
      load * options.landing / (2 * (1 - load)));
  return true;
}

}  // namespace

int main() {
  std::printf("  %-44s %10s %10s\n", "", "measured", "theory");
  return network() && airport() && all_near ? 0 : 1;
}
