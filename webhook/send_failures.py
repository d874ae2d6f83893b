"""What to do when WhatsApp does not take a message, by its error code. Data, and the arithmetic of waiting.

Codes: https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
Meta advises to build on `code` (and `error_data.details`), not on title, HTTP status or subcode. One exception
is made, for 100 with subcode 33: "object does not exist" is said of our own number, not of the message.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple


class Verdict(StrEnum):
    """RETRY this message later; STOP everything and tell the operator; NEVER try this message again."""

    RETRY = "retry"
    STOP = "stop"
    NEVER = "never"


class Rule(NamedTuple):
    """What to do. Waits are `first` × `growth`^n seconds after n earlier attempts, `cap` at most; after
    `tries` attempts the message is given up (None: the caller's own limit decides)."""

    verdict: Verdict
    meaning: str
    first: float = 0.0
    growth: float = 2.0
    cap: float = 3600.0
    tries: int | None = None
    throttled: bool = False  # it concerns our number or account, not the message or the person


def _stop(meaning: str) -> Rule:
    # A wait nevertheless: the message itself is sound and stays in the outbox until the cause is mended.
    return Rule(Verdict.STOP, meaning, first=300.0, growth=1.0)


def _never(meaning: str) -> Rule:
    return Rule(Verdict.NEVER, meaning)


TRANSIENT = Rule(Verdict.RETRY, "temporary fault of WhatsApp's, or of the way there", first=2.0, growth=4.0)
OFFLINE = Rule(Verdict.RETRY, "no connection to WhatsApp", first=2.0, growth=4.0)
GARBLED = Rule(Verdict.RETRY, "an answer that is not WhatsApp's", first=5.0, growth=4.0, tries=4)
TOKEN = _stop("access token refused or expired")
PERMISSION = _stop("permission missing")
ACCOUNT = _stop("account, payment, certificate or country")
WRONG_ADDRESS = _stop("no such phone number id, or the token may not use it")
NUMBER_RATE = Rule(Verdict.RETRY, "too many messages from our number", first=2.0, growth=3.0, cap=900.0, throttled=True)
APP_RATE = Rule(Verdict.RETRY, "too many calls by the app or the account", first=60.0, throttled=True)
PAIR_RATE = Rule(Verdict.RETRY, "too many messages to this person", first=6.0, cap=600.0)
SPAM = Rule(Verdict.RETRY, "our number is limited for spam", first=900.0, growth=2.0, cap=14_400.0, throttled=True)
MEDIA = Rule(Verdict.RETRY, "media could not be moved", first=5.0, growth=3.0, tries=3)
WINDOW_CLOSED = _never("more than 24 h since the person wrote; only a template may be sent")
UNREACHABLE = _never("this person cannot be reached")
REFUSED_FOR_NOW = _never("marketing cap, opt-out or experiment; not within 24 h")
BAD_REQUEST = _never("the request is wrong: a fault of ours")
TEMPLATE = _never("this version of the template cannot be sent")

_TABLE: tuple[tuple[Iterable[int], Rule], ...] = (
    ((0, 190), TOKEN),
    ((3, 10, *range(200, 300), 131005), PERMISSION),
    ((368, 131031, 131037, 131042, 131045, 130497, 133010), ACCOUNT),
    ((4, 80007), APP_RATE),
    ((130429,), NUMBER_RATE),
    ((131056,), PAIR_RATE),
    ((131048, 131064), SPAM),
    ((131047,), WINDOW_CLOSED),
    ((131021, 131026, 131030, 131062), UNREACHABLE),
    ((130472, 131049, 131050), REFUSED_FOR_NOW),
    ((33, 100, 131008, 131009, 131051), BAD_REQUEST),
    ((131052, 131053), MEDIA),
    ((1, 2, 131000, 131016, 131057, 133004, 135000), TRANSIENT),
    ((132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016, 132068, 132069), TEMPLATE),
)

RULES: Mapping[int, Rule] = MappingProxyType({code: rule for codes, rule in _TABLE for code in codes})
"""The rule of each known code."""


def rule_for(status: int, code: int | None, subcode: int | None = None, *, transient: bool = False) -> Rule:
    """The rule for an answer: by its code if that is known, else by what the HTTP status allows to assume.
    `transient` is WhatsApp's own word for codes we do not know."""
    if code == 100 and subcode == 33:
        return WRONG_ADDRESS
    if code is not None and code in RULES:
        return RULES[code]
    if status >= 500 or status == 408 or transient:
        return TRANSIENT
    if status == 429:
        return NUMBER_RATE
    if status == 401:
        return TOKEN
    if status == 403:
        return PERMISSION
    if 300 <= status < 400 or status in (404, 405):
        return WRONG_ADDRESS
    return BAD_REQUEST if code is not None else GARBLED


def wait(rule: Rule, attempts: int, *, jitter: float, asked: float = 0.0) -> dt.timedelta | None:
    """How long to wait after `attempts` earlier ones; None is never. `jitter` from 0 to 1 lengthens it by up
    to a quarter, so that messages refused together do not come back together. `asked` is the server's own
    wish in seconds, heeded up to the cap."""
    if rule.verdict is Verdict.NEVER or (rule.tries is not None and attempts + 1 >= rule.tries):
        return None
    # 64 doublings are beyond any cap; more would overflow.
    seconds = min(rule.first * rule.growth ** min(attempts, 64), rule.cap)
    return dt.timedelta(seconds=max(seconds, min(asked, rule.cap)) * (1 + jitter / 4))
