"""The figures for a monitor: as Prometheus reads them, all that the dashboard shows, and nobody's name."""

from __future__ import annotations

import json
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from booking.desk import service_figures
from booking.models import Condition
from booking.testing.contracts import SEED
from booking.testing.contracts.contract_world import NOW, booked, chat, slot
from booking.testing.fakes import MemoryDatabase
from webhook.inspector.metrics import exposed

DASHBOARD = Path(__file__).parents[2] / "docs" / "monitoring" / "dashboard.json"


def test_the_dashboard_shows_what_there_is_and_nothing_names_anybody() -> None:
    begin = MemoryDatabase().seed(*SEED)
    booked(begin, slot(2), chat(begin), name="Ana López")
    with begin() as uow:
        uow.notices.add("human", None, "Ana López", NOW)
        uow.commit()
    condition = Condition({"database": "ok", "models": "absent", "whatsapp": "error"}, sweep_age=2.0, unread_age=1.0)
    with begin() as uow:
        found = service_figures.figures(uow, condition, NOW)
    told = exposed(found).decode()
    assert "Ana" not in told
    families = {family.name: family for family in text_string_to_metric_families(told)}
    checks = {sample.labels["check"]: sample.value for sample in families["turnero_check_ok"].samples}
    assert checks["database"] == 1
    assert checks["whatsapp"] == 0
    shown = {re.split(r"\W", target["expr"])[0] for panel in panels() for target in panel["targets"]}
    assert shown == {figure.name for figure in found}


def panels() -> list[dict[str, list[dict[str, str]]]]:
    return list(json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"])
