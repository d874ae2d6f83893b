"""What was understood of a message in part, with what is said next: only what that names is other than before. Pure.

"Te entendí: una cita el jueves a las 5 con la Dra. Ríos", and then "el viernes": the Friday at five, with her, which is
asked again: what was understood in part is gone on with after a yes alone, or where it is said once more and nothing
else. A name that is said then is the patient's, and tells nothing of who writes. What is not understood leaves it on
screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from booking.conversation.meaning.merged_wishes import at_any_hour, at_its_own_hour, merge
from booking.conversation.meaning.waited_amended import wait_with
from booking.conversation.meaning.wished_series import over
from booking.intents import (
    AnyIntent,
    AskQuestion,
    AsUnderstood,
    CancelAppointment,
    CheckAvailability,
    Clear,
    Confirm,
    Deny,
    Greet,
    JoinWaitingList,
    ListAppointments,
    ProvideCustomerData,
    Recall,
    RescheduleAppointment,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    UnknownWhy,
    Whose,
)
from booking.models import Expected

_Wish = StartBooking | CheckAvailability
_Asked = _Wish | RescheduleAppointment | CancelAppointment
_BESIDE = Greet | Thank | Smalltalk | Deny | Confirm
_OnlyAsked = AskQuestion | ListAppointments | Recall
_MOST_TOLD = 3
"""So many words about the patient are kept, the last ones."""


def amended(intents: Sequence[AnyIntent], expected: Expected | None) -> tuple[AnyIntent, ...]:
    """What was said, on top of what was said to be understood; as it is where that was nothing, or this is something
    else. What only asks beside it is answered first."""
    intents = [_unless_turned(intent) for intent in intents]
    asked = tuple(intent for intent in intents if isinstance(intent, _OnlyAsked))
    others = tuple(intent for intent in intents if intent not in asked)
    now = _amended(others, expected)
    return tuple(intents) if now == others else (*asked, *now)


def _unless_turned(intent: AnyIntent) -> AnyIntent:
    """The same; nothing was understood where what is left over may turn it around: what is said next would go on top of
    the opposite of what is wanted. All of it is to be said anew."""
    turned = isinstance(intent, Unknown) and intent.why is UnknownWhy.NOT_SO and intent.left
    return intent.model_copy(update={"understood": ()}) if turned else intent


def _amended(intents: Sequence[AnyIntent], expected: Expected | None) -> tuple[AnyIntent, ...]:
    before = [intent for intent in (expected.understood if expected else ()) if isinstance(intent, Clear)]
    said = [intent for intent in intents if not isinstance(intent, _BESIDE)]
    if expected is None or not expected.amended or not before or not said:
        return tuple(intents)
    if len(said) == 1 and isinstance(said[0], Unknown):
        return (_still_unclear(before, said[0]),)
    agreed = any(isinstance(intent, Confirm) for intent in intents)
    now = _put_together(before, said, also=agreed)
    if not is_half_understood(expected):
        return (without_writer(now) if isinstance(expected.yes, AsUnderstood) else now) or tuple(intents)
    denied = any(isinstance(intent, Deny) for intent in intents)
    again = not denied and now == _put_together(before, ()) and _is_said_again(before, said)
    if agreed or again:
        return without_writer(now) or tuple(intents)
    if now:
        return (Unknown(why=UnknownWhy.AMENDED, understood=now),)
    only_whose = all(isinstance(intent, ProvideCustomerData) for intent in said)
    return (_still_unclear(before, Unknown()),) if only_whose else tuple(intents)


def is_half_understood(expected: Expected) -> bool:
    """Whether a yes is to what was understood of a message in part: after a no it is asked what is to be another."""
    return isinstance(expected.yes, AsUnderstood) and isinstance(expected.no, AsUnderstood)


def without_writer(understood: Sequence[Clear]) -> tuple[Clear, ...]:
    """The same, where a name beside what is asked for is the patient's, and tells nothing of who writes."""
    if not any(isinstance(intent, _Asked) for intent in understood):
        return tuple(understood)
    return tuple(
        intent.model_copy(update={"of_patient": True})
        if isinstance(intent, ProvideCustomerData) and intent.name and not (intent.for_other or intent.for_self)
        else intent
        for intent in understood
    )


def _still_unclear(before: Sequence[Clear], said: Unknown) -> Unknown:
    if said.why is UnknownWhy.NOT_UNDERSTOOD and not said.doubt:
        return Unknown(why=UnknownWhy.PARTLY, understood=tuple(before))
    if said.why is UnknownWhy.PARTLY:
        asked = tuple(intent for intent in said.understood if isinstance(intent, _OnlyAsked))
        further = [intent for intent in said.understood if intent not in asked]
        now = _put_together(before, further) if further else tuple(before)
        return said.model_copy(update={"understood": (*asked, *now)}) if now else said
    return said


def _put_together(before: Sequence[Clear], said: Sequence[AnyIntent], *, also: bool = False) -> tuple[Clear, ...]:
    """The request understood before with the day, the hour or the doctor that is said now, and whose it is by what was
    said before and now; nothing where something else is said. `also`: with a yes to what was said before."""
    waits = [intent for intent in before if isinstance(intent, JoinWaitingList)]
    if len(waits) == len(before) == 1:
        amended_wait = wait_with(waits[0], said, also=also)
        return (amended_wait,) if amended_wait else ()
    asked = next((intent for intent in before if isinstance(intent, _Asked)), None)
    if isinstance(asked, RescheduleAppointment):
        said = [_of_the_change(intent, asked) for intent in said]
    wishes = [intent for intent in said if isinstance(intent, StartBooking | CheckAvailability)]
    told = [intent for intent in said if isinstance(intent, ProvideCustomerData)]
    known = [intent for intent in before if isinstance(intent, ProvideCustomerData)]
    if len(wishes) > 1 or len(wishes) + len(told) < len(said) or (asked is None and not known):
        return ()
    wish = wishes[0] if wishes else None
    now = asked if wish is None else wish if asked is None else with_wish(asked, wish)
    if now is None and asked is not None:
        return ()
    if told and isinstance(now, CancelAppointment | RescheduleAppointment):
        return _of_whom(now, told[-1])
    if any(intent.name for intent in told):  # a name goes before "for me", which had been understood
        known = [intent for intent in known if intent.name or intent.reason or not intent.for_self]
    whose = [*dict.fromkeys((*known, *told))][-_MOST_TOLD:]
    return (now, *whose) if now else tuple(whose)


def _is_said_again(before: Sequence[Clear], said: Sequence[AnyIntent]) -> bool:
    """Whether what was understood before is asked for now too, in so many words: not "otra hora" beside a day."""
    asked = next((intent for intent in before if isinstance(intent, _Asked)), None)
    for intent in said:
        of_a_kind = isinstance(intent, type(asked)) or (isinstance(asked, _Wish) and isinstance(intent, _Wish))
        if not (isinstance(intent, _Asked) and of_a_kind):
            continue
        if intent == asked or (intent.when is not None and intent.when.when is not None):
            return True
    return False


def _only_with_whom(wish: StartBooking) -> bool:
    """ "Con doctora": with whom it shall be, and nothing else."""
    said = StartBooking(doctor=wish.doctor, anyone=wish.anyone, not_with=wish.not_with)
    return wish == said != StartBooking()


def _of_the_change(said: AnyIntent, asked: RescheduleAppointment) -> AnyIntent:
    """A time that may be another appointment's, or is said of the same one: of the change that was spoken of it is."""
    if not isinstance(said, RescheduleAppointment) or not (said.unsure or _is_of_the_same(said, asked)):
        return said
    return CheckAvailability(when=said.when, doctor=said.doctor, anyone=said.anyone)


def _is_of_the_same(said: RescheduleAppointment, asked: RescheduleAppointment) -> bool:
    """Whether it names no other appointment than the one that is spoken of."""
    if said.another or said.not_with or said.told not in (None, asked.told) or said.whose not in (None, asked.whose):
        return False
    if said.of_doctor not in (None, asked.of_doctor):
        return False
    if said.of is None:
        return True
    now, before = (one.of.when if one.of else None for one in (said, asked))
    if now is None or before is None:
        return False
    return (now.date_from, now.date_to) == (before.date_from, before.date_to)


def _of_whom(asked: CancelAppointment | RescheduleAppointment, told: ProvideCustomerData) -> tuple[Clear, ...]:
    """The change of the appointment of the one who is named; what the doctor should know is something else."""
    if told.name is None or told.reason or told.instead_of:
        return ()
    return (asked.model_copy(update={"whose": Whose(name=told.name)}),)


def with_wish(asked: _Asked, wish: StartBooking | CheckAvailability) -> _Asked | None:
    """The request with the day, the hour or the doctor that is named; None where that is no change of it."""
    relative = isinstance(wish, CheckAvailability) and (wish.shift or wish.another)
    more = wish.visit or wish.repeats
    if relative or (more and not isinstance(asked, StartBooking | CheckAvailability)):
        return None
    anew = wish.when is not None and wish.when.any_hour
    when = merge(at_any_hour(asked.when) if anew else asked.when, wish.when)
    if isinstance(asked, RescheduleAppointment) and wish.when and wish.when.anchor and wish.when.anchor.same_time:
        when = at_its_own_hour(when)
    if isinstance(asked, StartBooking | CheckAvailability):
        booked = {"visit": wish.visit or asked.visit, "repeats": over(asked.repeats, wish.repeats)}
        return asked.model_copy(update={"when": when, **_with_whom(asked, wish), **booked})
    if isinstance(wish, StartBooking) and not _only_with_whom(wish):
        return None
    if isinstance(asked, CancelAppointment):
        other = wish.doctor or wish.anyone or wish.not_with
        return None if other else asked.model_copy(update={"when": when})
    return asked.model_copy(update={"when": when, **_with_whom(asked, wish)})


def _with_whom(
    asked: StartBooking | CheckAvailability | RescheduleAppointment, wish: StartBooking | CheckAvailability
) -> dict[str, object]:
    """With whom it shall be by now: who is named last, and nobody who was refused and was not named since."""
    doctor = wish.doctor or (None if wish.anyone or asked.doctor in wish.not_with else asked.doctor)
    before = () if wish.anyone else asked.not_with
    refused = tuple(name for name in dict.fromkeys((*before, *wish.not_with)) if name != wish.doctor)
    anyone = wish.anyone or (asked.anyone and wish.doctor is None)
    return {"doctor": doctor, "anyone": anyone, "not_with": refused}
