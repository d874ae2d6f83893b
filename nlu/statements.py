"""Clauses that tell of something and ask for nothing: "me duele la espalda", "se cayó ayer", "trabajo hasta tarde".

A verb that tells is known by its form (person and tense), and in the present by a closed list of states and of what a
body does: "me manda" asks, "me duele" tells.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

from nlu.filler import FILLER
from nlu.message import Message
from nlu.name_words import GIVEN, RELATIONS

CLITICS = frozenset("me se le les nos te lo la los las".split())
PERFECT = frozenset("he ha han hemos has habia habian haya".split())
PAST = re.compile(r"\w{2,}(?:aron|ieron|eron|aste|iste|aba|aban|abamos)")
_IMPERFECT = re.compile(
    r"(?!(?:medio)?dia$|todavia$|tia$|via$|guia$)\w*(?:[bdtv]|ten|ven|sal|pon|hac|quer|dorm|com|sufr|ped)ia(?:n|mos)?"
)
_WOULD = re.compile(r"(?:quer|quis|pod|pud|deb|gust|habr|tendr|hab)\w*|\w+r(?:ia|ian|iamos)")
_PARTICIPLE = re.compile(r"\w{2,}(?:ado|ido|to|cho|sto|ada|ida)s?")
_MUST = frozenset("tengo tiene tenemos tuve tuvo hay habia tenia".split())
""" "Tengo que llevar a mi mamá" is one clause."""
_LEADS = CLITICS | frozenset(
    "yo el ella ellos ellas nadie alguien mi mis su sus un una unos unas desde hace dos tres cuatro cinco varios varias"
    " dia dias semana semanas mes meses ano anos noche lunes martes miercoles jueves viernes sabado domingo no es muy tambien".split()
)
_LOOKING = frozenset("buscando queriendo necesitando viendo ocupando".split())
_SINCE = frozenset("desde hace".split())


@cache
def lists() -> dict[str, frozenset[str]]:
    """The word lists of `account.toml`."""
    data = tomllib.loads(files("nlu").joinpath("account.toml").read_text(encoding="utf-8"))
    return {name: frozenset(words.split()) for name, words in data.items() if isinstance(words, str)}


def clauses_of(message: Message) -> list[range]:
    """Stretches of tokens between marks, before words that join clauses, and before a verb that tells."""
    joints, tokens, found = lists()["joints"], message.tokens, []
    for stretch in message.clauses():
        begin = stretch.start
        for index in stretch[1:]:
            joins = tokens[index].text.split()[0] in joints
            if joins and not (tokens[index].text == "que" and tokens[index - 1].text in _MUST):
                found.append(range(begin, index))
                begin = index
            elif (head := _head(message, range(begin, stretch.stop), index)) is not None:
                found.append(range(begin, head))
                begin = head
        found.append(range(begin, stretch.stop))
    return found


def _head(message: Message, clause: range, index: int) -> int | None:
    """Where a clause begins that a verb in the middle of another one heads; None where it begins none."""
    if not _is_telling_verb(message, clause, index):
        return None
    head = index
    while head > clause.start and message.tokens[head - 1].text in CLITICS | {"no"}:
        head -= 1
    before = range(clause.start, head)
    if all(_leads(message.tokens[i].text) for i in before) or tells(message, before):
        return None
    return head


def _leads(word: str) -> bool:
    """Whether a word may stand before the verb that heads a clause: who, when in the past, and what joins."""
    return word in _LEADS or word in RELATIONS or word in lists()["joints"] or word in lists()["past_time"]


def tells(message: Message, clause: range) -> bool:
    """Whether a clause has a verb that tells of something."""
    return any(_is_telling_verb(message, clause, index) for index in clause)


def is_headed(message: Message, clause: range, index: int) -> bool:
    """Whether what follows a word of a clause belongs to a verb that tells: "que anda malo de la espalda"."""
    return message.tokens[index].text != "es" and _is_telling_verb(message, clause, index)


def denies_what_is_told(message: Message, clause: range, index: int) -> bool:
    """Whether a "no" belongs to what is told: "no me gustó", "no se me quita"."""
    after = [i for i in range(index + 1, clause.stop) if message.tokens[i].text not in CLITICS][:1]
    going = after and message.tokens[after[0]].text in ("voy", "va", "van", "vamos")
    return bool(after) and not going and _is_telling_verb(message, clause, after[0])


def told_of_the_past(message: Message, asked_for: set[int]) -> set[int]:
    """The tokens of clauses that tell of something past, "le salieron ronchas ayer", and of what somebody said, "me dijo
    que atienden el domingo": no time in them is wished for. `asked_for` are the words that ask for something."""
    told: set[int] = set()
    past, clauses = _SINCE | lists()["past_time"], clauses_of(message)
    for place, clause in enumerate(clauses):
        words = {message.tokens[i].text for i in clause}
        if asked_for & {*clause}:
            continue
        after = clauses[place + 1] if place + 1 < len(clauses) and clauses[place + 1].start == clause.stop else None
        heads = (
            after is not None and not asked_for & {*after} and tells(message, after)
        )  # "la semana pasada se me cayó"
        said = place > 0 and message.tokens[clause.start].text == "que" and _is_said(message, clauses[place - 1])
        if said or (words & past and (tells(message, clause) or heads)):
            told |= {*clause}
    return told


_SAY = frozenset(
    "dijo dijeron dice dicen comento comentaron conto contaron aviso avisaron pidio recomendo mando".split()
)


def _is_said(message: Message, clause: range) -> bool:
    return any(message.tokens[i].text in _SAY for i in clause)


def clauses_that_tell(message: Message) -> tuple[str, ...]:
    """Every clause that tells of something, as it was written."""
    tokens = message.tokens
    clauses = (clause for clause in clauses_of(message) if tells(message, clause))
    return tuple(message.text[tokens[clause.start].start : tokens[clause.stop - 1].end] for clause in clauses)


def _is_telling_verb(message: Message, clause: range, index: int) -> bool:
    token, known = message.tokens[index], lists()
    word = token.text
    before = message.tokens[index - 1].text if index > clause.start else ""
    if token.kind != "word" or word in CLITICS or word in GIVEN:
        return False
    after = message.tokens[index + 1].text if index + 1 < clause.stop else ""
    if word in ("ando", "andamos", "estoy", "estamos") and after in _LOOKING:
        return False
    if word in known["state_verbs"]:
        return True
    if word in known["body_verbs"]:
        return before in CLITICS | RELATIONS | {"", "y", "que", "no", "porque"}
    if _WOULD.fullmatch(word):
        return False
    if before in PERFECT and _PARTICIPLE.fullmatch(word):
        return True
    accented = len(word) > 2 and token.raw.casefold().endswith(("ó", "é", "í"))
    if accented or PAST.fullmatch(word) or _IMPERFECT.fullmatch(word):
        return True
    if before in CLITICS and word.endswith(("io", "yo")):
        return True
    return before in ("me", "se", "le") and word.endswith(("o", "e")) and len(word) > 2 and word not in FILLER
