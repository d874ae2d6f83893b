"""From pending messages to one turn's burst, and from a burst to what it meant. Pure but for the extractor."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from zoneinfo import ZoneInfo

from booking.conversation.buttons import decode
from booking.conversation.meaning.amended import amended
from booking.conversation.meaning.by_turn import is_by_turn, seeks_anyone
from booking.conversation.meaning.naming import same_name, without_surname
from booking.conversation.meaning.order_under_way import patient_of
from booking.conversation.meaning.pending_question import as_understood, expected_of, heard_as
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.voice_notes import said_aloud
from booking.intents import (
    AnyIntent,
    AsUnderstood,
    CancelAppointment,
    Confirm,
    OptOut,
    RescheduleAppointment,
    SelectSlot,
    Source,
    Understanding,
    Unknown,
    UnknownWhy,
)
from booking.models import (
    Clinic,
    Conversation,
    Doctor,
    Draft,
    Hold,
    LastTouched,
    MessageTimes,
    PendingMessage,
    State,
    Tap,
    Text,
    Touched,
    UnderstandingContext,
    Unsupported,
)
from booking.models.draft_parts import (
    appointment_of,
    choices_of,
    doctor_of,
    has_more,
    hold_of,
    let_go_of,
    other_is_unnamed,
    patients_of,
    proposal_of,
    purpose_of,
    request_of,
    seeks_time,
)
from booking.models.tool_answers import PERSONS
from booking.ports import Coming, IntentExtractor

_WHY = {"audio": UnknownWhy.VOICE, "voice": UnknownWhy.VOICE, "location": UnknownWhy.LOCATION}
"""What we cannot read, by WhatsApp's name of it; of several together what comes first here."""

PAUSES = 3
"""Who never stops writing is answered after so many."""


@dataclass(frozen=True, slots=True)
class Burst:
    """What one turn will handle, and the conversation as it stood when it was read."""

    conversation: Conversation
    clinic: Clinic
    doctors: tuple[Doctor, ...]
    messages: tuple[PendingMessage, ...]
    more: bool  # others waited behind these
    coming: tuple[Coming, ...] = ()  # the appointments to come of this person
    screen: Conversation | None = None  # as it stood when it ended, where nobody has heard that yet

    @property
    def times(self) -> MessageTimes:
        """When its messages were sent and received."""
        last, several = self.messages[-1], len(self.messages) > 1
        return MessageTimes(
            sent_at=last.sent_at,
            received_at=last.received_at,
            tap=isinstance(last.content, Tap),
            first_sent_at=min(m.sent_at for m in self.messages) if several else None,
            first_received_at=min(m.received_at for m in self.messages) if several else None,
        )


def next_burst(
    pending: Sequence[PendingMessage], message_id: int | None, pause: dt.timedelta, now: dt.datetime
) -> tuple[PendingMessage, ...]:
    """The messages of the next turn: a tap alone, or the texts up to the next tap.

    With a pause, texts wait while one newer than `message_id` is still in its own pause, but no longer than
    three pauses from the first; without one each message is a turn.
    """
    if not pending:
        return ()
    if isinstance(pending[0].content, Tap) or not pause:
        return (pending[0],)
    texts = tuple(takewhile(lambda m: not isinstance(m.content, Tap), pending))
    still_typing = message_id is not None and len(texts) == len(pending) and texts[-1].id > message_id
    if still_typing and now < texts[0].received_at + PAUSES * pause:
        return ()
    return texts


def context_of(
    conversation: Conversation,
    clinic: Clinic,
    doctors: Sequence[Doctor],
    now: dt.datetime,
    messages: Sequence[PendingMessage],
    coming: Sequence[Coming] = (),
) -> UnderstandingContext:
    """What a reader may know of the conversation. "Mañana" is the day after it was written,
    however late it came or is handled; rights are those of `now`."""
    zone = ZoneInfo(clinic.zone)
    written = messages[-1].sent_at
    offer = conversation.offer
    touched = conversation.last_touched
    touched = touched if touched and touched.is_spoken_of(now) else None
    agenda = touched if touched and touched.stretches else None
    touched = None if agenda else touched
    made = touched if touched and touched.how is Touched.MADE and not touched.ordered else None
    expected = expected_of(conversation, messages[0].sent_at, messages[0].received_at)
    if expected and made and _asks_of_another(conversation, made):
        made = None  # what is said of a time is of the one that is asked about
    draft, request = conversation.draft, request_of(conversation.draft)
    return UnderstandingContext(
        now=min(now, written).astimezone(zone),
        state=conversation.state,
        offered=tuple(f.slot.start.astimezone(zone) for f in offer.found) if offer else (),
        opens=clinic.opens,
        closes=clinic.closes,
        role=conversation.person.role_at(now),
        doctors=tuple(doctor.name for doctor in doctors),
        emergency_words=clinic.answers.emergency_words,
        specialties=tuple((doctor.name, doctor.specialty) for doctor in doctors if doctor.specialty),
        purpose=purpose_of(draft),
        anyone_sought=seeks_anyone(conversation),
        by_turn=is_by_turn(conversation, made, coming),
        sought_with=doctor_of(draft) if conversation.state is State.SLOT_SELECTION else None,
        proposed=_proposed(draft),
        standing=appointment.slot.start if (appointment := appointment_of(draft)) and seeks_time(draft) else None,
        let_go=let_go.slot.start if (let_go := let_go_of(draft)) else None,
        let_go_with=let_go.doctor if let_go else None,
        held_before=tuple((hold.slot.start, hold.doctor) for hold in _held_before(draft)),
        another=has_more(draft),
        other_unnamed=other_is_unnamed(draft),
        picking=len(choices_of(draft)),
        patients=_patients(draft),
        own=_own(conversation),
        surname_of=without_surname(draft, conversation.person) if draft and draft.kind == "booking" else None,
        visits=tuple(one.start for one in coming),
        unbooked=not coming,
        visits_of=tuple(one.patient for one in coming),
        others_visits=tuple(one.start for one in coming if _is_anothers(one, coming, conversation.person.name)),
        made=made.start if made else None,
        made_for=made.patient if made else None,
        touched=touched,
        agenda=agenda,
        asked=request.asked if request else None,
        order_said=tuple(said for said in request.arguments if said[0] not in PERSONS) if request else (),
        order_for=patient_of(draft),
        expected=expected,
        was=conversation.question.was if expected and conversation.question else None,
        was_with=conversation.question.was_with if expected and conversation.question else None,
    )


def _held_before(draft: Draft | None) -> tuple[Hold, ...]:
    return (*draft.earlier, draft.let_go) if seeks_time(draft) and draft.let_go else ()


def _proposed(draft: Draft | None) -> dt.datetime | None:
    """When the one appointment would be that a yes books or moves."""
    proposal, hold = proposal_of(draft), hold_of(draft)
    return hold.slot.start if proposal and hold and not hold.others else None


def _is_anothers(one: Coming, coming: Sequence[Coming], own: str | None) -> bool:
    """Whether an appointment is of another patient of theirs; of several patients none is known to be who writes, where
    their name is not."""
    return not same_name(one.patient, own) if own else len({each.patient for each in coming}) > 1


def _asks_of_another(conversation: Conversation, made: LastTouched) -> bool:
    """Whether the question on screen is about another appointment than the one made lately."""
    asked = conversation.question
    if asked is None or not asked.is_unasked_for:
        return asked is not None and asked.reply == ReplyKey.OTHER_ONE
    return asked.until != made.start


def names_known_in(conversation: Conversation) -> tuple[str, ...]:
    """Of patients, where the conversation has them: what a model is shown has none of these."""
    draft, touched = conversation.draft, conversation.last_touched
    own = [conversation.person.name, touched.patient if touched else None, patient_of(draft)]
    return tuple(filter(None, [*own, *(patient.name for patient in patients_of(draft))]))


def _patients(draft: Draft | None) -> tuple[str, ...]:
    """Whose each appointment to pick from is; empty where that tells none apart."""
    names = {patient.id: patient.name for patient in patients_of(draft)}
    return tuple(names.get(a.patient_id or 0, "") for a in choices_of(draft)) if names else ()


def _own(conversation: Conversation) -> int:
    """Which appointment to pick from is the person's own; 0 where none is, or several are."""
    name, draft = conversation.person.name, conversation.draft
    names = _patients(draft) if name else ()
    own = [place for place, patient in enumerate(names, start=1) if name and same_name(patient, name)]
    return own[0] if len(own) == 1 else 0


def meaning_of(burst: Burst, found: Conversation, extractor: IntentExtractor, now: dt.datetime) -> Understanding:
    """What the burst meant, for a turn that will find the conversation so (`due_triggers.as_found`). Where silence has
    ended what was under way a button, or a bare answer, is to what was on screen; all else is said with nothing under
    way, unless it makes no sense so. An order that is said with a yes ("sí, cancélala") is no bare answer."""

    on_screen = burst.screen or burst.conversation

    def read_in(chat: Conversation) -> Understanding:
        context = context_of(chat, burst.clinic, burst.doctors, now, burst.messages, burst.coming)
        return understand(burst.messages, on_screen, extractor, context)

    answer = read_in(on_screen)
    bare = all(isinstance(intent, SelectSlot | Confirm) for intent in answer.intents)
    if found is on_screen or answer.source is Source.TAP:
        return answer
    anew = read_in(found)
    orders = any(map(_says_which_change, anew.intents))
    meant = answer if set(anew.intents) <= {Unknown()} or (bare and not orders) else anew
    return meant.model_copy(update={"calls": (*answer.calls, *anew.calls)})


def _says_which_change(intent: AnyIntent) -> bool:
    """ "Cancélala", "muévela al viernes"; "muévela" alone leaves to when to what was spoken of."""
    return isinstance(intent, CancelAppointment) or (isinstance(intent, RescheduleAppointment) and bool(intent.when))


def understand(
    messages: Sequence[PendingMessage],
    conversation: Conversation,
    extractor: IntentExtractor,
    context: UnderstandingContext,
) -> Understanding:
    """What the burst meant. A yes, BAJA and ALTA count only from a button or the closed list, never from a model; and
    what a model makes of a message answers no question of ours."""
    first = messages[0].content
    if isinstance(first, Tap):
        pressed = decode(first.payload)
        if not isinstance(pressed.intent, Unknown):
            stale = pressed.draft_version not in (None, conversation.draft_version)
            return Understanding(intents=_tapped(pressed.intent, conversation, stale=stale), source=Source.TAP)
        texts = [first.title] if first.title else []
    else:
        texts = [text for m in messages if (text := _text(m.content))]
    files = all(isinstance(m.content, Unsupported) and m.content.is_file for m in messages)
    if not texts:
        if files:
            return Understanding(intents=(Unknown(why=UnknownWhy.FILE),))
        whats = {m.content.what for m in messages if isinstance(m.content, Unsupported)}
        why = next((why for what, why in _WHY.items() if what in whats), UnknownWhy.MEDIA)
        return Understanding(intents=(Unknown(why=why),))
    understanding = extractor.understand("\n".join(texts), context)
    if files and set(understanding.intents) <= {Unknown()}:  # what it says is about the file
        return understanding.model_copy(update={"intents": (Unknown(why=UnknownWhy.FILE),)})
    # What was said aloud was written down by a model.
    if understanding.source in (Source.MODEL, Source.FALLBACK) or said_aloud(messages):
        kept = tuple(i for i in understanding.intents if not isinstance(i, Confirm | OptOut)) or (Unknown(),)
        return understanding.model_copy(update={"intents": amended(kept, context.expected)})
    return understanding.model_copy(update={"intents": heard_as(understanding.intents, context.expected)})


def _tapped(intent: AnyIntent | AsUnderstood, conversation: Conversation, *, stale: bool) -> tuple[AnyIntent, ...]:
    """What a button means now; nothing where it is of an earlier draft, or of a question that is no longer open."""
    if isinstance(intent, AsUnderstood):
        question = conversation.question
        understood = question.understood if question and question.version == conversation.draft_version else ()
        return (Unknown(why=UnknownWhy.STALE_TAP),) if stale or not understood else as_understood(intent, understood)
    return (Unknown(why=UnknownWhy.STALE_TAP),) if stale else (intent,)


def _text(content: Text | Tap | Unsupported) -> str | None:
    match content:
        case Text():
            return content.body.strip() or None
        case Unsupported():
            return content.caption
    return None
