"""The example messages of `data/messages.txt`, `visits.txt`, `chat.txt`, `changes.txt` and `people.txt`, and the short
way to say what each means.

A line is `text => meaning`; a heading `# STATE`, perhaps `# CONFIRM (cancelling)` or `# IDLE (made)`, says where.
`\\n` is a line break of a burst. A meaning is one or more intents joined by " + ": `select 3`, `unknown`,
`data Luna (por Lima)`, `check 2026-12-01 16:00 +later @Ríos ~seguimiento`, `data Ana Ruiz (otro) «a note»`,
`move (de 2026-12-01) 2026-12-02`, `partly (start) «cada quince días»`: what was understood, and what was left over.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import NamedTuple

from booking.intents import AnyIntent, Reading, When
from booking.models import Purpose, State, UnderstandingContext

ZONE = dt.timezone(dt.timedelta(hours=-8))
NOW = dt.datetime(2026, 11, 24, 10, 0, tzinfo=ZONE)  # a Tuesday
SPECIALTIES = (
    ("Dra. Laura Méndez", "Medicina general"),
    ("Dr. Jorge Salas", "Medicina general"),
    ("Dra. Paula Ríos", "Dermatología"),
)
OFFERED = tuple(
    dt.datetime(2026, 12, day, hour, minute, tzinfo=ZONE)
    for day, hour, minute in ((1, 15, 0), (1, 16, 0), (2, 10, 30), (2, 16, 0), (3, 9, 0))
)  # Tuesday 15:00 and 16:00, Wednesday 10:30 and 16:00, Thursday 9:00
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")

_FILES = ("messages", "visits", "chat", "changes", "people", "composed")
_SHORT = {
    "start_booking": "start",
    "check_availability": "check",
    "select_slot": "select",
    "provide_customer_data": "data",
    "cancel_booking": "drop",
    "cancel_appointment": "cancel",
    "reschedule_appointment": "move",
    "list_appointments": "list",
    "ask_question": "ask",
    "request_human": "human",
    "opt_out": "optout",
    "privacy_request": "privacy",
}


def context(state: State, about: str = "") -> UnderstandingContext:
    """Where a message is read: everything but IDLE has an offer of five times. `about`: what a yes would do
    ("cancelling", "moving"), that one of two appointments is to be picked ("picking"; of two patients, the first of
    them the person, "picking, of two"), that one is to be moved or another made ("picking one"), that the surname of
    Ian is asked for ("surname"), or that one for Tuesday the 1st at 16:00 was just made ("made")."""
    patients = {"picking, of two": ("Ana Ruiz", "Sofía Ruiz"), "picking, of two alike": ("Sofía Ruiz", "Sofía López")}
    picking = {"picking": 2, "picking one": 1}.get(about, len(patients.get(about, ())))
    purposes = {"cancelling": Purpose.CANCEL, "moving": Purpose.MOVE}
    purpose = purposes.get(about, Purpose.MOVE if picking else None)
    return UnderstandingContext(
        now=NOW,
        state=state,
        offered=() if state is State.IDLE or picking else OFFERED,
        opens=dt.time(8),
        closes=dt.time(20),
        doctors=DOCTORS,
        specialties=SPECIALTIES,
        purpose=purpose,
        picking=picking,
        patients=patients.get(about, ()),
        own=1 if about == "picking, of two" else 0,
        surname_of="Ian" if about == "surname" else None,
        made=OFFERED[1] if about == "made" else None,
    )


class Example(NamedTuple):
    """A message, where it is read, and what it means."""

    state: State
    text: str
    meaning: str
    about: str = ""


def examples() -> list[Example]:
    """Every line of the files."""
    found: list[Example] = []
    state, about = State.IDLE, ""
    paths = [Path(__file__).parent / "data" / f"{name}.txt" for name in _FILES]
    for line in (line for path in paths for line in path.read_text(encoding="utf-8").splitlines()):
        if line.startswith("# "):
            state = State(line[2:].split()[0])
            about = line.partition("(")[2].rstrip(")")
        elif " => " in line:
            text, meaning = line.rsplit(" => ", 1)
            found.append(Example(state, text.replace("\\n", "\n"), meaning.strip(), about))
    return found


def in_short(intents: tuple[AnyIntent, ...]) -> str:
    """Intents as the examples write them."""
    return " + ".join(map(_intent, intents))


def _intent(intent: AnyIntent) -> str:
    plain = intent.model_dump(exclude_none=True)
    words = [_SHORT.get(intent.kind, intent.kind)]
    if plain.get("why") == "language":
        return "foreign"
    if plain.get("why") == "no_option":
        return "no option"
    if plain.get("doubt"):
        return "doubt"
    if intent.kind == "unknown" and intent.understood:
        return f"partly ({in_short(intent.understood)}) «{' … '.join(intent.left)}»"
    if plain.get("undo"):
        return "optin"
    if "option" in plain:
        words.append(str(plain["option"]))
    if plain.get("name"):
        words.append(plain["name"])
    if plain.get("instead_of"):
        words.append(f"(por {plain['instead_of']})")
    if plain.get("for_other"):
        words.append("(otro)")
    if plain.get("for_self"):
        words.append("(propio)")
    if intent.kind == "provide_customer_data" and plain.get("reason"):
        words.append(f"«{plain['reason']}»")
    if intent.kind == "request_human" and plain["reason"] != "asked":
        words.append(plain["reason"])
    if plain.get("topic"):
        words.append(plain["topic"])
    if (existing := getattr(intent, "of", None)) is not None:
        words.append(f"(de {' '.join(filter(None, (_reading(existing), _anchor(existing))))})")
    if (reading := getattr(intent, "when", None)) is not None:
        words += filter(None, (_reading(reading), _anchor(reading)))
    if plain.get("shift"):
        words.append(f"+{plain['shift']}")
    if plain.get("doctor"):
        words.append("@" + plain["doctor"].split()[-1])
    if plain.get("anyone"):
        words.append("@quien sea")
    words += [f"-@{name.split()[-1]}" for name in plain.get("not_with", ())]
    if plain.get("another"):
        words.append("@otro")
    if plain.get("visit"):
        words.append("~" + plain["visit"])
    if (said := plain.get("whose")) is not None:
        words.append(f"/{'propia' if said['own'] else said.get('name', 'de otro')}/")
    if plain.get("several"):
        words.append("(varias)")
    if plain.get("unsure"):
        words.append("(¿u otra?)")
    return " ".join(words)


def _reading(reading: Reading) -> str:
    if reading.problem:
        return f"!{reading.problem}"
    if reading.when:
        return _when(reading.when)
    if not reading.candidates:
        return ""
    joined = " | ".join(map(_when, reading.candidates))
    return f"any of {joined}" if reading.alternatives else f"which of {joined}"


def _anchor(reading: Reading) -> str:
    if (anchor := reading.anchor) is None:
        return ""
    side = {None: "", "after": "later", "before": "earlier"}[anchor.side]
    by = f"{anchor.minutes:+} min" if anchor.minutes else ""
    same = ("same day" if anchor.same_day else "", "same time" if anchor.same_time else "")
    on = (f"{anchor.days:+} days" if anchor.days else "", f"{anchor.weeks:+} weeks" if anchor.weeks else "")
    on += (f"{anchor.months:+} months",) if anchor.months else ()
    on += ("following" if anchor.following else "", "other" if anchor.other else "")
    said = (*same, side, by, *on, "near" if anchor.weekday or anchor.monthday else "")
    return f"({' '.join(filter(None, said))})"


def _when(when: When) -> str:
    days = str(when.date_from or "")
    if when.date_from != when.date_to:
        days = f"{when.date_from or ''}..{when.date_to or ''}"
    start = f"{when.time_from:%H:%M}" if when.time_from else ""
    end = f"{when.time_to:%H:%M}" if when.time_to else ""
    times = start if when.exact else f"{start}-{end}" if start or end else ""
    return " ".join(filter(None, (days, times)))
