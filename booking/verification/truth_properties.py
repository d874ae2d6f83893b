"""What a turn tells of appointments, doctors and patients must be so. None knows a row."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any, cast

from booking.conversation.replies.texts import Change
from booking.intents import (
    AskQuestion,
    CancelAppointment,
    HumanReason,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Topic,
    Unknown,
    UnknownWhy,
)
from booking.models import Control, Patient, State
from booking.models.draft_parts import (
    appointment_of,
    booking_of,
    choices_of,
    has_more,
    hold_of,
    is_ordering,
    patient_name_of,
    patients_of,
    seeks_time,
)
from booking.models.tool_answers import ToolRefused
from booking.verification.appointments_asked import as_asked
from booking.verification.cases import Case, properties_of
from booking.verification.fast_machine import Taken
from booking.verification.known_after import told_hour, told_hours
from booking.verification.small_world import DOCTORS, NOW, PATIENTS


def what_is_told_is_so(case: Case) -> None:
    """The hour, the doctor and the patient told of a change, or proposed for one, are those of the appointment"""
    draft, told = case.before.conversation.draft, {reply.key: reply.params for reply in case.turn.replies}
    doctors = {doctor.id: doctor for doctor in DOCTORS}
    for made in case.made("book", "move"):
        said = told.get("booked") or told["moved"]
        assert said["span"] == told_hours(made.slot), "another hour"
        assert said["doctor"] == doctors[made.doctor_id].name, "another doctor"
        assert said["room"] == doctors[made.doctor_id].room, "another room"
    if case.made("book") and draft is not None:
        name = patient_name_of(draft, case.before.conversation.person)
        assert told["booked"]["patient"] == name, "another patient"
    for made in case.made("cancel", "move"):
        said = told.get("cancelled") or told["moved"]
        whose: dict[int | None, str] = {p.id: p.name for p in patients_of(draft)}
        assert said["whose"] == whose.get(made.patient_id), "another's appointment"
    after = case.after.conversation.draft
    if case.proposes in (Change.CANCEL, Change.MOVE) and (mine := appointment_of(after)):
        whose = _names(patients_of(after))
        assert case.turn.replies[-1].params["whose"] == whose.get(mine.patient_id), "another's appointment"
    if case.made("cancel") and (mine := appointment_of(draft)) is not None:
        assert told["cancelled"]["existing"] == told_hour(mine.slot), "another appointment"


def what_is_listed_is_theirs(case: Case) -> None:
    """Appointments are listed as they are stored, each with its doctor and its patient, none left out of those of the
    patient, the day and the doctor asked for"""
    found, several = case.answers("appointments"), bool(case.answers("whose"))
    doctors = {d.id: d for d in DOCTORS}
    patients = _names(PATIENTS)
    for reply in case.turn.replies:
        if reply.key == "my_appointments":
            listed: Any = reply.params["coming"]
            said = [intent for intent in case.input.intents if isinstance(intent, ListAppointments)]
            asked = said[-1] if said else ListAppointments()
            theirs = [mine for mine in found[-1] if as_asked(mine, asked)] or found[-1]
            for shown, stored in zip(listed, theirs, strict=True):
                doctor = doctors[stored.doctor_id]
                assert shown["span"] == told_hours(stored.slot), "another hour"
                assert (shown["doctor"], shown["room"]) == (doctor.name, doctor.room), "another doctor or room"
                nameless = shown["patient"] is None and not several
                assert nameless or shown["patient"] == patients[stored.patient_id], "another's appointment"
            stays = any(isinstance(intent, ListAppointments) and intent.stay for intent in case.input.intents)
            assert bool(reply.params["stay"]) == stays, "that they stay as they are"
        if reply.key in ("no_appointments", "none_here"):
            assert not (found and found[-1]), "none were told, and some are there"
        draft = case.after.conversation.draft
        if reply.key == "which_appointment" and reply is case.turn.replies[-1] and draft is not None:
            whose = _names(patients_of(draft))
            choices: Any = reply.params["choices"]
            there = [(told_hour(a.slot), whose.get(a.patient_id)) for a in choices_of(draft)]
            assert [(a["start"], a["patient"]) for a in choices] == there, "another's appointment"
            changes = case.alone if isinstance(case.alone, CancelAppointment | RescheduleAppointment) else None
            named = changes.whose.name if changes and changes.whose else None
            if named and not any(str(patient).startswith(named) for _, patient in there):
                assert reply.params["none_of"] == named, "that the one who was named has none is not said"


def whose_is_said_is_whose_is_changed(case: Case) -> None:
    """Who speaks of another person's appointment is asked about nobody else's"""
    said = getattr(case.alone, "whose", None)
    mine = appointment_of(case.after.conversation.draft)
    if said is None or said.name is None or mine is None:
        return
    if case.proposes in (Change.CANCEL, Change.MOVE):
        patient = _names(PATIENTS)[mine.patient_id]
        assert patient.startswith(said.name), "another person's appointment"


def what_is_said_to_be_held_is(case: Case) -> None:
    """That a time is held is said only while it is"""
    draft = case.after.conversation.draft
    if case.keys[-1:] == ["ask_name"] and draft is not None:
        said: Any = case.turn.replies[-1].params["set_aside"]
        hold = hold_of(draft)
        held = hold is not None and hold.expires_at > NOW
        assert said["live"] == held, "a promise that nothing keeps"


def closed_days_are_not_asked_about(case: Case) -> None:
    """Where one of several days is meant, it is looked up which are closed before it is asked which"""
    for reply in case.turn.replies:
        if reply.key == "ask_which_time":
            candidates: Any = reply.params["candidates"]
            days = {when["date_from"] for when in candidates if when["date_from"] == when["date_to"]}
            assert len(days) < 2 or case.answers("closed"), "nobody looked"


def several_go_one_by_one(case: Case) -> None:
    """Who wants several appointments is told that they are made one by one"""
    said, draft = case.alone, case.before.conversation.draft
    if isinstance(said, StartBooking) and said.several:
        other = choices_of(draft) or is_ordering(draft)
        assert other or "one_by_one" in case.keys, "the second one was passed over without a word"


def the_other_of_two_is_asked_about(case: Case) -> None:
    """Of two that were asked for at once, or one beside a change, the other is kept where so much is told, and asked
    about once the first is booked, moved, cancelled or left as it is, and its yes is known"""
    begun_now = case.after.conversation.draft
    besides = any(isinstance(intent, StartBooking) and intent.besides for intent in case.input.intents)
    if (case.alone is not None or besides) and "one_by_one" in case.keys and begun_now and not is_ordering(begun_now):
        assert has_more(begun_now), "told that they are made one by one, and the other is forgotten"
    done = {"booked", "moved", "cancelled"}
    if "other_one" not in case.keys and not done & {*case.keys[-1:]}:
        return
    draft = case.before.conversation.draft
    more = has_more(draft)
    ended = {*done, "unchanged"} & {*case.keys}
    assert "other_one" not in case.keys or (ended and more), "no other one was asked for"
    assert not done & {*case.keys[-1:]} or not more, "the other one is forgotten"
    question = case.after.conversation.question
    if case.keys[-1:] == ["other_one"] and seeks_time(draft):
        assert question is not None and question.understood, "its yes means nothing"  # noqa: PT018
        begun = [one.when for one in question.understood if isinstance(one, StartBooking)]
        assert draft.other_when is None or _hours(begun[0]) == _hours(draft.other_when), "at another hour than was said"


def what_is_told_is_known(case: Case) -> None:
    """No text names a time, a doctor or a patient that is not known"""
    for reply in case.turn.replies:
        for name in ("span", "doctor", "patient", "existing"):
            # Whose appointment is moved was not asked: it is "the patient" then.
            unasked = reply.key == "patient_busy" and name == "patient"
            assert unasked or reply.params.get(name, "") is not None, f"{reply.key} does not know the {name}"
        appointments: Any = reply.params.get("coming", [])
        assert all(listed["doctor"] for listed in appointments), f"{reply.key} does not know a doctor"
        if reply.key == "no_slots":
            said = {getattr(intent, "doctor", None) for intent in case.input.intents} - {None}
            strangers = said - {doctor.name for doctor in DOCTORS}
            assert (reply.params["not_here"] is not None) == bool(strangers), "who is a doctor here is mistaken"
        record: Any = reply.params.get("record")
        if record is not None and record["topic"] == Topic.DOCTORS:
            assert record["doctors"], "asked for the doctors, none named"
        if record is not None and record["topic"] == Topic.HOURS and (day := _day_asked_about(case)):
            assert record["open"], f"asked about {day}, told of every day"


def what_is_said_to_be_noted_was_said(case: Case) -> None:
    """That something of the patient was noted is said only where something was said that can be kept"""
    if "name_kept" not in case.keys or case.after.conversation.draft is None:
        return
    said = [intent for intent in case.input.intents if isinstance(intent, ProvideCustomerData)]
    told = {intent.name for intent in said if intent.name and not intent.instead_of}
    whose = any(intent.name is None and (intent.for_other or intent.for_self) for intent in said)
    put_right = booking_of(case.after.conversation.draft).name if any(intent.instead_of for intent in said) else None
    assert whose or told or put_right or any(intent.reason for intent in said), "nothing was noted"


def what_was_not_so_is_not_said(case: Case) -> None:
    """That an order was refused or left, and that the bot is back, is said only where it is so"""
    before, keys = case.before.conversation, case.keys
    refused = sum(isinstance(answer, ToolRefused) for answer in case.answers("perform", "tool"))
    not_theirs = case.answers("may", "right").count(False)
    assert keys.count("order_refused") <= refused + not_theirs, "refused by nobody"
    assert "order_left" not in keys or _had_an_order(case), "there was no order"
    assert "bot_back" not in keys or before.control is Control.HUMAN, "it was not away"
    looking = case.after.conversation.state is State.SLOT_SELECTION
    assert keys[-1:] != ["ask_other_time"] or looking, "asked for another time where none is looked for"


def _hours(wish: Reading | None) -> set[tuple[dt.time | None, bool]]:
    whens = (wish.when,) if wish and wish.when else wish.candidates if wish else ()
    return {(when.time_from, when.exact) for when in whens}


def _had_an_order(case: Case) -> bool:
    """An order of staff's was under way, or was begun in this turn."""
    drafts = [case.before.conversation.draft, *(cast(Taken, step).after.draft for step in case.turn.steps)]
    return any(is_ordering(draft) for draft in drafts)


def words_fit_what_was_said(case: Case) -> None:
    """What is told of several wishes, a note for later or an old offer is told only where it is so"""
    keys, intents, before = set(case.keys), case.input.intents, case.before.conversation
    several = any(isinstance(i, StartBooking) and (i.several or i.besides) for i in intents)
    assert "one_by_one" not in keys or several, "nobody asked for several"
    data = [intent for intent in intents if isinstance(intent, ProvideCustomerData)]
    assert "note_later" not in keys or any(intent.reason for intent in data), "there was no note"
    picks = any(
        isinstance(i, SelectSlot) or (isinstance(i, Unknown) and i.why is UnknownWhy.NO_OPTION) for i in intents
    )
    assert "not_offered" not in keys or picks, "nobody picked one"
    assert "offer_expired" not in keys or before.offer is not None, "there was no offer"
    ordering = is_ordering(before.draft)
    assert "order_dropped" not in keys or ordering, "there was no order"


def an_emergency_is_not_made_of_a_delay(case: Case) -> None:
    """The number of emergencies is given only for words of one; who will be late hears that it was noted"""
    calls = [intent for intent in case.input.intents if isinstance(intent, RequestHuman)]
    if {"urgent", "maybe_urgent"} & {*case.keys}:
        assert any(call.reason is HumanReason.URGENT for call in calls), "nobody spoke of an emergency"
    if isinstance(case.alone, RequestHuman) and case.alone.reason is HumanReason.LATE:
        noted = "late_for_none" if False in case.answers("today") else "late_noted"
        assert noted in case.keys, "not told that the delay was noted, or that there is nothing to be late for"


def an_answer_is_enough(case: Case) -> None:
    """What is answered with nothing under way is not followed by asking what else"""
    if case.alone is not None and case.keys[-1:] == ["anything_else"]:
        before = {"privacy_notice", "timed_out", "bot_back", "back_after_emergency", "stale_tap", "not_offered"}
        assert before.issuperset(case.keys[:-1]), "asked what else, after an answer"


def _day_asked_about(case: Case) -> dt.date | None:
    said = [intent.when for intent in case.input.intents if isinstance(intent, AskQuestion)]
    when = said[0].when if said and said[0] else None
    return when.date_from if when and when.date_from == when.date_to else None


def _names(patients: Iterable[Patient]) -> dict[int | None, str]:
    return {patient.id: patient.name for patient in patients}


TELLINGS = properties_of(globals())
