// The rows of the benchmark: what is measured, against what, and the mark it must meet.
//
// Every absolute figure drifts with the machine, so each claim is also a ratio: product and raw probe are measured
// alternately, several times, and medians are taken of the values and of the pairs' ratios.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace orrery::bench {

struct Row {
  std::string name;
  double value = 0;
  std::string unit;
  std::optional<double> reference;  // of the raw probe, or of another's RTI; in the same unit
  std::optional<double> ratio;      // how many times worse than that
  std::string mark;                 // what is to be met; empty: a figure without a mark
  std::optional<bool> meets;
};

struct SuiteOptions {
  bool quick = false;  // everything once and briefly: not worth reading, but it all runs
  int core_a = 0;
  int core_b = 1;
  std::string peers;  // folder of the programs that measure other people's engines; empty: none
  std::string hosts;  // network namespaces for rows across hosts, "NAME=ADDRESS,..."; empty: none
  std::string only;   // rows whose case has this in its name; empty: all
  std::function<void(const std::string&)> progress;
};

// Throws std::runtime_error if something cannot be measured or a run's check does not hold.
std::vector<Row> run_suite(const SuiteOptions& options);

}  // namespace orrery::bench
