"""The clinic's desk in a browser: an appointment dragged, a chat taken over, a doctor's absence, a crowded day."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import event, insert
from sqlalchemy.orm import Session

from booking.desk import change_appointments
from booking.desk.change_appointments import NewPatient, Wish
from booking.models import Actor, ActorKind, Status, ToldOf
from storage.tables import AppointmentRow
from tests.inspector import screens
from tests.inspector.clinic_site import Site
from tests.inspector.conftest import Open

TODAY, LAURA = "2026-11-24", "1"
expect.set_options(timeout=screens.PATIENCE_MS)

BY = Actor(kind=ActorKind.STAFF, name="Recepción")


def booked(site: Site, *hours: str, doctor: str = LAURA, phone: str = "+5266455512") -> list[int]:
    """Appointments of today with one patient each, who know of them."""
    with site.house.app.begin() as uow:
        now, made = site.house.clock.now(), []
        for n, hour in enumerate(hours):
            new = NewPatient(f"Ana Luz{n} Díaz", f"{phone}{n:02}")
            wish = Wish(doctor, None, new, f"{TODAY} {hour}", "primera_vez", None, False, tell=False)
            made.append(change_appointments.enter(uow, wish, now, BY).id)
        uow.commit()
    return made


def start_of(site: Site, id: int) -> str:
    with site.house.app.begin() as uow:
        return f"{uow.appointments.get(id).slot.start.astimezone(site.house.app.settings.zone):%H:%M}"


def told_of(site: Site, id: int) -> list[ToldOf]:
    with site.house.app.begin() as uow:
        return [one.telling.what for one in uow.tellings.of([id])]


def drag(page: Page, what: str, to: str) -> None:
    page.locator(what).hover()
    page.mouse.down()
    box = page.locator(to).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 40, box["y"] + 8, steps=6)
    page.mouse.up()


def test_an_appointment_is_dragged_and_asked_about_before_it_moves(site: Site, open_page: Open) -> None:
    (id,) = booked(site, "12:00")
    page = open_page(f"/agenda?fecha={TODAY}", **screens.DESKTOP)
    drag(page, f"#cita{id}", f"#h{TODAY}-1-1300")
    expect(page.locator("#ficha")).to_contain_text("Mover la cita de Ana L. del martes 24 de noviembre, 12:00 p.m. al")
    assert start_of(site, id) == "12:00", "nothing moves before the yes"
    page.get_by_role("button", name="Sí, mover").click()
    expect(page.locator("#ficha .hecho")).to_contain_text("Movida. Se le avisa al paciente por WhatsApp.")
    assert start_of(site, id) == "13:00"
    expect(page.locator(f"#cita{id}")).to_contain_text("13:00")
    site.house.settle()
    assert told_of(site, id)[-1] is ToldOf.MOVED
    drag(page, f"#cita{id}", f"#h{TODAY}-1-1130")
    page.keyboard.press("Escape")
    assert start_of(site, id) == "13:00"


def test_a_free_time_is_booked_by_keyboard_and_the_grid_fills(site: Site, open_page: Open) -> None:
    looking = open_page(f"/agenda?fecha={TODAY}", **screens.DESKTOP)
    page = open_page(f"/agenda?fecha={TODAY}", **screens.DESKTOP)
    page.locator(f"#h{TODAY}-1-1200").press("Enter")
    expect(page.locator("#ficha-titulo")).to_be_focused()
    page.get_by_text("Es alguien nuevo").click()
    page.get_by_label("Nombre", exact=True).fill("<script>alert(1)</script> Cruz")
    page.get_by_label("Teléfono", exact=True).fill("664 555 0199")
    page.get_by_role("button", name="Agendar", exact=True).click()
    expect(page.locator("#ficha .hecho")).to_contain_text("Agendada.")
    expect(looking.locator(".cita", has_text="12:00")).to_contain_text("<script>")
    page.get_by_role("link", name="Cancelar…").click()
    page.get_by_role("button", name="Sí, cancelar").click()
    expect(looking.locator(f"#h{TODAY}-1-1200")).to_be_visible()


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
        change_appointments.mark(uow, id, "llego", site.house.clock.now(), BY)
        uow.commit()
    phone = site.house.phone("Ana")
    site.house.says(phone, "hola")
    chat = site.house.conversation(phone).id
    page = open_page("/agenda", color_scheme=scheme, bypass_csp=True, **screen)
    found = [screens.serious_findings(page)]
    page.locator(f"#cita{id}").click()
    page.locator("#ficha-titulo").wait_for()
    found.append(screens.serious_findings(page))
    for path in (f"/chats/{chat}", "/avisos", "/espera", "/recordatorios", "/agenda?vista=semana", "/rol",
                 f"/agenda/ausencia?doctor=1&fecha={TODAY}", "/agenda/nueva?doctor=1&inicio=mañana 12:00"):  # fmt: skip
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
        for path, most in (("/agenda?fecha=2026-12-01", 260_000), ("/agenda?fecha=2026-12-01&vista=semana", 900_000)):
            asked.clear()
            answer: httpx.Response = browser.get(path)
            assert answer.status_code == 200
            assert len(answer.content) < most
            assert "se muestran las primeras" in answer.text
            assert len(asked) < 40, asked
