"""Writes the bounds that both the console and the worker check."""

from __future__ import annotations

from orrery_contracts.workloads.universe_steps import MOST_COUNTED_UPDATES

from orrery_contracts_generator.cpp import FOLDER, comment

CORE = f"{FOLDER}/bounds.hpp"

#: C++ name, meaning and value of each bound.
BOUNDS = (
    (
        "most_counted_updates",
        "Entities times steps, warm-up included, of a run with a constraint of its model.",
        MOST_COUNTED_UPDATES,
    ),
)

_HEAD = """\
// Generated from contracts/orrery_contracts by `make gen`: do not edit.
//
// Bounds that both the console and the worker check.
#pragma once

// clang-format off
// NOLINTBEGIN

#include <cstdint>

namespace orrery::contracts {
"""


def files() -> dict[str, str]:
    """Returns the text of each file by path."""
    bounds = "".join(
        f"\n{comment(doc)}inline constexpr std::uint64_t {name} = {value};\n"
        for name, doc, value in BOUNDS
    )
    return {CORE: f"{_HEAD}{bounds}\n}}  // namespace orrery::contracts\n// NOLINTEND\n"}
