"""Calls about saved views of the list of runs."""

from __future__ import annotations

from typing import Literal, TypedDict
from urllib.parse import parse_qsl, quote

from orrery_contracts.api import RunState
from orrery_contracts.view import RenameView, SaveView, View, ViewList

from orrery_client.calls import Calls


class RunFilters(TypedDict, total=False):
    """Filters of `Orrery.runs`."""

    state: RunState
    tag: str
    node: str
    preset: str
    group: str
    query: str
    archived: bool
    workload: str
    since: str
    until: str
    commit: str
    settings: list[str]


#: Filters that have the same name in the address of the page.
_TEXTS: tuple[
    Literal["tag", "node", "preset", "group", "workload", "since", "until", "commit"], ...
] = ("tag", "node", "preset", "group", "workload", "since", "until", "commit")


def view_filters(query: str) -> RunFilters:
    """The filters of a view's query: `client.runs(**view_filters(view.query))`.

    Order and columns are left out: the console lists runs newest first. A state that this version
    does not know is left out too, as on the page.
    """
    texts = dict(parse_qsl(query))
    found = RunFilters(archived=texts.get("archived") == "yes")
    if texts.get("state") in set(RunState):
        found["state"] = RunState(texts["state"])
    for name in _TEXTS:
        if name in texts:
            found[name] = texts[name]
    if "q" in texts:
        found["query"] = texts["q"]
    settings = [part for part in texts.get("set", "").split(";") if part]
    if settings:
        found["settings"] = settings
    return found


class ViewCalls(Calls):
    """Filters, columns and order of the list of runs, under a name."""

    def views(self) -> ViewList:
        """The views of the console, by name."""
        return self._get("/views", ViewList)

    def save_view(self, name: str, query: str) -> View:
        """Saves a view; replaces the view of this name. `query` is that of the page of runs,
        without the question mark: `state=failed&sort=-started`.
        """
        body = SaveView(query=query).model_dump_json().encode()
        return self._read(self._send("PUT", _path(name), content=body), View)

    def rename_view(self, name: str, new_name: str) -> None:
        body = RenameView(name=new_name).model_dump_json().encode()
        self._send("POST", f"{_path(name)}/rename", content=body)

    def delete_view(self, name: str) -> None:
        self._send("DELETE", _path(name))


def _path(name: str) -> str:
    return f"/views/{quote(name, safe='')}"
