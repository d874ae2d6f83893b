"""Which of the appointments that they were reminded of is meant, by whom it is of, its place among them, its day or hour;
and the words that say of one that somebody comes, or does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from booking.intents import AsTold, Attend
from booking.models import UnderstandingContext
from nlu.choosing.choices import ORDINALS
from nlu.existing_visits.visit_clauses import fitting, time_of, written
from nlu.naming.name_words import RELATIONS
from nlu.words.message import Message
from nlu.words.word_sets import word_set

_SELF = word_set("yo mia mio")
_LAST = word_set("ultima ultimo")
_ALL_COME = r"(?: (?:,|si|claro|vamos|van|todos|todas|los|las|dos|ambos|confirmo|que|pues|ok|ahi|estaremos|pero))+"
_BUT = re.compile(rf"^{_ALL_COME} (?:menos|excepto|salvo|sin|quitando) (?P<but>[^,?]+?)(?: ,)* $")
_BOTH = re.compile(r" (?:l[oa]s|nosotr[oa]s|mis) (?:dos|2|tres|3)(?= )")
_REST = word_set("otra otro otras otros demas")
_ALL = word_set("dos 2 ambos ambas todos todas nosotros nosotras tres")
NOBODY = word_set("ninguno ninguna ningunos ningunas nadie")
_SOMEBODY = word_set("uno una alguno alguna alguien")
ONLY = word_set("solo solamente nomas unicamente") | {"no mas", "nada mas"}
NOT = word_set("no tampoco ni") | NOBODY
I_COME = word_set("voy puedo podre pude ire alcanzo llego llegare asisto asistire estare estoy caigo podria")
WE_COME = word_set(
    "vamos podemos podremos iremos alcanzamos llegamos llegaremos asistimos asistiremos estaremos andaremos"
)
_THEY_COME = word_set("va van viene vienen ira iran puede pueden podra podran asiste asisten asistira asistiran llega")
CONFIRMS = word_set(
    "confirmo confirma confirmas confirmen confirme confirmada confirmar confirmala confirmela confirmo"
)
STAYS = word_set("dejala dejela dejenla queda quede conservo conserva vengo sigue")
COMES = I_COME | WE_COME | _THEY_COME | CONFIRMS | STAYS
YES = word_set("si tambien") | COMES
_AROUND = word_set(
    """a al de del la el lo los las le les se me nos mi mis su que es por para en y e pero aunque ya porfa porfavor favor pues
    cita citas consulta ir venir poder asistir llegar estar creo hoy ay oiga ok hijole bueno claro ahi siempre entonces ella
    van va mas gracias perdon disculpe fijese asi igual esa ese eso"""
)
OTHERS, ONE = frozenset({-1}), frozenset({-2})
"""Instead of numbers: those of no other clause; of two, one of whom nobody can tell which it is by itself."""


class Found(NamedTuple):
    about: frozenset[int]
    known: bool  # which are meant
    named: bool
    unread: bool = False  # another word beside


class Named(NamedTuple):
    """By what each of the appointments may be called."""

    context: UnderstandingContext
    many: int
    names: tuple[str, ...]  # first names, where each has another
    own: int | None  # that of who writes
    asked_which: bool  # they were asked to which they come

    @classmethod
    def of(cls, message: Message, those: Sequence[AsTold], context: UnderstandingContext) -> Named:
        all_of_them = len(context.visits) == len(those)
        names = tuple(Message.of(name).words[0] for name in context.visits_of) if all_of_them else ()
        names = names if len(set(names)) == len(those) else ()
        theirs = [n for n, start in enumerate(context.visits) if start not in context.others_visits]
        own = theirs[0] if all_of_them and len(theirs) == 1 and context.others_visits else None
        left = [n for n, name in enumerate(names) if name not in message.words]
        if own is None and names and len(left) == 1:
            own = left[0]  # who is not named
        yes = context.expected.yes if context.expected else None
        return cls(context, len(those), names, own, isinstance(yes, Attend) and yes.unsaid)

    def in_words(self, words: Message, begin: int, end: int) -> Found:
        """Which are named in a stretch of a clause."""
        about, known, named, unread = frozenset[int](), True, False, False
        everybody = frozenset(range(self.many))
        timed, at = self._at_a_time(words, begin, end)
        if timed:
            named, about, known = True, at, bool(at)
        for index in range(begin, end):
            token = words.tokens[index]
            word, meant = token.text, None
            if index in timed or token.kind not in ("word", "number"):
                continue
            if word in self.names:
                meant = frozenset({self.names.index(word)})
            elif word in _SELF or (word == "mi" and _ends_there(words, index, end)):
                meant = ONE if self.own is None else frozenset({self.own})
            elif word in RELATIONS or word == "ella" or _is_he(words, index):
                others = everybody - {self.own} if self.own is not None else frozenset[int]()
                named_too = about & others
                meant = named_too or (others if len(others) == 1 else ONE if self.own is None else frozenset())
            elif (place := ORDINALS.get(word)) is not None and place <= self.many:
                meant = frozenset({place - 1})
            elif word in _LAST:
                meant = frozenset({self.many - 1})
            elif word in _ALL | NOBODY:
                meant = everybody
            elif word in _REST:
                meant = OTHERS
            elif word in _SOMEBODY:
                meant = frozenset()
            elif word not in _AROUND | ONLY | COMES:
                unread = True
                continue
            else:
                continue
            named, known, about = True, known and bool(meant), about | meant
        return Found(about, known, named, unread)

    def excepted(self, message: Message) -> frozenset[int] | None:
        """ "Todos menos yo", "sí, pero sin mi hijo": which of them."""
        found = _BUT.match(message.flat)
        if found is None:
            return None
        place = message.between(found.start("but") + 1, found.end("but"))
        one = self.in_words(Message.of(written(message, place)), 0, len(place))
        of_some = one.named and one.known and not one.unread and one.about < frozenset(range(self.many))
        return one.about if of_some else None

    def _at_a_time(self, words: Message, begin: int, end: int) -> tuple[set[int], frozenset[int]]:
        if len(self.context.visits) != self.many or begin >= end:
            return set(), frozenset()
        beside = {i for i in range(len(words.tokens)) if not begin <= i < end}
        beside |= {i for said in _BOTH.finditer(words.flat) for i in words.between(said.start() + 1, said.end())}
        time = time_of(words, beside, self.context)
        if time is None:
            return set(), frozenset()
        tokens = {i for start, stop in time.spans for i in words.within(start, stop)}
        starts = {one.timestamp() for one in fitting(self.context.visits, time, self.context)}
        return tokens, frozenset(n for n, one in enumerate(self.context.visits) if one.timestamp() in starts)


def _ends_there(words: Message, index: int, end: int) -> bool:
    return index + 1 >= end or words.tokens[index + 1].text in YES | NOT | {"ya", "se", "me", "cita", "consulta"}


def _is_he(words: Message, index: int) -> bool:
    token = words.tokens[index]
    after = words.tokens[index + 1].text if index + 1 < len(words.tokens) else ""
    return token.text == "el" and (token.raw.casefold() == "él" or after in YES | NOT | ONLY)
