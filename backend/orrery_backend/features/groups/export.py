"""A group's figures as CSV, for spreadsheets and scripts. Pure."""

from __future__ import annotations

import csv
import io
import json

from orrery_contracts.api import figures_of_modes
from orrery_contracts.group_results import GroupDocument

_FIGURES = ("metric", "unit", "median", "low", "high", "repeats", "lower_mode", "upper_mode")
#: A spreadsheet would take a text that begins like this for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def group_csv(group: GroupDocument) -> str:
    """One row for each figure of each cell; a parameter that a cell lacks is empty. A figure in two
    modes, among the repeats or over time, has both and no median.
    """
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    axes = [axis.path for axis in group.axes]
    rows.writerow(["item", "cell", *axes, "run", "state", *_FIGURES])
    for cell in group.cells:
        head = [cell.item, cell.cell, *map(_plain, cell.values)]
        run = [cell.run.number, cell.run.state.value]
        for metric in cell.metrics:
            modes = figures_of_modes(metric, cell.window_modes)
            median = None if modes else metric.median
            counted = [metric.low, metric.high, len(metric.values)]
            figures = [median, *counted, *(modes or (None, None))]
            rows.writerow([*head, *run, metric.name, metric.unit, *figures])
    return text.getvalue()


def _plain(value: str | None) -> str:
    if value is None:
        return ""
    try:
        read = json.loads(value)
    except ValueError:  # a long text, shortened
        read = value
    if not isinstance(read, str):
        return value
    return f"'{read}" if read.startswith(_FORMULA) else read
