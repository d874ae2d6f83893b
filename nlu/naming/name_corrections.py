"""One word of a name put right: "no es Lima, es Luna", "mi apellido es Gómez no Gomes"."""

from __future__ import annotations

import re
from typing import NamedTuple

from nlu.naming.name_shape import SPELT, folded, take, written
from nlu.naming.name_words import GIVEN
from nlu.words.message import Message

_IS = "(?:es|soy|era|seria|me llamo|se llama)"
_FOR = "(?:para|de|a nombre de)"
_PATTERNS = tuple(
    re.compile(pattern.replace("WRONG", "(?P<wrong>W)").replace("RIGHT", "(?P<right>W)").replace("W)", _words + ")"))
    for _words in [r"[^ ,?#]+(?: [^ ,?#]+){0,3}?"]
    for pattern in (
        rf" (?:no|ni) {_IS}(?: {_FOR})? WRONG ,? ?(?:(?:y|pero) )?(?:{_IS}|sino|mas bien) (?:es )?(?:{_FOR} )?RIGHT (?:, )*$",
        rf"^(?: ,| no ,| perdon ,?| disculpe ,?)?(?: (?:mi|el|su) (?:apellido|nombre))?(?: {_IS})? RIGHT ,? ?(?:y )?no (?:es )?WRONG (?:, )*$",
        rf" (?:dice|dijiste|puso|pusiste|pusieron|escribiste|escribieron) WRONG ,? ?(?:(?:y|pero) )?{_IS} RIGHT (?:, )*$",
    )
)
_SURNAMES = re.compile(r" apellidos?(?= )")
_SURNAME = re.compile(rf" (?:mi|el|su) (?:segundo |primer )?apellido(?: correcto)? {_IS} (?=[^ ,?#])")
_AROUND = frozenset(
    "si no es era seria soy mi el su segundo primer apellido correcto esta estan mal escrito va lleva se escribe perdon disculpa"
    " disculpe y pero por favor porfa gracias doble una letra acento con".split()
)
""" "Mi apellido está mal, es …"."""
WRONG = re.compile(
    r" (?:(?:mi|el|ese) (?:nombre|apellido)(?: no)? (?:esta|es|quedo|lleva|no es|no esta|salio)"
    r"(?: mal| incorrecto| equivocado| correcto)"
    r"|(?:mi|el) (?:nombre|apellido) no es"
    r"|es[aeo]s? no (?:es|son)(?: (?:mi|mis|el|los))? (?:nombres?|apellidos?|datos)|asi no me llamo|no es mi nombre|no me llamo asi|ese no soy yo"
    r"|(?:cambi\w+|corregir|corrige|corrija|corrijan|modificar) (?:mi|el|ese) (?:nombre|apellido)"
    r"|(?:esta|escribiste|escribieron|quedo|puse|di|escribi) mal (?:escrito )?(?:mi|el|su) (?:nombre|apellido)"
    r"|(?:(?:le|me|te|les|lo que) )?(?:falt(?:o|a|aba)|olvid(?:o|e|aron))(?: (?:poner|anotar|escribir))?(?: (?:el|mi|un|otro|segundo|primer|su|de|materno|paterno)){1,3} (?:nombre|apellido)(?: (?:materno|paterno))?"
    r"|(?:me )?(?:equivoque|confundi)(?: (?:en|de|con))?(?: (?:el|mi|su))? (?:nombre|apellido))(?= )"
)
""" "Mi nombre está mal": what is right is not said."""
RIGHT = re.compile(
    r"(?:^(?: ,)?| (?:perdon|perdona|digo|disculpa|disculpe|mas bien|correccion|me equivoque|ay no"
    r"|el nombre(?: correcto| completo)?) ,?) ?(?:es|era|seria) "
)
""" "Perdón, es …": the right name follows."""


class Corrected(NamedTuple):
    """What is right and the word it stands for; no name where the whole of it is to be asked for."""

    name: str | None
    instead_of: str | None
    tokens: frozenset[int]


def corrected(message: Message) -> Corrected | None:
    """The correction that a message makes of a name; None where it makes none."""
    everything = frozenset(range(len(message.tokens)))
    for pattern in _PATTERNS:
        match = pattern.search(message.flat)
        if match is None:
            continue
        wrong, right = (_name(message, *match.span(which)) for which in ("wrong", "right"))
        if not wrong or not right:
            continue
        name = written(message.tokens, right)
        if len(wrong) == len(right) == 1:
            return Corrected(name, written(message.tokens, wrong), everything)
        whole = len(right) > 1 and folded(message.tokens[right[0]]) in GIVEN
        return Corrected(name if whole else None, None, everything)
    return spelt(message) or (Corrected(None, None, everything) if _SURNAME.search(message.flat) else None)


def spelt(message: Message) -> Corrected | None:
    """ "El apellido es con z: González", "es Valdivia con v": one word, which stands for the one that sounds like it."""
    hint = SPELT.search(message.text)
    surname = _SURNAMES.search(message.flat)
    if message.asks or not (hint or surname):
        return None
    hinted = set(message.within(*hint.span())) if hint else set[int]()
    said = [i for i, token in enumerate(message.tokens) if i not in hinted and token.kind != "mark"]
    words = [i for i in said if message.tokens[i].text not in _AROUND and len(message.tokens[i].raw) > 1]
    told = {t.text for t in message.tokens} & {"es", "apellido", "apellidos"}
    place = message.between(surname.start() + 1, surname.end()).start if surname else len(message.tokens)
    if not hint and words and words[0] < place and "es" not in told:
        return None  # "falta mi segundo apellido"
    if len(words) == 1 and told and take(message.tokens, words[0], words[0] + 1):
        name = written(message.tokens, words)
        return Corrected(name, name, frozenset(range(len(message.tokens))))
    return None


def _name(message: Message, start: int, end: int) -> list[int]:
    """The words of a stretch of `flat`, if all of them make up a name."""
    place = list(message.between(start, end))
    return place if place and take(message.tokens, place[0], place[-1] + 1) == place else []
