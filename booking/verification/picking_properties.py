"""Which appointment that exists a turn is about: the one picked, spoken of, or to be changed. None knows a row."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from booking.conversation.meaning.wished_times import fits
from booking.conversation.replies.texts import Change
from booking.intents import (
    AsTold,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    ProvideCustomerData,
    RescheduleAppointment,
    SelectSlot,
)
from booking.models import Appointment, Purpose
from booking.models.draft_parts import appointment_of, choices_of, purpose_of
from booking.verification.appointments_asked import doctor_of
from booking.verification.cases import Case, properties_of
from booking.verification.small_world import CLINIC, PATIENTS, SOON


def the_one_picked_is_taken(case: Case) -> None:
    """Who picks one of several appointments, by its place or its time, goes on with that one, or hears that it is too
    late; beside what was understood in part it is asked about"""
    said = case.alone
    if not isinstance(said, SelectSlot | CheckAvailability):
        return
    draft, after = case.before.conversation.draft, case.after.conversation.draft
    picked: list[Appointment] = []
    if after is None:
        return
    if isinstance(said, SelectSlot):
        picked = list(choices_of(draft)[said.option - 1 : said.option])
    elif said.when is not None and said.when.when is not None:
        picked = [mine for mine in choices_of(draft) if fits(mine.slot, said.when, ZoneInfo(CLINIC.zone))]
    if len(picked) != 1:
        return
    question = case.before.conversation.question
    if question is not None and question.understood:
        return  # what was understood in part is asked about before anything is picked
    assert after.kind != "choice", "still picking"
    assert appointment_of(after) == picked[0], "another appointment"
    assert purpose_of(after) is purpose_of(draft), "another purpose"
    moves = isinstance(said, SelectSlot) and purpose_of(draft) is Purpose.MOVE
    assert case.answers("search") or not moves, "picked to be moved, and no time was looked for"


def a_yes_to_another_question_picks_none(case: Case) -> None:
    """A yes to what was understood of a wish for times picks none of the appointments that were listed before it"""
    wished = [one for one in case.input.intents if not isinstance(one, ProvideCustomerData)]
    if case.said.intents != (Confirm(),) or not wished or not all(isinstance(one, CheckAvailability) for one in wished):
        return
    draft, question = case.before.conversation.draft, case.before.conversation.question
    if draft is not None and draft.kind == "choice" and question is not None and question.understood:
        assert appointment_of(case.after.conversation.draft) is None, "picked by a yes to something else"


def the_one_to_change_is_taken(case: Case) -> None:
    """Who has one appointment and wants to move or cancel it, is asked about that one; if it is of another day or
    person than they said, or to be cancelled and of another doctor, or they may want another one, which they mean;
    where it cannot be changed any more, whether they want one more. Who has none and names a time, is looked for a
    new one"""
    found = case.answers("appointments")
    meant = case.alone
    if not isinstance(meant, RescheduleAppointment | CancelAppointment):
        return
    assert found, "their appointments were not looked for"
    if meant.told is not None and all(mine.id != meant.told.appointment_id for mine in found[-1]):
        return  # it is none of theirs, and they hear just that
    if not found[-1] and isinstance(meant, RescheduleAppointment) and meant.when is not None:
        assert case.answers("search"), "the time they named was lost"
        assert "no_appointments" in case.keys, "not told that there is none to move"
    if len(found[-1]) != 1:
        return
    after, move = case.after.conversation.draft, isinstance(meant, RescheduleAppointment)
    said = meant.of if isinstance(meant, RescheduleAppointment) else meant.when
    another_day = said is not None and not fits(found[-1][0].slot, said, ZoneInfo(CLINIC.zone))
    patient = next(p.name for p in PATIENTS if p.id == found[-1][0].patient_id)
    anothers = meant.whose is not None and meant.whose.name is not None and not patient.startswith(meant.whose.name)
    changed = meant.told is not None and not _as_told(found[-1][0], meant.told)
    unsure = isinstance(meant, RescheduleAppointment) and meant.unsure
    if unsure and found[-1][0] == SOON and not any(case.answers("away")):
        asked = case.after.conversation.question
        assert after is None, "offered to be changed, which it cannot be any more"
        assert asked is not None, "not asked whether they want one more"
        assert asked.understood, "the time they named was lost"
        return
    another_doctor = not move and doctor_of(found[-1][0]) != (meant.of_doctor or doctor_of(found[-1][0]))
    if another_day or anothers or another_doctor or changed or unsure:
        assert after is not None, "not surely the one meant, and not asked which one"
        assert appointment_of(after) is None, "not surely the one meant, and yet proposed"
        assert choices_of(after) == tuple(found[-1]), "not asked which one"
    elif after is not None:
        assert appointment_of(after) == found[-1][0], "another appointment, or none"
    purpose = purpose_of(after)
    assert purpose in (None, Purpose.MOVE if move else Purpose.CANCEL), f"a draft to {purpose}"


def of_several_the_one_spoken_of_is_taken(case: Case) -> None:
    """Of several appointments the one that is as was said, alone, is taken; where more are, or none is, it is asked
    which of these"""
    said, found = case.alone, case.answers("appointments")
    if not isinstance(said, RescheduleAppointment | CancelAppointment) or not found or len(found[-1]) < 2:
        return
    when = said.of if isinstance(said, RescheduleAppointment) else said.when
    called = said.whose.name or "" if said.whose is not None else ""
    names = {patient.id: patient.name for patient in PATIENTS}
    fitting = [
        mine
        for mine in found[-1]
        if (when is None or fits(mine.slot, when, ZoneInfo(CLINIC.zone)))
        and names[mine.patient_id].startswith(called)
        and (said.told is None or _as_told(mine, said.told))
    ]
    with_them = [mine for mine in fitting if said.of_doctor in (None, doctor_of(mine))]
    fitting = with_them or (fitting if isinstance(said, RescheduleAppointment) else [])
    after = case.after.conversation.draft
    if len(fitting) == 1 and not (isinstance(said, RescheduleAppointment) and said.unsure):
        assert after is None or appointment_of(after) == fitting[0], "another one, or asked which"
    elif said.told is None:
        assert after is not None, "not asked which one"
        assert choices_of(after) == tuple(fitting or found[-1]), "not asked which of those that were meant"
        one_by_one = said.several
        assert ("which_first" in case.keys) == one_by_one, "not told that they go one by one, or told for nothing"


def a_button_of_a_message_is_of_what_it_told(case: Case) -> None:
    """Who taps a button under a message about an appointment is asked about that one, as it was told of; where it has
    changed since they hear so and are asked about it alone; where it is none of theirs they hear that, and nothing is
    done to any"""
    said, found = case.alone, case.answers("appointments")
    if not isinstance(said, RescheduleAppointment | CancelAppointment) or said.told is None or not found:
        return
    told = [mine for mine in found[-1] if _as_told(mine, said.told)]
    after = case.after.conversation.draft
    assert not case.answers(*Change), "a tap is no yes"
    if told:
        assert appointment_of(after) in (None, *told), "another appointment than the one told of"
        return
    since = tuple(mine for mine in found[-1] if mine.id == said.told.appointment_id)
    if since:
        assert "since_changed" in case.keys, "not told that it has changed since"
        assert after is not None, "not asked about it"
        assert choices_of(after) == since, "asked about another one"
        assert appointment_of(after) is None, "one taken that nobody named"
    else:
        assert ("since_changed" in case.keys, "not_theirs" in case.keys) == (False, True), "told of a change of another"
        assert after is None, "asked about another one"


def _as_told(mine: Appointment, told: AsTold) -> bool:
    """The checker's own reading: it is that one, and nothing but their word that they come has changed it since."""
    since = mine.version - told.version
    return mine.id == told.appointment_id and (since == 0 or (since == 1 and mine.status == "confirmada"))


def a_move_is_of_its_patient(case: Case) -> None:
    """Who names somebody else than the patient whose appointment is being moved, moves it no further"""
    said, before = case.alone, case.before.conversation.draft
    if not isinstance(said, ProvideCustomerData) or not (said.for_other and said.name) or case.silenced or case.ended:
        return
    if before is None or before.kind != "move":
        return
    whose = next((p.name for p in before.patients if p.id == before.appointment.patient_id), "")
    if said.name not in whose:
        after = case.after.conversation.draft
        assert after is not None, "who it is for was lost"
        assert after.kind == "booking", "moved for somebody else"
        assert "unchanged" in case.keys, "not told that the appointment stays"


def only_of_a_move_it_is_asked_whether_another_is_wanted(case: Case) -> None:
    """Whether to change an appointment or to make another one is asked of a move, and of no cancellation"""
    if case.keys[-1:] == ["move_or_another"]:
        assert purpose_of(case.after.conversation.draft) is Purpose.MOVE, "asked of what is to be cancelled"


PICKINGS = properties_of(globals())
