"""Which items still count: refusals and corrections. "El martes no puedo, mejor el jueves" means Thursday."""

from __future__ import annotations

from nlu.when.parts import Item, Kind, phrase_at
from nlu.when.text import Token
from nlu.when.words import CLAUSE_WORDS, CORRECTIONS, NARRATIVE, NEGATIONS, POLITE_NO, REPLACED

_BREAKS = {".", ";", "!", "?", ",", "¿", "¡", "\n"}


def groups(t: list[Token], items: list[Item]) -> list[list[Item]]:
    """The items in groups, each correcting the one before; refused items are left out."""
    result: list[list[Item]] = [[]]
    clause: list[Item] = []
    refused = correcting = only_no = replaced = False
    place = i = 0

    def close() -> None:
        nonlocal clause, refused, only_no, correcting
        if clause and not refused:
            if correcting and result[-1]:
                result.append([])
            correcting = False
            result[-1].extend(clause)
        elif only_no and result[-1] and not clause:
            correcting = True
        clause, refused, only_no = [], False, False

    while t[i].kind:
        if place < len(items) and items[place].begin == i:
            if replaced:
                replaced = False
            else:
                clause.append(items[place])
            i = items[place].end
            place += 1
            continue
        word = t[i].word
        if (after := phrase_at(t, i, POLITE_NO)) > i:
            i = after
            continue
        if (after := phrase_at(t, i, REPLACED)) > i:
            replaced = True
            i = after
            continue
        if (after := phrase_at(t, i, CORRECTIONS)) > i:
            close()
            correcting = True
            i = after
            continue
        if word in _BREAKS or word in CLAUSE_WORDS:
            if word != "," or not (refused and _lists(t, i, items, place)):
                close()
        elif word in NEGATIONS:
            only_no = not clause and t[i - 1].kind != "w" and (t[i + 1].kind != "w" or t[i + 1].word in NEGATIONS)
            refused = True
        elif word in NARRATIVE:
            refused = True
        else:
            only_no = False
        i += 1
    close()
    return [group for group in result if any(item.kind is not Kind.NOTHING for item in group)]


def _lists(t: list[Token], i: int, items: list[Item], place: int) -> bool:
    """Whether a comma stands in a list ("no puedo lunes, martes ni jueves"): then a refusal reaches over it."""
    if not (0 < place < len(items) and items[place].begin == i + 1 and items[place - 1].end == i):
        return False
    return t[items[place].end].word in ("o", "u", "y", "ni")
