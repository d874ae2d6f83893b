"""The clinic's desk in a browser: a chat taken over, a doctor's absence, a crowded day."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from sqlalchemy import event, insert
from sqlalchemy.orm import Session

from booking.models import Status, ToldOf
from storage.tables import AppointmentRow
from tests.inspector import screens
from tests.inspector.clinic_site import Site
from tests.inspector.conftest import Open
from tests.inspector.todays_agenda import LAURA, TODAY, booked, mark, start_of, told_of

expect.set_options(timeout=screens.PATIENCE_MS)


def test_a_chat_is_taken_answered_and_given_back(site: Site, open_page: Open) -> None:
    phone = site.house.phone("Ana")
    site.house.says(phone, "hola")
    chat = site.house.conversation(phone).id
    page = open_page(f"/chats/{chat}", **screens.DESKTOP)
    page.get_by_role("button", name="Tomar el chat").click()
    expect(page.locator("#control")).to_contain_text("una persona, hasta")
    page.get_by_label("Su respuesta").fill("Soy Rosa, de recepción. ¿Le sirve a las 5?")
    page.get_by_role("button", name="Mandar").click()
    expect(page.locator("#hilo li").last).to_contain_text("¿Le sirve a las 5?")
    expect(page.get_by_label("Su respuesta")).to_have_value("")
    site.house.settle()
    expect(page.locator("#hilo li").last.locator("b")).to_contain_text("✓")
    page.get_by_role("button", name="Devolver al asistente").click()
    expect(page.get_by_role("button", name="Tomar el chat")).to_be_visible()
    expect(page.locator("#hilo")).to_contain_text("Se devolvió al bot: Recepción (demo)")


def test_a_doctor_is_away_and_two_patients_are_moved(site: Site, open_page: Open) -> None:
    ids = booked(site, "16:00", "17:00")
    page = open_page(f"/agenda/ausencia?que=ofrecer&doctor={LAURA}&fecha={TODAY}&horas=16:00-19:00", **screens.DESKTOP)
    expect(page.locator("#plan")).to_contain_text("Ana L.")
    page.get_by_role("button", name="Sí", exact=True).click()
    expect(page.locator(".hecho")).to_contain_text("Agenda cerrada. Se ofrece otro horario a 2 pacientes.")
    expect(page.get_by_role("link", name=re.compile("Mover la cita"))).to_have_count(2)
    for id, hour in zip(ids, ("12:00", "12:30"), strict=True):
        page.goto("/agenda/ausencia")
        page.get_by_role("link", name=f"Mover la cita {id}").click()
        page.get_by_role("link", name=hour, exact=True).click()
        page.get_by_role("button", name="Sí, mover").click()
        expect(page.locator(".hecho")).to_contain_text("Movida.")
        assert start_of(site, id) == hour
    page.goto("/agenda/ausencia")
    expect(page.locator("#pendientes")).to_contain_text("Nadie tiene pendiente contestar.")
    site.house.settle()
    assert [told_of(site, id) for id in ids] == [[ToldOf.BOOKED, ToldOf.AWAY, ToldOf.MOVED]] * 2


@pytest.mark.parametrize(
    ("screen", "scheme"), [(screens.DESKTOP, "dark"), (screens.PHONE, "light")], ids=["desktop", "phone"]
)
def test_nothing_keeps_people_from_using_the_pages(
    site: Site, open_page: Open, screen: Mapping[str, Any], scheme: str
) -> None:
    (id,) = booked(site, "12:00")
    with site.house.app.begin() as uow:
        uow.notices.add("human", None, "", site.house.clock.now())
        uow.commit()
    mark(site, id, "llego")
    phone = site.house.phone("Ana")
    site.house.says(phone, "hola")
    chat = site.house.conversation(phone).id
    page = open_page("/agenda", color_scheme=scheme, bypass_csp=True, **screen)
    found = [screens.serious_findings(page)]
    page.locator(f"#cita{id}").click()
    page.locator("#ficha-titulo").wait_for()
    found.append(screens.serious_findings(page))
    for path in (f"/chats/{chat}", "/avisos", "/espera", "/recordatorios", "/agenda?vista=semana",
                 "/agenda?vista=semana&doctor=1", "/rol", f"/agenda/ausencia?doctor=1&fecha={TODAY}",
                 "/agenda/nueva?doctor=1&inicio=mañana 12:00"):  # fmt: skip
        page.goto(path)
        found.append(screens.serious_findings(page))
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, path
    assert found == [[]] * len(found)


def test_ten_thousand_appointments_of_a_day_stay_a_page(site: Site) -> None:
    zone, minute = site.house.app.settings.zone, dt.timedelta(minutes=1)
    first = dt.datetime(2026, 12, 1, 8, tzinfo=zone)
    with Session(site.house.app.database) as session, session.begin():
        rows = [
            {"doctor_id": 1, "start": first + n % 600 * minute, "end": first + (n % 600 + 30) * minute,
             "status": Status.BOOKED.value, "patient_id": 1, "overbooked": True, "visit": "primera_vez", "version": 1,
             "created_at": first, "updated_at": first}
            for n in range(10_000)
        ]  # fmt: skip
        session.execute(insert(AppointmentRow), rows)
    asked: list[str] = []
    event.listen(site.house.app.database, "before_cursor_execute", lambda *call: asked.append(call[2]))
    with site.client() as browser:
        asked.clear()
        day = "/agenda?fecha=2026-12-01"
        for path, most in ((day, 260_000), (f"{day}&vista=semana&doctor=1", 900_000), (f"{day}&vista=semana", 260_000)):
            asked.clear()
            answer: httpx.Response = browser.get(path)
            assert answer.status_code == 200
            assert len(answer.content) < most
            assert "se muestran las primeras" in answer.text
            assert len(asked) < 40, asked
