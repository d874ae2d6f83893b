"""What a turn must keep of what a person said. None knows a row."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from booking.conversation.meaning.wished_times import fits
from booking.intents import (
    CheckAvailability,
    Deny,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    RescheduleAppointment,
    StartBooking,
    When,
)
from booking.models import Control, State, Touched
from booking.models.draft_parts import (
    appointment_of,
    booking_of,
    hold_of,
    is_ordering,
    note_of,
    patient_name_of,
    refused_of,
    seeks_time,
)
from booking.verification.appointments_asked import as_asked
from booking.verification.cases import Case, properties_of
from booking.verification.situation import same, same_part
from booking.verification.small_world import CLINIC, DOCTORS, NOW


def a_name_is_kept(case: Case) -> None:
    """A name given is kept and not asked again, but one's own for somebody else, and a first name for its surname;
    another person's never becomes one's own, nor renames an appointment"""
    after, before_draft = case.after.conversation, None if case.dropped else case.before.conversation.draft
    for intent in case.input.intents:
        if (
            isinstance(intent, ProvideCustomerData)
            and not intent.instead_of
            and not case.silenced
            and not (case.too_much or case.put_off)
        ):
            draft = after.draft
            changing = any(d is not None and d.kind != "booking" for d in (before_draft, draft))
            others = booking_of(before_draft).for_other
            for_another = intent.name is not None and (intent.for_other or others) and not intent.for_self
            if for_another and intent.name == case.before.conversation.person.name:
                assert changing or booking_of(draft).name != intent.name, "two people became one"
                continue
            if intent.name and others and case.alone and not intent.for_self:
                before_name = same(case.before.conversation.person, after.person, "name")
                assert before_name, "another's name became the writer's own"
            if intent.of_patient:
                before_name = same(case.before.conversation.person, after.person, "name")
                assert before_name, "a patient's name became the writer's own"
            elif intent.name and not intent.for_other and not changing and not others:
                assert _called(after.person.name, intent.name), "the name was lost"
            ordering = is_ordering(draft)
            if intent.name and after.state is State.CUSTOMER_DATA and not ordering:
                # Of a first name the surname is asked for.
                unfinished = draft is not None and " " not in (booking_of(draft).name or "")
                assert unfinished, "the name is asked again"
            if intent.name and intent.for_other:
                assert after.person.name != intent.name, "took another's name for the writer's"
            if intent.name and draft is not None and not changing:
                name = patient_name_of(draft, after.person)
                assert _called(name, intent.name), "the patient's name was lost"
            if intent.for_other and intent.name is None and draft is not None and not changing:
                assert booking_of(draft).name is None, "another patient under the old name"


def _called(name: str | None, said: str) -> bool:
    """The name is as said; a first name alone may stand for the whole of it."""
    return name == said or (" " not in said and (name or "").startswith(said + " "))


def a_note_is_kept(case: Case) -> None:
    """What the doctor should know is kept with what is being arranged"""
    noted = [i.reason for i in case.input.intents if isinstance(i, ProvideCustomerData) and i.reason]
    if not noted or case.silenced:
        return
    after = case.after.conversation.draft
    if after is not None and not is_ordering(after):
        assert all(note in (note_of(after) or "") for note in noted), "the note was lost"


def the_one_asked_for_is_kept(case: Case) -> None:
    """A doctor asked for by name, one refused, and a type of visit are kept from then on; "with anyone" takes the first
    back"""
    intent = case.input.intents[-1]
    if not isinstance(intent, CheckAvailability | StartBooking | RescheduleAppointment):
        return
    visit = intent.visit if isinstance(intent, CheckAvailability | StartBooking) else None
    if not (intent.doctor or intent.anyone or visit) or case.silenced:
        return
    after = case.after.conversation.draft
    if after is not None and after.kind != "choice" and after.kind != "ordering":
        if intent.doctor:
            assert after.doctor == intent.doctor, "the doctor asked for was forgotten"
        elif intent.anyone:
            assert after.doctor is None, "still only with the doctor asked for before"
        assert visit is None or after.kind != "booking" or after.visit == visit, "the type of visit was forgotten"


def the_one_refused_is_kept_out(case: Case) -> None:
    """A doctor who is refused, by name or by asking for another than the one held, will not do from then on"""
    intent = case.input.intents[-1]
    another = isinstance(intent, CheckAvailability | RescheduleAppointment) and intent.another
    refused = intent.not_with if isinstance(intent, CheckAvailability | StartBooking | RescheduleAppointment) else ()
    if not (refused or another) or case.silenced:
        return
    before, after = case.before.conversation.draft, case.after.conversation.draft
    if after is not None and after.kind != "choice" and after.kind != "ordering":
        assert set(refused) <= set(refused_of(after)), "the doctor refused was forgotten"
        assert not refused or after.doctor not in refused, "with the doctor refused"
        if another and hold_of(after) is not None and hold_of(before) is not None:
            assert refused_of(after), "the doctor whose time was held was forgotten"
        if another and isinstance(intent, RescheduleAppointment) and appointment_of(after) is not None:
            assert refused_of(after), "the doctor of the appointment was forgotten"
            assert after.doctor is None, "with the doctor of the appointment"


def what_is_not_said_stays(case: Case) -> None:
    """Who moves an appointment and says only a day, an hour or a doctor is looked for a time at the hour it has, or on
    its day"""
    said, mine = case.alone, appointment_of(case.after.conversation.draft)
    searched = case.questions("search")
    if not isinstance(said, RescheduleAppointment) or mine is None or not searched or (said.when and said.when.problem):
        return
    own = mine.slot.start.astimezone(ZoneInfo(CLINIC.zone))
    day, clock = own.date(), own.time()
    sought, named = searched[0].arguments["wish"], said.when.when if said.when else None
    if named is None:
        its_own = next(doctor.name for doctor in DOCTORS if doctor.id == mine.doctor_id)
        other = said.doctor not in (None, its_own) or its_own in said.not_with
        if said.when is None and (other or said.another):
            assert sought.when == When(date_from=day, date_to=day, time_from=clock, exact=True), "at another time"
        return
    as_it_is = (named.date_from or day, named.date_to or day, named.time_from or clock) == (day, day, clock)
    if as_it_is:
        return  # the other of the two is what changes
    on, timed = named.date_from or named.date_to, named.time_from or named.time_to
    assert on or (sought.when.date_from, sought.when.date_to) == (day, day), "on another day"
    assert timed or sought.when.time_from == clock, "at another hour"


def a_first_name_is_looked_for(case: Case) -> None:
    """A first name alone of somebody else is looked for among those whom the person has brought before"""
    said = case.alone
    if not isinstance(said, ProvideCustomerData) or not said.for_other or not said.name or " " in said.name:
        return
    draft, asked = case.after.conversation.draft, case.before.conversation.state is State.CUSTOMER_DATA
    if draft is not None and draft.kind == "booking" and not asked:
        assert case.answers("patients"), "nobody looked"


def a_no_keeps_what_was_chosen(case: Case) -> None:
    """A no to what is proposed takes back the proposal alone: what was chosen stands, and can still be changed"""
    before, after = case.before.conversation, case.after.conversation
    if not isinstance(case.alone, Deny) or before.state is not State.CONFIRM or before.draft is None:
        return
    if seeks_time(before.draft):
        assert after.state is State.CONFIRM, "it can no longer be changed"
        for name in ("hold", "name", "appointment"):
            assert same_part(before.draft, after.draft, name), f"the {name} was lost"


def the_one_made_last_is_known(case: Case) -> None:
    """What was just booked, moved or cancelled is known, so that a change of mind is about it"""
    done = case.made("book", "move", "cancel")
    if not done:
        return
    known = case.after.conversation.last_touched
    assert known is not None, "forgotten"
    assert (known.how is Touched.CANCELLED) == bool(case.made("cancel")), "as if the other had been done"
    assert known.start == done[-1].slot.start, "another one is spoken of"
    moved = case.made("move")
    mine = appointment_of(case.before.conversation.draft)
    assert not moved or (mine is not None and known.before == mine.slot.start), "the time it had is forgotten"


def the_only_one_shown_is_known(case: Case) -> None:
    """Where one appointment is shown, what is said of it next is about that one"""
    said, found = case.alone, case.answers("appointments")
    if not isinstance(said, ListAppointments) or said.whose or "my_appointments" not in case.keys or not found:
        return
    known, before = case.after.conversation.last_touched, case.before.conversation.last_touched
    if len(found[-1]) == 1 and as_asked(found[-1][0], said) and (before is None or before.how is Touched.SHOWN):
        assert known is not None, "nobody knows which was shown"
        assert known.start == found[-1][0].slot.start, "another one is spoken of"


def what_silence_ended_is_kept(case: Case) -> None:
    """A search that silence ended is kept with its time, and asked about where nothing else is asked for; what a human
    may have seen to is not"""
    before, after = case.before.conversation, case.after.conversation
    if not case.dropped or case.silenced or not seeks_time(before.draft) or before.control is Control.HUMAN:
        return
    hold = hold_of(before.draft)
    if hold is None or hold.slot.start <= NOW or len(case.input.intents) > 1:
        return
    if not isinstance(case.input.intents[0], Greet):
        return
    asked = after.question
    assert asked is not None and asked.reply == "go_back", f"{case.keys} ask nothing about it"  # noqa: PT018
    wish = next(i.when for i in asked.understood if isinstance(i, StartBooking | RescheduleAppointment))
    assert wish is not None, "when it was to be is forgotten"
    assert fits(hold.slot, wish, ZoneInfo(CLINIC.zone)), "at another time than was held"
    whose = [i for i in asked.understood if isinstance(i, ProvideCustomerData)]
    others = booking_of(before.draft)
    assert not others.for_other or (whose and whose[0].name == others.name), "whose it was to be is forgotten"


def what_was_kept_waits_for_a_yes(case: Case) -> None:
    """What was looked for before silence ended it is asked about once and as it was; nothing is looked for unasked"""
    before, after = case.before.conversation, case.after.conversation
    if not any(key.startswith("go_back") for key in case.keys):
        return
    assert after.state is State.IDLE, "it was begun without a yes"
    assert after.unfinished is None, "it will be asked about again"
    assert not case.questions("search", "hold", "appointments"), "it was looked for without a yes"
    if not case.dropped:
        left, asked = before.unfinished, after.question
        assert left is not None and left.until > NOW, "too late"  # noqa: PT018
        assert asked is not None and asked.understood == left.understood, "something else is asked"  # noqa: PT018


KEEPINGS = properties_of(globals())
