"""Import directions as an allow-list, for import-linter: what is not listed is refused.

The laws are data in pyproject.toml, `[[tool.importlinter.contracts]]` with `type = "allow_list"`:

    modules      which modules a law is for; `*` stands for any text within one part of a dotted
                 name
    may_import   what they may import of this project; `{self}` is the matched module, `{parent}`
                 its package; a name stands for all below it as well
    never        what they may not import all the same, from outside the project as well
    externals    if given, all that they may import from outside the project

Only direct imports are looked at: as every module of the project has a law, that is enough.

`type = "acyclic"` refuses cycles among the modules of the project, and among the packages that
`groups` matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from graphlib import CycleError, TopologicalSorter
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class AllowList(Contract):
    """One law."""

    type_name = "allow_list"

    modules = fields.ListField(subfield=fields.StringField())
    may_import = fields.ListField(subfield=fields.StringField(), required=False)
    never = fields.ListField(subfield=fields.StringField(), required=False)
    externals = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 -- its face
        """Look at every import of every module that the law is for."""
        broken: list[str] = []
        covered = 0
        for module in sorted(graph.modules):
            owner = self._owner(module)
            if owner is None:
                continue
            covered += 1
            broken += [
                f"{module} imports {imported} (line {_line(graph, module, imported)})"
                for imported in sorted(graph.find_modules_directly_imported_by(module))
                if not self._allowed(owner, imported, graph.is_module_squashed(imported))
            ]
        if covered == 0:
            broken.append(
                f"no module matches {', '.join(_names(self.modules))}: the law is out of date"
            )
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Say which imports are against the law."""
        for line in check.metadata["broken"]:
            output.print_error(line)
        output.print(f"it may import: {', '.join(_names(self.may_import))}")

    def _owner(self, module: str) -> str | None:
        for pattern in _names(self.modules):
            parts, wanted = module.split("."), pattern.split(".")
            if len(parts) >= len(wanted) and _same(parts, wanted):
                return ".".join(parts[: len(wanted)])
        return None

    def _allowed(self, owner: str, imported: str, is_external: bool) -> bool:
        if any(_within(imported, name) for name in _expanded(_names(self.never), owner)):
            return False
        if not is_external:
            return any(
                _within(imported, name) for name in _expanded(_names(self.may_import), owner)
            )
        externals = _names(self.externals)
        return not externals or any(_within(imported, name) for name in externals)


class Acyclic(Contract):
    """No module imports itself by way of others; nor does a package of `groups`."""

    type_name = "acyclic"

    groups = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 -- its face
        """Look for one cycle of modules, and one of packages."""
        imports = {
            module: graph.find_modules_directly_imported_by(module) for module in graph.modules
        }
        between: dict[str, set[str]] = {}
        for module, imported in imports.items():
            package = self._group(module)
            if package is not None:
                others = {self._group(name) for name in imported} - {package, None}
                between.setdefault(package, set()).update(name for name in others if name)
        found = [cycle for part in (imports, between) if (cycle := _cycle(part))]
        return ContractCheck(kept=not found, metadata={"broken": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Say how a cycle goes."""
        for cycle in check.metadata["broken"]:
            output.print_error(" -> ".join(cycle))

    def _group(self, module: str) -> str | None:
        for pattern in _names(self.groups):
            if _within(module, pattern):
                return ".".join(module.split(".")[: len(pattern.split("."))])
        return None


def _cycle(imports: Mapping[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _names(field: Any) -> list[str]:
    # A declared field is replaced by its value, or by None, when a contract is made.
    return list(field or [])


def _expanded(patterns: list[str], owner: str) -> Iterator[str]:
    parent = owner.rpartition(".")[0]
    for pattern in patterns:
        yield pattern.replace("{self}", owner).replace("{parent}", parent)


def _within(module: str, pattern: str) -> bool:
    parts, wanted = module.split("."), pattern.split(".")
    return len(parts) >= len(wanted) and _same(parts, wanted)


def _same(parts: list[str], wanted: list[str]) -> bool:
    return all(fnmatchcase(part, want) for part, want in zip(parts, wanted, strict=False))


def _line(graph: ImportGraph, importer: str, imported: str) -> Any:
    details = graph.get_import_details(importer=importer, imported=imported)
    return details[0]["line_number"] if details else "?"
