"""Codes: what enrols a number, for whoever has one, and what marks a notice as seen or dealt with."""

from __future__ import annotations

import re

from booking.intents import UseTool
from nlu.words.message import plain

ENROL = "alta_personal"
NOTICE = "aviso_personal"
_CODE = re.compile(r"\s*(?:mi\s+)?(?:alta|c[oó]digo)\W{0,4}(?:es\W{0,2})?(\d{4}[\s-]?\d{4})\W*", re.IGNORECASE)


def enrolment(text: str) -> UseTool | None:
    """The one-time code that gives a number its right; anybody may send one."""
    found = _CODE.fullmatch(text[:200])
    return UseTool(tool=ENROL, arguments=(("codigo", re.sub(r"\D", "", found[1])),)) if found else None


_NOTICE = re.compile(
    r"\W*(?:(?:ya )?(?:(?:esta )?(?P<seen>visto|vista|enterad[oa])|(?P<seen2>lo vi|lo he visto)|(?:esta |quedo |lo doy por )?(?P<done>atendid[oa]|lo atendi))"
    r"|(?:marca |pon )?(?:el )?aviso (?:numero )?#?(?P<first>\d{1,9}) (?:(?:ya )?(?:esta |quedo )?(?:como )?)(?:(?P<seen3>visto)|(?P<done3>atendido)))"
    r"(?: (?:el )?(?:aviso )?(?:numero )?#?(?P<number>\d{1,9}))?(?:,? gracias)?\W*"
)


def about_notice(text: str) -> UseTool | None:
    """What marks a notice as seen or dealt with: "visto", "atendido el aviso 12"; nothing else stands in it."""
    found = _NOTICE.fullmatch(" ".join(plain(text[:80]).split()))
    if found is None or (found["first"] and found["number"]):
        return None
    which = found["first"] or found["number"]
    state = "atendido" if found["done"] or found["done3"] else "visto"
    return UseTool(tool=NOTICE, arguments=((("aviso", which),) if which else ()) + (("estado", state),))
