"""The worker refuses what the models refuse, at the same place: two readers, one contract."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from orrery_contracts.conditions import LocalTransport
from orrery_contracts.documents import InvalidDocument, read_text
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.workloads.universe_steps import ProcessModel
from orrery_testing.plans import Universe

pytestmark = pytest.mark.integration

PLAN: dict[str, Any] = json.loads(
    Universe(
        entities=(2, 1),
        managers=(1, 0),
        steps=5,
        warmup_steps=1,
        process_model=ProcessModel.POOLED,
        local=LocalTransport.THREAD,
    )
    .plans()[0]
    .model_dump_json()
)

Path_ = tuple[str | int, ...]


def places(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Yields the path of every value in a document, including the document itself."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


#: Small values, because the test runs a plan that both readers accept.
REPLACEMENTS: list[Any] = [
    None, True, False, 0, 1, 2, -1, 1.5, 0.5, 2**53, 2**63, 2**64, -(2**63), 1e300,
    "", "x", "1", "-1", "01", "auto", "18446744073709551615", "18446744073709551616", "UPPER",
    [], [1], [None], {}, {"kind": "universe_steps"}, "x" * 3000, "\U0001f642",
]  # fmt: skip


def changed(path: Path_, action: str, replacement: Any) -> Any:
    """Returns the plan with one change, which may leave it valid."""
    plan = copy.deepcopy(PLAN)
    here: Any = plan
    for part in path[:-1]:
        here = here[part]
    if not path:
        return replacement
    if action == "delete" and isinstance(here, dict):
        del here[path[-1]]
    elif action == "add" and isinstance(here, dict):
        here["surplus"] = replacement
    else:
        here[path[-1]] = replacement
    return plan


def complete(plan: WorkerPlan, document: Any) -> bool:
    """Whether the document has every field: the model filled in no default."""
    written = json.loads(plan.model_dump_json())
    return set(places(written)) == set(places(document))


def test_the_worker_refuses_what_the_models_refuse(
    worker_executable: Path, environment: Mapping[str, str]
) -> None:
    @settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.sampled_from(list(places(PLAN))),
        st.sampled_from(["replace", "delete", "add"]),
        st.sampled_from(REPLACEMENTS),
    )
    def refuses(path: Path_, action: str, replacement: Any) -> None:
        document = changed(path, action, replacement)
        text = json.dumps(document)
        refused: list[str] | None
        try:
            plan = read_text(WorkerPlan, text)
            refused = None if complete(plan, document) else []
        except InvalidDocument as error:
            refused = [told.field for told in error.errors]
        done = subprocess.run(
            [worker_executable, "oracle"],
            input=text + "\n",
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        if refused is None:
            assert done.returncode in (0, 2), done.stderr
            assert done.returncode == 0 or done.stderr
        else:
            assert done.returncode == 2, f"accepted {text}"
            assert not done.stdout
            named = [field for field in refused if field in done.stderr]
            assert named or not refused, f"{refused}: {done.stderr}"

    refuses()


@pytest.mark.parametrize("text", ["", "\n", "{", "null\n", "\xff\n", "[" * 5000 + "\n", "{}{}\n"])
def test_what_is_no_plan_is_said_to_be_none(
    text: str, worker_executable: Path, environment: Mapping[str, str]
) -> None:
    done = subprocess.run(
        [worker_executable, "oracle"],
        input=text.encode("latin-1"),
        capture_output=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr
