"""A message taken apart: its greeting, and in the rest a name, a doctor, a time and what the words ask for."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from itertools import pairwise

from booking.intents import Problem, Reading, Shift, When
from booking.models import State, UnderstandingContext
from nlu import (
    acts,
    anchors,
    beside_names,
    choices,
    doctors,
    names,
    questions,
    refusals,
    specialties,
    unnamed_doctors,
    visits,
)
from nlu.acts import Act, Found
from nlu.message import Message, plain
from nlu.statements import clauses_of, tells
from nlu.told import of_birth, reported, told_beside_a_wish, told_of_the_past
from nlu.when import Bare, Spans, read_spans
from nlu.when.words import MONTHS, NEXT, THIS, WEEKDAYS
from nlu.word_sets import word_set

_DATED = frozenset({*MONTHS, *NEXT, *THIS, "semana", "viene", "entra", "sigue", "dia", "hoy", "manana"})
"""Words that pin a weekday to the calendar."""

NOTHING_SAID = Spans(Reading(), (), "")
UNREAD = Reading(problem=Problem.UNREAD)

_THE_ONE_AT = re.compile(r"\b([lL]a|[eE]l) de ([0-9]{1,2}|\w{3,6})[ .!,]*$")
""" "La de 4": the offered time at four."""


_BARE_CLOCK = re.compile(r"\W*([0-9]{1,2} ?[0-9]{2}|[^\W\d]{2,8} (?:y )?[^\W\d]{4,12}(?: y [^\W\d]{3,6})?)\W*")
""" "1030", "diez treinta": a time only where it is offered."""
_APART = re.compile(r"[,.;?!]| (?:y|porque|pues|que|pero|es que) ")
_PATIENT_OF = re.compile(
    r" (?:(?:me|nos) (?:la |lo )?recom\w+(?: a| al| con)?(?: una?| el| la)*|pacientes? de|me toca con|voy con|iba con|me atiende|me atendia|siempre con) (?:el |la )?doctora?(?= )"
)
""" "Soy paciente de la doctora Ríos desde hace años": whose patient one is is no tale."""
_TOO = re.compile(
    r"(?:^(?: ,| no| uy| ay| es que)*| (?:esta|estan|es|son|queda|quedan|se me hacen?|seria))"
    r" (?:muy|demasiado|tan|bien|re) (?:temprano|tarde)(?: (?:tod[ao]s|es[ao]s?|est[ao]s?|para mi))*"
    r"(?= (?:,|\?|para|mi|no|hay|tien\w*|habr\w*|tendr\w*|me|mejor|y|algo|otr[ao]s?|que|pued\w*|podr\w*|quier\w*|quisiera|busc\w*|mas|pero|$)| $)"
)
""" "Se me hace muy temprano": what is said of the times offered, and no wish for one."""
_MY_HOURS = re.compile(
    r" (?:salgo|sale|salimos|trabajo|trabaja|termino|acabo|me desocupo|estoy|entro|entra|llego|checo salida)(?: [^ ,?]+){0,5}? (?:a|hasta|como a) (?P<hour>las? (?:\d[^ ,?]*|\w+)(?: y (?:media|cuarto))?)(?= )"
    r"(?: [^ ,?]+){0,4}?(?: (?:,|asi que|entonces|tendr\w+|tienen?|hay|habra|algo|que sea|tiene que ser|seria|mejor|quiero|quisiera|necesito|ocupo|una?|cita|consulta|me|puede|dar|para|el|la|(?:lunes|martes|miercoles|jueves|viernes|sabado|hoy|manana)))*"
    r" (?P<side>antes|despues)(?: de (?:es[ao]|es[ao]s|es[ao] horas?|esas horas|ahi))?(?=(?: (?:,|\?|por favor|porfa|gracias))* $)"
)
""" "Salgo a las 5, ¿tiene algo después?": what is counted from one's own hours."""
_WITH_THEM = re.compile(r" con (?:ella|el)(?= (?:,|para|el|la|por|manana|hoy|$)| $)")


@dataclass
class Parts:
    """What was found in a message, and the tokens that each rule took."""

    message: Message
    context: UnderstandingContext
    found: list[Found]
    named: names.Named | None
    doctor: doctors.Wanted | None
    specialists: tuple[str, ...]  # several doctors of the specialty asked for
    unnamed: unnamed_doctors.Unnamed | None
    visit: visits.Wanted
    wish: Reading | None
    refused: tuple[When, ...]  # times that will not do
    unread: bool  # a time was said, and nobody can tell which
    taken: set[int]
    timed: set[int]  # of these, the ones that say a time
    aside: set[int]  # name and doctor

    def has(self, *named: Act) -> bool:
        return any(found.act in named for found in self.found)

    def first(self, *named: Act) -> Found:
        return next(found for found in self.found if found.act in named)

    def words_of(self, found: Found) -> str:
        return self.message.flat[found.start : found.end]

    @property
    def shift(self) -> Shift | None:
        """The first wish relative to the offer; another day outweighs another hour."""
        shifts = [found.shift for found in self.found if found.shift]
        return Shift.OTHER_DAY if Shift.OTHER_DAY in shifts else next(iter(shifts), None)

    @property
    def sought(self) -> Reading | None:
        """The wish without what will not do; every other time, where only that was said. (An hour alone that will not
        do asks for more than what is on screen.) What could not be read is none that was left unsaid."""
        if self.unread and self.wish is None:
            return UNREAD
        context = self.context
        wish = self.wish.when if self.wish else None
        wishes = [wish] if wish else list(self.wish.candidates) if self.wish else []
        ranges = any(not one.exact for one in wishes)  # "después de las 4, excepto a las 5"
        refused = tuple(when for when in self.refused if when.date_from or not when.exact or ranges)
        return refusals.without(self.wish, refused, context.now.date(), (context.opens, context.closes))

    @property
    def unread_answer(self) -> bool:
        """Whether a time that nobody can read answers the question which one it shall be."""
        return self.unread and self.wish is None and self.context.state is State.SLOT_SELECTION

    def by_weekday(self, day: dt.date) -> bool:
        """Whether a day was said by its weekday, and nothing pins that to the calendar."""
        words = [self.message.tokens[i].text for i in self.timed]
        numbered = any(w.isdigit() and int(w) == day.day for w in words)
        return not numbered and any(w in WEEKDAYS for w in words) and not any(w in _DATED for w in words)

    def one_refused(self, when: When) -> Reading:
        """A time that will not do, as that of an appointment that exists: on whichever such weekday it is."""
        day = when.date_from
        bare = day is not None and day == when.date_to and self.by_weekday(day)
        return Reading(when=when, anchor=anchors.BARE[Bare.WEEKDAY if bare else None])

    @property
    def in_flow(self) -> bool:
        return self.context.state is not State.IDLE


def taken_apart(message: Message, context: UnderstandingContext) -> Parts:
    """The parts of a message that has no greeting."""
    asked_for = acts.find(message)
    quoted = reported(message, of_the_clinic=True)
    asked_for = [found for found in asked_for if not {*message.between(found.start, found.end)} <= quoted]
    asked_for = _without_told(asked_for, message)
    called = "socorro" not in message.words  # a name, too
    ill = any(found.act in acts.ILLNESS or (called and found.act is Act.URGENCY) for found in asked_for)
    named = None if ill else names.introduced(message, context.state)
    if named is None and not ill and context.state is State.CUSTOMER_DATA:
        named = names.bare(message)
    if named is None and not ill and questions.searches(context.expected):
        bare = names.bare(message)
        named = bare if bare and bare.name and " " in bare.name and names.begins_given(bare.name) else None
    if named is None and not ill:
        named = beside_names.beside_a_choice(message, context) or beside_names.with_a_day_in_it(message)
    doctor = doctors.wanted(message, context.doctors)
    if named and named.name and doctor and doctor.tokens <= named.tokens:
        doctor = None  # "soy Laura Méndez": a patient who is called so
    specialists: tuple[str, ...] = ()
    if doctor is None and (special := specialties.wanted(message, context.specialties)):
        specialists = special.doctors if len(special.doctors) > 1 else ()
        name = special.called if not special.doctors else special.doctors[0] if not specialists else None
        doctor = doctors.Wanted(name, special.tokens, asked=not specialists)
        if doctors.is_refused(message, special.tokens):
            doctor = doctors.Wanted(None, special.tokens, asked=False, refused=True)
    of_acts = {i for found in asked_for for i in message.between(found.start, found.end)}
    who = {i for found in asked_for if found.act is Act.DOCTORS for i in message.between(found.start, found.end)}
    told = told_of_the_past(message, of_acts - who) | quoted
    naming = context.state is State.CUSTOMER_DATA
    beside_wish = of_birth(message) if naming else told_beside_a_wish(message, of_acts)
    told_of = doctor is not None and not doctor.asked and not doctor.refused and doctor.tokens <= told
    told_of = told_of and not _PATIENT_OF.search(message.flat)
    beside = {i for c in message.clauses() if doctor and doctor.tokens & {*c} for i in c} & (of_acts - who)
    if told_of and not beside and not _WITH_THEM.search(message.flat):
        doctor = None  # "me comentaron que el doctor Salas andaba de vacaciones"
        asked_for = [found for found in asked_for if found.act is not Act.DOCTORS]
    in_flow = context.state is not State.IDLE
    unnamed = unnamed_doctors.unnamed_one(message, context.doctors, in_flow=in_flow) if not doctor else None
    if unnamed and unnamed.bare and context.state not in (State.CUSTOMER_DATA, State.CONFIRM):
        unnamed = None
    if unnamed and unnamed.name:
        doctor = doctors.Wanted(unnamed.name, unnamed.tokens, asked=True)
    visit = visits.wanted(message)
    known = anchors.told(message, context, asked_for)
    taken = set(unnamed.tokens) if unnamed else set()
    taken |= (set(named.tokens) if named else set()) | (set(doctor.tokens) if doctor else set()) | visit.tokens
    judged = _TOO.search(message.flat) if context.offered else None
    told |= {*message.between(judged.start() + 1, judged.end())} if judged else set()
    no_time = (
        taken
        | known.tokens
        | told
        | beside_wish
        | refusals.with_somebody(message)
        | refusals.in_the_end(message)
        | refusals.staying(message)
        | refusals.compared(message)
        | refusals.together(message)
    )
    said, timed = _said(message, context, no_time, of_acts)
    declined = refusals.declining(message, asked_for) - no_time
    if declined and (said == NOTHING_SAID or (said.reading == Reading() and not said.refused and not said.unread)):
        said, timed = _said(message, context, no_time | declined, of_acts)
    if said.reading.problem is Problem.PAST and _is_told(message, timed, asked_for):
        said, timed = NOTHING_SAID, set()
    known_day = in_flow or context.made is not None or any(f.act in (Act.MOVE, Act.CANCEL) for f in asked_for)
    wish = anchors.near(said, known=known_day)
    wish, timed, refused = anchors.with_anchor(wish, known.anchor), timed | known.tokens, said.refused
    if known.anchor is None and not in_flow and context.made is not None:
        wish = anchors.on_its_day(wish, message)
    if named is None and wish and all(f.act is Act.START for f in asked_for):
        starts = {i for f in asked_for for i in message.between(f.start, f.end)}
        with_whom = set(range(min(doctor.tokens), max(doctor.tokens) + 1)) if doctor else set[int]()
        named = beside_names.beside_a_time(message, taken | timed | starts | with_whom)
        joined = named and doctor and message.tokens[min(named.tokens) - 1].kind != "mark"
        if joined or (named and named.name and any(plain(named.name) in plain(one) for one in context.doctors)):
            named = None  # "con el doctor Salas Rita Osuna" may be one name, "Laura Méndez" a doctor
        taken |= named.tokens if named else set()
    found = [f for f in asked_for if not named or not _inside(message, f, named.tokens)]
    aside = set(taken)
    taken |= beside_wish
    for one in found:
        taken |= set(message.between(one.start, one.end))
    parts = Parts(
        message,
        context,
        found,
        named,
        doctor,
        specialists,
        unnamed,
        visit,
        wish,
        refused,
        said.unread,
        taken | timed,
        timed,
        aside,
    )
    _beside_the_offer(parts)
    return parts


def _without_told(found: list[Found], message: Message) -> list[Found]:
    """The acts without questions that are none: in a clause that only tells, beside something that is asked for."""
    if not any(f.act in (Act.START, Act.AVAILABILITY, Act.SHIFT, Act.MOVE, Act.CANCEL) for f in found):
        return found
    told = {i for c in clauses_of(message) if tells(message, c) and not _is_asked(message, c) for i in c}
    return [f for f in found if f.act not in acts.QUESTIONS or not {*message.between(f.start, f.end)} <= told]


def _is_asked(message: Message, clause: range) -> bool:
    """Whether a question mark comes next after a clause, or it has a question word with its accent."""
    after = next((t.kind for t in message.tokens[clause.stop :] if t.kind in ("mark", "ask")), "mark")
    return after == "ask" or any(message.tokens[i].raw.casefold() in _ASKS for i in clause)


_ASKS = word_set("cuánto cuánta cuántos cuántas cuándo cómo dónde quién quiénes cuál cuáles")


def _beside_the_offer(parts: Parts) -> None:
    """Weekdays that refuse what was offered are those of the offer's week, and so is the one wished for instead."""
    days = [when.date_from for when in parts.refused]
    if len(days) != 1 or days[0] is None or not parts.by_weekday(days[0]):
        return
    context = parts.context
    spoken_of = (*context.offered, context.made) if context.made and not parts.in_flow else context.offered
    local = tuple(start.astimezone(context.now.tzinfo) for start in spoken_of)
    parts.refused = refusals.of_the_offer(parts.refused, local, context.now.date())
    when = parts.wish.when if parts.wish else None
    if when and when.date_from and when.date_from == when.date_to and parts.by_weekday(when.date_from):
        day = refusals.week_of_the_refused(when.date_from, parts.refused)
        parts.wish = Reading(when=when.model_copy(update={"date_from": day, "date_to": day}))


def _inside(message: Message, found: Found, tokens: frozenset[int]) -> bool:
    return set(message.between(found.start, found.end)) <= tokens


def _said(message: Message, context: UnderstandingContext, taken: set[int], asked: set[int]) -> tuple[Spans, set[int]]:
    """What the rest of the message says about time and which times it refuses; the tokens that say it. What is told
    after a clause that asks for something, by its words `asked`, is apart from it."""
    if choices.is_figure(message):
        return NOTHING_SAID, set()
    if (bounded := _by_own_hours(message, context)) is not None:
        return bounded
    text = list(message.text)
    for index in taken:
        token = message.tokens[index]
        text[token.start : token.end] = ";" + " " * (token.end - token.start - 1)
    for before, clause in pairwise(clauses_of(message)):
        first = message.tokens[clause.start]
        apart = first.start - 1
        if asked & {*before} and first.text != "que" and tells(message, clause) and text[apart] == " ":
            text[apart] = ";"  # "no podré ir hoy se me ponchó la llanta"
    either = refusals.joints(message)
    for place, word in either:
        start, end = message.tokens[place.start].start, message.tokens[place.stop - 1].end
        text[start:end] = word + " " * (end - start - len(word))
    hours: tuple[dt.time, dt.time] | None = None
    if context.opens and context.closes and context.opens < context.closes:
        hours = context.opens, context.closes
    rest = "".join(text)
    said = read_spans(rest, context.now, hours=hours)
    silent = said.reading == Reading() and not said.refused
    if silent and context.state is State.SLOT_SELECTION and (bare := _THE_ONE_AT.search(rest)):
        said = read_spans(f"{' ' * bare.start(1)}a las {bare[2]}", context.now, hours=hours)
        spans: tuple[tuple[int, int], ...] = (bare.span(),)
    elif silent and (clock := _offered_clock(rest, context, hours)):
        said, spans = clock, ((0, len(rest)),)
    else:
        spans = said.spans
    if either and said.reading.candidates:
        said = said._replace(reading=said.reading.model_copy(update={"alternatives": True, "ambiguous": False}))
    joined = {index for place, _ in either for index in place} if said.reading != Reading() else set[int]()
    return said, joined | {index for start, end in spans for index in message.within(start, end)}


def _by_own_hours(message: Message, context: UnderstandingContext) -> tuple[Spans, set[int]] | None:
    """A wish that is bounded by the hour at which somebody leaves or begins work; the day is said beside it, or not."""
    if (found := _MY_HOURS.search(message.flat)) is None or not (context.opens and context.closes):
        return None
    hours = context.opens, context.closes
    at = read_spans(f"a {found['hour']}", context.now, hours=hours).reading.when
    hour, side = (message.between(found.start(name), found.end(name)) for name in ("hour", "side"))
    text = list(message.text)
    told = {
        *range(message.between(found.start() + 1, found.end("hour")).start, hour.stop),
        *range(side.start, message.between(side.start, found.end()).stop),
    }
    for i in {*told, *message.between(found.start("side"), found.end())}:
        token = message.tokens[i]
        text[token.start : token.end] = ";" + " " * (token.end - token.start - 1)
    rest = read_spans("".join(text), context.now, hours=hours)
    day = rest.reading.when or (When() if rest.reading == Reading() else None)
    if at is None or not at.exact or day is None or day.time_from or day.time_to or rest.unread:
        return None
    bound = {"time_from": at.time_from} if found["side"] == "despues" else {"time_to": at.time_from}
    places = {i for start, end in rest.spans for i in message.within(start, end)}
    places |= {*hour} | {*message.between(found.start("side"), found.end())}
    return rest._replace(reading=Reading(when=day.model_copy(update=bound))), places


def _offered_clock(text: str, context: UnderstandingContext, hours: tuple[dt.time, dt.time] | None) -> Spans | None:
    """A clock time without anything that says it is one, if just that is offered."""
    if context.state is not State.SLOT_SELECTION or not (bare := _BARE_CLOCK.fullmatch(text)):
        return None
    said = read_spans(f"a las {bare[1]}", context.now, hours=hours)
    if said.leftover:
        return None  # "una cita" is no hour and a word
    return said if choices.matching(said.reading, context.offered) else None


def _is_told(message: Message, timed: set[int], found: list[Found]) -> bool:
    """Whether a past time is told of beside the wish: "quiero cita, me caí ayer"."""
    wishes = [f for f in found if f.act in (Act.START, Act.AVAILABILITY)]
    tokens = message.tokens
    first, last = (tokens[min(timed)].start, tokens[max(timed)].end) if timed else (0, 0)
    for wish in wishes:
        own = message.between(wish.start, wish.end)
        begin, end = tokens[own.start].start, tokens[own.stop - 1].end
        if _APART.search(message.text[min(end, last) : max(begin, first)]):
            return True
    return False
