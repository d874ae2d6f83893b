"""What must hold of a series of appointments: held, proposed and booked whole, or not at all. None knows a row."""

from __future__ import annotations

from booking.conversation.replies.texts import Change
from booking.intents import CheckAvailability, StartBooking
from booking.models import Terms
from booking.models.draft_parts import booking_of, hold_of
from booking.verification.cases import Case, properties_of
from booking.verification.known_after import told_others


def a_series_is_booked_whole(case: Case) -> None:
    """Of a series all that its proposal showed is booked by one yes, or nothing; and all of it is told"""
    held = hold_of(case.before.conversation.draft)
    for asked in case.questions("book"):
        terms: Terms = asked.arguments["terms"]
        assert held is not None, "nothing was held"
        assert terms.others == held.others_shown(), "another series than the one shown"
        made = asked.answer if isinstance(asked.answer, tuple) else (asked.answer,)
        if not case.made("book"):
            continue
        wanted = [(one.slot, one.doctor_id) for one in held.all_of_them()]
        assert [(one.slot, one.doctor_id) for one in made] == wanted, "a part of it, or more"
        said = next(reply.params for reply in case.turn.replies if reply.key == "booked")
        assert said["others"] == (told_others(held) if len(made) > 1 else []), "not told of all"


def a_series_is_proposed_whole(case: Case) -> None:
    """A proposal of a series shows each of its times, and which days have none"""
    held = hold_of(case.after.conversation.draft)
    if case.proposes is Change.BOOK and held is not None:
        assert case.turn.replies[-1].params["others"] == told_others(held), "not all of it is shown"


def a_series_has_a_number(case: Case) -> None:
    """No time is held for a series before it was said of how many appointments it is; what is held is all of them"""
    draft = booking_of(case.after.conversation.draft)
    if draft.hold is None or not (case.answers("hold") or case.answers("renew")):
        return
    count = draft.repeats.count if draft.repeats is not None else 1
    assert count is not None, "nobody said how many"
    assert bool(draft.hold.others) == (count > 1), "the others are not held with it"


def a_series_asked_for_is_kept(case: Case) -> None:
    """Who asks for a series, and looks for a time, looks for its first"""
    said = case.alone
    if not isinstance(said, StartBooking | CheckAvailability) or said.repeats is None or said.repeats.every is None:
        return
    draft = case.after.conversation.draft
    if draft is None or draft.kind != "booking" or (said.when is None and case.before.conversation.draft is not None):
        return
    assert draft.repeats is not None, "it was forgotten"
    assert draft.repeats.every == said.repeats.every, "at other intervals"


SERIES = properties_of(globals())
