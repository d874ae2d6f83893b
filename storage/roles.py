"""Who may enter the embedded server: an owner, for set-up and migrations, and the application, which may only read
and change rows.

Nobody enters without a password. Each role's lies in a file of `TURNERO_HOME` that its owner alone may read; libpq
reads it at every connection, so no address holds one. It keeps out other accounts (the one PostgreSQL itself runs as
among them) and mistakes. Another process of the same account can read the files, as it could read the data: against
that only an account of its own for Turnero helps.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from storage.installation import open_private

OWNER = "postgres"
"""Superuser of the cluster and owner of every table."""

APPLICATION = "turnero"
"""What every command and the server work as."""

_SUFFIX = {OWNER: "owner", APPLICATION: "app"}
_ENTRANCE = "# Written by Turnero for the passwords in TURNERO_HOME ({digest}).\nlocal all all scram-sha-256\n"


@dataclass(frozen=True, slots=True)
class Login:
    """A role and the file of its password, in the format of libpq's passfile."""

    role: str
    passfile: Path

    @classmethod
    def of(cls, home: Path, role: str) -> Login:
        return cls(role, home / f"postgres.{_SUFFIX[role]}")


def is_closed(home: Path, data: Path) -> bool:
    """Nobody enters this cluster without a password, and both are those of this home: not so where one of them, or the
    data, was put back from a copy."""
    try:
        entrance = (data / "pg_hba.conf").read_text(encoding="utf-8", errors="replace")
        return entrance == _entrance(home)
    except FileNotFoundError:
        return False


def close(home: Path, data: Path, alone: Callable[[Sequence[str]], None]) -> None:
    """Give both roles new passwords, then shut out whoever has none. The cluster is new, or was made by a version that
    let everybody in as its superuser.

    `alone` runs statements, each of one line, while no server does. Cut short anywhere, it is done again from the
    start: the files get their names once the passwords hold, and the entrance is closed last.
    """
    drafts = {role: Login.of(home, role).passfile.with_suffix(".draft." + _SUFFIX[role]) for role in _SUFFIX}
    words = {role: secrets.token_hex(32) for role in _SUFFIX}
    for role, draft in drafts.items():
        _write_anew(draft, f"*:*:*:{role}:{words[role]}\n")
    alone(
        (
            f"DO $$ BEGIN IF to_regrole('{APPLICATION}') IS NULL THEN CREATE ROLE {APPLICATION}; END IF; END $$;",
            f"ALTER ROLE {APPLICATION} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS"
            f" PASSWORD '{words[APPLICATION]}';",
            f"ALTER ROLE {OWNER} PASSWORD '{words[OWNER]}';",
            f"REVOKE ALL ON DATABASE postgres FROM PUBLIC; GRANT CONNECT ON DATABASE postgres TO {APPLICATION};",
        )
    )
    for role, draft in drafts.items():
        draft.rename(Login.of(home, role).passfile)
    entrance = data / "pg_hba.conf"
    draft = entrance.with_suffix(".draft")
    _write_anew(draft, _entrance(home))
    draft.rename(entrance)


def _entrance(home: Path) -> str:
    """What the server reads of who may enter. Raises FileNotFoundError."""
    known = b"".join(Login.of(home, role).passfile.read_bytes() for role in _SUFFIX)
    return _ENTRANCE.format(digest=hashlib.sha256(known).hexdigest()[:32])


def _write_anew(path: Path, text: str) -> None:
    """A private file, in place of what a set-up that was cut short may have left. Raises DatabaseUnavailable."""
    path.unlink(missing_ok=True)
    with open_private(path, "xb") as file:
        file.write(text.encode())
