// A Jackson network (event oriented): stations of c servers, Poisson arrivals from outside, exponential service, random
// routes. A customer needs the time `transfer` from one station to another; this is the lookahead.
//
// Source of the expected values: Jackson (1957). Each station behaves as an M/M/c queue of its own, with the arrival rate
// from the traffic equations; Erlang's C formula gives the mean length of the line.
#pragma once

#include <cstdint>
#include <vector>

#include "orrery/pdes/model.hpp"
#include "orrery/pdes/resource.hpp"

namespace orrery::pdes {

struct StationOptions {
  std::uint32_t servers = 1;
  double service_mean = 1;
  double outside_rate = 0;     // arrivals from outside per unit of time
  std::vector<double> routes;  // probability of each station after service; the rest leaves
};

struct QueueingOptions {
  std::vector<StationOptions> stations;
  double transfer = 0.1;
  double warmup = 0;  // time at which the statistics are reset
};

// Arrival rate of each station, from inside and outside: l_i = outside_i + sum_j l_j routes_ji.
std::vector<double> arrival_rates(const QueueingOptions& options);
// Mean number of customers that wait for a server of an M/M/c queue (Erlang C). Needs rate * service_mean < servers.
double erlang_line(std::uint32_t servers, double rate, double service_mean);

class QueueingNetwork {
 public:
  using Payload = Words;  // [0]: time at which the customer came to this station

  struct State {
    Resource servers;
    WaitingLine<double> line;  // arrival time of each waiting customer
    Tally stay;                // waiting time plus service time
    std::uint64_t left = 0;    // customers that left the network from here
  };

  explicit QueueingNetwork(const QueueingOptions& options) : options_(options) {}

  [[nodiscard]] LpId lps() const { return static_cast<LpId>(options_.stations.size()); }
  [[nodiscard]] double lookahead() const { return options_.transfer; }
  [[nodiscard]] State make(LpId lp) const {
    return {Resource(options_.stations[lp].servers), {}, {}, 0};
  }
  void init(State&, Context<Words>& context) const;
  void handle(State& state, const Event<Words>& event, Context<Words>& context) const;

 private:
  enum Kind : std::uint16_t { outside, arrive, depart, warm };

  void serve(double since, const StationOptions& station, Context<Words>& context) const;
  void arrived(State& state, const StationOptions& station, Context<Words>& context) const;

  const QueueingOptions options_;
};

}  // namespace orrery::pdes
