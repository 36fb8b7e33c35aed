"""Import directions as an allow-list, for import-linter: an import that is not listed is refused.

The rules are `[[tool.importlinter.contracts]]` in pyproject.toml with `type = "allow_list"`:

    modules      modules for which a rule applies; `*` matches any text within one part of a dotted
                 name
    may_import   modules of this project that they may import; `{self}` is the matched module,
                 `{parent}` its package; a name includes all modules below it
    never        modules, also outside the project, that they may not import in spite of may_import
    externals    if given, the only modules outside the project that they may import

Only direct imports are checked. This is enough because every module of the project has a rule.

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
    """One rule of the allow-list."""

    type_name = "allow_list"

    modules = fields.ListField(subfield=fields.StringField())
    may_import = fields.ListField(subfield=fields.StringField(), required=False)
    never = fields.ListField(subfield=fields.StringField(), required=False)
    externals = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 -- its face
        """Checks every import of every module for which the rule applies."""
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
        """Prints the imports that break the rule."""
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
    """Refuses cycles of imports among modules, and among the packages of `groups`."""

    type_name = "acyclic"

    groups = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 -- its face
        """Searches for one cycle of modules and one cycle of packages."""
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
        """Prints each cycle."""
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
    # import-linter replaces a declared field by its value, or by None.
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
