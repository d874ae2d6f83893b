"""A message taken apart: in what follows its greeting a name, a doctor, a time and what the words ask for."""

from __future__ import annotations

import re
from collections.abc import Collection

from booking.intents import Problem, Reading
from booking.models import State, UnderstandingContext
from nlu import acts
from nlu.acts import Act, Found
from nlu.answers import questions
from nlu.choosing import picking
from nlu.naming import bare_names, beside_names, names, whom_it_is_for
from nlu.parts import Parts
from nlu.told import of_birth, reported, told_beside_a_wish, told_of_the_past
from nlu.wishes import anchors, refusals
from nlu.wishes.time_said import NOTHING_SAID, read_time
from nlu.with_whom import doctors, specialties, unnamed_doctors, visits
from nlu.words.message import Message, plain
from nlu.words.statements import clauses_of, lists, tells
from nlu.words.word_sets import word_set

_APART = re.compile(r"[,.;?!]| (?:y|porque|pues|que|pero|es que) ")
_PATIENT_OF = re.compile(
    r" (?:(?:me|nos) (?:la |lo )?recom\w+(?: a| al| con)?(?: una?| el| la)*|pacientes? de|me toca con|voy con|iba con|me atiende|me atendia|siempre con) (?:el |la )?(?:doctora?|dra?)(?= )"
)
""" "Soy paciente de la doctora Ríos desde hace años": whose patient one is is no tale."""
_TOO = re.compile(
    r"(?:^(?: ,| no| uy| ay| es que)*| (?:esta|estan|es|son|queda|quedan|se me hacen?|seria))"
    r"(?<! no) (?:muy|demasiado|tan|bien|re) (?:temprano|tarde)(?: (?:tod[ao]s|es[ao]s?|est[ao]s?|para mi))*"
    r"(?= (?:,|\?|para|mi|no|hay|tien\w*|habr\w*|tendr\w*|me|mejor|y|algo|otr[ao]s?|que|pued\w*|podr\w*|quier\w*|quisiera|busc\w*|mas|pero|$)| $)"
)
""" "Se me hace muy temprano": what is said of the times offered, and no wish for one; "no tan temprano" is one."""
_CAN_THEN = re.compile(
    r" (?:porque|pq|xq|asi|(?:descanso|descansamos|no trabajo|libre|desocupad[oa]|salgo (?:temprano|antes)) y)(?: (?:ya|si))* (?=(?:puedo|podemos) )"
)
""" "Ese día descanso y puedo llevar a mi mamá": tells why, and asks nothing where there is no mark."""
_WITH_THEM = re.compile(r" con (?:ella|el)(?= (?:,|para|el|la|por|manana|hoy|$)| $)")


def taken_apart(message: Message, context: UnderstandingContext, asks: Collection[int] = ()) -> Parts:
    """The parts of a message that has no greeting. The words `asks` ask for something too, so that they tell of nothing."""
    quoted = reported(message, of_the_clinic=True)
    asked_for = [found for found in acts.find(message) if not {*message.between(found.start, found.end)} <= quoted]
    asked_for = _without_told(asked_for, message)
    if not message.asks and context.offered and (can := _CAN_THEN.search(message.flat)):
        asked_for = [found for found in asked_for if found.act is not Act.QUESTION or found.start < can.end() - 1]
    called = "socorro" not in message.words  # a name, too
    ill = any(found.act in acts.ILLNESS or (called and found.act is Act.URGENCY) for found in asked_for)
    named = None if ill else names.introduced(message, context.state)
    if named is None and not ill and context.state is State.CUSTOMER_DATA:
        named = bare_names.bare(message)
    if named is None and not ill and questions.searches(context.expected):
        bare = bare_names.bare(message)
        named = bare if bare and bare.name and " " in bare.name and names.begins_given(bare.name) else None
    if named is None and not ill and context.state is State.SLOT_SELECTION and not context.picking:
        named = bare_names.unheard_of(message)
    if named is None and not ill:
        named = beside_names.beside_a_choice(message, context) or beside_names.with_a_day_in_it(message)
    doctor = doctors.wanted(message, context.doctors)
    if named and named.name and doctor and doctor.tokens <= named.tokens:
        doctor = None  # "soy Laura Méndez": a patient who is called so
    another = unnamed_doctors.another_than(message, doctor, context.doctors)
    doctor = another or doctor
    specialists: tuple[str, ...] = ()
    if doctor is None and (special := specialties.wanted(message, context.specialties)):
        of_them = unnamed_doctors.man_or_woman(message, context.doctors)
        left = tuple(one for one in special.doctors if of_them is None or one not in of_them.not_with)
        if of_them and not left and max(of_them.tokens) < min(special.tokens):
            of_them, left = None, special.doctors  # "la doctora de niños", who is a man
        specialists = left if len(left) > 1 else ()
        name = (special.called or None) if not special.doctors else left[0] if len(left) == 1 else None
        its_tokens = special.tokens | (of_them.tokens if of_them else frozenset())
        doctor = doctors.Wanted(name, its_tokens, asked=not specialists)
        if not special.called or (special.doctors and not left):
            doctor = doctors.Wanted(None, its_tokens, asked=False, refused=True, not_with=special.refused)
    of_acts = {*asks, *(i for found in asked_for for i in message.between(found.start, found.end))}
    who = {i for found in asked_for if found.act is Act.DOCTORS for i in message.between(found.start, found.end)}
    told = told_of_the_past(message, of_acts - who) | quoted
    naming = context.state is State.CUSTOMER_DATA
    beside_wish = of_birth(message) if naming else told_beside_a_wish(message, of_acts)
    spoken_of = _PATIENT_OF.search(message.flat) or _WITH_THEM.search(message.flat) or another is not None

    def is_told_of(said: doctors.Wanted) -> bool:
        return said.tokens <= told and not _with_what_follows(message, said.tokens) & (of_acts - who)

    meant = doctor
    if doctor is not None and not spoken_of:  # "me comentaron que el doctor Salas andaba de vacaciones"
        meant = doctors.wanted(message, context.doctors, is_told_of)
        if meant is None and (doctor.asked or doctor.refused or not is_told_of(doctor)):
            meant = doctor
    if meant != doctor:
        doctor = meant
        asked_for = [found for found in asked_for if found.act is not Act.DOCTORS]
    in_flow = context.state is not State.IDLE
    unnamed = unnamed_doctors.unnamed_one(message, context.doctors, in_flow=in_flow) if not doctor else None
    if naming and _PATIENT_OF.search(message.flat):
        unnamed = None
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
        | picking.both(message, context)
    )
    said, timed = read_time(message, context, no_time, of_acts)
    declined = refusals.declining(message, asked_for) - no_time
    if declined and (said == NOTHING_SAID or (said.reading == Reading() and not said.refused and not said.unread)):
        said, timed = read_time(message, context, no_time | declined, of_acts)
    if said.reading.problem is Problem.PAST and _is_told(message, timed, asked_for):
        said, timed = NOTHING_SAID, set()
    known_day = in_flow or context.made is not None or any(f.act in (Act.MOVE, Act.CANCEL) for f in asked_for)
    wish = anchors.near(said, known=known_day)
    wish, timed, refused = anchors.with_anchor(wish, known.anchor, like=known.like), timed | known.tokens, said.refused
    if known.anchor is None and not in_flow and context.made is not None:
        wish = anchors.on_its_day(wish, message)
    if named is None and wish and all(f.act is Act.START for f in asked_for):
        starts = {i for f in asked_for for i in message.between(f.start, f.end)}
        with_whom = set(range(min(doctor.tokens), max(doctor.tokens) + 1)) if doctor else set[int]()
        named = beside_names.beside_a_time(message, taken | timed | starts | with_whom)
        joined = named and doctor and message.tokens[min(named.tokens) - 1].kind != "mark"
        if joined or (named and named.name and any(plain(named.name) in plain(one) for one in context.doctors)):
            named = None  # "con el doctor Salas Rita Osuna" may be one name, "Laura Méndez" a doctor
    if named is None and not ill and (wish or doctor or any(f.act is Act.START for f in asked_for)):
        named = whom_it_is_for.beside_the_wish(message, taken | timed | of_acts, context)
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
        frozenset(told),
    )
    _beside_the_offer(parts)
    return parts


def _with_what_follows(message: Message, tokens: frozenset[int]) -> set[int]:
    """The clause of these tokens and the one that its verb heads: "que la doctora Ríos | tiene lugar el lunes"."""
    clauses = clauses_of(message)
    here = [n for n, clause in enumerate(clauses) if tokens & {*clause}]
    joints = lists()["joints"]
    after = [n + 1 for n in here if n + 1 < len(clauses) and clauses[n + 1].start == clauses[n].stop]
    heads = [n for n in after if message.tokens[clauses[n].start].text not in joints]
    return {i for n in (*here, *heads) for i in clauses[n]}


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
        near = parts.wish is not None and parts.wish.anchor is not None and parts.wish.anchor.weekday
        if near and not any(start.date() == parts.refused[-1].date_from for start in local):
            return  # in which week that is, the days wished for before tell
        day = refusals.week_of_the_refused(when.date_from, parts.refused)
        parts.wish = Reading(when=when.model_copy(update={"date_from": day, "date_to": day}))


def _inside(message: Message, found: Found, tokens: frozenset[int]) -> bool:
    return set(message.between(found.start, found.end)) <= tokens


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
