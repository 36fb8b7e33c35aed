"""Write the software bill of materials and the notices of third parties, from the lock files.

Writes build/sbom.json (CycloneDX 1.6: Python, npm and C++) and build/NOTICES.txt. Licences of
Python packages are read from the installed packages, so run `make setup` first. Exit code 1: a
shipped part has no known licence.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parent.parent
SHIPPED_LOCKS = ("docker/console.lock", "docker/agent.lock")
#: System libraries of the worker: name, Debian package, header, pattern of its version.
NATIVE = (
    ("nlohmann-json", "nlohmann-json3-dev", "nlohmann/detail/abi_macros.hpp", r"VERSION_\w+ (\d+)"),
    ("zlib", "zlib1g-dev", "zlib.h", r'ZLIB_VERSION "([0-9.]+)"'),
)
LICENCES = {"nlohmann-json": "MIT", "zlib": "Zlib"}
#: Licences that package metadata gives in words.
WORDS = {"MIT License": "MIT", "BSD License": "BSD-3-Clause", "ISC License (ISCL)": "ISC"}


@dataclass(frozen=True)
class Part:
    """A package of a third party."""

    kind: str
    """`pypi`, `npm` or `generic`, as in package URLs."""
    name: str
    version: str
    licence: str
    ships: bool
    hashes: tuple[tuple[str, str], ...] = ()
    """Algorithm and hexadecimal digest."""
    texts: tuple[Path, ...] = ()


def main() -> int:
    parts = [*python_parts(), *npm_parts(), *native_parts()]
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    (build / "sbom.json").write_text(bill(parts))
    (build / "NOTICES.txt").write_text(notices(part for part in parts if part.ships))
    unknown = sorted(
        f"{part.name} {part.version}" for part in parts if part.ships and not part.licence
    )
    shipped = sum(part.ships for part in parts)
    print(f"build/sbom.json: {len(parts)} packages, {shipped} of them ship")
    print("build/NOTICES.txt: licences of the packages that ship")
    if unknown:
        print(f"error: no licence known of: {', '.join(unknown)}", file=sys.stderr)
        print("remedy: add the licence to scripts/bill.py", file=sys.stderr)
    return 1 if unknown else 0


def locked(file: str) -> dict[tuple[str, str], list[str]]:
    """Returns the SHA-256 digests of a lock file by name and version."""
    found: dict[tuple[str, str], list[str]] = {}
    for entry in (ROOT / file).read_text().replace("\\\n", " ").splitlines():
        named = re.match(r"([\w.-]+)(?:\[[\w,]+\])?==([^ ;]+)", entry)
        if named:
            found[named[1], named[2]] = re.findall(r"--hash=sha256:([0-9a-f]{64})", entry)
    return found


def python_parts() -> Iterator[Part]:
    shipped = {key for lock in SHIPPED_LOCKS for key in locked(lock)}
    for (name, version), digests in locked("requirements.lock").items():
        try:
            package = distribution(name)
        except PackageNotFoundError:  # a package for another system or Python version
            continue
        if package.version != version:
            continue
        hashes = tuple(("SHA-256", digest) for digest in digests)
        ships = (name, version) in shipped
        yield Part("pypi", name, version, python_licence(package), ships, hashes, texts_of(package))


def python_licence(package: Distribution) -> str:
    metadata = package.metadata
    classified = [
        entry.rpartition(" :: ")[2]
        for entry in metadata.get_all("Classifier") or []
        if entry.startswith("License :: OSI Approved :: ")
    ]
    given = [
        *(metadata.get_all("License-Expression") or []),
        *classified,
        *(metadata.get_all("License") or []),
    ]
    said = given[0].partition("\n")[0] if given else ""
    return WORDS.get(said, said)


def texts_of(package: Distribution) -> tuple[Path, ...]:
    wanted = re.compile(r"(^|/)(LICEN[CS]E|COPYING|NOTICE)[^/]*$", re.IGNORECASE)
    files = [file for file in package.files or [] if wanted.search(str(file))]
    return tuple(Path(str(file.locate())) for file in files if ".dist-info" in str(file))


def npm_parts() -> Iterator[Part]:
    command = ["npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]
    answer = subprocess.run(command, cwd=ROOT / "frontend", capture_output=True, check=True)
    for component in json.loads(answer.stdout)["components"]:
        properties = {entry["name"]: entry["value"] for entry in component.get("properties", [])}
        name = "/".join(filter(None, (component.get("group"), component["name"])))
        folder = ROOT / "frontend" / "node_modules" / name
        yield Part(
            "npm",
            name,
            component["version"],
            npm_licence(component),
            properties.get("cdx:npm:package:development") != "true",
            tuple((entry["alg"], entry["content"]) for entry in component.get("hashes", [])),
            tuple(sorted(folder.glob("[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*"))),
        )


def npm_licence(component: dict[str, Any]) -> str:
    for entry in component.get("licenses", []):
        licence = entry.get("license", {})
        return str(entry.get("expression") or licence.get("id") or licence.get("name") or "")
    return ""


def native_parts() -> Iterator[Part]:
    for name, package, header, pattern in NATIVE:
        found = next(
            (folder / header for folder in map(Path, ("/usr/include", "/usr/local/include"))
             if (folder / header).exists()), None
        )  # fmt: skip
        version = ".".join(re.findall(pattern, found.read_text())[:3]) if found else ""
        copyright_file = Path("/usr/share/doc") / package / "copyright"
        texts = (copyright_file,) if copyright_file.exists() else ()
        yield Part("generic", name, version or "unknown", LICENCES[name], ships=True, texts=texts)


def bill(parts: list[Part]) -> str:
    licences = LicenseFactory()
    bom = Bom()
    bom.metadata.component = Component(
        type=ComponentType.APPLICATION,
        name="orrery",
        licenses=[licences.make_from_string("Apache-2.0")],
    )
    for part in parts:
        bom.components.add(
            Component(
                name=part.name,
                version=part.version,
                bom_ref=f"{part.kind}:{part.name}@{part.version}",
                type=ComponentType.LIBRARY,
                scope=ComponentScope.REQUIRED if part.ships else ComponentScope.EXCLUDED,
                purl=PackageURL(part.kind, None, part.name, part.version),
                licenses=[licences.make_from_string(part.licence)] if part.licence else [],
                hashes=[
                    HashType(alg=HashAlgorithm(alg), content=text) for alg, text in part.hashes
                ],
            )
        )
    shipped = [part for part in bom.components if part.scope is ComponentScope.REQUIRED]
    bom.register_dependency(bom.metadata.component, shipped)
    return JsonV1Dot6(bom).output_as_string(indent=1) + "\n"


def notices(parts: Iterator[Part]) -> str:
    lines = ["Orrery contains or uses these packages of third parties.", ""]
    for part in sorted(parts, key=lambda part: (part.kind, part.name.lower())):
        lines += ["=" * 80, f"{part.name} {part.version} ({part.licence or 'unknown'})", ""]
        texts = {file.read_text(errors="replace").strip() for file in part.texts if file.is_file()}
        lines += [*sorted(texts), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
