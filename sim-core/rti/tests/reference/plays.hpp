// Random histories of all services, played on the RTI and on a model of the standard (model.hpp).
//
// ORRERY_REFERENCE_SEED   the first seed; 1 if it is not set
// ORRERY_REFERENCE_COUNT  how many histories
// ORRERY_REFERENCE_SECONDS  go on for at least this long
// ORRERY_REFERENCE_ALL    1: go on after a disagreement, and show the first of each kind
// ORRERY_REFERENCE_TABLE  1: print how often each service was called, by its answer, and what was seldom met
// ORRERY_REFERENCE_MANAGED_ONE_IN  one history in so many uses the management object model too (clause 11); 0: none
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "history.hpp"
#include "player.hpp"
#include "settings.hpp"

namespace orrery::rti::testing {

// Plays histories of consecutive seeds: `standard_count` of them, or as the environment or the build says. `run` plays one
// history on nodes that it provides to the stage. A disagreement fails the test.
void play_all(std::uint64_t standard_count,
              const std::function<Played(const Stage&,
                                         const std::function<std::optional<Call>(Model&)>&)>& run,
              History::About about = History::About::all_services);

}  // namespace orrery::rti::testing
