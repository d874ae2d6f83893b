"""What ended, in one line of Spanish: `[16/01/2026 10:30] Acción: detalles. Estado: final.`"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_date

from booking.conversation.replies.texts import WORDS
from booking.models import Status
from booking.models.episodes import LONGEST, Ending, Episode, EpisodeKind

_STAMP = re.compile(r"^\[[^]]*\] ")
_LEFT = (EpisodeKind.GIVEN_UP, EpisodeKind.ABANDONED)


def episode(ending: Ending, conversation_id: int, doctors: Mapping[int, str], zone: str) -> Episode:
    """It in words, with what else it is found by. `doctors` by id."""
    here = ZoneInfo(zone)
    kind = ending.kind
    action = WORDS[f"episode_{ending.purpose or 'none'}" if kind in _LEFT else f"episode_{kind}"]
    text = WORDS["episode"].format(
        at=_moment(ending.at, here),
        action=action,
        details=_details(ending, doctors, here),
        state=WORDS[f"ended_{kind}"],
    )
    return Episode(
        conversation_id=conversation_id,
        turn=ending.turn,
        kind=kind,
        at=ending.at.astimezone(here),
        zone=zone,
        text=text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…",
        words=WORDS[f"found_{kind}"],
    )


def visit_line(doctor: str, status: Status) -> str:
    """An appointment that was, or is not to be."""
    return WORDS["visit_line"].format(doctor=doctor.rstrip("."), state=WORDS[f"visit_{status}"])


def told(value: Sequence[Mapping[str, Any]]) -> str:
    """Lines that were found, each under when it was: 🕐 16 Ene, 10:30"""
    return "\n\n".join(f"🕐 {_shown(one['at'])}\n   {_STAMP.sub('', one['text'])}" for one in value)


def _shown(at: str) -> str:
    moment = dt.datetime.fromisoformat(at)
    month = format_date(moment, "MMM", locale="es_MX").replace(".", "").capitalize()
    return f"{moment.day} {month}, {moment:%H:%M}"


def _details(ending: Ending, doctors: Mapping[int, str], here: ZoneInfo) -> str:
    if ending.kind is EpisodeKind.HANDED_OVER:
        return WORDS["episode_handed"]
    if ending.kind is EpisodeKind.UNANSWERED:
        return WORDS.get(f"asked_{ending.topic}", WORDS["asked_other"])
    when = _when(ending, here)
    doctor = doctors.get(ending.doctor_id or 0) or ending.doctor
    if doctor is None:
        return when or WORDS["episode_no_time"]
    return WORDS["episode_with" if when else "episode_who"].format(when=when, doctor=doctor[:80].rstrip("."))


def _when(ending: Ending, here: ZoneInfo) -> str:
    if ending.start is None:
        return ""
    start = _moment(ending.start, here)
    if ending.more:
        return start + WORDS["episode_more" if ending.more > 1 else "episode_one_more"].format(count=ending.more)
    if ending.before is None:
        return start
    return WORDS["episode_moved"].format(before=_moment(ending.before, here), when=start)


def _moment(at: dt.datetime, here: ZoneInfo) -> str:
    return f"{at.astimezone(here):%d/%m/%Y %H:%M}"
