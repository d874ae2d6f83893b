"""One of the offered times that is chosen among other clauses: refused ones, reasons, what somebody has to do.

"La 1 no, la 2 sí", "ese día abro la tienda a las 10, así que la primera", "la 3, o sea a las 5": each stretch is read by
itself. What only leads to the choice may tell anything, but may ask for nothing and name no other option.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from booking.intents import AnyIntent, CheckAvailability, SelectSlot
from booking.models import UnderstandingContext
from nlu import acts
from nlu.acts import Act
from nlu.answers import remarks
from nlu.answers.made_of import MOST_WORDS, made_of
from nlu.answers.yes_phrases import COMES, GLAD, YES, Phrases, composed, phrases
from nlu.choosing.choice_words import NEXT, only_leads, stripped
from nlu.choosing.choices import is_in_doubt, may_choose, meets
from nlu.choosing.may_point import may_point
from nlu.naming.names import introduced
from nlu.when import read_spans
from nlu.with_whom import visits
from nlu.with_whom.doctors import wanted
from nlu.words.closed_phrases import GREETINGS, NO, POLITE, THANKS
from nlu.words.message import Message
from nlu.words.statements import tells
from nlu.words.verb_forms import BOOKING

Reader = Callable[[str], tuple[AnyIntent, ...]]

_CONCLUDES = phrases("asi es que, asi que, por eso, por lo que, o sea, osea, entonces")
"""What follows is the choice."""
_GIVES_REASON = phrases(
    "porque, pq, xq, ya que, es que, esque, por que, pues es que, lo que pasa es que, como que, ya ve que, ya ves que, ya sabe que, ya sabes que"
    ", aunque, antes de que, antes que, antes de, mientras, para que, fijese que, fijate que, nada mas que, no mas que, no importa que, no me importa que, mientras mas, entre mas, que es cuando"
)
_TELLS_WHY = phrases("que, antes de, despues de, saliendo de, saliendo del, de ahi, para, pa, para que, asi, y asi")
"""These give a reason at the head of a stretch that names no time, or whose verb tells of something."""
_SAYS_WHEN_FREE = re.compile(
    r"(?:saliendo|llegando|regresando|viniendo|pasando|terminando|dejando|recogiendo) (?:del?|a|al|por|mis?|los|las|la|el) "
    r"|(?:para|pa) (?:(?:no|poder|ir a) )*(?!cambi|cancel|mov|agend|confirm|pag|factur|pregunt)[a-z]+(?:ar|er|ir)(?:me|nos|l[aeo]s?|se)?(?: |$)"
)
"""What one does before or after, or wants the hour for, at the end of a choice: "saliendo del trabajo", "pa alcanzar a comer"."""
_POINTS = re.compile(
    r" (?:la|el|esa|ese|opcion|numero) (?:de (?:las?|el)|del|[0-9]|primer|segund|tercer|cuart|quint|ultim|otr)\w*(?= )"
)
_WILL_NOT_DO = re.compile(
    r" (?:esta|es|queda|me queda|se me hace|me agarra)(?: muy| bien| algo| medio)? (?:temprano|tarde|lejos|dificil|complicad[oa]|pesad[oa]|mal)(?: ,)* $"
    r"| (?:ya )?no (?:(?:la|lo|me|nos) )*(?:alcanz\w+|llego|llegamos|puedo|podemos|podria|hago|quiero|queda|sirve|acomoda|conviene)(?: (?:a )?llegar)?(?: ,)* $"
)
_IF_FREE = composed("si", "-,todavia,aun", "esta,hay,sigue,la tiene,la tienen", "-,disponible,libre") | composed(
    "si", "llego,alcanzo,la hago,me da tiempo,puedo"
)
_TAILS = COMES | _IF_FREE
"""What follows a choice and is none of it: that one comes, can, or hopes that it is free."""
_IS_OF = re.compile(r" (?:para|es|soy|seria|de)(?= )")
THAT_ONE = re.compile(
    rf"(?:(?:pues|si|mejor|y|quiero|deme|dame|denme|(?:{BOOKING}|agarr|pon|tom|guard)\w+) )*(?:es[ae])(?: (?:mer[ao]|misma|mismo|hora|horario|deme|dame|denme|quiero|tomo|agarro|por favor|porfa|me queda|esta bien))*"
)
_MOST = 12
"""Stretches; more is no choice."""
_POLITE_AFTER = POLITE | THANKS
_ASIDE = GREETINGS | POLITE | THANKS | YES | NO | GLAD | _TAILS


_TAKEN_BACK = re.compile(r" no (?:, )?(?:perdon|perdone|disculpa|disculpe|digo|espera)(?= )")
""" "A las 3, no, perdón, a las 4": the no is to what stands before it."""


def chosen(message: Message, context: UnderstandingContext, reader: Reader) -> int | None:
    """The option, counted from 1; None where there is none, or anything else is asked for. `reader` reads a stretch."""
    if not may_choose(message, context) or not context.offered or message.asks or message.odd:
        return None
    if not (may_point(message) or context.picking):
        return None
    return chosen_in_parts(message, context, reader)


def chosen_in_parts(message: Message, context: UnderstandingContext, reader: Reader) -> int | None:
    """The option that one of the parts chooses, wherever one may stand."""
    if (instead := _instead(message, reader)) is not None:
        return instead if instead <= len(context.offered) else None
    if _TAKEN_BACK.search(message.flat) or is_in_doubt(message):
        return None
    parts = list(stretches(message))
    if len(parts) > _MOST:
        return None
    picked, refused, times = set[int](), set[int](), list[CheckAvailability]()
    pointed = False
    for said in parts:
        if picked and made_of(said.words, NO, POLITE, _POLITE_AFTER):
            return None  # "la 2, no, gracias"
        if is_aside(said):
            continue
        if len(parts) > 1 and (no := _refused(said, reader)) is not None:
            refused.add(no)
            continue
        bare = stripped(" ".join(said.words))
        if refused and NEXT.fullmatch(bare):
            picked.add(max(refused) + 1)
            continue
        if len(parts) > 1 and THAT_ONE.fullmatch(" ".join(said.words)):
            pointed = True
            continue
        reason = len(parts) > 1 and _gives_reason(said)
        intents = () if reason else _heard(said, reader, alone=len(parts) == 1)
        if len(intents) == 1 and isinstance(intents[0], SelectSlot):
            picked.add(intents[0].option)
        elif not (len(parts) > 1 and leads(said, context)):
            return None
        elif len(intents) == 1 and isinstance(intents[0], CheckAvailability) and not _tells(said):
            times.append(intents[0])
    if pointed and not (picked or refused):
        picked, times = _spoken_of(parts, context), []
    if len(picked) != 1 or picked & refused:
        return None
    option = picked.pop()
    if option > len(context.offered):
        return None
    return option if all(_fits(time, context, option) for time in times) else None


def is_aside(said: Message) -> bool:
    """Whether a stretch is a courtesy, a yes or no, a remark, or only leads to a choice."""
    words = " ".join(said.words)
    aside = made_of(said.words, _ASIDE, _ASIDE, _ASIDE) or only_leads(words) or _THANKFUL.fullmatch(words)
    return not said.words or bool(aside) or remarks.is_one(said)


_THANKFUL = re.compile(
    r"(?:y |pues |oiga |mire )*(?:(?:(?:muchas|mil) )?gracias (?:por|de)|(?:l[ea]s?|te|se l[ao]) agradez\w+)(?: (?!no |pero |si |para |mejor |cita )[a-z]+){0,8}"
)
""" "Y gracias por la paciencia que me tiene", "le agradezco mucho su ayuda"."""
_INSTEAD = re.compile(
    r" no (?:, )?(?:perdon|perdone|disculpa|disculpe|digo|espera|esperate|espere|esperese|mejor) (?:, )?(?=[^ ,])| , no , "
)


def _instead(message: Message, reader: Reader) -> int | None:
    """ "La 3, no, espérate, la 2": two choices with no more than a no between them, of which the second counts."""
    if (back := _INSTEAD.search(message.flat)) is None:
        return None
    between = message.between(back.start() + 1, back.end())
    if not between or between.stop >= len(message.tokens):
        return None
    tokens, text = message.tokens, message.text
    if between.start == 0:  # "no, espera, mejor la 3"
        rest = stripped(" ".join(Message.of(text[tokens[between.stop].start :]).words))
        only = reader(rest) if rest else ()
        return only[0].option if len(only) == 1 and isinstance(only[0], SelectSlot) else None
    said = (reader(text[: tokens[between.start - 1].end]), reader(text[tokens[between.stop].start :]))
    first, second = (one[0] if len(one) == 1 and isinstance(one[0], SelectSlot) else None for one in said)
    return second.option if first and second and first != second else None


def _spoken_of(stretches: list[Message], context: UnderstandingContext) -> set[int]:
    """The options that the days and hours said are of: "a las doce me puede llevar, esa deme". None where somebody
    cannot then."""
    found = set[int]()
    for said in stretches:
        reading = read_spans(said.text, context.now).reading
        whens = [reading.when] if reading.when else [*reading.candidates]
        if whens and {"no", "ni", "hasta", "antes", "despues"} & {*said.words}:
            return set()
        found |= {n for n, start in enumerate(context.offered, start=1) if any(meets(when, start) for when in whens)}
    return found


def _heard(said: Message, reader: Reader, *, alone: bool) -> tuple[AnyIntent, ...]:
    """What a stretch means; where that is no choice, without the words that lead to one and follow it. `alone`: it is
    all of the message, which is read elsewhere as it stands."""
    intents = () if alone else reader(said.text)
    words = " ".join(said.words)
    bare = stripped(words) if len(said.words) <= MOST_WORDS else words
    chosen = reader(bare) if bare != words and len(bare) > 1 else ()
    return chosen if len(chosen) == 1 and isinstance(chosen[0], SelectSlot) else intents


def stretches(message: Message) -> Iterator[Message]:
    """What stands between marks, words that conclude, and before words that give a reason."""
    for clause in message.clauses():
        words, begin = [message.tokens[i].text for i in clause], 0
        if tuple(words) in _TAILS:
            yield _cut(message, clause)
            continue
        for place in range(len(words)):
            if place < begin:
                continue
            rest, end = tuple(words[place : place + 5]), tuple(words[place:])
            if place and (end in _TAILS or (end[0] == "y" and end[1:] in _TAILS)):
                yield _cut(message, clause[begin:place])
                begin = place
                break
            if concludes := _begins(rest, _CONCLUDES):
                yield _cut(message, clause[begin:place])
                begin = place + concludes
            elif place and (_begins(rest, _GIVES_REASON) or _SAYS_WHEN_FREE.match(" ".join(rest))):
                yield _cut(message, clause[begin:place])
                begin = place
        yield _cut(message, clause[begin:])


def _cut(message: Message, tokens: range) -> Message:
    return Message.of(message.text[message.tokens[tokens[0]].start : message.tokens[tokens[-1]].end] if tokens else "")


def _begins(words: tuple[str, ...], said: Phrases) -> int:
    """How many words of the longest of the phrases begin these; 0 where none does."""
    return next((n for n in range(min(5, len(words)), 0, -1) if words[:n] in said), 0)


def _refused(said: Message, reader: Reader) -> int | None:
    """ "La 3 no", "no quiero la tercera": the option that these words refuse."""
    tokens = said.tokens
    if late := _WILL_NOT_DO.search(said.flat):
        intents = reader(said.text[: tokens[said.between(0, late.start() + 1).stop - 1].end])
        return intents[0].option if len(intents) == 1 and isinstance(intents[0], SelectSlot) else None
    if "no" not in (tokens[0].text, tokens[-1].text) or len(tokens) < 2:
        return None
    one = said.text[tokens[1].start :] if tokens[0].text == "no" else said.text[: tokens[-2].end]
    intents = reader(one)
    return intents[0].option if len(intents) == 1 and isinstance(intents[0], SelectSlot) else None


_DOUBTS = frozenset("no otra otro otras otros mejor segura seguro".split())


def _gives_reason(said: Message) -> bool:
    """Whether a stretch says why, or what one does before or after."""
    return bool(_begins(said.words, _GIVES_REASON) or _SAYS_WHEN_FREE.match(" ".join(said.words)))


def leads(said: Message, context: UnderstandingContext) -> bool:
    """Whether a stretch only tells what the choice follows from, or says the time of it again."""
    if said.words[:1] in (("aunque",), ("mientras",)) and _DOUBTS & {*said.words}:
        return False  # "la 1, aunque no estoy segura"
    why = _gives_reason(said)
    if asks_for_more(said, context):
        return False
    when = read_spans(said.text, context.now).reading.when if _SAYS_WHEN_FREE.match(" ".join(said.words)) else None
    if when and (when.date_from or when.exact):
        return False  # "a las 12 saliendo a las 5"
    if why or _tells(said):
        return why or not _POINTS.search(said.flat)
    time = read_spans(said.text, context.now)
    return not time.leftover or bool(not time.spans and _begins(said.words, _TELLS_WHY))


def asks_for_more(said: Message, context: UnderstandingContext) -> bool:
    """Whether a stretch asks for something, names a doctor, a kind of visit or whom it is for."""
    named, visit, why = introduced(said, context.state), visits.wanted(said), _gives_reason(said)
    return bool(
        any(not why or found.act is not Act.SHIFT for found in acts.find(said))
        or wanted(said, context.doctors)
        or visit.visit
        or (visit.anyone and not why)
        or (named and (named.name or _IS_OF.search(said.flat)))
    )


def _tells(said: Message) -> bool:
    return tells(said, range(len(said.tokens)))


def _fits(time: CheckAvailability, context: UnderstandingContext, option: int) -> bool:
    """Whether a time said beside the choice is the one chosen."""
    when = time.when.when if time.when else None
    return when is not None and when.exact and meets(when, context.offered[option - 1])
