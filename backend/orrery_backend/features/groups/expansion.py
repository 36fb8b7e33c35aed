"""From a sweep to the runs that it stands for. Pure.

Errors name the place in the sweep: `axes[1].values[0]`. What only shows in a combination names the
parameter, and the cell in its message.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from orrery_contracts.documents import InvalidDocument, read_value
from orrery_contracts.errors import FieldError
from orrery_contracts.fields import nearest
from orrery_contracts.overrides import apply_overrides
from orrery_contracts.spec import RunSpec
from orrery_contracts.spec_paths import node_at
from orrery_contracts.sweep import MOST_CELLS, Axis, Combine, RangeAxis, Sweep

from orrery_backend.kit.problems import field_error, invalid, shortened

_MOST_ERRORS = 20


@dataclass(frozen=True, slots=True)
class ExpandedCell:
    """One run of a sweep."""

    spec: RunSpec
    settings: tuple[str, ...]
    """`path=value`, one for each axis."""


def expand(sweep: Sweep, base: RunSpec, prefix: str = "") -> list[ExpandedCell]:
    """Cells in order, the first axis varying slowest. `base` is what `sweep.base` resolves to.
    Raises `ProblemError`.
    """
    document: dict[str, Any] = base.model_dump(mode="json")
    texts = [_axis_texts(axis, f"{prefix}axes[{i}]") for i, axis in enumerate(sweep.axes)]
    _check_paths_differ(sweep.axes, prefix)
    _check_count(sweep, texts, prefix)
    _check_twice(sweep, texts, prefix)
    _check_alone(sweep.axes, texts, document, prefix)
    paths = [axis.path for axis in sweep.axes]
    cells: list[ExpandedCell] = []
    errors: list[FieldError] = []
    for values in _combinations(sweep.combine, texts):
        settings = tuple(f"{path}={value}" for path, value in zip(paths, values, strict=True))
        try:
            cells.append(ExpandedCell(_with(document, settings), settings))
        except InvalidDocument as error:
            errors += [_in_cell(e, settings) for e in error.errors]
            if len(errors) >= _MOST_ERRORS:
                break
    if errors:
        raise invalid(*errors)
    return cells


def numbers(axis: RangeAxis, place: str) -> list[float]:
    """From `min` to `max`, both included where the step meets it. Raises `ProblemError`."""
    if axis.max < axis.min:
        raise invalid(
            field_error(f"{place}.max", axis.max, f"It is below min, {axis.min:g}.", "Swap them.")
        )
    if axis.step > 0:
        count = int((axis.max - axis.min) / axis.step * (1 + 1e-12) + 1e-9) + 1
        if count > MOST_CELLS:
            raise invalid(
                field_error(
                    f"{place}.step",
                    axis.step,
                    f"That makes {count} values.",
                    f"Give a larger step; an axis has at most {MOST_CELLS} values.",
                )
            )
        return [_rounded(axis.min + i * axis.step) for i in range(count)]
    if axis.min == axis.max:
        return [axis.min]
    if axis.min <= 0:
        raise invalid(
            field_error(
                f"{place}.min",
                axis.min,
                "Step 0 multiplies by ten, which needs a start above zero.",
                "Give a min above zero, or a step.",
            )
        )
    found, value = [], axis.min
    while value <= axis.max * (1 + 1e-12):
        found.append(_rounded(value))
        value *= 10
    return found


def _rounded(value: float) -> float:
    """Without the dust of adding: 0.1 + 0.2 is 0.3."""
    return float(f"{value:.12g}")


def _axis_texts(axis: Axis, place: str) -> list[str]:
    if isinstance(axis, RangeAxis):
        return [_number_text(value) for value in numbers(axis, place)]
    return list(axis.values)


def _check_twice(sweep: Sweep, texts: Sequence[Sequence[str]], prefix: str) -> None:
    """No cell twice: in step, one axis may well have a value again."""
    rows = [list(values) for values in texts]
    if sweep.combine is Combine.TOGETHER:
        rows = [[", ".join(values) for values in zip(*texts, strict=True)]]
    for axis, values in enumerate(rows):
        for index, value in enumerate(values):
            if value in values[:index]:
                raise invalid(
                    field_error(
                        f"{prefix}axes[{axis}].values[{index}]",
                        value,
                        "It stands twice.",
                        "Give each value once, or in step each combination.",
                    )
                )


def _number_text(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def _check_paths_differ(axes: Sequence[Axis], prefix: str) -> None:
    paths = [axis.path for axis in axes]
    for index, path in enumerate(paths):
        if path in paths[:index]:
            raise invalid(
                field_error(
                    f"{prefix}axes[{index}].path",
                    path,
                    "Another axis varies it already.",
                    "Give each parameter one axis.",
                )
            )


def _check_count(sweep: Sweep, texts: Sequence[Sequence[str]], prefix: str) -> None:
    counts = [len(values) for values in texts]
    if sweep.combine is Combine.TOGETHER and len(set(counts)) > 1:
        raise invalid(
            field_error(
                f"{prefix}axes",
                counts,
                f"Axes in step have {', '.join(map(str, counts))} values.",
                "Give all axes as many values, or combine them as a grid.",
            )
        )
    total = 1
    for count in counts if sweep.combine is Combine.GRID else counts[:1]:
        total *= count
    if total > MOST_CELLS:
        raise invalid(
            field_error(
                f"{prefix}axes",
                counts,
                f"These axes make {total} runs.",
                f"Give fewer values; at most {MOST_CELLS} runs are made at once.",
            )
        )


def _check_alone(
    axes: Sequence[Axis], texts: Sequence[Sequence[str]], document: dict[str, Any], prefix: str
) -> None:
    """Each value by itself, so that an error names its axis. Whether it fits what another axis
    sets shows in the cells.
    """
    errors: list[FieldError] = []
    for index, (axis, values) in enumerate(zip(axes, texts, strict=True)):
        place = f"{prefix}axes[{index}]"
        if node_at(axis.path) is None:
            raise invalid(_unknown_path(axis.path, f"{place}.path", document))
        others = [a.path for a in axes if a is not axis]
        if any(_decides(other, axis.path) for other in others):
            continue
        for number, value in enumerate(values):
            try:
                _with(document, (f"{axis.path}={value}",))
            except InvalidDocument as error:
                own = [e for e in error.errors if _about(e.field, axis.path)]
                if not own:
                    continue
                told = own[0]
                field = f"{place}.values[{number}]"
                if isinstance(axis, RangeAxis):
                    field = f"{place}.max" if number else f"{place}.min"
                errors.append(told.model_copy(update={"field": field, "value": value}))
                if isinstance(axis, RangeAxis) or len(errors) >= _MOST_ERRORS:
                    break
    if errors:
        raise invalid(*errors)


def _decides(other: str, path: str) -> bool:
    """Whether what stands at `path` depends on what another axis sets: the kind of a union."""
    union = other.removesuffix(".kind")
    return path.startswith(f"{union}.")


def _about(field: str, path: str) -> bool:
    return field == path or field.startswith((f"{path}.", f"{path}["))


def _unknown_path(path: str, place: str, document: dict[str, Any]) -> FieldError:
    known = [path for path, _ in leaves(document)]
    guess = nearest(path, known)
    remedy = f"Did you mean {guess}?" if guess else "Name a parameter, as in workload.managers."
    return field_error(place, path, f"A run spec has no {shortened(path, 80)}.", remedy)


def leaves(document: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every setting of a dumped spec and its path; a list is one."""
    for key, value in document.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _combinations(combine: Combine, texts: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    if combine is Combine.GRID or not texts:
        return iter(product(*texts))
    return iter(zip(*texts, strict=True))


def _with(document: dict[str, Any], settings: Sequence[str]) -> RunSpec:
    if not settings:
        return read_value(RunSpec, document)
    return read_value(RunSpec, apply_overrides(document, settings, RunSpec))


def _in_cell(error: FieldError, settings: Sequence[str]) -> FieldError:
    where = f"With {', '.join(settings)}: {error.message}"
    return error.model_copy(update={"message": shortened(where, 2000)})
