// The shortest history that still shows a disagreement.
#pragma once

#include <functional>

#include "player.hpp"

namespace orrery::rti::testing {

// What is wrong, without numbers: two of the same kind are likely to have the same cause.
std::string kind_of(const std::string& wrong);

using Run = std::function<Played(const std::function<std::optional<Call>(Model&)>&)>;
Played shrink(const Played& failed, const Run& run);

}  // namespace orrery::rti::testing
