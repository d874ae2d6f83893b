"""How much of a message tells of an emergency: what is seen of one is counted (`distress.toml`), whatever it is called.

No sign decides alone but the gravest; what is only told of the past, and an appointment asked for beside it, count against
it. This is no triage: it calls people, or it says the emergency number and asks.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

from nlu import act_lines
from nlu.acts import compiled, heard

MAYBE, SURE = 3, 4
"""From how many points on it is asked whether it is an emergency, and taken for one."""

_DENIES = re.compile(
    r" (?:no|ni|sin|nunca)(?: (?:ha|he|hay|tengo|tiene|siento|siente|presenta|fue|creo|sea|dado|un|una|me|le|se|nos|trae|traigo|con|mucho|mucha))*$"
)


class Group(NamedTuple):
    """Signs of one kind, what seeing any of them counts, and the words of which one is there where a sign is. `beside`:
    it counts only where one of these kinds is seen too; `unless`: words of something else."""

    name: str
    points: int
    signs: re.Pattern[str]
    words: re.Pattern[str]
    beside: frozenset[str]
    unless: re.Pattern[str] | None


@lru_cache(maxsize=1024)
def points(flat: str) -> int:
    """The points of all groups that are seen in a folded text, as it is written or sounds, and not denied ("no tiene
    fiebre")."""
    texts = dict.fromkeys((flat, heard(flat)))
    begun = frozenset().union(*(_begun_by(word) for text in texts for word in {*text.split()}))
    groups = (group for number, group in enumerate(_groups()) if number in begun)
    seen = [group for group in groups if any(_is_seen(group, text) for text in texts)]
    kinds = frozenset(group.name for group in seen)
    return sum(group.points for group in seen if not group.beside or group.beside & kinds)


def _is_seen(group: Group, text: str) -> bool:
    if group.unless is not None and group.unless.search(text):
        return False
    return any(not _denied(text, sign) for sign in group.signs.finditer(text))


def _denied(flat: str, sign: re.Match[str]) -> bool:
    return _DENIES.search(flat[max(0, sign.start() - 60) : sign.start()]) is not None


@lru_cache(maxsize=8192)
def _begun_by(word: str) -> frozenset[int]:
    """The groups that have signs with such a word, by their places: others need not be looked for."""
    return frozenset(number for number, group in enumerate(_groups()) if group.words.fullmatch(word))


@cache
def _groups() -> tuple[Group, ...]:
    groups = ((name, group) for name, group in act_lines.distress().items() if isinstance(group, dict))
    return tuple(_group(name, group) for name, group in groups)


def _group(name: str, said: dict[str, Any]) -> Group:
    unless = compiled(said["unless"])[0] if "unless" in said else None
    return Group(name, said["points"], *compiled(said["any"]), frozenset(said.get("beside", ())), unless)
