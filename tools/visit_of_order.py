"""Which type of visit staff mean: one that everybody has, or one that the clinic gave a length of its own."""

from __future__ import annotations

from booking.intents import VisitType
from booking.models import VisitLength
from booking.models.folded_text import folded
from booking.models.tool_answers import Why
from tools.access import Access

_CALLED = {
    "primera vez": VisitType.FIRST,
    "primera": VisitType.FIRST,
    "seguimiento": VisitType.FOLLOW_UP,
    "subsecuente": VisitType.FOLLOW_UP,
    "control": VisitType.FOLLOW_UP,
}


def visit_of(access: Access, said: str) -> str:
    """The type as it is stored. Raises Stop where the clinic has none that is called so; one statement, but for the two
    that everybody has."""
    name = folded(said).replace("_", " ")
    if name in _CALLED:
        return _CALLED[name].value
    own = {rule.visit for _, rule in access.uow.rules.list() if isinstance(rule, VisitLength)}
    found = [visit for visit in own if folded(visit).replace("_", " ") == name]
    if not found:
        raise access.no(Why.NO_SUCH_VISIT)
    return found[0]
