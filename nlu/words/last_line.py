"""Two messages of one burst, of which the second puts the first right: "a las 10", "a las 11 mejor"; "Ana Luna", "digo Ana
Laura Luna"."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import AnyIntent, CheckAvailability, ProvideCustomerData, SelectSlot
from nlu.parsed import Parse
from nlu.words.message import plain

_RIGHT = re.compile(
    r"^\W*(?:(?:no|ay|perd[oó]n|digo|mejor(?: dicho)?|bueno|m[aá]s bien|correcci[oó]n|quise decir)\b[\s,.]*)+|[\s,]+mejor\W*$",
    re.IGNORECASE,
)
""" "Digo …", "… mejor"."""


def corrected(text: str, read: Callable[[str], Parse]) -> Parse | None:
    """The reading of the last line alone; None where it says something besides what stands before it."""
    before, line, last = text.strip().rpartition("\n")
    if not line or not before.strip():
        return None
    right = _RIGHT.sub("", last).strip()
    put_right = right != last.strip()
    if not right or not (put_right or plain(before.split("\n")[-1].split()[0]) == plain(right.split()[0])):
        return None
    first, second = read(before), read(right)
    if len(first.intents) != 1 or len(second.intents) != 1 or first.unread or second.unread:
        return None
    wrong, meant = first.intents[0], second.intents[0]
    if isinstance(wrong, ProvideCustomerData) and isinstance(meant, ProvideCustomerData):
        return second if _is_name_again(wrong, meant, put_right=put_right) else None
    return second if put_right and _is_a_time(wrong) and _is_a_time(meant) else None


def _is_name_again(wrong: ProvideCustomerData, right: ProvideCustomerData, *, put_right: bool) -> bool:
    """Whether the second is a name, in place of the first or with all of it."""
    if not wrong.name or not right.name or wrong.for_other != right.for_other:
        return False
    return put_right or {*plain(wrong.name).split()} <= {*plain(right.name).split()}


def _is_a_time(intent: AnyIntent) -> bool:
    return isinstance(intent, SelectSlot) or (isinstance(intent, CheckAvailability) and intent.when is not None)
