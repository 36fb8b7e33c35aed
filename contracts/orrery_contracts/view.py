"""Saved views: filters, columns and order of the list of runs, under a name."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from orrery_contracts.base import Contract, Instant, Label, Slug

#: Views of one console.
MOST_VIEWS = 200

ViewQuery = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9_.~%!'()*+,;:@/?&=-]*$", max_length=2000)
]


class SaveView(Contract):
    """A view to save under the name in the path."""

    query: ViewQuery
    """Query of the page of runs, without the question mark: `state=failed&sort=-started`."""


class RenameView(Contract):
    """Another name for a view."""

    name: Slug


class View(Contract):
    """A saved view of the list of runs; everybody on the console sees it."""

    name: Slug
    query: ViewQuery
    author: Label
    """Who saved it last: name of the user or token; empty on a console without sign-in."""
    saved_at: Instant


class ViewList(Contract):
    """Saved views by name."""

    items: list[View]
