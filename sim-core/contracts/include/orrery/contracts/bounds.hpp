// Generated from contracts/orrery_contracts by `make gen`: do not edit.
//
// Bounds that both the console and the worker check.
#pragma once

// clang-format off
// NOLINTBEGIN

#include <cstdint>

namespace orrery::contracts {

// Entities times steps, warm-up included, of a run with a constraint of its model.
inline constexpr std::uint64_t most_counted_updates = 50000000;

}  // namespace orrery::contracts
// NOLINTEND
