"""`./orrery nodes --links`."""

from __future__ import annotations

import io
import json

import pytest
from orrery_cli import links
from orrery_cli.links import links_view
from orrery_cli.main import app
from orrery_client import Orrery
from orrery_contracts.api import LinkMatrix, LinkProgress, NodeLink
from rich.console import Console
from typer.testing import CliRunner

_LINK = NodeLink(
    source="lyra",
    target="cygnus",
    measured_at="2026-03-03T12:02:00.000Z",
    same_machine=False,
    median_us=121.4,
    p99_us=1802.0,
    mb_s=938.2,
    problem="",
)
_FAILED = _LINK.model_copy(
    update={
        "source": "cygnus",
        "target": "lyra",
        "median_us": None,
        "p99_us": None,
        "mb_s": None,
        "problem": "lyra has a run.",
    }
)
_DONE = LinkMatrix(items=[_LINK, _FAILED], measuring=None)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Calls to a console that measures two links."""
    calls: list[str] = []
    begun = LinkMatrix(items=[], measuring=LinkProgress(done=0, total=2))
    middle = LinkMatrix(items=[_LINK], measuring=LinkProgress(done=1, total=2))

    def measure(_client: Orrery) -> LinkMatrix:
        calls.append("measure")
        return begun

    def read(_client: Orrery) -> LinkMatrix:
        calls.append("read")
        return middle if calls == ["measure", "read"] else _DONE

    monkeypatch.setattr(Orrery, "measure_links", measure)
    monkeypatch.setattr(Orrery, "node_links", read)
    monkeypatch.setattr(links, "_LOOK_EVERY_S", 0.0)
    return calls


def _shown(matrix: LinkMatrix) -> str:
    screen = io.StringIO()
    links_view(matrix, Console(file=screen, width=160))
    return screen.getvalue()


def test_figures_have_units_and_problems_are_told() -> None:
    shown = _shown(_DONE)
    for part in ("121 µs", "1.8 ms", "938 MB/s", "lyra has a run."):
        assert part in shown
    assert "same machine" not in shown
    together = _LINK.model_copy(update={"same_machine": True})
    shown = _shown(LinkMatrix(items=[together], measuring=LinkProgress(done=1, total=2)))
    assert "same machine" in shown
    assert "1 of 2" in shown
    assert "--measure" in _shown(LinkMatrix(items=[], measuring=None))


def test_links_are_shown_and_measured_only_on_request(asked: list[str]) -> None:
    shown = CliRunner().invoke(app, ["nodes", "--links", "--json"])
    assert shown.exit_code == 0, shown.output
    assert LinkMatrix.model_validate(json.loads(shown.stdout)) == _DONE
    assert asked == ["read"]


def test_measuring_ends_when_all_are_done(asked: list[str]) -> None:
    shown = CliRunner().invoke(app, ["nodes", "--measure", "--json"])
    assert shown.exit_code == 0, shown.output
    assert LinkMatrix.model_validate(json.loads(shown.stdout)) == _DONE
    assert asked == ["measure", "read", "read"]
