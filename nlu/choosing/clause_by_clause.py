"""One of the times on screen told by what clauses say of them: days and hours that narrow them, a place among those that
are left, what will not do, and why. "La del lunes no, la del martes sí", "no puedo ni lunes ni martes, así que el
miércoles", "cualquiera del jueves menos la de las 9", "sí el sábado, la primera de ese día", "el lunes ya que me paguen".

It is chosen where just one is left, and something was said for it. A clause that is none of these ends it: nothing is
chosen then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from booking.intents import Reading, SelectSlot, Unknown, When
from booking.models import Purpose, Role, State, UnderstandingContext
from nlu.choosing import choices, conclusions
from nlu.choosing.choice_words import NEXT
from nlu.choosing.day_named import ALONE, TIME, around, bare, fits
from nlu.choosing.latest_of_all import LATEST
from nlu.choosing.may_point import may_point
from nlu.parsed import Parse
from nlu.when import Spans, read_spans
from nlu.words.closed_phrases import PLEASED_EMOJI
from nlu.words.message import Message
from nlu.words.told_reasons import is_one
from nlu.words.turning_words import BUT_FOR, RATHER
from nlu.words.verb_forms import SUITING

_DOUBT = Parse((Unknown(),), sure=False)
_MOST_WORDS = 40
_CANNOT = rf"(?:ya |me |nos )*(?:no(?! (?:perdon|digo|espere?|mas bien)(?: |$))|tampoco)(?: (?:me|nos|le|les|la|lo|se|quiero|(?:puedo|podemos|podria|puede)(?: (?:ir|llegar|asistir|venir))?|alcanz\w+|llego|trabajo|trabajamos|da tiempo|hay modo|(?:{SUITING})\w*|bien|gracias|ese dia|a esa hora))*"
_REFUSES = re.compile(
    rf"(?:^| )(?:{_CANNOT}|ni|menos|{BUT_FOR}|descartando|que no sea|imposible|esta (?:muy )?(?:dificil|canijo|temprano|tarde))(?= |$)"
)
_OR = re.compile(r" (?:ni|y|o|e) ")
_ALL = r"(?:cualquiera|cualquier (?:dia|hora|horario|opcion)|(?:la|el) que (?:sea|guste|quiera)|tod[oa]s|me da igual)"
_ANY = re.compile(rf"{_ALL}(?: (?:la|las|los|el|de|del|en|por|me|puedo|{TIME}|(?:{SUITING})\w*))*")
_OTHER = re.compile(
    r"(?:(?:me|nos) quedan? )?(?:la|el) (?:otr[oa]|que (?:queda|sobra|falta|resta)|restante)(?: que (?:tiene|hay|queda|dijo|puso)n?)?"
)
_OF_THESE = re.compile(
    r"(?: (?:de|en) (?:es[ae]|ese mismo|el mismo) (?:dia|hora)| de (?:tod[ao]s|es[ao]s)(?: (?:las|los|ell[ao]s))?| que (?:me |nos |usted )*(?:tiene|tenga|hay|haya|puso|dijo|dice|dio|mando|ofrecio|quede)[sn]?(?: (?:ahi|usted))?)+$"
)
_SPLIT = re.compile(
    rf" (?:(?=(?:pero|sino|{BUT_FOR}) (?!no (?:tan|muy)))"
    r"|(?=y (?:(?:muchas |mil )?gracias|l[ea]s? agradez))"
    r"|(?:(?<=mas tarde )|(?<=mas temprano )|(?<=mas temprana ))(?=(?:del?|el) )|(?=(?:la|el)(?: de)? mas (?:tard|tempran))"
    r"|(?:(?<= no )|(?<= si )|(?<=puedo ))(?=(?:y|ni) (?:la|el) ))"
)
_POLITE = re.compile(
    r"(?<= )(?:(?:me |nos )?(?:puede[ns]?|podria[ns]?)(?: (?:ser|dar|dejar|apartar|poner|agendar))?(?:me|nos|la)*|se p(?:uede|odria)|seria posible|estaria bien|esta bien)(?= )"
)
_RATHER = re.compile(rf"(?:^| )(?:{RATHER})(?= |$)")
_AFTER_YES = frozenset("el la los las a de del en por esta estaria por favor porfa gracias".split())
_JOINT = re.compile(r"^(?:(?:pero(?! que )|sino|y|si|solo|entonces) )+")
_POINTS_AT = re.compile(r"(?:la|el|es[ae]) (?:(?:opcion|horario|hora) )?(?:del?|que|en|por) ")
_LEADS_TO_WHY = ("lo", "que", "pasa")
_POINTS = re.compile(r"(?:la|el)(?: que (?:esta|sea|es|hay))?(?: de)?")
_LIGHT = frozenset("la el las los de del a es esa ese que dia en por para y ni pero sino".split())
_NOT_ONE = frozenset("otro otra otros otras algo algun alguna todos todas cada entre desde hasta los o u no ni".split())
"""Beside a time these take none of those on screen."""
_BOUNDS = frozenset("antes despues desde hasta entre cada".split())
_NUMBERING = frozenset(("la", "opcion", "numero"))
_DATED = re.compile(r"(?:el|(?P<day>(?:el |la )?(?:del? )?(?:el )?dia|la del|el del)) (?P<number>[0-9]{1,2}|[a-z]+)")


def read(text: str, context: UnderstandingContext) -> Parse | None:
    """The choice; None where nothing on screen is told so, or anything else is said. "El lunes no puedo, la otra" is
    asked about where not just one is left: it is no other Monday."""
    if context.role is not Role.PATIENT or context.state is not State.SLOT_SELECTION or not context.offered:
        return None
    if context.picking or context.another or context.purpose is Purpose.CANCEL or context.expected is not None:
        return None
    message = Message.of(text)
    if message.odd or set(message.emoji) - PLEASED_EMOJI or len(message.words) > _MOST_WORDS or not may_point(message):
        return None
    if (message.asks and not _POLITE.search(message.flat)) or _hangs_on_something(message):
        return None
    said = _Said({*range(1, len(context.offered) + 1)})
    return said.choice(context) if all(said.hears(piece, context) for piece in _pieces(message)) else None


def _hangs_on_something(message: Message) -> bool:
    """ "La 2, si no es muy tarde": an "if", where "si el jueves" and "el jueves si" are a yes."""
    for one, after in pairwise(message.tokens):
        if one.raw.casefold() == "si" and after.kind == "word" and after.text not in _AFTER_YES:
            return True
    return False


@dataclass
class _Said:
    """What the clauses said so far: which may be meant, which will not do, which something else is told of."""

    left: set[int]
    refused: set[int] = field(default_factory=set)
    told: set[int] = field(default_factory=set)
    places: list[str] = field(default_factory=list)
    named: bool = False
    other: bool = False
    elsewhere: bool = False  # a time that is refused is none of those on screen

    def hears(self, piece: Message, context: UnderstandingContext) -> bool:
        """Takes a clause in; False where it is none that is known here."""
        if piece.words and piece.words[0] in _BOUNDS:
            return False  # "el martes | antes de las 4" is a wish
        if conclusions.is_aside(piece):
            return piece.words != ("no",)
        if (gone := _refused(piece, context)) is not None:
            self.refused |= gone
            self.elsewhere |= not gone
            return True
        return self._takes(piece, context) or self._is_told(piece, context)

    def _takes(self, piece: Message, context: UnderstandingContext) -> bool:
        heard = read_spans(piece.text, context.now, hours=context.hours)
        said = " ".join(piece.words)
        if LATEST.search(said) or (self.named and _RATHER.search(said)):
            return False
        plainly = _bare(said)
        if plainly.startswith(("la ", "el ")) and choices.place(tuple(plainly.split()), context.offered):
            self.places.append(plainly)
            return True
        words = _bare(around(piece, heard))
        if _OTHER.fullmatch(words):
            self.other = True
        elif self.refused and NEXT.fullmatch(words):
            self._keep({max(self.refused) + 1})
        elif self.named and conclusions.THAT_ONE.fullmatch(words):
            return True
        elif (found := _numbered(plainly, context)) is not None:
            self._keep(found)
        elif _NOT_ONE & {*words.split()}:
            return False
        elif TIME not in words.split():
            self.named |= bool(_ANY.fullmatch(words))
            return self.named and bool(_ANY.fullmatch(words))
        elif (found := _on(heard, piece.text, context)) is None:
            return False
        elif ALONE.fullmatch(words) or _ANY.fullmatch(words):
            when = heard.reading.when
            self.left &= found
            pointed = _POINTS_AT.match(plainly) or _ANY.fullmatch(words)
            self.named |= bool(when is None or pointed or when.date_from or when.exact)
        else:
            place = re.sub(rf"(?: ?(?:de|del|el|en))* ?{TIME}", "", words).strip()
            if not place.startswith(("la ", "el ")) or choices.place(tuple(place.split()), context.offered) is None:
                return False
            self.places.append(place)
            self._keep(found)
        return True

    def _keep(self, options: set[int]) -> None:
        self.left &= options
        self.named = True

    def _is_told(self, piece: Message, context: UnderstandingContext) -> bool:
        """Whether it only tells of something; a day or an hour of that is then no choice."""
        heard = read_spans(piece.text, context.now, hours=context.hours)
        rest = "".join(char for place, char in enumerate(piece.text) if not any(a <= place < b for a, b in heard.spans))
        if piece.words[-1] == "no" or conclusions.asks_for_more(piece, context):
            return False
        if not (conclusions.leads(piece, context) or is_one(Message.of(rest), context) or piece.words == _LEADS_TO_WHY):
            return False
        when = heard.reading.when
        self.told |= _fitting(when, heard, context) if when and (when.date_from or when.exact) else set()
        return True

    def choice(self, context: UnderstandingContext) -> Parse | None:
        """The one that is left."""
        left = self.left - self.refused
        if self.other and (self.refused or self.named or self.elsewhere):
            return (None if self.elsewhere else _of(left)) or _DOUBT
        for place in self.places:
            left = _at(place, left, context)
        if self.other or not (self.named or self.places) or left & self.told:
            return None
        return _of(left)


def _bare(words: str) -> str:
    """Words without what joins a clause to another, leads to a time or a place, follows it, or asks politely."""
    said = _POLITE.sub("", f" {_JOINT.sub('', words)} ").strip()
    return _OF_THESE.sub("", bare(_OF_THESE.sub("", said)))


def _at(place: str, left: set[int], context: UnderstandingContext) -> set[int]:
    """The one at a place of the list, or of those that are left of it, where these are not two."""
    words, options = tuple(place.split()), sorted(left)
    of_all = choices.place(words, context.offered)
    of_left = choices.place(words, tuple(context.offered[n - 1] for n in options))
    among = {options[of_left - 1]} if of_left and of_left <= len(options) else set[int]()
    return among | ({of_all} & left if of_all else set())


def _pieces(message: Message) -> Iterator[Message]:
    """The clauses, cut before what is joined to them, excepted from them or put against them."""
    before = ""
    for said in conclusions.stretches(message):
        if _POINTS.fullmatch(" ".join(said.words)):
            before = f"{said.text} "  # "la de | antes de las 10"
            continue
        said, before, begin = Message.of(before + said.text), "", 0
        for cut in [*_SPLIT.finditer(said.flat)]:
            place = said.between(cut.start() + 1, cut.start() + 2).start
            yield Message.of(said.text[begin : said.tokens[place].start])
            begin = said.tokens[place].start
        yield Message.of(said.text[begin:])


def _refused(piece: Message, context: UnderstandingContext) -> set[int] | None:
    """The options on the days and at the hours that will not do; None where none is refused so."""
    words = re.sub(r"(?<=ni )pasado(?! manana)", "pasado manana", " ".join(piece.words))
    if not (found := [*_REFUSES.finditer(words)]):
        return None
    tail = words[found[-1].end() :].strip()
    if len(tail.split()) > 2 and is_one(Message.of(tail), context):
        words = words[: found[-1].end()]  # "a las 9 no puedo dejo a los niños en la escuela"
    gone, times = set[int](), 0
    for part in _OR.split(f" {_REFUSES.sub(' y ', words)} "):
        if not {*part.split()} - _LIGHT - _AROUND_NO:
            continue
        if (options := _named(bare(part.strip()), context)) is None:
            return None
        gone, times = gone | options, times + 1
    return gone if times else None


_AROUND_NO = frozenset("mejor ya pues si".split())


def _named(said: str, context: UnderstandingContext) -> set[int] | None:
    """The options that a day, an hour, a number or a place is of; None where it is none of these."""
    if (found := _numbered(said, context)) is not None:
        return found
    heard = read_spans(said, context.now, hours=context.hours)
    if not heard.silent and not {*heard.leftover.split()} - _LIGHT:
        return _on(heard, said, context)
    place = choices.place(tuple(said.split()), context.offered)
    return {place} if place else None


def _numbered(said: str, context: UnderstandingContext) -> set[int] | None:
    """The options that "el 4", "el día 4", "la del 4" or "la 4" may be: of that day of the month, or of that number. None
    where it is no number, or nobody can tell which."""
    found, words = _DATED.fullmatch(said), said.split()
    number = (choices.NUMBERS.get(found["number"]) or choices.number(found["number"]) if found else 0) or 0
    if found and number:
        of_day = {n for n, at in enumerate(context.offered, start=1) if at.astimezone(context.now.tzinfo).day == number}
        listed = {number} & {*range(1, len(context.offered) + 1)} - of_day
        return of_day if of_day and (found["day"] or not listed) else None
    option = choices.option(tuple(words), context.offered) if len(words) > 1 and words[0] in _NUMBERING else None
    counted = bool(words) and (words[-1] in choices.NUMBERS or choices.number(words[-1]))
    if not option or option > len(context.offered) or not counted:
        return None
    return None if choices.maybe_an_hour(Message.of(said), option, context) else {option}


def _on(heard: Spans, said: str, context: UnderstandingContext) -> set[int] | None:
    """The options in a wish; None where it is more than one wish, or nobody can tell what it is."""
    reading = heard.reading
    if heard.refused or heard.unread or heard.told or reading.when is None or reading != Reading(when=reading.when):
        return None
    return _fitting(reading.when, heard, context)


def _fitting(when: When, heard: Spans, context: UnderstandingContext) -> set[int]:
    local = [start.astimezone(context.now.tzinfo) for start in context.offered]
    return {n for n, at in enumerate(local, start=1) if fits(when, heard.bare, at)}


def _of(left: set[int]) -> Parse | None:
    """The one that is left, where that is one."""
    return Parse((SelectSlot(option=min(left)),)) if len(left) == 1 else None
