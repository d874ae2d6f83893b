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

from booking.desk import change_appointments
from booking.desk.change_appointments import NewPatient, Wish
from booking.models import Status, ToldOf
from storage.tables import AppointmentRow
from tests.inspector import screens
from tests.inspector.clinic_site import Site
from tests.inspector.conftest import Open
from tests.inspector.todays_agenda import BY, LAURA, TODAY, booked, mark, start_of, told_of

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


def test_who_has_no_telephone_is_to_be_called(site: Site, open_page: Open) -> None:
    (asked,) = booked(site, "16:00")
    with site.house.app.begin() as uow:
        wish = Wish(LAURA, None, NewPatient("Sin Número Soto", None), f"{TODAY} 17:00", "primera_vez", None, False)
        alone = change_appointments.enter(uow, wish, site.house.clock.now(), BY).id
        uow.commit()
    page = open_page(f"/agenda/ausencia?que=ofrecer&doctor={LAURA}&fecha={TODAY}&horas=16:00-19:00", **screens.DESKTOP)
    page.get_by_role("button", name="Sí", exact=True).click()
    said = page.locator(".hecho")
    expect(said).to_contain_text("Se ofrece otro horario a 1 paciente. Por llamar, para ofrecerles otro horario: 1")
    expect(said).to_contain_text("Sin teléfono para avisarles: Sin N.")
    expect(said).not_to_contain_text("Número Soto")
    site.house.settle()
    for path in ("/agenda/ausencia", "/agenda/ausencia?completos=1"):
        page.goto(path)
        rows = page.locator("#pendientes tbody tr")
        expect(rows.filter(has_text=f"{alone}Sin").or_(rows.filter(has_text="por llamar"))).to_contain_text(
            "por llamar: no tiene teléfono"
        )
        expect(rows.filter(has=page.get_by_role("link", name=f"Ver la cita {asked}"))).not_to_contain_text("por llamar")
    expect(page.locator("#pendientes")).to_contain_text("Sin Número Soto")


def test_the_form_of_an_absence_asks_what_its_kind_needs(site: Site, open_page: Open) -> None:
    page = open_page("/agenda/ausencia", **screens.PHONE)
    kinds = {
        "ofrecer": ["Día", "Hasta (si son varios)", "Solo estas horas", "Por qué"],
        "avisar": ["Solo estas horas", "Minutos"],
        "recorrer": ["Día", "Solo estas horas", "Minutos", "Por qué", "También donde no caben (sobrecupo)"],
        "pasar": ["Día", "Solo estas horas", "A quién se pasan", "Por qué", "También donde no caben (sobrecupo)"],
        "cancelar": ["Día", "Solo estas horas", "Por qué"],
    }
    for kind, asked in kinds.items():
        page.locator("select[name=que]").select_option(kind)
        shown = page.locator("label.solo:visible").evaluate_all("all => all.map(one => one.firstChild.nodeType === 3 "
                "? one.firstChild.textContent.trim() : one.textContent.trim())")  # fmt: skip
        assert shown == asked, kind


def test_todays_agenda_is_tomorrows_a_day_later(site: Site, open_page: Open) -> None:
    today = open_page("/agenda", **screens.DESKTOP)
    that_day = open_page(f"/agenda?fecha={TODAY}", **screens.DESKTOP)
    expect(today.locator("h1")).to_contain_text("Martes 24")
    with site.client() as browser:
        browser.post("/palancas/reloj", data={"a": "dia"})
    expect(today.locator("h1")).to_contain_text("Miércoles 25 de noviembre de 2026 hoy")
    expect(today.locator(".cuerpo").first).to_have_attribute("data-fecha", "2026-11-25")
    expect(that_day.locator("h1")).to_have_text("Martes 24 de noviembre de 2026")


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
