"""The settings of WhatsApp that are kept in the home, for its owner alone. Read by `booking.settings`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from booking.errors import SettingsInvalid
from booking.settings import KEPT, Settings

_VALUE = re.compile(r"[!-#%&(-\[\]-~]{0,1000}\Z")  # printable, without blank, dollar, single quote or backslash


def keep(settings: Settings, changes: Mapping[str, str]) -> Path:
    """Put these in place of what is kept under their names, and leave the rest; where they lie. The file is whole at
    every moment. Raises SettingsInvalid for what no such setting holds, DatabaseUnavailable where the home cannot be
    written."""
    from storage.installation import make_home, open_private

    for name, value in changes.items():
        if name not in Settings.model_fields or not name.startswith("whatsapp_") or not _VALUE.match(value):
            raise SettingsInvalid(f"{name.upper()} cannot be kept: it has a blank, a quote or a letter that none has.")
    path = make_home(settings.turnero_home) / KEPT
    known = {**_kept(path), **changes}
    draft = path.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    with open_private(draft, "xb") as file:
        lines = ["# Kept by turnero whatsapp conectar. The environment and .env go before what stands here.\n"]
        lines += [f"{name.upper()}='{value}'\n" for name, value in known.items() if value]
        file.write("".join(lines).encode("ascii"))
    draft.rename(path)
    return path


def _kept(path: Path) -> dict[str, str]:
    from dotenv import dotenv_values

    try:
        found = dotenv_values(path, interpolate=False)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsInvalid(f"{path} cannot be read.") from error
    return {name.lower(): value for name, value in found.items() if value and _VALUE.match(value)}
