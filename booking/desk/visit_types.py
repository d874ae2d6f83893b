"""Which types of visit the clinic has: those everybody has, and those it gave a length of their own."""

from __future__ import annotations

from booking.desk.desk_errors import BadValue, Field
from booking.intents import VisitType
from booking.models import VisitLength
from booking.ports import UnitOfWork


def known(uow: UnitOfWork) -> list[str]:
    """All there are."""
    own = {rule.visit for _, rule in uow.rules.list() if isinstance(rule, VisitLength)}
    return sorted({visit.value for visit in VisitType} | own)


def must_be_known(uow: UnitOfWork, visit: str, field: Field = Field.VISIT_TYPE) -> None:
    """Raises BadValue for a type that there is not, with those that there are and how to make one."""
    kinds = known(uow)
    if visit not in kinds:
        raise BadValue(
            field,
            f"«{visit}» no es ningún tipo de consulta. Hay: {', '.join(kinds)}. Si es uno nuevo: turnero horarios"
            " consultas TIPO --nuevo --minutos …",
        )
