"""Words about time that say no time that is wished for: "al final no voy", "con un doctor", a day that is declined."""

from __future__ import annotations

import re

from nlu.acts import Act, Found
from nlu.message import Message
from nlu.when.words import WEEKDAYS
from nlu.word_sets import word_set

_STAYS = re.compile(
    r" (?:la|el|las) (?:de|del) (?:(?!(?:me|nos|le|te) )[^ ,?]+ ){1,4}(?:dejala|dejela|dejalas|dejelas|dejenla|se queda|queda|que se quede)"
    r"(?: (?:asi|igual|como esta))?(?= )"
)
_AT_LAST = re.compile(r" (?:al final|al cabo|por fin|de una vez|de todos modos)(?! del? )(?= )")


def staying(message: Message) -> set[int]:
    """The tokens of "la del viernes déjala": an appointment that stays as it is beside the one that is spoken of."""
    return {i for match in _STAYS.finditer(message.flat) for i in message.between(match.start() + 1, match.end())}


def in_the_end(message: Message) -> set[int]:
    """The tokens of "al final no voy": it is no end of a day or month."""
    return {i for match in _AT_LAST.finditer(message.flat) for i in message.between(match.start() + 1, match.end())}


def declining(message: Message, found: list[Found]) -> set[int]:
    """The tokens of "no voy a necesitar": the day after them is that of the appointment, and not one that is refused."""
    declined = [f for f in found if f.act is Act.CANCEL and " no " in f" {message.flat[f.start : f.end]} "]
    return {i for f in declined for i in _from_the_no(message, message.between(f.start, f.end))}


def _from_the_no(message: Message, place: range) -> range:
    """Of "la cita del jueves ya no la necesito" what follows its "no"."""
    return range(next((i for i in place if message.tokens[i].text == "no"), place.start), place.stop)


_HOURS = word_set("una dos tres cuatro cinco seis siete ocho nueve diez once doce manana tarde noche")
_THAN = re.compile(
    r" (?:mejor|mas|prefier\w+|prefer\w+|antes)(?: [^ ,?]+){1,6}? (que (?:a las?|en la|el|por la) (?:de (?:la|las) )?(?:\d\S*|\w+))(?= )(?! que)"
)


def compared(message: Message) -> set[int]:
    """The tokens of "que a las 4" in "mejor a las 6 que a las 4": what something else is better than."""
    found = _THAN.finditer(message.flat)
    return {
        i for match in found if is_time(match[1].split()[-1]) for i in message.between(match.start(1), match.end(1))
    }


_TOGETHER = re.compile(r" (?:para |pa |en )?(?:el|la) (?:mism[oa]|mismito) (?:dia|hora|fecha)(?= )(?! (?:que|de) )")
_TWO = re.compile(
    r" (?:yo|mi|\w+o|\w+a) y (?:(?:otra|una) )?(?:(?:para|pa|a|de) )?(?:yo|mi|otr[oa])(?= )| (?:l[oa]s dos|amb[oa]s|dos (?:citas|consultas))(?= )"
)


def together(message: Message) -> set[int]:
    """The tokens of "el mismo día" where two are spoken of: "mi hijo y yo, el mismo día" says no day."""
    if not _TWO.search(message.flat):
        return set()
    return {i for match in _TOGETHER.finditer(message.flat) for i in message.between(match.start() + 1, match.end())}


def is_time(word: str) -> bool:
    """Whether a word is an hour, a day or a part of one."""
    return word[:1].isdigit() or word in WEEKDAYS or word in _HOURS


_FOR_ONE = re.compile(
    r" (?:una|uno|otra|otro) (?:es |seria |sea )?(?:para|pa|de|con) (?:mi|su|ella|nuestr[ao]|un|una)(?= )"
)


def with_somebody(message: Message) -> set[int]:
    """The tokens of "con un" and "una para mi mamá": somebody follows, "las 10 con un doctor" is no minute past ten."""
    pairs = enumerate(zip(message.tokens, message.tokens[1:], strict=False))
    apiece = {
        i for match in _FOR_ONE.finditer(message.flat) for i in message.between(match.start() + 1, match.start() + 3)
    }
    return apiece | {n for i, (a, b) in pairs if a.text == "con" and b.text in ("un", "una") for n in (i, i + 1)}
