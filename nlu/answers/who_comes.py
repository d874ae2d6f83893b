"""Of a reminder of several appointments, to which somebody comes and to which not, each named by its person, its place, its
day or its hour: "yo sí, Leo no", "nomás va Leo", "a la primera no", "uno sí y otro no".

One reading for each of them: they come, they do not, or it was not said. What was not said of each, or could not be told,
is asked; nothing of it is confirmed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from booking.intents import (
    AnyIntent,
    AsTold,
    Attend,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    Deny,
    Greet,
    JoinWaitingList,
    ListAppointments,
    ProvideCustomerData,
    RescheduleAppointment,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    of_those,
)
from booking.models import UnderstandingContext
from nlu.answers.who_is_meant import (
    COMES,
    CONFIRMS,
    I_COME,
    NOBODY,
    NOT,
    ONE,
    ONLY,
    OTHERS,
    STAYS,
    WE_COME,
    YES,
    Found,
    Named,
)
from nlu.existing_visits.told_of_visits import WANTS_ONE
from nlu.existing_visits.visit_clauses import stretches, written
from nlu.words.courtesies import without_closing, without_greeting
from nlu.words.message import Message, Token
from nlu.words.verb_forms import ENDING, MOVING
from nlu.words.word_sets import word_set

_DOUBTS = re.compile(
    r" (?:quien sabe|(?:todavia |aun |la verdad )?no (?:lo )?se(?: todavia| aun| si (?:va|vaya|voy|puede|pueda|puedo)(?: (?:a )?(?:ir|poder))*)?|(?:a lo|a la) mejor|tal vez|quiza\w*|depende|igual y|puede que|no estoy segur[oa]|luego (?:les|te|le) (?:aviso|digo|confirmo))(?= )"
)
_BECAUSE = re.compile(r" (?:porque|por que|ya que|es que|pues|que) (?=\w+ )")
_WHY = word_set("porque tiene esta se anda trabaja sigue amanecio le salio tengo estoy trabajo ando tenia es me")
_LIMITED = re.compile(r"^(?: (?:,|si|claro|que|confirmo|ok|pues))+ pero ")
_NOMAS = re.compile(r"^(?: (?:si|pues|ya|y))* (?:no|nada) mas (?=\w)| (?:no|nada) mas $")
_NO_MORE = re.compile(r"\b(?:no|nada) m[aá]s\b", re.IGNORECASE)
_ENDS = re.compile(rf"(?:{ENDING})\w*")
_ACTS = re.compile(rf"(?:{ENDING}|{MOVING}|pas[ae])\w*")


class _Clause(NamedTuple):
    """Of which a clause speaks, by their numbers, and whether they come (None: nobody knows); `alone`: and to no other.
    `clear` is false where it has a word that may mean anything, or nobody can tell which are meant."""

    about: frozenset[int]
    comes: bool | None
    said: bool  # it says so itself
    clear: bool
    named: bool
    alone: bool = False
    act: AnyIntent | None = None  # what is to be done with the one
    first: str = ""


Reader = Callable[[str], tuple[AnyIntent, ...]]


def read(message: Message, context: UnderstandingContext, reader: Reader) -> tuple[AnyIntent, ...] | None:
    """What is said of each: those they come to, those they cannot, and those that nobody spoke of. None where anything
    else is said, or nothing of one of them."""
    those = _reminded_of(context)
    if not those or message.asks or message.odd:
        return None
    said = _all_said(Named.of(message, those, context), without_closing(without_greeting(message)[0]), reader)
    if said is None:
        return None
    comes: dict[int, bool | None] = {}
    acts: dict[int, AnyIntent] = {}
    for one in said:
        if comes.keys() & one.about:
            return (Attend(those=those, unsaid=True),)  # two things of one of them
        comes |= dict.fromkeys(one.about, one.comes)
        if one.act is not None and len(one.about) == 1:
            acts[next(iter(one.about))] = one.act
    if any(one.alone and one.comes for one in said):
        comes = {n: comes.get(n, False) for n in range(len(those))}
    ways = (
        (tuple(told for n, told in enumerate(those) if n not in acts and comes.get(n) is way), way) for way in _WAYS
    )
    found = [_as_said(of, way) for of, way in ways if of and not (way is None and acts)]
    return (*found, *(of_those(act, (those[n],)) for n, act in acts.items()))


_WAYS = (True, False, None)
"""In the order in which they are told: what was not said is asked last."""


def _as_said(those: tuple[AsTold, ...], comes: bool | None) -> Attend:
    return Attend(those=those, unsaid=True) if comes is None else Attend(those=those, coming=comes)


def not_told(message: Message, context: UnderstandingContext, said: Sequence[AnyIntent] = ()) -> Attend | None:
    """Where one of them was spoken of, and nobody could tell what of it but what says nothing of each: to which they
    come is asked. A yes to that says nothing of them all."""
    those = _reminded_of(context)
    if not those or message.asks or WANTS_ONE.search(message.flat) or not all(map(_says_nothing_of_each, said)):
        return None
    names = Named.of(message, those, context)
    for place in stretches(message):
        chunk = Message.of(written(message, place))
        found = names.in_words(chunk, 0, len(chunk.tokens))
        if found.named and len(found.about) < len(those):
            return Attend(those=those, unsaid=True)
    return None


_OF_NO_ONE = (
    Greet, Thank, Smalltalk, Confirm, Deny, ListAppointments, StartBooking, CheckAvailability, ProvideCustomerData,
    SelectSlot, JoinWaitingList,
)  # fmt: skip


def _says_nothing_of_each(said: AnyIntent) -> bool:
    if isinstance(said, Unknown):
        return all(map(_says_nothing_of_each, said.understood))
    return isinstance(said, _OF_NO_ONE)


def _reminded_of(context: UnderstandingContext) -> tuple[AsTold, ...]:
    yes = context.expected.yes if context.expected is not None else None
    return yes.those if isinstance(yes, Attend) and yes.coming and len(yes.those) > 1 else ()


def _all_said(names: Named, message: Message, reader: Reader) -> list[_Clause] | None:
    """What each clause says; one that only names somebody is of the next one's verdict ("Leo y yo no"). None where one
    says anything else, or none names any of them."""
    if (but := names.excepted(message)) is not None:
        ways = ((but, False), (frozenset(range(names.many)) - but, True))
        return [_Clause(about, comes, said=True, clear=True, named=True) for about, comes in ways]
    said: list[_Clause] = []
    waiting: list[_Clause] = []
    opening: bool | None = None
    found = [
        one for place in stretches(message) for one in _clauses(Message.of(written(message, place)), names, reader)
    ]
    for index, one in enumerate(found):
        if not one.clear:
            if said and said[-1].comes is False and not one.named and not one.said and one.first in _WHY:
                continue  # why they cannot
            behind = (other for other in found[index + 1 :] if other.clear and other.said)
            if not one.said and one.about and any(one.about <= other.about for other in behind):
                continue  # "a mí ya se me quitó, la mía quítala"
            return None
        if not one.named and one.said and not one.about:
            if index or one.comes is None:
                return None
            opening = one.comes  # "sí, pero Leo no"
        elif one.said:
            said += [*(other._replace(comes=one.comes) for other in waiting), one]
            waiting = []
        elif one.named:
            waiting.append(one)
        elif said or index == 0:
            continue  # courtesies
        else:
            return None
    if waiting and not said and (opening is True or (opening is None and names.asked_which)):
        said = [one._replace(comes=True) for one in waiting]  # "sí, la mía"; "¿a cuáles?" – "a la de Leo"
    elif waiting:
        return None
    said = _as_it_stays(said)
    spoken = frozenset(n for one in said for n in one.about if n >= 0)
    rest = frozenset(range(names.many)) - spoken
    for untold in (OTHERS, ONE):
        which = [one for one in said if untold & one.about]
        if untold is ONE and which and (len(which) > 1 or names.many != 2 or len(rest) != 1):
            return None  # whose is whose nobody can tell
        said = [one._replace(about=(one.about - untold) | rest) if one in which else one for one in said]
    if opening and _LIMITED.match(message.flat) and not any(one.comes for one in said):
        said.append(_Clause(rest, True, said=True, clear=True, named=False))  # "sí, pero Leo no"
    only_all = all(len(one.about) == names.many for one in said)
    return said if any(one.named for one in said) and (len(said) == 1 or not only_all) else None


def _as_it_stays(said: list[_Clause]) -> list[_Clause]:
    """ "Cancela la de Sofía, la mía no": what is ordered of another one is denied of this."""
    ended = any(isinstance(one.act, CancelAppointment) for one in said)
    bare = (one.comes is False and one.act is None and one.first == "no" for one in said)
    return [one._replace(comes=True) if ended and denied else one for one, denied in zip(said, bare, strict=True)]


def _clauses(words: Message, names: Named, reader: Reader) -> Iterator[_Clause]:
    """What a stretch says: of one of them or more, or of each in a row ("no a la de las 11 sí a la de 11:30")."""
    if _NOMAS.search(words.flat):
        words = Message.of(_NO_MORE.sub("nomás", words.text))
    doubt = _DOUBTS.search(words.flat)
    if doubt:
        rest = (words.flat[: doubt.start()] + words.flat[doubt.end() :]).split()
        words = Message.of(" ".join(word for word in rest if word not in ("no", "si")))
        of = names.in_words(words, 0, len(words.tokens))
        yield _Clause(of.about, None, True, of.known and not of.unread, of.named)
        return
    if because := _BECAUSE.search(words.flat):
        before = Message.of(words.flat[: because.start()].strip())
        if {*before.words} & NOT:
            words = before
    tokens = [token for token in words.tokens if token.kind in ("word", "number", "ask")]
    first = tokens[0].text if tokens else ""
    alone = any(token.text in ONLY for token in tokens) and not any(token.text in CONFIRMS for token in tokens)
    if acted := next((token for token in tokens if _ACTS.fullmatch(token.text) and token.raw[-1] != "ó"), None):
        yield _acted(words, acted, names, reader, first)
        return
    marks = [*_marks(words)]
    cuts = [0, *(index for index, _, _ in marks), len(words.tokens)]
    chunks = [names.in_words(words, cuts[n] + bool(n), cuts[n + 1]) for n in range(len(cuts) - 1)]
    if marks and words.tokens[marks[0][0]].text in NOBODY:
        chunks[0] = names.in_words(words, cuts[0], cuts[1] + 1)
    whole = _joined(chunks)
    if len(marks) < 2:
        comes, implied = (marks[0][1], marks[0][2]) if marks else (None, "")
        about, known, named = whole.about, whole.known, whole.named
        if marks and not named and implied:
            about = frozenset(range(names.many)) if implied == "we" else frozenset({names.own or 0})
            known = implied == "we" or names.own is not None
        comes = True if alone and not marks else comes
        said, clear, only = bool(marks) or alone, known and not whole.unread, _bare_verdict(words)
        yield _Clause(about, comes, said, clear, named, alone, first=only or first)
        return
    leads = chunks[0].named
    for n, (_, comes, _) in enumerate(marks):
        one = chunks[n if leads else n + 1]
        known = one.known and one.named and not whole.unread and (chunks[-1].named != leads)
        yield _Clause(one.about, comes, True, known, one.named, alone, first="")


def _bare_verdict(words: Message) -> str:
    verdicts = [token.text for token in words.tokens if token.text in YES | NOT]
    return "no" if verdicts == ["no"] else ""


def _joined(chunks: Sequence[Found]) -> Found:
    about = frozenset[int]().union(*(one.about for one in chunks))
    known = all(one.known for one in chunks)
    return Found(about, known, any(one.named for one in chunks), any(one.unread for one in chunks))


def _marks(words: Message) -> Iterator[tuple[int, bool | None, str]]:
    """Where a verdict begins, what it is, and of whom its verb is where nobody is named. A verb behind "no" or "sí" is of
    that."""
    found: list[tuple[int, bool | None, str]] = []
    bare = False  # "sí" or "no" alone so far, which a verb goes on
    for index, token in enumerate(words.tokens):
        word = token.text
        if token.kind == "ask":
            found.append((index, None, ""))
            bare = False
        elif word in ("si", "tambien") or word in NOT:
            comes = word not in NOT
            if bare and found[-1][1] is comes:
                continue  # "no … tampoco", "también … sí"
            found.append((index, comes, ""))
            bare = True
        elif bare and found[-1][1] is False and word in CONFIRMS | STAYS:
            found[-1] = (found[-1][0], None, "")  # "no confirmo la mía"
        elif word in COMES:
            implied = "I" if word in I_COME else "we" if word in WE_COME else ""
            if bare:
                found[-1] = (*found[-1][:2], found[-1][2] or implied)
                continue
            if word in ("va", "van", "puede", "pueden") and found and found[-1][2] == "":
                continue
            if found and found[-1][0] == index - 1:
                continue
            found.append((index, True, implied))
    yield from found


def _acted(words: Message, acted: Token, names: Named, reader: Reader, first: str) -> _Clause:
    """ "Y la del niño muévela al viernes": what is to be done with it, as if nothing else had been said."""
    flat, at = words.flat, words.tokens.index(acted)
    before, behind = names.in_words(words, 0, at), names.in_words(words, at + 1, len(words.tokens))
    denied = bool(re.search(rf" no (?:(?:me|nos|la|lo|se|vayan?|a) )*{acted.text} ", flat))
    if denied:
        named = before if before.named else behind
        return _Clause(named.about, True, True, named.known and not named.unread, named.named, first="")
    named = before if before.named else behind
    clear = named.known and named.named and len(named.about) == 1 and not before.unread
    act: AnyIntent | None = None
    if clear and _ENDS.fullmatch(acted.text) and not behind.unread:
        act = CancelAppointment()
    elif clear and before.named:  # to when and with whom, as if it were all that is said
        done = [one for one in reader(words.text[acted.start :]) if isinstance(one, RescheduleAppointment)]
        act = done[0].model_copy(update={"of": None, "whose": None}) if len(done) == 1 else None
    return _Clause(named.about, False, True, clear and act is not None, named.named, act=act, first=first)
