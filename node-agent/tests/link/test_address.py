"""Addresses in `--join`."""

from __future__ import annotations

import pytest
from orrery_agent.link import parse_join, parse_joins


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("http://host:8000", "ws://host:8000/api/v1/agents/link"),
        ("http://host:8000/", "ws://host:8000/api/v1/agents/link"),
        ("https://host", "wss://host:443/api/v1/agents/link"),
        ("ws://host:1/api/v1/agents/link", "ws://host:1/api/v1/agents/link"),
        ("http://host/console/link", "ws://host:80/console/link"),
        ("http://[::1]:8000", "ws://[::1]:8000/api/v1/agents/link"),
    ],
)
def test_addresses_are_completed(given: str, url: str) -> None:
    assert parse_join(given).url == url


@pytest.mark.parametrize(
    "given", ["", "host:8000", "ftp://host", "http://", "http://host:99999", "http://u:p@host"]
)
def test_what_is_no_address_is_refused_with_its_name(given: str) -> None:
    with pytest.raises(ValueError, match=r"^--join: "):
        parse_join(given)


def test_several_consoles_are_given_with_commas() -> None:
    urls = [address.url for address in parse_joins("http://one:1, https://two")]
    assert urls == ["ws://one:1/api/v1/agents/link", "wss://two:443/api/v1/agents/link"]
    with pytest.raises(ValueError, match=r"^--join: ''"):
        parse_joins("http://one:1,")
