"""The agenda in a browser: appointments dragged by mouse and finger, booked by keyboard, looked at by day and week."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from booking.models import ToldOf
from tests.inspector import screens
from tests.inspector.clinic_site import Site
from tests.inspector.conftest import Open
from tests.inspector.screens import Finger
from tests.inspector.todays_agenda import LAURA, TODAY, booked, mark, start_of, told_of

HELD = re.compile("arrastrando")


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


def test_a_finger_drags_what_it_held_for_a_moment(site: Site, open_page: Open) -> None:
    (id,) = booked(site, "12:00")
    page = open_page(f"/agenda?fecha={TODAY}", **screens.PHONE)
    cell, finger = page.locator(f"#cita{id}"), Finger(page)
    finger.down(f"#cita{id}")
    expect(cell).to_have_class(HELD)
    finger.to(f"#h{TODAY}-1-1300")
    finger.up()
    expect(page.locator("#ficha")).to_contain_text("Mover la cita de Ana L.")
    assert start_of(site, id) == "12:00", "nothing moves before the yes"
    page.get_by_role("button", name="Sí, mover").tap()
    expect(page.locator("#ficha .hecho")).to_contain_text("Movida.")
    assert start_of(site, id) == "13:00"


def test_a_finger_reaches_what_is_not_on_the_screen_yet(site: Site, open_page: Open) -> None:
    (id,) = booked(site, "12:00")
    page = open_page(f"/agenda?fecha={TODAY}", **screens.PHONE)
    cell, half_past_six, finger = page.locator(f"#cita{id}"), f"#h{TODAY}-1-1830", Finger(page)
    late = page.locator(half_past_six)
    expect(late).not_to_be_in_viewport()
    finger.down(f"#cita{id}")
    expect(cell).to_have_class(HELD)
    finger.to_lower_edge(".lienzo")
    expect(late).to_be_in_viewport(ratio=1)
    finger.to(".lienzo")  # away from the edge: it stands still
    finger.to(half_past_six)
    finger.up()
    expect(page.locator("#ficha")).to_contain_text("6:30 p.m.")


def test_a_finger_that_goes_on_at_once_scrolls(site: Site, open_page: Open) -> None:
    (id,) = booked(site, "12:00")
    page = open_page(f"/agenda?fecha={TODAY}", **screens.PHONE)
    cell, finger = page.locator(f"#cita{id}"), Finger(page)
    before = page.evaluate("document.querySelector('.lienzo').scrollTop")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1"))  # at once, however busy the machine is
    finger.down(f"#cita{id}")
    finger.by(0, -160)
    page.clock.run_for(1000)
    expect(cell).not_to_have_class(HELD)
    finger.up()
    page.clock.resume()
    page.wait_for_function("before => document.querySelector('.lienzo').scrollTop > before", arg=before)
    expect(cell).not_to_have_class(HELD)
    expect(page.locator("#ficha")).to_be_empty()
    cell.tap()
    expect(page.locator("#ficha-titulo")).to_contain_text("Ana L.")


def test_a_booking_by_keyboard_alone_and_the_grid_fills(site: Site, open_page: Open) -> None:
    looking = open_page(f"/agenda?fecha={TODAY}", **screens.DESKTOP)
    page = open_page(f"/agenda?fecha={TODAY}", **screens.DESKTOP)
    keys = page.keyboard
    tab_to(page, f"#h{TODAY}-1-1200")
    keys.press("Enter")
    expect(page.locator("#ficha-titulo")).to_be_focused()
    tab_to(page, "summary", "Es alguien nuevo")
    keys.press("Enter")
    for label, words in (("Nombre", "<script>alert(1)</script> Cruz"), ("Teléfono", "664 555 0199")):
        keys.press("Tab")
        expect(page.get_by_label(label, exact=True)).to_be_focused()
        keys.type(words)
    tab_to(page, "button", "Agendar")
    keys.press("Enter")
    expect(page.locator("#ficha .hecho")).to_contain_text("Agendada.")
    expect(page.locator("#ficha-titulo")).to_be_focused()
    expect(looking.locator(".cita", has_text="12:00")).to_contain_text("<script>")
    tab_to(page, "#a-cancelar")
    keys.press("Enter")
    tab_to(page, "button", "Sí, cancelar")
    keys.press("Enter")
    expect(page.locator("#ficha .hecho")).to_contain_text("Cancelada;")
    expect(looking.locator(f"#h{TODAY}-1-1200")).to_be_visible()
    keys.press("Escape")
    expect(page.locator("#ficha")).to_be_empty()


def tab_to(page: Page, selector: str, words: str = "") -> None:
    """As far as it is, as somebody without a mouse goes."""
    here = "([one, words]) => document.activeElement.matches(one) && document.activeElement.textContent.includes(words)"
    for _ in range(400):
        page.keyboard.press("Tab")
        if page.evaluate(here, [selector, words]):
            return
    raise AssertionError(f"{selector} {words} is not reached")


def test_why_a_time_is_not_free_is_told_to_taps_and_keys(site: Site, open_page: Open) -> None:
    page = open_page(f"/agenda?fecha={TODAY}", **screens.PHONE)
    line = page.locator(".por-que")
    expect(line).to_be_hidden()
    outside = page.locator(f"[data-doctor='{LAURA}'] .fuera").first
    outside.tap()
    expect(line).to_contain_text("no está libre, fuera de horario")
    expect(line).to_be_in_viewport(ratio=1)
    page.keyboard.press("Tab")
    expect(line).to_contain_text("no está libre, ya pasó")
    page.keyboard.press("Tab")
    expect(page.locator(f"#h{TODAY}-{LAURA}-1000")).to_be_focused()
    expect(line).to_be_hidden()


def test_a_card_that_is_open_changes_with_its_appointment(site: Site, open_page: Open) -> None:
    (id,) = booked(site, "12:00")
    page = open_page(f"/agenda?fecha={TODAY}", **screens.DESKTOP)
    page.locator(f"#cita{id}").click()
    card = page.locator("#ficha")
    expect(card.locator(".marcas")).to_contain_text("programada")
    card.get_by_role("button", name="Llegó").focus()
    mark(site, id, "llego")
    expect(card.locator(".marcas")).to_contain_text("llegó 10:00")
    expect(card.get_by_role("button", name="Llegó")).to_be_focused()
    card.get_by_role("link", name="Mover…").click()
    mark(site, id, "llego", undo=True)
    expect(page.locator(f"#cita{id}")).not_to_contain_text("llegó")
    expect(card.locator("#ficha-titulo")).to_have_text(f"Mover la cita {id}")


def test_the_week_of_one_doctor_and_that_of_all(site: Site, open_page: Open) -> None:
    (mine,), (other,) = booked(site, "12:00"), booked(site, "12:30", doctor="2", phone="+5266455513")
    page = open_page(f"/agenda?fecha={TODAY}", **screens.PHONE)
    page.get_by_role("link", name="Semana", exact=True).tap()
    week = page.locator(".semanario")
    expect(week.get_by_role("rowheader")).to_have_count(3)
    for id in (mine, other):
        expect(week.locator(f"#cita{id}")).to_contain_text("Ana L.")
    booked(site, "13:00", phone="+5266455514")
    expect(week.locator(".cita", has_text="13:00")).to_be_attached()
    page.locator(".quienes").get_by_role("link", name="Salas").tap()
    expect(page.locator(f"#cita{other}")).to_be_attached()
    expect(page.locator(f"#cita{mine}")).not_to_be_attached()
    expect(page.locator(".cabeza").first).to_contain_text("lun")
    expect(page.locator(f".cuerpo[data-fecha='{TODAY}'] .ahora")).to_be_in_viewport(ratio=1)
    expect(page.locator(".horas span", has_text="11:00")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Semana", exact=True)).to_have_attribute("aria-current", "true")


def test_a_time_that_is_taken_meanwhile_is_told_and_is_no_error(site: Site, open_page: Open) -> None:
    page = open_page(f"/agenda?fecha={TODAY}", **screens.DESKTOP)
    page.locator(f"#h{TODAY}-1-1200").click()
    page.get_by_text("Es alguien nuevo").click()
    page.get_by_label("Nombre", exact=True).fill("Eva Cruz")
    booked(site, "12:00")
    page.get_by_role("button", name="Agendar", exact=True).click()
    expect(page.locator("#dicho")).to_contain_text("ocupado")
    expect(page.get_by_label("Nombre", exact=True)).to_have_value("Eva Cruz")
