"""A copy of the database in one file, made while the clinic works: a tar with `manifest.json` and `dump`, which is
`pg_dump`'s own format, of one moment. It holds patients' data, and none of the home's secrets: no role, no password, no
settings.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import importlib.metadata
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import psycopg
from psycopg.pq import Conninfo
from pydantic import BaseModel, ConfigDict, ValidationError

from booking.errors import CopyInvalid, CopyNewer, DatabaseUnavailable
from storage import migrate, vectors
from storage.base import conninfo
from storage.installation import MAJOR, Account, open_private, programs

MANIFEST, DUMP = "manifest.json", "dump"

_LARGEST_MANIFEST = 1 << 20
_BLOCK = 1 << 20
_ROWS = f"""
SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> ALL ('{{{",".join(vectors.TABLES)}}}')
ORDER BY c.relname
"""
_NO_VECTORS = (f"--exclude-extension={vectors.EXTENSION}", *(f"--exclude-table={name}" for name in vectors.TABLES))
"""They are made again from the texts, and a server without the extension could not read them."""


class Manifest(BaseModel):
    """What a copy is of. `migration` is the last one its tables have, `rows` how many there are of each."""

    model_config = ConfigDict(frozen=True)

    program: Literal["turnero"] = "turnero"
    version: str
    made_at: dt.datetime
    migration: str
    server: int  # PostgreSQL's major version
    clinic: str | None
    rows: Mapping[str, int]
    sha256: str


def make(url: str, target: Path, now: dt.datetime) -> Manifest:
    """Write a copy of the database behind `url` to a new file, for its owner alone; nobody waits for it, and what is
    written meanwhile is not in it. Raises CopyInvalid where there is such a file or it cannot be written,
    DatabaseUnavailable."""
    target = target.absolute()
    if target.exists():
        raise CopyInvalid(f"{target} is there already; name a new file.", "there_already", target)
    if not target.parent.is_dir():
        raise CopyInvalid(f"{target.parent} is no directory.", "no_directory", target.parent)
    try:
        beside = tempfile.TemporaryDirectory(prefix=".copy-", dir=target.parent)
    except OSError as error:
        raise _not_written(target, error) from error
    with beside as place:
        dump, draft = Path(place) / DUMP, Path(place) / "draft"
        with _snapshot(url) as (connection, snapshot):
            how = ("--format=custom", f"--snapshot={snapshot}", f"--file={dump}", "--lock-wait-timeout=10s")
            run("pg_dump", url, *how, *_NO_VECTORS)
            manifest = _manifest(connection, now, _digest(dump))
        with open_private(draft, "xb") as file, tarfile.open(fileobj=file, mode="w") as archive:
            (Path(place) / MANIFEST).write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
            for name in (MANIFEST, DUMP):
                archive.add(Path(place) / name, name, filter=_plain)
            archive.close()
            os.fsync(file.fileno())
        try:
            draft.rename(target)
        except OSError as error:
            raise _not_written(target, error) from error
    return manifest


def _not_written(target: Path, error: OSError) -> CopyInvalid:
    return CopyInvalid(f"{target} cannot be written: {error.strerror}.", "not_written", target)


@contextmanager
def opened(source: Path) -> Iterator[tuple[Manifest, Path]]:
    """What a copy is of, and its dump as a file for the length of the block; both are whole, and this code can read
    them. Raises CopyInvalid, TablesDiffer for one of newer code."""
    with tempfile.TemporaryDirectory(prefix="turnero-copy-") as place:
        dump = Path(place) / DUMP
        try:
            with tarfile.open(source) as archive:
                manifest = _read(archive)
                _unpack(archive, dump)
        except (tarfile.TarError, KeyError, EOFError, ValidationError) as error:
            raise CopyInvalid(f"{source} is no copy of Turnero's, or damaged.", "no_copy", source) from error
        except FileNotFoundError as error:
            raise CopyInvalid(f"{source} is not there.", "not_there", source) from error
        except OSError as error:
            raise CopyInvalid(f"{source} cannot be read: {error.strerror}.", "not_read", source) from error
        if _digest(dump) != manifest.sha256:
            raise CopyInvalid(f"{source} is damaged: it is not what was written.", "no_copy", source)
        if manifest.migration not in migrate.known() or manifest.server > int(MAJOR):
            raise CopyNewer(
                f"{source} was made by a newer version of Turnero ({manifest.version}, with tables up to"
                f" {manifest.migration}; this one has them up to {migrate.newest()}). Restore it with that version."
            )
        yield manifest, dump


def command(name: str, *options: str) -> list[str]:
    """A program of PostgreSQL's, as it comes with the embedded server. Raises DatabaseUnavailable."""
    return [os.fspath(programs(Account(os.geteuid(), os.getegid())) / name), *options]


def environment(url: str) -> dict[str, str]:
    """How such a program finds the server: nothing of it stands on its command line, where others could read it."""
    found = {"PATH": os.defpath, "LC_ALL": "C.UTF-8"}
    for option in Conninfo.parse(conninfo(url).encode()):
        if option.envvar and option.val is not None:
            found[option.envvar.decode()] = option.val.decode()
    return found


def run(name: str, url: str, *options: str) -> None:
    """Run it to its end. Raises DatabaseUnavailable."""
    done = subprocess.run(
        command(name, *options), env=environment(url), stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    if done.returncode != 0:
        raise DatabaseUnavailable(f"{name}: {said(done.stderr)}")


def said(errors: bytes) -> str:
    """The first complaint, without what a further line might show of rows."""
    lines = errors.decode(errors="replace").strip().splitlines()
    return next((line for line in lines if "error" in line.lower()), lines[0] if lines else "it failed")[:300]


@contextmanager
def _snapshot(url: str) -> Iterator[tuple[psycopg.Connection, str]]:
    """A transaction that sees one moment, and the name by which others see the same."""
    try:
        with psycopg.connect(conninfo(url)) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            (name,) = connection.execute("SELECT pg_export_snapshot()").fetchone() or ("",)
            yield connection, str(name)
            connection.rollback()
    except psycopg.Error as error:
        raise DatabaseUnavailable(f"The copy was not made: {type(error).__name__}.") from error


def _manifest(connection: psycopg.Connection, now: dt.datetime, digest: str) -> Manifest:
    def one(query: str) -> str | None:
        row = connection.execute(query.encode()).fetchone()
        return None if row is None or row[0] is None else str(row[0])

    tables = [str(row[0]) for row in connection.execute(_ROWS)]
    counts = {table: int(one(f'SELECT count(*) FROM public."{table}"') or 0) for table in tables}
    migration = one("SELECT version_num FROM public.alembic_version") if "alembic_version" in counts else None
    if migration is None:
        raise CopyInvalid("There is nothing to copy: the database has no tables of Turnero's.", "nothing")
    return Manifest(
        version=importlib.metadata.version("turnero"),
        made_at=now,
        migration=migration,
        server=connection.info.server_version // 10_000,
        clinic=one("SELECT nombre FROM public.clinica LIMIT 1"),
        rows=counts,
        sha256=digest,
    )


def _read(archive: tarfile.TarFile) -> Manifest:
    member = archive.getmember(MANIFEST)
    found = archive.extractfile(member)
    if found is None or member.size > _LARGEST_MANIFEST:
        raise KeyError(MANIFEST)
    return Manifest.model_validate_json(found.read())


def _unpack(archive: tarfile.TarFile, target: Path) -> None:
    found = archive.extractfile(DUMP)
    if found is None:
        raise KeyError(DUMP)
    with open_private(target, "xb") as file:
        while block := found.read(_BLOCK):
            file.write(block)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Whose it was on this machine is nobody's business."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = 0o600
    return member
