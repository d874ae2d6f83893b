"""`turnero metricas`: what was sent, for how many appointments, and at what cost."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.conversation.replies import templates
from booking.conversation.replies.templates import TEMPLATES, Name
from booking.models import (
    DeliveryStatus,
    Identity,
    IdentityKind,
    MessageClass,
    OutContent,
    OutText,
    Pricing,
    TemplateState,
)
from tests.admin.conftest import Stage

TO = Identity(kind=IdentityKind.WA_ID, value="5216641112222")
TEMPLATE = templates.filled(Name.MOVED, **TEMPLATES[Name.MOVED].parameters)
FREE = OutText(body="Hola")


def sent(stage: Stage, content: OutContent, message_class: MessageClass, count: int, at: dt.datetime) -> None:
    with stage.begin() as uow:
        (chat, *_) = uow.conversations.list()
        for id in uow.outbox.add(chat.id, TO, [content] * count, None, at, message_class):
            uow.outbox.mark_sent(id, f"wamid.{at}.{message_class}.{id}", at)
        uow.commit()


@pytest.fixture
def busy(any_stage: Stage) -> Stage:
    """An appointment by chat, and in October and November what came to four replies and three notices."""
    any_stage.book()
    now = any_stage.wired.clock.now()
    with any_stage.begin() as uow:
        (chat, *_) = uow.conversations.list()
        for item in uow.outbox.list(chat.id, 100):
            uow.outbox.mark_expired(item.id, "not counted")
        uow.commit()
    sent(any_stage, FREE, MessageClass.REPLY, 3, now.replace(day=2))
    sent(any_stage, FREE, MessageClass.REPLY, 4, now)
    sent(any_stage, TEMPLATE, MessageClass.NOTICE, 3, now)
    sent(any_stage, FREE, MessageClass.REPLY, 5, now.replace(month=10))
    return any_stage


def test_this_month(busy: Stage) -> None:
    assert busy.json("metricas") == {
        "desde": "2026-11-01",
        "hasta": "2026-11-23",
        "citas_agendadas": 1,
        "mensajes": 10,
        "por_cita": 10.0,
        "por_clase": {"notice": 3, "reply": 7},
        "por_categoria": {"service": 7, "utility": 3},
        "se_cobran": {"utility": 3},
        "precio_dicho_por_whatsapp": 0,
        "repetidos": 0,
        "costo": None,
    }
    shown = busy.run("metricas", "--tarifa", "utility=0.5").stdout
    assert "Mensajes por cita: 10.0" in shown
    assert "Costo: 1.5" in shown


@pytest.mark.parametrize(
    ("options", "billed", "cost"),
    [
        (("--gratis", "6"), {"service": 1, "utility": 3}, "2.0"),
        (("--gratis", "0"), {"service": 7, "utility": 3}, "5.0"),
        # What was written before counts for the month's free ones, and only what is of the period is charged.
        (("--gratis", "4", "--desde", "2026-11-20"), {"service": 3, "utility": 3}, "3.0"),
        (("--gratis", "2", "--desde", "2026-11-20"), {"service": 4, "utility": 3}, "3.5"),
        # Each month has its own.
        (("--gratis", "5", "--desde", "2026-10-01"), {"service": 2, "utility": 3}, "2.5"),
        (
            (
                "--hasta",
                "2026-11-10",
            ),
            {},
            "0",
        ),
    ],
)
def test_answers_beyond_the_free_ones_cost_what_a_utility_template_does(
    busy: Stage, options: tuple[str, ...], billed: dict[str, int], cost: str
) -> None:
    found = busy.json("metricas", "--tarifa", "utility=0.5", *options)
    assert (found["se_cobran"], found["costo"]) == (billed, cost)


def test_a_template_costs_what_whatsapp_says_it_is(busy: Stage) -> None:
    with busy.begin() as uow:
        at = busy.wired.clock.now()
        said = TemplateState(name=TEMPLATE.name, language=TEMPLATE.language, at=at, category="MARKETING")
        uow.templates.put(said)
        uow.commit()
    assert busy.json("metricas", "--tarifa", "utility=0.5")["costo"] is None
    found = busy.json("metricas", "--tarifa", "utility=0.5", "--tarifa", "marketing=2")
    assert (found["se_cobran"], found["costo"]) == ({"marketing": 3}, "6")


REGULAR, OF_THE_WINDOW = "regular", "free_customer_service"


@pytest.mark.parametrize(
    ("category", "kind", "told", "free", "billed"),
    [
        # Nothing was charged: not by us either, though the month's free ones are used up.
        ("service", OF_THE_WINDOW, 7, 0, {"utility": 3}),
        ("service", OF_THE_WINDOW, 4, 5, {"service": 2, "utility": 3}),
        ("utility", OF_THE_WINDOW, 3, 1000, {}),
        # Charged: whatever we count, and as what WhatsApp says.
        ("service", REGULAR, 4, 1000, {"service": 4, "utility": 3}),
        ("service", REGULAR, 4, 1, {"service": 6, "utility": 3}),
        ("marketing", REGULAR, 3, 1000, {"marketing": 3}),
    ],
)
def test_what_whatsapp_says_of_the_price_goes_before_our_own_count(
    busy: Stage, category: str, kind: str, told: int, free: int, billed: dict[str, int]
) -> None:
    of_this_month = dt.datetime(2026, 11, 1, tzinfo=dt.UTC)
    with busy.begin() as uow:
        (chat, *_) = uow.conversations.list()
        sent = [
            i for i in uow.outbox.list(chat.id, 100) if i.state == "sent" and i.sent_at and i.sent_at > of_this_month
        ]
        for item in [i for i in sent if (i.content == FREE) == (category == "service")][:told]:
            assert item.wamid is not None
            pricing = Pricing(category=category, kind=kind, model="PMP")
            status = DeliveryStatus(wamid=item.wamid, status="sent", at=busy.wired.clock.now(), pricing=pricing)
            assert uow.outbox.record_status(status, None) is not None
        uow.commit()
    found = busy.json("metricas", "--gratis", str(free))
    assert found["se_cobran"] == billed
    assert (found["mensajes"], sum(found["por_categoria"].values())) == (10, 10)
    assert found["precio_dicho_por_whatsapp"] == told


@pytest.mark.parametrize("rate", ["utility", "utility=mucho", "servicio=1"])
def test_a_rate_that_is_none_is_told(any_stage: Stage, rate: str) -> None:
    result = any_stage.run("metricas", "--tarifa", rate)
    assert result.exit_code == 2
    assert "--tarifa" in result.stderr
