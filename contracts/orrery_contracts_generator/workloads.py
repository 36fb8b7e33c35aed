"""Writes the files that the page and the worker take from the records of the workloads."""

from __future__ import annotations

import json

from orrery_contracts.workloads.record import Family, WorkloadRecord
from orrery_contracts.workloads.registry import WORKLOADS

PAGE = "frontend/src/api/workloads.ts"
CORE = "sim-core/workloads/face/include/orrery/workloads/face/makers.hpp"

_PAGE_HEAD = """\
/* Generated from contracts/orrery_contracts/workloads by `make gen`: do not edit. */
/* eslint-disable */
import type { Workload } from "./contracts";

/** What a workload is about, in the order in which lists are divided. */
export const workload_families = [
%s] as const;
export type WorkloadFamily = (typeof workload_families)[number];

/** What the parts of Orrery know of a workload besides its parameters. */
export interface WorkloadRecord {
  readonly kind: Workload["kind"];
  /** In the middle of a sentence. */
  readonly title: string;
  readonly family: WorkloadFamily;
  /** The unit in which the measured part counts its progress, singular. */
  readonly progress_unit: string;
  /** What a node carries, plural. */
  readonly carried: string;
  /** Fields that a form shows first; the others are behind `More`. Empty: all are shown. */
  readonly first_fields: readonly string[];
  /** Metrics that say most, the first first. */
  readonly leading_metrics: readonly string[];
  /** Kinds of messages that cross from node to node, counted where they arrive. */
  readonly between_nodes: readonly string[];
}

/** In the order in which forms and lists offer them. */
export const workload_records: readonly WorkloadRecord[] = [
"""

_CORE_HEAD = """\
// Generated from contracts/orrery_contracts/workloads by `make gen`: do not edit.
//
// The maker of each workload, defined in the workload's own folder. `plan.workload` must hold that
// workload's plan; it is copied. `make_workload` needs all of them linked.
#pragma once

// clang-format off
// NOLINTBEGIN

#include <memory>
#include <variant>

#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

"""


def files() -> dict[str, str]:
    """Returns the text of each file by path."""
    return {PAGE: _page(), CORE: _core()}


def _page() -> str:
    families = [family for family in Family if any(r.family is family for r in WORKLOADS)]
    listed = "".join(f"  {json.dumps(family)},\n" for family in families)
    return _PAGE_HEAD % listed + "".join(_page_record(record) for record in WORKLOADS) + "];\n"


def _page_record(record: WorkloadRecord) -> str:
    fields = {
        "kind": record.kind,
        "title": record.title,
        "family": record.family.value,
        "progress_unit": record.progress_unit,
        "carried": record.carried,
        "first_fields": list(record.first_fields),
        "leading_metrics": list(record.leading_metrics),
        "between_nodes": list(record.between_nodes),
    }
    lines = "".join(f"    {name}: {json.dumps(value)},\n" for name, value in fields.items())
    return f"  {{\n{lines}  }},\n"


def _core() -> str:
    makers = "".join(
        f"std::unique_ptr<Workload> make_{record.kind}(const contracts::WorkerPlan& plan);\n"
        for record in WORKLOADS
    )
    cases = "".join(
        f"    std::unique_ptr<Workload> operator()(const contracts::{record.plan.__name__}&) const"
        f" {{ return make_{record.kind}(plan); }}\n"
        for record in WORKLOADS
    )
    return (
        f"{_CORE_HEAD}{makers}\n"
        "// The workload of the plan.\n"
        "inline std::unique_ptr<Workload> make_workload(const contracts::WorkerPlan& plan) {\n"
        "  struct Makers {\n    const contracts::WorkerPlan& plan;\n"
        f"{cases}  }};\n"
        "  return std::visit(Makers{plan}, plan.workload);\n}\n\n"
        "}  // namespace orrery::workloads\n// NOLINTEND\n"
    )
