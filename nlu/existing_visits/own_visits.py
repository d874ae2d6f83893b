"""Who has appointments and speaks of them in words of their own: "el 18 no puedo, el 19 sí", "la otra déjela", "quítame".

What is said of them is read before what may be wished for: a day on which somebody has an appointment, and which they say
does not suit, is no day to look for another one. It only asks: what comes of it waits for its yes.
"""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import (
    Anchor,
    AnyIntent,
    CancelAppointment,
    Deny,
    ListAppointments,
    Reading,
    RescheduleAppointment,
    StartBooking,
    When,
    Whose,
)
from booking.models import Purpose, State, Touched, UnderstandingContext
from nlu.existing_visits.corrections import exactly
from nlu.existing_visits.told_of_visits import Said, told
from nlu.existing_visits.visit_clauses import CHANGE, Clause, Verdict, clauses
from nlu.parsed import Parse
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.wishes.anchors import of_a_new_one, with_anchor
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING, MOVING

_FIRM = (Verdict.FALLS, Verdict.MOVES)


def read(message: Message, context: UnderstandingContext) -> Parse | None:
    """What is said of the appointments that are named by their day, hour or place among them; None where none is named,
    or anything else is asked for."""
    if _is_of_another_than_proposed(message, context):
        return Parse((StartBooking(several=True),))  # one by one
    if context.visits and context.state is State.IDLE and _THOUGHT_OF.search(message.flat) and not message.asks:
        return Parse((ListAppointments(stay=True),))
    if other := _another_of_them(message, context) or _the_same_of_another(message, context):
        return Parse((other,))
    if not may_be(context) or (said := told(message, context)) is None:
        return None
    if context.state is State.CONFIRM and not may_be_said_of_it(message, said, context):
        return None
    if not_then := _not_at_its_hour(said, context):
        return Parse((not_then,))
    named = any(one.named and one.about and one.verdict for one in said.clauses)
    return meaning(said, context) if named else None


_THOUGHT_OF = re.compile(
    rf" (?:queria(?:mos)?|iba(?:mos)? a|pensaba(?:mos)?|estaba por|(?:habia|tenia) pensado(?: en)?) (?:(?:la|lo|me) )*{CHANGE}(?: (?:la|mi|cita))*"
    r"(?: (?:,|pero|y|mejor|siempre|al final))* (?:ya no|siempre no|no)"
    r"(?: (?:,|y|si|ya|voy|vamos|ire|iremos|asistire|ahi|estare|gracias|disculpe|perdon|por favor|mejor|(?:la )?dej\w+|asi|igual))* $"
)
""" "Quería cancelar pero ya no, sí voy": what was wished for once is not any more, and nothing else is."""


_THAT_ONE = re.compile(
    r"^(?: (?:,|no|si|y|yo|era|es|esa|ese|perdon|sino|la que|quise decir|queria decir|digo|decia|me refer\w+ a|hablaba de|mejor|me equivoque"
    rf"|tambien|igual|(?:{ENDING})(?:a|e|o|en|an|ar)(?:me|nos)?))* (?P<one>(?:la|mi cita|el|lo) (?:del?|mi[ao]|de)(?: (?!tambien |igual |a las? |al |para )[^ ,?]+)*)(?: (?:tambien|igual))?(?P<time>(?: ,)* (?:a las?|el|para el|al) [^,?]+)?(?: (?:,|\?|por favor|porfa|gracias))* $"
)
""" "No era esa, la del viernes", "sí, cancela la de mi mamá", "la de Sofía también, a las 11:30": which is to be cancelled or
moved, where another one may be on screen. It is asked about, with no time but its own."""


_BY_PLACE = re.compile(
    r"^(?: (?:,|no|ay|perdon|perdone|disculpe|digo|es|era|esa|mejor|cancel[ae]n?|quiero|queria))* (?:la|mi) (?P<place>primer|segund|tercer|ultim)a(?: cita)?(?: (?:,|por favor|porfa|gracias))* $"
)
""" "No perdón, la primera", where another one is asked about to be cancelled."""
_OF_SOMEBODY = re.compile(r"(?:la|el|lo) (?:mi[ao]|de mi)(?: |$)")


def _another_of_them(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    changing = context.purpose in (Purpose.CANCEL, Purpose.MOVE) and context.state is not State.IDLE
    if context.purpose is Purpose.CANCEL and changing and not message.asks and (one := _BY_PLACE.match(message.flat)):
        about = _at_place(one["place"], context)
        return CancelAppointment(when=when_it_is(about, context)) if about else None
    found = _THAT_ONE.match(message.flat) if changing and len(context.visits) > 1 > context.picking - 1 else None
    if found is None:
        return None
    begin, end = found.span("one")
    then = found["time"] and _one_of_them(message, begin, found.end("time"), context)  # "la del viernes a las 11"
    about = then or _one_of_them(message, begin, end, context)
    if about is None or (found["time"] and not then and context.purpose is Purpose.CANCEL):
        return None
    if context.purpose is Purpose.CANCEL:
        return CancelAppointment(when=when_it_is(about, context))
    if about == context.standing:
        return None
    new = None if then or not found["time"] else read_spans(_part(message, *found.span("time")).text, context.now)
    return RescheduleAppointment(of=when_it_is(about, context), when=new.reading if new else None)


def _at_place(place: str, context: UnderstandingContext) -> dt.datetime | None:
    """One of the appointments by its place among them."""
    index = {"primer": 0, "segund": 1, "tercer": 2, "ultim": len(context.visits) - 1}[place]
    return context.visits[index] if index < len(context.visits) else None


def _the_same_of_another(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """ "La mía también", "y la de Sofía", right after one was cancelled or moved: what was done is asked for that one."""
    last, found = context.touched, _THAT_ONE.match(message.flat)
    too = "tambien" in message.words or message.words[:1] == ("y",)
    if context.state is not State.IDLE or found is None or not too or last is None or last.ordered or message.asks:
        return None
    about = _one_of_them(message, *found.span("one"), context)
    if about is None and not _OF_SOMEBODY.match(found["one"]):
        return None
    which = when_it_is(about, context) if about else None
    whom = None if about else Whose(own="de mi" not in found["one"])
    if last.how is Touched.CANCELLED:
        return None if found["time"] else CancelAppointment(when=which, whose=whom)
    if last.how is not Touched.MADE or last.before is None:
        return None
    time = read_spans(_part(message, *found.span("time")).text, context.now).reading if found["time"] else None
    return RescheduleAppointment(of=which, whose=whom, when=time)


def _one_of_them(message: Message, begin: int, end: int, context: UnderstandingContext) -> dt.datetime | None:
    """The only one that a stretch of the message names, and nothing else."""
    said = clauses(_part(message, begin, end), context)
    if len(said) != 1 or len(said[0].about) != 1 or said[0].verdict or said[0].time or not said[0].named:
        return None
    all_of_it = len(said[0].tokens) >= len(message.between(begin + 1, end)) - 3
    return said[0].about[0] if all_of_it else None


def _part(message: Message, begin: int, end: int) -> Message:
    place = message.between(begin + 1, end)
    return Message.of(message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end])


def _not_at_its_hour(said: Said, context: UnderstandingContext) -> AnyIntent | None:
    """ "No puedo llegar antes de las 10", of one at 9: later that day, which is asked; of one at 11 it changes nothing."""
    cannot = [one for one in said.clauses if one.verdict]
    when = cannot[0].time.when if len(cannot) == 1 and cannot[0].time else None
    if context.state is not State.IDLE or cannot[:1] != [one for one in cannot if one.verdict is Verdict.FALLS]:
        return None
    if when is None or when.exact or when.date_from or (when.time_from is None) is (when.time_to is None):
        return None
    starts = [start.astimezone(context.now.tzinfo).time() for start in context.visits]
    none_then = all(at >= when.time_to if when.time_to else at < (when.time_from or at) for at in starts)
    if none_then:
        return ListAppointments(stay=True)
    instead = When(time_from=when.time_to, time_to=when.time_from)
    wish = Reading(when=instead, anchor=Anchor(same_day=True))
    return RescheduleAppointment(when=wish, of=shown(context), unsure=True)


_CHANGES = re.compile(rf" (?:{MOVING}|pas|{ENDING})\w*(?= )")
_OF_A_DAY = re.compile(
    rf" (?:la|las|cita) (?:del?|de el)(?: dia)? (?P<day>(?:{DAY_NAMES})(?: [0-9]{{1,2}})?|[0-9]{{1,2}}(?: de [a-z]+)?)(?= )"
)


_THE_OTHER = re.compile(
    r"^(?: (?:y|gracias|ok|si|,|oiga|oye|tambien))* (?:la otra|mi otra cita)(?: cita)? (?:al|para el|pal|para)(?= )"
)
""" "Y la otra al 23"."""


def _is_of_another_than_proposed(message: Message, context: UnderstandingContext) -> bool:
    """ "De una vez la del 22 pásamela a la tarde", where the move of the 15th, or a booking, waits for its yes."""
    waits = context.standing if context.purpose is Purpose.MOVE else context.proposed
    if context.state is not State.CONFIRM or context.purpose is Purpose.CANCEL or waits is None:
        return False
    if len(context.visits) > 1 and _THE_OTHER.search(message.flat):
        return True
    if not _CHANGES.search(message.flat):
        return False
    said = (read_spans(f"el {one['day']}", context.now).reading for one in _OF_A_DAY.finditer(message.flat))
    days = {when.date_from for one in said for when in ((one.when,) if one.when else one.candidates)}
    theirs = {start.astimezone(context.now.tzinfo).date() for start in context.visits}
    return bool(days & theirs) and waits.astimezone(context.now.tzinfo).date() not in days


def may_be_said_of_it(message: Message, said: Said, context: UnderstandingContext) -> bool:
    """Whether it may be said of a change on screen: a "no" that begins it is to that question, which "las dos se quedan"
    only says again, and of one that is to be moved, "el 8 no puedo" only tells why."""
    if message.words[0] == "no":
        stays = {one.verdict for one in said.clauses if one.verdict} <= {Verdict.STAYS, Verdict.UNTOUCHED}
        return stays and context.purpose is Purpose.CANCEL
    return context.purpose is Purpose.CANCEL or any(one.many for one in said.clauses)


def may_be(context: UnderstandingContext) -> bool:
    """Whether appointments may be spoken of so: with nothing under way, or a change of one on screen."""
    changing = context.purpose in (Purpose.CANCEL, Purpose.MOVE) and context.state is State.CONFIRM
    return context.state is State.IDLE or changing


def meaning(theirs: Said, context: UnderstandingContext) -> Parse | None:
    """What that asks for: one to be moved or cancelled, or all to stay as they are. None where nobody can tell."""
    said = theirs.clauses
    falls, moves = about_of(said, Verdict.FALLS), about_of(said, Verdict.MOVES)
    stays = about_of(said, Verdict.STAYS, Verdict.UNTOUCHED)
    verdicts = {one.verdict for one in said if one.verdict}
    new = [
        of_a_new_one(one.time, one.message.flat)
        for one in said
        if one.time and one.verdict in (None, Verdict.STAYS, Verdict.MOVES)
    ]
    if len(new) > 1 or set((*falls, *moves)) & set(stays) or any(one.asked and one.verdict in _FIRM for one in said):
        return None
    several = sum(one.verdict is Verdict.FALLS for one in said) > 1 or any(one.many for one in said)
    wish = with_anchor(new[0] if new else None, theirs.anchor)
    if Verdict.MOVES in verdicts and not falls:
        return _moved(moves, wish, theirs, context)
    if Verdict.FALLS in verdicts and not moves:
        if any(one.time and one.verdict is Verdict.FALLS for one in said):
            return None  # a time that is none of theirs
        whom = [one.whose for one in said if one.verdict is Verdict.FALLS and one.whose]
        if theirs.other_day and len(falls) == 1 and not theirs.anchor:
            wish = _on_other_days(falls[0], wish, context) or wish
        if wish or theirs.doctor:
            return _moved(falls, wish, theirs, context)
        if theirs.moved and context.state is State.IDLE:
            of = when_it_is(falls[0], context) if len(falls) == 1 else None if whom else shown(context)
            return Parse((RescheduleAppointment(of=None if whom else of, whose=whom[0] if len(whom) == 1 else None),))
        if len(whom) == 1 and not several:
            return Parse((CancelAppointment(whose=whom[0]),))
        return _given_up(falls, context, several=several)
    if verdicts <= {Verdict.STAYS, Verdict.UNTOUCHED, Verdict.UNKNOWN} and not wish and not theirs.doctor:
        if context.state is not State.IDLE:
            return Parse((Deny(),)) if context.purpose is Purpose.CANCEL else None
        return Parse((ListAppointments(stay=not any(one.asked for one in said)),))
    return None


def about_of(said: list[Clause], *verdicts: Verdict | None) -> tuple[dt.datetime, ...]:
    """Those that clauses of these verdicts are about."""
    return tuple(dict.fromkeys(start for one in said if one.verdict in verdicts for start in one.about))


def _moved(
    these: tuple[dt.datetime, ...], wish: Reading | None, theirs: Said, context: UnderstandingContext
) -> Parse | None:
    of = when_it_is(these[0], context) if these else shown(context)
    if len(these) > 1 and context.state is State.IDLE and not (theirs.unnamed or theirs.not_with):
        return Parse((RescheduleAppointment(when=wish, doctor=theirs.doctor),))  # which of them first is asked
    if (
        len(these) > 1
        or theirs.unnamed
        or context.state is not State.IDLE
        or not (wish or theirs.doctor or theirs.not_with)
    ):
        return None
    when = wish or Reading(anchor=Anchor(same_day=True, same_time=True))
    whom = [one.whose for one in theirs.clauses if one.verdict in _FIRM and one.whose]
    moved = RescheduleAppointment(when=when, of=of, doctor=theirs.doctor, not_with=theirs.not_with)
    return Parse((moved.model_copy(update={"of": None, "whose": whom[0]}) if len(whom) == 1 else moved,))


def _on_other_days(start: dt.datetime, wish: Reading | None, context: UnderstandingContext) -> Reading | None:
    """Any day but that of the appointment, at the hours wished for; None where a day is wished for."""
    when = wish.when if wish and wish.when else When()
    if when.date_from or when.date_to or (wish and wish.candidates):
        return None
    day, today = start.astimezone(context.now.tzinfo).date(), context.now.date()
    after = when.model_copy(update={"date_from": day + dt.timedelta(days=1)})
    before = when.model_copy(update={"date_from": today, "date_to": day - dt.timedelta(days=1)})
    return Reading(candidates=(before, after), alternatives=True) if day > today else Reading(when=after)


def _given_up(falls: tuple[dt.datetime, ...], context: UnderstandingContext, *, several: bool) -> Parse:
    if len(falls) > 1:
        return Parse((CancelAppointment(several=several, when=_only(falls, context)),))
    return Parse((CancelAppointment(when=when_it_is(falls[0], context) if falls else shown(context)),))


def _only(falls: tuple[dt.datetime, ...], context: UnderstandingContext) -> Reading | None:
    """The times of these; None where they are all there are."""
    if len(falls) == len(context.visits):
        return None
    whens = tuple(when for start in falls if (when := when_it_is(start, context).when) is not None)
    return Reading(candidates=whens, alternatives=True)


def when_it_is(start: dt.datetime, context: UnderstandingContext) -> Reading:
    """The time of an appointment, as words would say it."""
    return exactly(start.astimezone(context.now.tzinfo))


def shown(context: UnderstandingContext) -> Reading | None:
    """The only appointment there is, or the one just shown."""
    last = context.touched
    if len(context.visits) == 1:
        return when_it_is(context.visits[0], context)
    return when_it_is(last.start, context) if last and last.how is Touched.SHOWN else None
