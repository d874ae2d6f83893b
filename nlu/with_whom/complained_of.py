"""Somebody of whom no good is said: "al doctor Salas no le entiendo nada", "no me gustó cómo me trató"."""

from __future__ import annotations

import re

from nlu.words.message import Message
from nlu.words.turning_words import RATHER, WANTS

_RATHER = re.compile(rf" (?:{RATHER}|{WANTS}|pero|a ver si)(?= )")
_BAD_AFTER = re.compile(
    r" (?:no|nunca|ni|tampoco|mal|mala|malo|peor|pesim[oa]|groser[oa]|regan\w+|pesad[oa]|tarda\w*|fatal|horrible|sangron\w*|enojon\w*"
    r"|impuntual|despota|antipatic[oa]|carer[oa])(?= )"
)
_BAD_BEFORE = re.compile(
    r" (?:(?:no|nunca|tampoco) (?:(?:me|nos|le|les|lo|la) )*(?:gust|convenc|entiend|entend|cae|cay|lat|trat|atend|atiend|escuch|explic|fue|ayud|resolv)\w*"
    r"|(?:me|nos|le) (?:fue|cae|cayo|trat\w+|atendio|va) (?:muy )?(?:mal|fatal|pesimo))(?= )"
)


def complaint(message: Message, tokens: frozenset[int]) -> set[int]:
    """ "Al doctor Salas no le entiendo nada": whoever is wished for beside is wished for instead. The words that say so."""
    begin, end = min(tokens), max(tokens) + 1
    while begin and message.tokens[begin - 1].kind not in ("mark", "ask"):
        begin -= 1
    while end < len(message.tokens) and message.tokens[end].kind not in ("mark", "ask"):
        end += 1
    before = _RATHER.split("".join(f" {t.text}" for t in message.tokens[begin : min(tokens)]) + " ")[-1]
    after = "".join(f" {t.text}" for t in message.tokens[max(tokens) + 1 : end]) + " "
    after = f"{_RATHER.split(after)[0]} "
    if _BAD_BEFORE.search(before) or _BAD_AFTER.search(after):
        return {*range(begin, min(end, max(tokens) + 1 + len(after.split())))}
    return set()
