"""Counts in sentences: the right number, and no `1 of 1`. Pure."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """`1 run`, `3 runs`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def part_of(count: int, whole: int, noun: str) -> str:
    """The subject of a sentence, in its middle: `the run`, `all 3 runs`, `1 of 3 runs`. `count` is
    at least 1."""
    if whole == 1:
        return f"the {noun}"
    return f"all {whole} {noun}s" if count == whole else f"{count} of {whole} {noun}s"


def part_that(count: int, whole: int, noun: str, verbs: tuple[str, str]) -> str:
    """`part_of` at the beginning of a sentence, with the verb for one and for several: `The run
    was`, `2 of 3 runs were`."""
    subject = part_of(count, whole, noun)
    return f"{subject[:1].upper()}{subject[1:]} {verbs[0] if count == 1 else verbs[1]}"


WAS = ("was", "were")
IS = ("is", "are")
HAS = ("has", "have")
