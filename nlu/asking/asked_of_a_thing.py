"""What is asked of a thing that is named once: "¿cuánto cuesta el electro y cómo me preparo?", "cita para un papanicolaou,
¿qué necesito?", "¿me hacen factura y cuánto tarda?".

A question that names nothing, of what something costs, how one prepares for it or how long it takes, is of what was named
in the same message, and is asked with that. What nothing was named for stays a question about a visit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from booking.intents import AnyIntent, AskQuestion, Greet, Smalltalk, Topic, Unknown
from nlu.asking.several_questions import stretches
from nlu.parsed import MOST_INTENTS, Parse
from nlu.words.filler import FILLER
from nlu.words.message import Message
from nlu.words.word_sets import word_set

_PRICE = r"(?:(?:en )?cuanto (?:me )?(?:cuestan?|vale|sale|es|seria|costaria|cobran|va a ser|esta)|(?:que|cual es el) (?:precio|costo)(?: tiene)?|precio|costo)"
_PREPARES = (
    r"(?:(?:que|cual) (?:es la )?preparacion(?: (?:lleva|necesita|requiere|necesito|ocupo|ocupa|tiene))?|como (?:me|se) prepar\w+|como (?:hay|tengo) que prepararme"
    r"|que (?:se )?(?:necesito|necesita|ocupo|ocupa|requisitos|debo llevar|tengo que (?:llevar|hacer)|hay que llevar|llevo)(?: (?:llevar|traer|tener|presentar))?|(?:tengo que|hay que|debo|necesito|ocupo) (?:ir|venir|estar) en ayunas?|(?:es|va|voy) en ayunas?)"
)
_LASTS = (
    r"cuanto (?:tiempo )?(?:se )?(?:tardan?|duran?|demoran?)(?: en (?:llegar|darmel[oa]s?|hacerl[oa]|entregar\w*))?"
)
_KINDS = tuple(
    (topic, re.compile(rf" {words}(?= )"))
    for topic, words in ((Topic.PRICES, _PRICE), (Topic.BRING, _PREPARES), (Topic.DURATION, _LASTS))
)
_WHETHER = re.compile(r" si (?=(?:se )?(?:puedo|puede|hay|tienen|aceptan|dan|hacen|necesito|tengo)(?= ))")
_OFFERS = re.compile(r" (?:me |nos )?(?:hacen|dan|entregan|expiden|mandan|aplican|realizan)(?= )")
""" "Me hacen factura": what is said next may be of it."""
_VISIT = word_set("consulta consultas cita citas visita visitas primera vez seguimiento revision control turno")
_SMALL = word_set("antes dime digame decirme saber si pero ok mijo mija oiga oye disculpe tambien ademas entonces")
_WANTED = re.compile(
    r" (?:para|por|de|es|hacer\w*|sacar\w*|tomar\w*|realizar\w*)(?: (?:un|una|unos|unas|el|la|los|las|mi|lo|hacer\w*|sacar\w*|tomar\w*|realizar\w*|estudio|prueba|de)){0,6}"
    r" (?P<thing>[a-z]{5,}(?: de (?:la |los )?[a-z]{5,})?)(?= )"
)


class _Asked(NamedTuple):
    """A question, and what it names; nothing where it names nothing."""

    topic: Topic | None
    query: str
    thing: str


def of_the_thing(text: str, said: Parse) -> Parse:
    """The reading, with each bare question asked of what was named."""
    questions = [one for one in said.intents if isinstance(one, AskQuestion)]
    if not questions:
        return said
    message = Message.of(text)
    each = [(stretch, _read(stretch)) for stretch in stretches(message)]
    asked = [one for _, one in each if one]
    open_ = any(one is None and {*Message.of(stretch).words} - FILLER - _SMALL for stretch, one in each)
    if open_ and any(_is_whole(one, text) for one in questions):
        return said  # what is left out of the whole is asked, too
    thing = next((one.thing for one in asked if one.thing), "") or _wanted(message, said.leftovers)
    bare = [one for one in asked if one.topic is not None and not one.thing]
    if not bare or not (thing or len(asked) > 1):
        return said
    if any(_is_whole(one, text) for one in questions):
        others = [one for one in said.intents if one not in questions]
        if any(not isinstance(one, Greet | Smalltalk | Unknown) for one in others):
            asked = [one for one in asked if one.topic is not None]  # "si tienen lugar el viernes" is the wish
        talk = [one for one in others if not isinstance(one, Unknown)]
        return _as_long(said, (*(_with(one, thing) for one in asked), *talk))
    if not thing:
        return said
    known = {Message.of(one.query).words: one for one in bare}
    heard = [known.pop(Message.of(one.query).words, None) if one in questions else None for one in said.intents]
    now = [_with(own, thing) if own else one for one, own in zip(said.intents, heard, strict=True)]
    missed = [_with(one, thing) for one in known.values()]  # nobody heard it by itself
    last = max(place for place, one in enumerate(now, start=1) if isinstance(one, AskQuestion))
    return _as_long(said, (*now[:last], *missed, *now[last:]))


def _as_long(said: Parse, intents: tuple[AnyIntent, ...]) -> Parse:
    return said._replace(intents=intents) if len(intents) <= MOST_INTENTS else said


def _read(stretch: str) -> _Asked | None:
    """What one stretch asks; None where it asks nothing of these kinds."""
    message = Message.of(stretch)
    flat = message.flat
    for topic, words in _KINDS:
        if (found := words.search(flat)) is None:
            continue
        before = [word for word in flat[: found.start()].split() if word not in FILLER | _SMALL]
        behind = [word for word in flat[found.end() :].replace("?", " ").split() if word not in _SMALL]
        named = [word for word in (*before, *behind) if word not in FILLER and word.isalpha()]
        if set(named) & _VISIT:
            return None
        thing = " ".join(behind if set(behind) & {*named} else before) if named else ""
        if "ayun" in found[0]:
            topic = Topic.FASTING
        return _Asked(topic, stretch.removesuffix("?").strip(), thing)
    if (found := _WHETHER.match(flat)) is not None:
        return _Asked(None, stretch.split(None, 1)[1], "")
    asks = [word for word in flat.split(" si ")[0].split() if word.isalpha() and word not in FILLER | _SMALL]
    verb = _OFFERS.search(flat)
    return _Asked(None, stretch.removesuffix("?").strip(), asks[-1]) if verb and asks else None


def _with(one: _Asked, thing: str) -> AskQuestion:
    if one.topic is None or one.thing or not thing:
        return AskQuestion(query=f"{one.query} ?", topic=one.topic)
    topic = None if one.topic is Topic.DURATION else one.topic
    of = "para " if one.topic in (Topic.BRING, Topic.FASTING) else ""
    return AskQuestion(query=f"{one.query} {of}{thing} ?", topic=topic)


def _wanted(message: Message, leftovers: Sequence[str]) -> str:
    """What an appointment is wanted for, of the words that no rule took."""
    left = {*leftovers}
    found = (one["thing"] for one in _WANTED.finditer(message.flat))
    return next((thing for thing in found if thing.split()[0] in left and thing.split()[0] not in _VISIT), "")


def _is_whole(question: AskQuestion, text: str) -> bool:
    return Message.of(question.query).words == Message.of(text).words
