"""The small world a checked conversation lives in: one person, a clinic, and every answer a service may give.

Time stands still at NOW; waiting makes a conversation's timestamps older instead, so that equal situations are equal
whenever they are reached.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from booking.conversation.fsm.staff_notices import Marked
from booking.conversation.meaning.on_screen import chosen
from booking.conversation.meaning.reference_times import doubtful_days
from booking.conversation.meaning.wished_times import effective_wish, wished_doctor
from booking.conversation.turn import Journal, Turn
from booking.intents import AnyIntent, CheckAvailability
from booking.models import (
    FIRST_VISIT,
    Appointment,
    CancelOrder,
    Clinic,
    Conversation,
    Doctor,
    FreeSlot,
    Grant,
    Hold,
    Occurrence,
    Offer,
    Option,
    Patient,
    Person,
    Picked,
    Rating,
    RatingState,
    Refusal,
    Role,
    Slot,
    Status,
)
from booking.models.draft_parts import appointment_of, booking_of, hold_of
from booking.models.tool_answers import Choose, Done, Missing, Proposed, ToolRefused, Why
from booking.models.who_waits import Chance, Offered
from booking.scheduling.doctors_hours import Attends
from booking.scheduling.open_hours import OpenHours
from booking.scheduling.search import SearchResult, exact_start

NOW = dt.datetime(2026, 11, 24, 18, tzinfo=dt.UTC)
IDLE_AFTER = dt.timedelta(hours=24)
CLINIC = Clinic(name="Clínica", zone="America/Tijuana", address="Calle 1", phone="+526641234567")
ASKING = CLINIC.model_copy(
    update={"policy": CLINIC.policy.model_copy(update={"ask_visit": True, "waiting_list": False})}
)
"""The same, where patients are asked for the type of visit, and no waiting list is kept."""
DOCTORS = (Doctor(id=1, name="Dra. Uno"), Doctor(id=2, name="Dr. Dos", room="2"))
PERSON = Person(id=1)
START = Conversation(id=1, person=PERSON, updated_at=NOW)


def slot(days: int, hour: int = 0) -> Slot:
    """A half hour, some days from now, at 10:00 in the clinic plus `hour`."""
    start = NOW + dt.timedelta(days=days, hours=hour)
    return Slot(start=start, end=start + dt.timedelta(minutes=30))


def appointment(number: int, at: Slot, of: int = 1) -> Appointment:
    """Of the doctor and the patient with this number."""
    return Appointment(id=900 + number, status=Status.BOOKED, slot=at, doctor_id=of, patient_id=of)


FREE = tuple(FreeSlot(slot=slot(1, hour), doctor_ids=(1, 2)) for hour in range(2))
EXACT = FreeSlot(slot=slot(2), doctor_ids=(1,))
MINE = (appointment(1, slot(3), of=2), appointment(2, slot(4)))
SAME_DAY = appointment(4, slot(3, 3))
"""On the day of the first of MINE, of another patient."""
PATIENTS = (Patient(id=1, name="Luis Ruiz", person_id=1), Patient(id=2, name="Eva Ruiz", person_id=1))
LAST = appointment(6, slot(-30), of=1).model_copy(update={"status": Status.COMPLETED})
"""Over, of the first patient."""
RATING = Rating(id=8, appointment_id=LAST.id, doctor_id=1, due=NOW, state=RatingState.ASKED, version=1)
"""Of which they were asked."""
HELD = Hold(
    appointment_id=1,
    slot=FREE[0].slot,
    doctor_id=2,
    doctor=DOCTORS[1].name,
    room=DOCTORS[1].room,
    expires_at=NOW + dt.timedelta(minutes=CLINIC.policy.hold_minutes),
)
TWICE = (
    Occurrence(due=slot(8).start, slot=slot(8), held_as=41),
    Occurrence(due=slot(15).start, beyond=True),
)
"""What follows the first of a series of three: one is held, the other comes after the last day that can be booked."""
ONCE = (Occurrence(due=slot(8).start, slot=slot(9), held_as=42), TWICE[1])
"""The same, where the one has to be on another day."""
SOON = appointment(3, Slot(start=NOW + dt.timedelta(hours=1), end=NOW + dt.timedelta(minutes=90)))


def offered(count: int, made_at: dt.datetime, others: bool = False, elsewhere: tuple[int, ...] = ()) -> Offer:
    """That many times on screen, as wished or instead of what was; of these, some with another doctor."""
    return Offer(version=0, made_at=made_at, found=FREE[:count], others=others, elsewhere=elsewhere)


@dataclass(slots=True)
class Asked:
    """One question that a hook asked, what for, the answer it was given, and what was being taken up."""

    name: str
    arguments: dict[str, Any]
    answer: Any
    about: AnyIntent


_AS_WISHED, _AT_THAT_HOUR = SearchResult(found=FREE), SearchResult(found=(EXACT,), exact=EXACT)
_AT_ITS_HOUR = FreeSlot(slot=slot(2, 1), doctor_ids=(1,))
_AN_HOUR_LATER = SearchResult(found=(_AT_ITS_HOUR,), exact=_AT_ITS_HOUR)
"""The same where an appointment keeps its hour that is at another one."""
_OTHERS, _NONE = SearchResult(others=FREE, beyond=True), SearchResult()
_WITH_ANOTHER = SearchResult(others=FREE[1:], elsewhere=FREE[:1])


def _search(turn: Turn) -> list[Any]:
    exact = exact_start(effective_wish(turn), turn.clinic)
    beside = [_WITH_ANOTHER] if wished_doctor(turn) else []
    moved = appointment_of(turn.draft)
    kept = _AN_HOUR_LATER if moved is not None and moved.id == SOON.id else _AT_THAT_HOUR
    return [kept if exact else _AS_WISHED, _OTHERS, _NONE, *beside]


def _closed(turn: Turn) -> list[Any]:
    """None of the days that may be meant; where only a time is asked for, all but the first of them too."""
    return [[], sorted(doubtful_days(turn))[1:]] if isinstance(turn.intent, CheckAvailability) else [[]]


def _hold(turn: Turn) -> list[Any]:
    choice = chosen(turn)
    held = hold_of(turn.draft)
    taken = choice.slot if choice else held.slot if held else FREE[0].slot
    others = TWICE if booking_of(turn.draft).repeats else ()
    return [HELD.model_copy(update={"appointment_id": 50 + len(turn.steps), "slot": taken, "others": others}), None]


def _renewed(turn: Turn) -> list[Any]:
    hold = hold_of(turn.draft)
    if hold is None:
        raise AssertionError("a hold that is not there was renewed")
    kept = hold.model_copy(update={"expires_at": HELD.expires_at})
    if hold_of(turn.began.draft) is None or _taken_now(turn):
        return [kept]  # taken a moment ago, in the same transaction
    return [kept, None, _with_another(turn, hold), *_otherwise(hold)]


def _otherwise(hold: Hold) -> list[Hold]:
    """Somebody else has taken one of those that follow, where it is a series."""
    others = ONCE if hold.others == TWICE else TWICE
    return [hold.model_copy(update={"others": others, "expires_at": HELD.expires_at})] if hold.others else []


def _taken_now(turn: Turn) -> bool:
    """A time was taken in this turn: after a yes, for one more."""
    return isinstance(turn.journal, Oracle) and any(one.name == "hold" for one in turn.journal.asked)


def _with_another(turn: Turn, hold: Hold) -> Hold:
    """Somebody else has taken the doctor at that time meanwhile, who is not the only one there."""
    other = next(doctor for doctor in DOCTORS if doctor.id != hold.doctor_id)
    taken = {"appointment_id": 70 + len(turn.steps), "doctor_id": other.id, "doctor": other.name, "room": other.room}
    return hold.model_copy(update={**taken, "expires_at": HELD.expires_at})


def _booked(turn: Turn) -> list[Any]:
    hold = hold_of(turn.draft)
    if hold is None:
        raise AssertionError("booked without a hold")
    each = tuple(appointment(0, one.slot, one.doctor_id) for one in hold.all_of_them())
    done = each if hold.others else each[0]
    return [done, Refusal.SLOT_TAKEN, Refusal.PATIENT_BUSY, _with_another(turn, hold), *_otherwise(hold)]


def _standing(turn: Turn) -> list[Any]:
    """The appointment as it was shown, gone, or as staff have made it meanwhile: at another time, with another doctor,
    so soon that it is too late, or with a note that nobody is shown."""
    mine = appointment_of(turn.draft)
    if mine is None:
        raise AssertionError("looked at an appointment that is not there")
    other = next(doctor.id for doctor in DOCTORS if doctor.id != mine.doctor_id)
    changes = ({"slot": slot(5)}, {"doctor_id": other}, {"slot": SOON.slot}, {"reason": "trae estudios"})
    return [mine, None, *(mine.model_copy(update={**change, "version": mine.version + 1}) for change in changes)]


def _cancelled(turn: Turn) -> list[Any]:
    mine = appointment_of(turn.draft)
    if mine is None:
        raise AssertionError("cancelled without an appointment")
    changed = mine.model_copy(update={"status": Status.CANCELLED})
    return [changed, Refusal.APPOINTMENT_CHANGED, Refusal.TOO_LATE]


def _moved(turn: Turn) -> list[Any]:
    mine, hold = appointment_of(turn.draft), hold_of(turn.draft)
    if mine is None or hold is None:
        raise AssertionError("moved without an appointment or a time")
    refused = [Refusal.SLOT_TAKEN, Refusal.PATIENT_BUSY, Refusal.APPOINTMENT_CHANGED, Refusal.TOO_LATE]
    return [mine.model_copy(update={"slot": hold.slot, "doctor_id": hold.doctor_id}), *refused]


def _chances(turn: Turn) -> list[list[Chance]]:
    """Of all the same, or the first is another than the others."""
    count = len(turn.found.waits or ()) - 1
    rest = [(other,) * count for other in Chance] if count else [()]
    return [[first, *others] for first in Chance for others in rest]


def _offered(turn: Turn) -> list[Any]:
    """Nobody's, held no more, to be looked for anew, already booked, taken and under way or let go; for a new
    appointment of their own, of somebody else with a name or without, or to be moved to."""
    before = (
        [one.answer for one in turn.journal.asked if one.name == "offered"] if isinstance(turn.journal, Oracle) else []
    )
    if before:
        return before[-1:]  # in one transaction it stays as it is
    held = HELD.model_copy(update={"appointment_id": 60, "slot": slot(1, 4)})
    live = Offered(live=True, hold=held, visit=FIRST_VISIT)
    gone, taken = live.model_copy(update={"live": False}), live.model_copy(update={"live": False, "taken": True})
    late, booked = gone.model_copy(update={"again": True}), taken.model_copy(update={"booked": True})
    mine = hold_of(turn.draft)
    under_way = [taken.model_copy(update={"hold": mine})] if mine is not None else []
    others: list[dict[str, Any]] = [{"name": "Eva Ruiz", "for_other": True}, {"for_other": True, "doctor_asked": True}]
    moving: dict[str, Any] = {"appointment": MINE[1], "patients": PATIENTS}
    late_to_move = late.model_copy(update=moving)
    return [
        live,
        None,
        gone,
        late,
        late_to_move,
        booked,
        taken,
        *under_way,
        *(live.model_copy(update=one) for one in (*others, moving)),
    ]


def _taken_offer(turn: Turn) -> list[Any]:
    offered = turn.found.offered
    if offered is None:
        raise AssertionError("took what was not offered")
    return [offered.hold.model_copy(update={"expires_at": HELD.expires_at}), None]


CLOCK = Done(tool="datetime", result={"lugar": None, "ahora": NOW.isoformat()})
ORDER = CancelOrder(tool="cancelar_cita_medica", patient="Luis Ruiz", doctor="Dra. Uno", appointment=MINE[0])
MISSING = Missing(tool="x", field="cuando", time=True)
_ONE, _TWO = (Picked(what="appointment", id=id) for id in (1, 2))
CHOOSE = Choose(
    tool="x", field="cita", options=(Option(text="Luis Ruiz", picks=_ONE), Option(text="Luisa Ruiz", picks=_TWO))
)
"""What a tool answers, and what staff may be asked to confirm, to add or to choose from."""

ANSWERS: dict[str, Callable[[Turn], list[Any]]] = {
    "search": _search,
    "hold": _hold,
    "renew": _renewed,
    "release": lambda turn: [None],
    "book": _booked,
    "standing": _standing,
    "cancel": _cancelled,
    "move": _moved,
    "appointments": lambda turn: [(), MINE[:1], MINE, (SOON,), (SOON, MINE[0]), (MINE[0], SAME_DAY)],
    "before": lambda turn: [(LAST,), ()],
    "attend": lambda turn: [MINE[0].model_copy(update={"status": Status.CONFIRMED, "version": 2}), None],
    "rating": lambda turn: [RATING, None, RATING.model_copy(update={"state": RatingState.ANSWERED, "mark": 1})],
    "rate": lambda turn: [True],
    "doctors": lambda turn: [DOCTORS],
    "absent": lambda turn: [(), (MINE[0].id,)],
    "away": lambda turn: [(), (SOON.id,)],
    "closed": _closed,
    "desk": lambda turn: [None],
    "came": lambda turn: [True, False],
    "today": lambda turn: [True, False],
    "emergency": lambda turn: [True, False],
    "open": lambda turn: [OpenHours(date=NOW.date())],
    "attends": lambda turn: [
        [
            Attends(doctor=d.name, date=NOW.date(), hours=((NOW.time(), NOW.time()),), shortest=30, longest=60)
            for d in DOCTORS
        ],
        [],
    ],
    "patients": lambda turn: [(), PATIENTS[:1]],
    "whose": lambda turn: [PATIENTS],
    "notice": lambda turn: [None],
    "tool": lambda turn: [
        ToolRefused(tool="x", why=Why.NOT_ALLOWED),
        CLOCK,
        Proposed(order=ORDER),
        ToolRefused(tool="x", why=Why.SLOT_TAKEN),
        MISSING,
        CHOOSE,
    ],
    "may": lambda turn: [True, False],
    "right": lambda turn: [True, False],
    "perform": lambda turn: [
        CLOCK,
        ToolRefused(tool="x", why=Why.SLOT_TAKEN),
        ToolRefused(tool="x", why=Why.DAY_CHANGED),
    ],
    "waiting_chances": _chances,
    "waiting": lambda turn: [True, False],
    "join_waiting_list": lambda turn: [1],
    "leave_waiting_list": lambda turn: [1],
    "offered": _offered,
    "take_offered": _taken_offer,
    "settle_offer": lambda turn: [True],
    "enrol": lambda turn: [Grant(role=Role.STAFF), None],
    "mark_notice": lambda turn: [
        Marked(works_here=True, notice=12),
        Marked(works_here=True),
        Marked(works_here=False),
    ],
}
"""Every answer to every question a hook asks. A question that is not here is an error: the world must know it."""


_LOOKS = ("appointments", "search", "tool")
"""What may be asked for in one turn more than once."""
_DOES = ("hold", "renew", "release", "book", "move", "cancel", "take_offered", "perform", "attend")
"""What this turn does itself: what is looked for afterwards is no longer as it was."""


def _again(asked: list[Asked], name: str, arguments: dict[str, Any], answers: list[Any]) -> list[Any]:
    """What is asked again in one turn, which did nothing since, is as it was, or somebody else came between: one answer
    that differs stands for all that do."""
    for before in reversed(asked):
        if before.name in _DOES:
            break
        if before.name == name and before.arguments == arguments:
            return [before.answer, next(answer for answer in answers if answer != before.answer)]
    return answers


Heard = Callable[[int, int], None]


class Oracle(Journal):
    """Answers by a script of choices; beyond its end, the first answer. `heard` is told which, and of how many."""

    __slots__ = ("asked", "heard", "script", "turn")

    def __init__(self, script: tuple[int, ...], heard: Heard = lambda answer, width: None) -> None:
        super().__init__()
        self.script = script
        self.heard = heard
        self.asked: list[Asked] = []
        self.turn: Turn | None = None

    def ask(self, name: str, shape: TypeAdapter[Any], call: Callable[[], Any], **arguments: Any) -> Any:
        if self.turn is None:
            raise AssertionError("no turn")
        answers = ANSWERS[name](self.turn)
        if name in _LOOKS:
            answers = _again(self.asked, name, arguments, answers)
        place = len(self.asked)
        choice = self.script[place] if place < len(self.script) else 0
        if not 0 <= choice < len(answers):
            raise ValueError(f"question {place + 1} ({name}) has {len(answers)} answers, none is number {choice}")
        self.heard(choice, len(answers))
        answer = answers[choice]
        self.asked.append(Asked(name, arguments, answer, self.turn.intent))
        return answer
