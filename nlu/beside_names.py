"""A whole name beside a time, with nothing that announces it: "4 de enero 9am Carlos Ruiz Ozuna"."""

from __future__ import annotations

from nlu.message import Message
from nlu.name_shape import MAX_WORDS, folded, take, written
from nlu.name_words import GIVEN
from nlu.names import COURTEOUS, Named
from nlu.whole_names import two_people

_BEFORE = frozenset("a el la para las por de del en cita una quiero al".split())


def beside_a_time(message: Message, taken: set[int]) -> Named | None:
    """The whole name that is all a message says besides the tokens already taken; it begins with a common given name."""
    tokens = message.tokens
    left = [i for i, t in enumerate(tokens) if i not in taken and t.kind not in ("mark", "emoji")]
    while left and tokens[left[0]].text in _BEFORE:
        left.pop(0)
    left = [i for i in left if tokens[i].text not in COURTEOUS]
    if not 2 <= len(left) <= MAX_WORDS or left != list(range(left[0], left[-1] + 1)) or message.asks:
        return None
    name = take(tokens, left[0], left[-1] + 1)
    if name != left or folded(tokens[name[0]]) not in GIVEN or two_people(tokens, name):
        return None
    return Named(written(tokens, name), False, frozenset(name))
