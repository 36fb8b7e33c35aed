"""Messages with which the console measures the network between two nodes.

The console asks one agent to serve a link and the other to measure it. The measuring agent dials
the address at which the nodes' workers reach each other, over TCP.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from orrery_contracts.base import Contract, Count, Text

MOST_ROUND_TRIPS = 2_000
MOST_BULK_MS = 1_000

LinkToken = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""Proves to the serving agent that the connection is the one that the console asked for."""


IpAddress = Annotated[str, StringConstraints(pattern=r"^[0-9A-Fa-f.:]{2,45}$")]
"""The characters of an IPv4 or IPv6 address; names of hosts are not resolved."""
RoundTrips = Annotated[int, Field(ge=10, le=MOST_ROUND_TRIPS)]
WithinMs = Annotated[int, Field(ge=100, le=30_000)]


class ServeLink(Contract):
    """Listen for one measurement, at the node's address and a port that the system chooses."""

    kind: Literal["serve_link"] = "serve_link"
    id: Count
    """Number of the measurement; answers repeat it."""
    token: LinkToken
    round_trips: RoundTrips
    within_ms: WithinMs
    """Stop after this time, in ms, also in the middle."""


class MeasureLink(Contract):
    """Measure the link to another agent that serves it."""

    kind: Literal["measure_link"] = "measure_link"
    id: Count
    token: LinkToken
    address: IpAddress
    port: Annotated[int, Field(ge=1, le=65_535)]
    round_trips: RoundTrips
    bulk_ms: Annotated[int, Field(ge=10, le=MOST_BULK_MS)]
    """Length of the bulk transfer, in ms."""
    within_ms: WithinMs
    """Fail after this time, in ms."""


class LinkServed(Contract):
    """Answer to `serve_link`: the agent listens."""

    kind: Literal["link_served"] = "link_served"
    id: Count
    address: IpAddress
    port: Annotated[int, Field(ge=1, le=65_535)]


class LinkMeasured(Contract):
    """Answer to `measure_link`."""

    kind: Literal["link_measured"] = "link_measured"
    id: Count
    median_us: Annotated[float, Field(ge=0)]
    """Median round trip of a message of 64 bytes, in us."""
    p99_us: Annotated[float, Field(ge=0)]
    mb_s: Annotated[float, Field(ge=0)]
    """Bulk transfer to the serving node, in 10^6 bytes a second."""


class LinkFailed(Contract):
    """Answer to `serve_link` or `measure_link` that failed."""

    kind: Literal["link_failed"] = "link_failed"
    id: Count
    message: Text
