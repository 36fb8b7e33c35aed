"""Nodes by the machine that they are on. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def by_machine(nodes: Iterable[T], machine_of: Callable[[T], str]) -> list[list[T]]:
    """Returns the nodes of each machine, in the order of the machines' first nodes.

    `machine_of` returns the machine id of a node's facts.
    """
    machines: dict[str, list[T]] = {}
    for node in nodes:
        machines.setdefault(machine_of(node), []).append(node)
    return list(machines.values())


def first_of_each(nodes: Iterable[T], machine_of: Callable[[T], str]) -> list[T]:
    """Returns the first node of each machine, in order."""
    return [nodes[0] for nodes in by_machine(nodes, machine_of)]
