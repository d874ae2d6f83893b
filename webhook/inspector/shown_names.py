"""Whether a page shows names and numbers whole: masked unless that is asked for or the desk is set so, and each look is
recorded as it is on the command line."""

from __future__ import annotations

from booking.desk.export_record import record_look
from booking.ports import UnitOfWork
from webhook.inspector.page_visits import Visit

WHOLE = "completos"


def whole(visit: Visit, uow: UnitOfWork, what: str) -> bool:
    """Then who looks at `what` is recorded and committed, before anything is shown."""
    asked = visit.checked(WHOLE) or visit.backend.settings.nombres_completos
    if asked:
        record_look(uow, what, visit.visitor.name, visit.now)
        uow.commit()
    return asked
