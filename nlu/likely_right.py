"""How likely a claim is right: learned from labelled messages, by what was read of a message and what stands beside it.

One logistic regression over plain signs: which kind is claimed and how much the message looks like it, which small words
stand in it, and what was heard of nobody: a doctor, a relative or a time that no field took. The weights lie in
`likely_right.toml`; `python -m tests.nlu.learn_likely_right` learns them anew.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    ListAppointments,
    RescheduleAppointment,
    StartBooking,
)
from booking.models import UnderstandingContext
from nlu.account import TIME
from nlu.likely_kinds import KINDS, Looks
from nlu.naming.name_words import RELATIONS
from nlu.parsed import Parse, main_of
from nlu.wishes import unheard_times
from nlu.words.message import plain
from nlu.words.word_sets import word_set

KIND_OF: Final = {
    "start_booking": "book",
    "check_availability": "book",
    "select_slot": "select",
    "provide_customer_data": "data",
    "deny": "deny",
    "cancel_booking": "drop",
    "cancel_appointment": "cancel",
    "reschedule_appointment": "move",
    "list_appointments": "list",
    "ask_question": "ask",
    "confirm": "confirm",
    "recall": "recall",
    "request_human": "human",
}
"""What the kinds of intents are called among the likely ones."""
_SMALL = word_set("""no pero o si mejor ya mismo misma otra otro antes despues menos que porque es la el de mi me lo cuando a y
    le para en con solo nomas entonces tambien hasta desde como igual ese esa hoy manana ahorita ayer fue era hubiera""")
"""Words that turn what stands beside them."""
_DOCTOR = word_set("doctor doctora dr dra doc")
_TRADES = ("pediatr", "dermat", "dentist", "ginec", "cardio", "nutri", "psic")
_TIMED = (StartBooking, CheckAvailability, RescheduleAppointment, CancelAppointment, ListAppointments)
_LEAST: Final = 1e-3
"""The least likelihood that is told apart."""


def chance(text: str, said: Parse, looks: Looks, context: UnderstandingContext) -> float:
    """How likely the claim of a reading is right, from 0 to 1."""
    weights = _weights()
    total = weights["always"] + sum(
        weights.get(sign, 0) * value for sign, value in signs(text, said, looks, context).items()
    )
    return 1 / (1 + math.exp(-total))


def signs(text: str, said: Parse, looks: Looks, context: UnderstandingContext) -> dict[str, float]:
    """What speaks for or against a claim, and how much of it there is."""
    intents, main = said.intents, main_of(said.intents)
    words = plain(text).replace("?", " ").replace(",", " ").replace(".", " ").split()
    there, left = {*words}, {*plain(" ".join(said.leftovers)).split()}
    carried = {*plain(" ".join(quoted for _, quoted in said.carried)).split()}
    found: dict[str, float] = {
        f"kind {main.kind}": 1,
        f"kind {main.kind} {context.state.value}": 1,
        "words": min(len(words), 40) / 10,
        "long": len(words) > 20,
        "short": len(words) < 6,
        "left over": len(said.leftovers) / 5,
        "share left over": len(said.leftovers) / max(len(words), 1),
        "sure": said.sure,
        "asks": "?" in text,
        "more": len(intents) - 1,
        "pieces": sum(map(text.count, ",.")) / 2,
        "unknown question": isinstance(main, AskQuestion) and main.topic is None,
        **{f"word {word}": 1 for word in there & _SMALL},
        **{f"left {word}": 1 for word in left & _SMALL},
        **_looks(main, intents, looks),
        **_unheard(intents, words, carried, context),
        **_times_unheard(text, intents, context),
    }
    return {sign: float(value) for sign, value in found.items() if value}


def _looks(main: AnyIntent, intents: Sequence[AnyIntent], looks: Looks) -> dict[str, float]:
    kind = KIND_OF.get(main.kind)
    claimed = {KIND_OF[one.kind] for one in intents if one.kind in KIND_OF}
    other = _odds(max(looks.like(one) for one in KINDS if one not in claimed))
    least = {"least look": _odds(min(map(looks.like, claimed)))} if len(claimed) > 1 else {}
    if kind is None:
        return {"no look": 1, "other looks": other, **least}
    like = _odds(looks.like(kind))
    return {"looks": like, f"looks {kind}": like, "other looks": other, **least}


def _unheard(
    intents: Sequence[AnyIntent], words: Sequence[str], carried: set[str], context: UnderstandingContext
) -> dict[str, float]:
    """What somebody is told of, and no field took."""
    times = [word for word in words if word in TIME or word[:1].isdigit()]
    surnames = {plain(name).split()[-1] for name in context.doctors}
    doctor = any(word in _DOCTOR or word in surnames or word.startswith(_TRADES) for word in words)
    relative = any(word in RELATIONS for word in words)
    when, of = _any_has(intents, "when"), _any_has(intents, "of")
    several = any(getattr(getattr(one, "when", None), "candidates", ()) for one in intents)
    theirs = isinstance(main_of(intents), RescheduleAppointment | CancelAppointment | ListAppointments)
    timeless = [word for word in times if not {word} & carried]
    return {
        "carried": bool(carried),
        "times": len(times) / 2,
        "times not carried": len(timeless) / 2,
        "a time not carried": bool(timeless),
        "times and no field": bool(times) and not (when or of),
        "of which times": theirs and len(times) > 1 and not of,
        "several times": several,
        "when": when,
        "of": of,
        "relative": relative,
        "relative unheard": relative and not _any_has(intents, "whose", "for_other", "other"),
        "doctor unheard": doctor and not _any_has(intents, "doctor", "of_doctor", "not_with"),
    }


def _times_unheard(text: str, intents: Sequence[AnyIntent], context: UnderstandingContext) -> dict[str, float]:
    """Times that stand in no field, of a claim that tells of times."""
    if not any(isinstance(one, _TIMED) for one in intents):
        return {}
    times = unheard_times.count(text, intents, context)
    return {
        "times unheard": times / 2,
        "a time unheard": bool(times),
        f"a time unheard {main_of(intents).kind}": bool(times),
    }


def _any_has(intents: Sequence[AnyIntent], *names: str) -> bool:
    return any(getattr(one, name, None) for one in intents for name in names)


def _odds(likely: float) -> float:
    likely = min(max(likely, _LEAST), 1 - _LEAST)
    return math.log(likely / (1 - likely)) / 3


@cache
def _weights() -> dict[str, float]:
    data: dict[str, Any] = tomllib.loads(files("nlu").joinpath("likely_right.toml").read_text(encoding="utf-8"))
    return data
