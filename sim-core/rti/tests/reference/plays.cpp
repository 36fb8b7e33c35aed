#include "plays.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include "exceptions.hpp"
#include "history.hpp"
#include "shrink.hpp"
#include "watchdog.hpp"

namespace orrery::rti::testing {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* const value = std::getenv(name);  // NOLINT: before there are threads
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

void play_all(std::uint64_t standard_count,
              const std::function<Played(const Stage&,
                                         const std::function<std::optional<Call>(Model&)>&)>& run,
              History::About about) {
  const std::uint64_t first = setting("ORRERY_REFERENCE_SEED", 1);
  const std::uint64_t histories = setting("ORRERY_REFERENCE_COUNT", standard_count / one_in);
  const bool all =
      setting("ORRERY_REFERENCE_ALL", 0) != 0;  // of each kind of disagreement the first
  Coverage coverage;
  std::map<std::string, int> kinds;
  const auto until =
      base::now_ns() +
      static_cast<std::int64_t>(setting("ORRERY_REFERENCE_SECONDS", 0)) * 1'000'000'000;
  std::uint64_t played_all = 0;
  for (std::uint64_t seed = first; seed < first + histories || base::now_ns() < until; ++seed) {
    ++played_all;
    orrery::testing::restart_watchdog();
    Stage stage;
    stage.seed = seed;
    stage.places = 2 + seed % 5;
    stage.callbacks = seed % 4 == 0 ? CallbackModel::immediate : CallbackModel::evoked;
    stage.times = seed % 7 == 3 ? TimeRepresentation::integer64 : TimeRepresentation::float64;
    // The services of the management object model crowd the others out.
    const std::uint64_t managed_one_in = setting("ORRERY_REFERENCE_MANAGED_ONE_IN", 8);
    History history(seed, stage.places, 40 + seed % 160,
                    managed_one_in != 0 && seed % managed_one_in == managed_one_in - 1, about);
    const Played played = run(stage, [&](Model& model) { return history.next(model); });
    for (const Step& line : played.lines) {
      coverage.count(line.call.service, line.answer);
      if (line.within) coverage.count(line.within->first, line.within->second);
    }
    if (played.wrong.empty()) continue;
    if (kinds[kind_of(played.wrong)]++ > 0) continue;
    ADD_FAILURE() << "repeat with ORRERY_REFERENCE_SEED=" << seed
                  << " ORRERY_REFERENCE_COUNT=1; the shortest history"
                  << (stage.times == TimeRepresentation::integer64 ? ", in HLAinteger64Time:\n"
                                                                   : ":\n")
                  << print(shrink(played, [&](const auto& next) { return run(stage, next); }))
                  << "at first: " << played.wrong;
    if (!all) break;
  }
  for (const auto& [kind, times] : kinds) std::cout << times << " times: " << kind << "\n";
  if (setting("ORRERY_REFERENCE_TABLE", 0) != 0) coverage.print(played_all);
}

}  // namespace orrery::rti::testing
