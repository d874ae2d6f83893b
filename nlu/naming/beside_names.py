"""A whole name with nothing that announces it, beside a time ("4 de enero 9am Carlos Ruiz Ozuna"), beside a choice
("la 2 Ana Ruiz"), or with a day's name in it ("Carmen Viernes Ochoa, el martes")."""

from __future__ import annotations

from booking.models import UnderstandingContext
from nlu.choosing import choices
from nlu.naming.name_shape import COURTEOUS, MAX_WORDS, folded, take, written
from nlu.naming.name_words import GIVEN, PARTICLES, TITLES
from nlu.naming.named import Named
from nlu.naming.whole_names import TIMES, two_people, written_as_name
from nlu.words.message import Message, Token

_MOST = 14
"""Words of a choice and a name, with what leads to it."""
_DENIED_BEFORE = 5
"""Words before a name among which a "no" denies it."""
_BEFORE = frozenset("a el la para las por de del en cita una quiero al".split())


def beside_a_time(message: Message, taken: set[int]) -> Named | None:
    """The whole name that is all a message says besides the tokens already taken; it begins with a common given name."""
    tokens = message.tokens
    left = [i for i, t in enumerate(tokens) if i not in taken and t.kind not in ("mark", "emoji")]
    while left and tokens[left[0]].text in _BEFORE | TITLES:
        left.pop(0)
    left = [i for i in left if tokens[i].text not in COURTEOUS]
    if not 2 <= len(left) <= MAX_WORDS or message.asks:
        return None
    return Named(written(tokens, left), False, frozenset(left)) if _is_whole(tokens, left) else None


def beside_a_choice(message: Message, context: UnderstandingContext) -> Named | None:
    """The whole name that follows, or comes before, a choice among the offered times and is all there is besides."""
    tokens = message.tokens
    if not choices.may_choose(message, context) or message.asks:
        return None
    places = [i for i, t in enumerate(tokens) if t.kind in ("word", "number") and t.text not in COURTEOUS]
    if len(places) > _MOST:
        return None
    for split in range(1, len(places) - 1):
        for name, rest in ((places[split:], places[:split]), (places[:split], places[split:])):
            if len(name) < 2 or not _is_whole(tokens, name):
                continue
            said = tuple(word for i in rest for word in tokens[i].text.split())
            if choices.option(said, context.offered):
                return Named(written(tokens, name), False, frozenset(name))
    return None


def with_a_day_in_it(message: Message) -> Named | None:
    """A name written as names are, with a word that is a day's or a month's too: the only such name, beside more."""
    tokens = message.tokens
    found = [run for run in _capitalised(tokens) if len(run) > 1 and _named_like_a_day(tokens, run)]
    if len(found) != 1 or any(tokens[i].text == "no" for i in range(max(0, found[0][0] - _DENIED_BEFORE), found[0][0])):
        return None  # "no está a nombre de Domingo López"
    return Named(written(tokens, found[0]), False, frozenset(found[0]))


def _capitalised(tokens: tuple[Token, ...]) -> list[list[int]]:
    """Runs of words that begin with a capital, particles among them."""
    runs: list[list[int]] = [[]]
    for index, token in enumerate(tokens):
        if token.kind == "word" and (token.raw[0].isupper() or (runs[-1] and token.text in PARTICLES)):
            runs[-1].append(index)
        elif runs[-1]:
            runs.append([])
    return runs


def _named_like_a_day(tokens: tuple[Token, ...], run: list[int]) -> bool:
    """Whether a run is a name in which a day or a month stands among words that are nothing but names: before another
    one, or as the given name that it is too."""
    words = [folded(tokens[i]) for i in run]
    inside = any(word in TIMES for word in words[1:-1]) or (words[0] in TIMES and words[0] in GIVEN)
    return inside and words[0] in GIVEN and words[-1] not in TIMES and written_as_name(tokens, run) == run


def _is_whole(tokens: tuple[Token, ...], name: list[int]) -> bool:
    """Whether these words, one after the other, are one person's name that begins with a common given name."""
    together = name == list(range(name[0], name[-1] + 1))
    return (
        together
        and name in (take(tokens, name[0], name[-1] + 1), written_as_name(tokens, name))
        and folded(tokens[name[0]]) in GIVEN
        and not two_people(tokens, name)
    )
