"""Arguments and environment."""

from __future__ import annotations

from pathlib import Path

import pytest
from orrery_agent.config import AgentConfig, ConfigError, parse

JOIN = ["--join", "http://host:8000", "--name", "node-1"]


def test_what_is_not_given_is_found() -> None:
    given = parse(JOIN, {"XDG_STATE_HOME": "/state", "ORRERY_TOKEN": "abc"})
    assert [console.url for console in given.join] == ["ws://host:8000/api/v1/agents/link"]
    assert given.spool == Path("/state/orrery/agents/node-1")
    assert given.worker.name == "orrery-worker"
    assert given.worker.is_absolute()
    assert given.token == "abc"
    assert given.address is None
    assert "abc" not in repr(given)


def test_what_is_given_counts(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("from-file\n")
    given = parse(
        [
            *JOIN,
            "--token-file",
            str(file),
            "--worker",
            "w",
            "--spool",
            "/s",
            "--address",
            "10.0.0.1",
        ],
        {"ORRERY_TOKEN": "other", "ORRERY_WORKER": "/x"},
    )
    assert given.token == "from-file"
    assert given.worker == Path.cwd() / "w"
    assert given.spool == Path("/s")
    assert given.address == "10.0.0.1"


@pytest.mark.parametrize("name", ["", "Node", "-a", "a b", "x" * 64, "ä"])
def test_a_name_that_cannot_be_one_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match=r"^--name: "):
        parse(["--join", "http://h:1", f"--name={name}"], {})


@pytest.mark.parametrize("address", ["", "http://192.0.2.8:8000", "lab-3", "192.0.2.8:1", "10.0.0"])
def test_an_address_that_workers_cannot_bind_is_refused(address: str) -> None:
    with pytest.raises(ConfigError, match=r"^--address: .* is no IPv4 or IPv6 address"):
        parse([*JOIN, f"--address={address}"], {})


def test_tokens_that_cannot_be_ones_are_refused(tmp_path: Path) -> None:
    def use(text: str) -> AgentConfig:
        file = tmp_path / "token"
        file.write_text(text)
        return parse([*JOIN, "--token-file", str(file)], {})

    with pytest.raises(ConfigError, match="is empty"):
        use(" \n")
    with pytest.raises(ConfigError, match="holds no token"):
        use("two words")
    with pytest.raises(ConfigError, match="cannot be read"):
        parse([*JOIN, "--token-file", "/nowhere"], {})
    with pytest.raises(ConfigError, match="ORRERY_TOKEN holds no token"):
        parse(JOIN, {"ORRERY_TOKEN": "töken"})
    assert parse(JOIN, {}).token is None
