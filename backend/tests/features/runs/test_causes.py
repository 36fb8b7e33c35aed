"""Why runs fail, in words."""

from __future__ import annotations

from orrery_backend.features.runs.causes import name_nodes


def test_a_failure_names_nodes_and_no_places_in_a_plan() -> None:
    names = ["host-1", "host-2"]
    said = "the link to node 0 is lost: receiving: Connection timed out; node 1 reads"
    assert name_nodes(said, names) == (
        "the link to host-1 is lost: receiving: Connection timed out; host-2 reads"
    )
    assert name_nodes("look at node 1's own failure first", names) == (
        "look at host-2's own failure first"
    )
    assert name_nodes("node 2 of 2 nodes, node 17 and node-1", names) == (
        "node 2 of 2 nodes, node 17 and node-1"
    )
