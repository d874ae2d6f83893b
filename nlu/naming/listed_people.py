"""Several people for whom appointments are asked, listed by their names: "para mis tres hijos, Luis de 5, Ana de 7 y Pedro
de 10, apellido Rocha", "dos citas, Ulises Gil y Saraí Gil". The first one's name is whole where a surname is said with
it, or of all of them; of the others the given name is kept, and the surname asked for in its turn."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.intents import AnyIntent, OneMore, ProvideCustomerData, StartBooking
from nlu.naming.name_shape import folded, take, written
from nlu.naming.name_words import GIVEN, RELATIVES_NOUN
from nlu.words.message import Message, Token
from nlu.words.spelling import is_spanish

_LED = re.compile(rf" (?:mis|nuestr[oa]s|los|las)(?: [^ ,?]+)? (?:{RELATIVES_NOUN})e?s(?=(?: ,)* )")
_COUNTED = re.compile(r" (?:dos|tres|cuatro|[2-4]) (?:citas|consultas|personas|pacientes)(?= )")
_AGE = re.compile(r"(?: ,)? (?:(?:de|tiene) )?[0-9]{1,2}(?: (?:anos?|anitos?|meses))?(?= )")
_JOINT = re.compile(r"(?: ,| y| e){1,3}(?= )")
_SURNAME = re.compile(r"(?: ,| y| de){0,3} apellidos?(?: (?:es|son|los tres|todos)){0,2}(?: ,)? (?=[^ ,?])")


class Listed(NamedTuple):
    """Their names as they were said, and the message without them."""

    names: tuple[str, ...]
    rest: Message

    def told(self, intents: list[AnyIntent]) -> list[AnyIntent]:
        """The intents of the rest, of these people."""
        first, *others = self.names
        of_them = [OneMore(other=name.split()[0]) for name in others]
        following = {"several": True, "other": of_them[0].other, "following": tuple(of_them[1:])}
        about = [i for i in intents if isinstance(i, ProvideCustomerData)]
        whose = (about[0] if about else ProvideCustomerData()).model_copy(update={"name": first})
        begun = (
            i.model_copy(update=following) if isinstance(i, StartBooking) else i for i in intents if i not in about
        )
        return [whose, *begun]


def listed(message: Message) -> Listed | None:
    """Those whom a message lists; None where it lists none."""
    led, counted = _LED.search(message.flat), _COUNTED.search(message.flat)
    if led and (found := _from(message, led.end(), related=True)):
        return found
    marks = (match.start() for match in re.finditer(" ,", message.flat))
    behind = (mark for mark in marks if counted and mark >= counted.end())
    return next(filter(None, (_from(message, mark) for mark in behind)), None)


def _from(message: Message, start: int, *, related: bool = False) -> Listed | None:
    """Those who are listed from a place of `flat` on; those who are `related` have one surname."""
    names: list[str] = []
    at = start
    while (joint := _JOINT.match(message.flat, at)) or not names:
        taken = _one(message, joint.end() if joint else at, related=related)
        name = written(message.tokens, taken) if taken else None
        if name is None:
            break
        names.append(name)
        at = _end(message, taken)
        if age := _AGE.match(message.flat, at):
            at = age.end()
    if len(names) < 2:
        return None
    surname, at = _surname(message, at, names if related else [])
    if surname and " " not in names[0]:
        names[0] = f"{names[0]} {surname}"
    gone = message.between(start + 1, at)
    text = message.text[: message.tokens[gone.start].start] + message.text[message.tokens[gone.stop - 1].end :]
    return Listed(tuple(names), Message.of(text))


def _one(message: Message, at: int, *, related: bool) -> list[int]:
    """The words of the name that begins there, before an "y" that joins another one to it."""
    place = message.between(at + 1, at + 2)
    taken = take(message.tokens, place.start) if place else []
    joints = (n for n, index in enumerate(taken) if message.tokens[index].text in ("y", "e"))
    taken = taken[: next(joints, len(taken))]
    return taken if taken and _begins_name(message.tokens[taken[0]], related=related) else []


def _begins_name(token: Token, *, related: bool) -> bool:
    """Whether a word is a given name: a common one, or, of somebody's relatives, one that is no word of the language."""
    return folded(token) in GIVEN or (related and not is_spanish(folded(token)))


def _end(message: Message, taken: list[int]) -> int:
    """Where in `flat` these words end."""
    return message.place_of(taken[-1]) + len(message.tokens[taken[-1]].text)


def _surname(message: Message, at: int, names: list[str]) -> tuple[str | None, int]:
    """The surname of all of them, said apart or with the last one, and where what says it ends."""
    said = _SURNAME.match(message.flat, at)
    taken = take(message.tokens, message.between(said.end(), said.end() + 1).start) if said else []
    if taken:
        return written(message.tokens, taken), _end(message, taken)
    last = names[-1].split(maxsplit=1) if names else []
    alone = all(" " not in name for name in names[:-1])
    return (last[1] if alone and len(last) > 1 else None), at
