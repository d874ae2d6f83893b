"""Writes a scripted conversation from the log of a real one: what was said, answered, and where it stood."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any

import yaml

from booking.intents import Unknown, UnknownWhy
from booking.models import TurnRecord
from booking.testing.scripts.script_values import FILE

_SENT = {UnknownWhy.VOICE: "audio", UnknownWhy.MEDIA: "image", UnknownWhy.LOCATION: "location", UnknownWhy.FILE: FILE}
"""What stands for a message that could not be read."""
_GONE = "(texto borrado)"


class _Dumper(yaml.SafeDumper):
    """As scripts are read: nothing stands for silence."""


_Dumper.add_representer(type(None), lambda dumper, _: dumper.represent_scalar("tag:yaml.org,2002:null", ""))


def as_yaml(turns: Sequence[TurnRecord], name: str) -> str:
    """The script. It starts at the time of the first turn, in a clinic without appointments: what the database held
    then is not in the log, so the first run may have to be put right by hand."""
    raw: dict[str, Any] = {"nombre": name}
    if turns:
        raw["ahora"] = turns[0].at.isoformat()
    raw["pasos"] = list(_steps(turns))
    return yaml.dump(raw, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=110)


def _steps(turns: Sequence[TurnRecord]) -> Iterable[dict[str, Any]]:
    at: dt.datetime | None = None
    for turn in turns:
        if at is not None and (passed := _passed(turn.at - at)):
            yield {"avanza": passed}
        at = turn.at
        yield from _said(turn)
        yield {"bot": [reply.key for reply in turn.replies] or None}  # None is silence
        yield {"estado": (turn.steps[-1].target if turn.steps else turn.before.state).value}


def _passed(by: dt.timedelta) -> dict[str, float] | None:
    """Time between two turns, if it is enough to matter."""
    seconds = by.total_seconds()
    return {"segundos": round(seconds, 1)} if seconds >= 1 else None


def _said(turn: TurnRecord) -> Iterable[dict[str, Any]]:
    """What the person did in this turn; nothing when it was the system's own."""
    if not turn.message_ids:
        yield {"recepcion": {"devuelve": "Paciente"}}
    elif turn.message is not None and turn.message.tap:
        yield {"toca": turn.texts[0] if turn.texts else _GONE}
    elif len(turn.texts) > 1:
        yield {"rafaga": list(turn.texts)}
    elif turn.texts:
        yield {"paciente": turn.texts[0]}
    else:
        whys = [intent.why for intent in turn.intents if isinstance(intent, Unknown)]
        sent = next((_SENT[why] for why in whys if why in _SENT), None)
        yield {"manda": sent} if sent else {"paciente": _GONE}
