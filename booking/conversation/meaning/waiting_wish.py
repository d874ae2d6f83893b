"""What somebody asks to be told of when it becomes free: what was said, on top of what is looked for. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from booking.appointments.appointment_changes import may_change
from booking.appointments.joining import waits_until
from booking.conversation.meaning.merged_wishes import merge
from booking.conversation.meaning.wished_times import being_moved, says_time, standing
from booking.conversation.turn import Turn
from booking.intents import JoinWaitingList, Reading, Whose
from booking.models import FIRST_VISIT, Appointment, Booking, Move
from booking.models.draft_parts import doctor_of, hold_of, refused_of, seeks_time, wish_of
from booking.models.who_waits import Chance, Waited, WaitingWish
from booking.scheduling.waiting_match import in_place_of

MOST = 3
"""Entries of one conversation; the oldest makes room."""


def needs_appointments(turn: Turn) -> bool:
    """Whether what there is to come tells what is meant."""
    return not seeks_time(turn.draft)


def waited_for(turn: Turn) -> tuple[Waited, ...]:
    """Nothing where nobody can tell what is waited for."""
    said = turn.intent
    if not isinstance(said, JoinWaitingList) or not _is_clear(said.when):
        return ()
    if seeks_time(turn.draft):
        return (_of_search(turn, said, turn.draft),)
    when = _plain(said.when)
    found = () if (said.whose or said.of) and turn.found.none_fits else turn.found.appointments or ()
    theirs = [one for one in found if may_change(turn.clinic, one, turn.now)]
    doctor_id = _id(turn, said.doctor)
    wish = WaitingWish(when=when, doctor_id=doctor_id, not_with=_ids(turn, said.not_with))
    if (when is not None or said.doctor or said.not_with) and not said.earlier:
        mine = next((one for one in theirs if doctor_id in (None, one.doctor_id)), None)
        own = {"doctor_id": mine.doctor_id} if mine and not (said.anyone or mine.doctor_id in wish.not_with) else {}
        return (_waited(turn, wish.model_copy(update=own), mine, said.whose),)
    with_whom = {"doctor_id": doctor_id} if said.doctor or said.anyone or said.not_with else {}
    earlier = [
        _waited(turn, wish.model_copy(update={"doctor_id": one.doctor_id, "before": one.slot.start, **with_whom}), one)
        for one in theirs[:MOST]
    ]
    clear = says_time(when) or said.doctor or said.whose
    return tuple(earlier) or ((_waited(turn, wish, None, said.whose),) if clear else ())


def sorted_out(
    waits: Sequence[Waited], chances: Sequence[Chance]
) -> tuple[Chance, tuple[Waited, ...], tuple[Waited, ...]]:
    """What is to be done about these: wait for what may become free; where none of it may, the first that is free is
    shown; where nothing is or can be, the first. And what is free beside that, of which they are told."""
    of = {chance: tuple(one for one, it in zip(waits, chances, strict=True) if it is chance) for chance in Chance}
    if of[Chance.OPEN]:
        return Chance.OPEN, of[Chance.OPEN], of[Chance.FREE]
    if of[Chance.FREE]:
        return Chance.FREE, of[Chance.FREE][:1], of[Chance.FREE][1:]
    return Chance.NEVER, of[Chance.NEVER][:1], ()


def _of_search(turn: Turn, said: JoinWaitingList, draft: Booking | Move) -> Waited:
    """As what is looked for, where no time is said; earlier than what was found, where that is."""
    mine, hold, offer = being_moved(draft), hold_of(draft), turn.conversation.offer
    when = _plain(said.when if said.earlier else _as_searched(turn, said.when))
    before = None
    if said.earlier:
        first = offer.found[0].slot.start if offer and offer.found else None
        before = hold.slot.start if hold else mine.slot.start if mine else first
    elif when is None:
        when = _plain(wish_of(draft)) if _is_clear(wish_of(draft)) else None
    doctor = said.doctor or (None if said.anyone else doctor_of(draft))
    refused = tuple(name for name in (*refused_of(draft), *said.not_with) if name != doctor)
    wish = WaitingWish(when=when, before=before, doctor_id=_id(turn, doctor), not_with=_ids(turn, refused))
    if draft.kind != "booking":
        return _waited(turn, wish, mine)
    visited = wish.model_copy(update={"visit": draft.visit or FIRST_VISIT})
    if said.whose:
        return _waited(turn, visited, None, said.whose)
    of_whom = {"name": draft.name, "for_other": draft.for_other}
    return _waited(turn, visited, None).model_copy(update=of_whom)


def _as_searched(turn: Turn, said: Reading | None) -> Reading | None:
    """As a search for it would take it: a new day keeps the hour that was wished."""
    merged = merge(standing(turn), said) if says_time(said) else said
    return merged if _is_clear(merged) else said


def _waited(turn: Turn, wish: WaitingWish, mine: Appointment | None, whose: Whose | None = None) -> Waited:
    if mine is not None:
        wish = in_place_of(mine, turn.clinic, wish.model_copy(update={"visit": mine.visit}), turn.now)
    until = waits_until(wish, turn.clinic, turn.now)
    if mine is not None:
        return Waited(wish=wish, appointment=mine, until=until)
    other = whose is not None and not whose.own
    return Waited(wish=wish, name=whose.name if whose else None, for_other=other, until=until)


def _is_clear(reading: Reading | None) -> bool:
    return reading is None or not (reading.problem or reading.ambiguous)


def _plain(reading: Reading | None) -> Reading | None:
    """The time alone; None where none is said."""
    return reading.model_copy(update={"anchor": None}) if says_time(reading) and reading else None


def _id(turn: Turn, name: str | None) -> int | None:
    return next((doctor.id for doctor in turn.found.doctors or () if doctor.active and doctor.name == name), None)


def _ids(turn: Turn, names: Sequence[str]) -> tuple[int, ...]:
    return tuple(doctor.id for doctor in turn.found.doctors or () if doctor.name in names)
