"""One `turnero serve` for each home. A file of it is held locked for as long as the process lives, however that ends;
in it stands what is served there."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from booking.errors import ServedAlready

_FILE = "serving"


@contextmanager
def the_only_server(home: Path, command: str) -> Iterator[Callable[[str], None]]:
    """For the length of the block nobody else serves this home; hands out what the address is told to, once known.
    `command` is what whoever started this would type. Raises ServedAlready."""
    from storage.installation import make_home, open_private

    with open_private(make_home(home) / _FILE, "a+b") as place:
        try:
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            place.seek(0)
            where = place.read(200).decode("utf-8", "replace").strip()
            at = f", at {where}" if where else " and is just starting"
            raise ServedAlready(
                f"Another `serve` works on {home}{at}. Stop it first; for another clinic name another folder:"
                f" TURNERO_HOME=~/other {command}"
            ) from None

        def tell(address: str) -> None:
            place.seek(0)
            place.truncate()
            place.write(address.encode())
            place.flush()

        tell("")
        yield tell
