// Airports with aeroplanes as processes (process oriented). An aeroplane lands on an arrival runway, waits for a gate, is
// turned around, and takes off on a departure runway. Some fly on to another airport; the others leave the model.
//
// Landing takes a fixed time, and arrivals from outside are Poisson. So without onward flights and with one runway, the
// mean wait for landing is that of an M/D/1 queue (Pollaczek-Khinchine): rho * landing / (2 (1 - rho)).
#pragma once

#include <cstdint>

#include "orrery/pdes/process.hpp"

namespace orrery::pdes {

struct AirportOptions {
  LpId airports = 4;
  std::uint32_t runways = 1;  // for arrivals; as many more for departures
  std::uint32_t gates = 20;
  double arrival_rate = 0.1;  // arrivals from outside per minute, at each airport
  double landing = 2;         // minutes, like all times here
  double turnaround_mean = 40;
  double takeoff = 2;
  double onward_share = 0;   // share that flies on to another airport
  double least_flight = 30;  // the lookahead
  double flight_mean = 60;   // mean of the random time added to least_flight
  double warmup = 0;
};

class Airports {
 public:
  using Payload = Words;

  struct State {
    Facility arrivals;
    Facility gates;
    Facility departures;
    Tally stay;  // from arrival to departure
    std::uint64_t landed = 0;
    ProcessHost host;
  };

  explicit Airports(const AirportOptions& options) : options_(options) {}

  [[nodiscard]] LpId lps() const { return options_.airports; }
  [[nodiscard]] double lookahead() const { return options_.least_flight; }
  [[nodiscard]] State make(LpId) const {
    return {Facility(options_.runways),
            Facility(options_.gates),
            Facility(options_.runways),
            {},
            0,
            {}};
  }
  void init(State& state, Context<Words>& context) const;
  void handle(State& state, const Event<Words>& event, Context<Words>& context) const;

 private:
  enum Kind : std::uint16_t { from_elsewhere = 1 };

  Process sky(State& state) const;
  Process warm(State& state) const;
  Process aeroplane(State& state) const;

  const AirportOptions options_;
};

}  // namespace orrery::pdes
