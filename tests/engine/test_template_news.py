"""A template that WhatsApp does not send is as if there were none; staff hear of it once."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.models import MessageClass, TemplateNews
from tests.engine.test_refusals import TEMPLATE, Sending, refusal

DAY = dt.timedelta(days=1)


def news(sending: Sending, minutes: int = 0, **said: str) -> None:
    at = sending.clinic.clock.now() + dt.timedelta(minutes=minutes)
    one = TemplateNews(name=TEMPLATE.name, language=TEMPLATE.language, at=at, **said)
    sending.clinic.engine.receive([], templates=[one])


@pytest.mark.parametrize("status", ["PAUSED", "REJECTED", "DISABLED", "PENDING"])
def test_what_is_not_approved_is_not_sent(status: str) -> None:
    sending = Sending(MessageClass.NOTICE, TEMPLATE)
    for _ in range(2):
        news(sending, status=status, reason="why")
    assert len(sending.notices()) == 1
    sending.later(DAY)
    sending.go()
    assert (sending.got, sending.row.state) == ([], "failed")
    assert sending.row.last_error == f"window: {TEMPLATE.name} {status}"
    assert len(sending.notices()) == 2


@pytest.mark.parametrize("status", ["APPROVED", "FLAGGED", "REINSTATED"])
def test_what_is_approved_again_is_sent_again(status: str) -> None:
    sending = Sending(MessageClass.NOTICE, TEMPLATE)
    news(sending, status="PAUSED")
    news(sending, 1, status=status)
    sending.later(DAY)
    sending.go()
    assert sending.got == [TEMPLATE]


def test_an_older_status_changes_nothing_and_other_news_no_status() -> None:
    sending = Sending(MessageClass.NOTICE, TEMPLATE)
    news(sending, status="PAUSED")
    news(sending, -5, status="APPROVED")
    news(sending, 5, quality="RED")
    with sending.clinic.begin() as uow:
        (state,) = uow.templates.list()
    assert (state.status, state.quality) == ("PAUSED", "RED")


def test_a_dearer_category_reaches_staff_once_and_sends_on() -> None:
    sending = Sending(MessageClass.NOTICE, TEMPLATE)
    for _ in range(2):
        news(sending, category="MARKETING")
    assert len(sending.notices()) == 1
    sending.later(DAY)
    sending.go()
    assert sending.got == [TEMPLATE]


def test_templates_of_others_are_theirs() -> None:
    sending = Sending(MessageClass.NOTICE, TEMPLATE)
    one = TemplateNews(name="promocion", language="es_MX", at=sending.clinic.clock.now(), status="REJECTED")
    sending.clinic.engine.receive([], templates=[one])
    assert sending.notices() == []
    with sending.clinic.begin() as uow:
        assert uow.templates.list() == []


def test_a_paused_template_is_no_other_words() -> None:
    """The window was thought open, and the template is paused."""
    sending = Sending(MessageClass.NOTICE, TEMPLATE)
    news(sending, status="PAUSED")
    sending.clinic.sender.fail(refusal(131047))
    sending.go()
    assert (sending.got, sending.row.state) == ([], "failed")
