"""The file of runs within a ZIP of Parquet tables."""

from __future__ import annotations

import zlib
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from orrery_backend.features.transfer.parquet import RUN_FILE

_ZIP_START = b"PK\x03\x04"
_PIECE = 1 << 20


class BadArchiveError(Exception):
    """No runs can be taken from a ZIP; the message says why and what to import instead."""


def is_archive(file: Path) -> bool:
    """Whether the file begins as a ZIP does."""
    with file.open("rb") as opened:
        return opened.read(len(_ZIP_START)) == _ZIP_START


def take_run_file(archive: Path, target: Path, most_bytes: int) -> None:
    """Writes the archive's file of runs to the new file `target`. Raises `BadArchiveError`, or
    `OSError` if the disk is full.
    """
    try:
        with ZipFile(archive) as opened, opened.open(RUN_FILE) as source, target.open("xb") as out:
            size = 0
            while piece := source.read(_PIECE):
                size += len(piece)
                if size > most_bytes:
                    raise BadArchiveError(
                        f"{RUN_FILE} in it is larger than {most_bytes >> 30} GiB."
                    )
                out.write(piece)
    except KeyError as error:
        raise BadArchiveError(
            f"The ZIP has no {RUN_FILE}. Parquet tables alone leave out logs, events and"
            " surroundings of runs."
        ) from error
    except (BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise BadArchiveError(f"The ZIP is damaged: {error}.") from error
