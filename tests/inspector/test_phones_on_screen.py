"""The telephones in a browser, as somebody who tries Turnero has them."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, Route, expect

from booking.models import ReminderAnswer, Status
from tests.e2e.house import wait_until
from tests.inspector import screens
from tests.inspector.clinic_site import Site
from tests.inspector.conftest import Open

ROSA, LUIS, LUPE = "526645550191", "526645550102", "526645550190"
FIRST_VIEW_BYTES = 100_000

_TRANSFERRED = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .reduce((sum, one) => sum + one.transferSize, 0)"""


def phone(page: Page, number: str) -> Locator:
    return page.locator(f"#tel-{number}")


def say(page: Page, number: str, words: str) -> None:
    """Write with the keyboard and send with Enter."""
    area = phone(page, number).locator("textarea")
    area.fill(words)
    area.press("Enter")


def heard(page: Page, number: str, words: str) -> None:
    """The last thing that the clinic said has these words."""
    expect(phone(page, number).locator(".suyo:not(:has(.escribiendo))").last).to_contain_text(words)


def starts(site: Site, number: str) -> list[str]:
    """What is booked for this person, on the clinic's clock."""
    booked = site.house.appointments(site.house.meta.phone(number))
    return [site.house.local(one.slot.start) for one in booked if one.status is not Status.HELD]


def test_a_booking_by_taps(site: Site, open_page: Open) -> None:
    page = open_page("/", **screens.DESKTOP)
    page.get_by_role("button", name="quiero una cita mañana por la tarde").click()
    phone(page, ROSA).get_by_role("button", name="Ver horarios").click()
    sheet = page.get_by_role("dialog", name="Ver horarios")
    expect(sheet.get_by_role("button", name="Cerrar la lista")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(sheet).to_be_hidden()
    heard(page, ROSA, "nombre")
    say(page, ROSA, "Rosa Delgado")
    phone(page, ROSA).get_by_role("button", name="Sí, confirmar").click()
    heard(page, ROSA, "quedó agendada")
    assert starts(site, ROSA) == ["2026-11-25 16:00"]
    mine = phone(page, ROSA).locator(".mio")
    expect(mine.last.get_by_role("img", name="leído")).to_be_visible()
    expect(phone(page, ROSA).locator(".suyo").last.get_by_role("img", name="leído")).to_be_visible()


def test_a_tap_is_not_lost_while_the_chat_is_being_fetched(site: Site, open_page: Open) -> None:
    page = open_page(f"/?tel={ROSA}", **screens.DESKTOP)
    say(page, ROSA, "quiero una cita mañana a las 4 de la tarde")
    heard(page, ROSA, "nombre")
    say(page, ROSA, "Rosa Delgado")
    heard(page, ROSA, "¿Confirmo la cita?")
    held: list[Route] = []
    page.route("**/hilo*", lambda one: one.continue_() if held else held.append(one))
    news = f"htmx.trigger(document.getElementById('hilo-{ROSA}'), 'mirar')"
    page.evaluate(news)
    phone(page, ROSA).get_by_role("button", name="Sí, confirmar").click()
    page.evaluate(news)
    held[0].continue_()
    heard(page, ROSA, "quedó agendada")


def test_two_at_once_in_words(site: Site, open_page: Open) -> None:
    page = open_page(f"/?tel={ROSA}&tel={LUIS}", **screens.DESKTOP)
    for number, words in ((ROSA, "una cita el viernes a las 10 con el Dr. Salas"), (LUIS, "cita mañana a las 5 pm")):
        say(page, number, words)
    heard(page, ROSA, "10:00")
    heard(page, LUIS, "5:00")
    say(page, ROSA, "Rosa Delgado")
    heard(page, ROSA, "Rosa Delgado")
    say(page, LUIS, "Luis Herrera")
    heard(page, LUIS, "Luis Herrera")
    for number in (ROSA, LUIS):
        say(page, number, "sí")
    heard(page, ROSA, "agendada")
    heard(page, LUIS, "agendada")
    assert starts(site, ROSA) == ["2026-11-27 10:00"]
    assert "2026-11-25 17:00" in starts(site, LUIS), "beside those that he had"


def test_the_panel_is_of_the_phone_in_use_or_of_one_from_which_somebody_wrote(site: Site, open_page: Open) -> None:
    page = open_page("/", **screens.DESKTOP)
    panel = page.locator("#maquina")
    expect(panel).to_contain_text("Todavía no ha escrito nadie.")
    say(page, ROSA, "hola")
    heard(page, ROSA, "Hola")
    expect(panel.locator(".pasear")).to_contain_text("Rosa Delgado")
    page.get_by_role("link", name="Luis Herrera").click()
    expect(phone(page, LUIS).locator("textarea")).to_be_focused()
    expect(panel.locator(".pasear")).to_contain_text("Rosa Delgado"), "nothing was written from his yet"
    say(page, LUIS, "mis citas")
    expect(panel.locator(".pasear")).to_contain_text("Luis Herrera")
    phone(page, ROSA).locator("textarea").focus()
    expect(panel.locator(".pasear")).to_contain_text("Rosa Delgado")


def test_somebody_else_is_quicker(site: Site, open_page: Open) -> None:
    page = open_page("/", **screens.DESKTOP)
    say(page, ROSA, "quiero una cita mañana por la tarde")
    expect(phone(page, ROSA).get_by_role("button", name="Ver horarios")).to_be_visible()
    with page.expect_response("**/palancas/barra"), page.expect_response("**/palancas/robar"):  # the news of it
        page.get_by_role("button", name="Que alguien gane el horario").click()
    expect(page.locator("#barra")).to_contain_text("el de las 16:00")
    phone(page, ROSA).get_by_role("button", name="Ver horarios").click()
    page.get_by_role("dialog").get_by_role("button").nth(1).click()
    heard(page, ROSA, "se acaba de ocupar")
    phone(page, ROSA).get_by_role("button", name="Ver horarios").last.click()
    expect(page.get_by_role("dialog")).not_to_contain_text("4:00 p.m.")
    assert starts(site, ROSA) == []


def test_the_clock_brings_a_reminder_that_is_answered(site: Site, open_page: Open) -> None:
    page = open_page("/", **screens.DESKTOP)
    say(page, ROSA, "una cita el 1 de diciembre a las 10 con la Dra. Méndez")
    heard(page, ROSA, "nombre")
    say(page, ROSA, "Rosa Delgado")
    phone(page, ROSA).get_by_role("button", name="Sí, confirmar").click()
    heard(page, ROSA, "agendada")
    levers = open_page("/palancas", **screens.DESKTOP)
    levers.get_by_label("Hasta").fill("sábado a las 10:01")
    levers.get_by_role("button", name="Adelantar").click()
    expect(levers.get_by_text("Ahora son las 10:01 del sábado 28 de noviembre.")).to_be_visible()
    expect(levers.locator("#hora")).to_have_text("10:01")
    heard(page, ROSA, "recordarte la cita de Rosa Delgado")
    phone(page, ROSA).get_by_role("button", name="Ahí estaré").click()
    heard(page, ROSA, "Te esperamos")
    (mine,) = site.house.appointments(site.house.meta.phone(ROSA))
    with site.house.app.begin() as uow:
        answers = [one.reminder.answer for one in uow.reminders.of([mine.id])]
    assert ReminderAnswer.ATTENDS in answers


def test_a_voice_note_from_a_small_screen_and_what_the_desk_sees_of_it(site: Site, open_page: Open) -> None:
    page = open_page("/", **screens.PHONE)
    note = {"name": "nota.ogg", "mimeType": "audio/ogg", "buffer": b"OggS" + bytes(400)}
    phone(page, ROSA).locator("input[type=file]").set_input_files([note])
    expect(phone(page, ROSA).locator(".mio audio")).to_be_visible()
    heard(page, ROSA, "no puedo escuchar notas de voz")
    chat = site.house.conversation(site.house.meta.phone(ROSA)).id
    desk = open_page(f"/chats/{chat}", **screens.PHONE)
    expect(desk.locator("#hilo .persona .adjunto")).to_have_text("Nota de voz")


def test_a_list_lies_over_its_telephone(site: Site, open_page: Open) -> None:
    page = open_page(f"/?tel={ROSA}&tel={LUIS}", **screens.DESKTOP)
    for number in (ROSA, LUIS):
        say(page, number, "quiero una cita mañana por la tarde")
        phone(page, number).get_by_role("button", name="Ver horarios").press("Enter")
        sheet, box = page.get_by_role("dialog").bounding_box(), phone(page, number).bounding_box()
        assert sheet is not None
        assert box is not None
        assert (sheet["x"], sheet["width"]) == (box["x"], box["width"])
        assert abs(sheet["y"] + sheet["height"] - min(box["y"] + box["height"], 900)) < 2
        page.keyboard.press("Escape")


def test_one_at_a_time_on_a_small_screen(site: Site, open_page: Open) -> None:
    page = open_page("/", **screens.PHONE)
    say(page, ROSA, "hola")
    heard(page, ROSA, "Hola")
    page.get_by_role("link", name="Luis Herrera").click()
    expect(phone(page, LUIS).locator("textarea")).to_be_focused()
    expect(phone(page, LUIS)).to_be_in_viewport(ratio=0.7)
    expect(phone(page, ROSA)).not_to_be_in_viewport(ratio=0.3)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing sticks out"
    head = page.locator(".marco").bounding_box()
    assert head is not None
    assert head["height"] < 60, "one line"


def test_what_the_first_view_takes(site: Site, open_page: Open) -> None:
    page = open_page("/", **screens.DESKTOP)
    expect(phone(page, ROSA)).to_be_visible()
    assert 20_000 < page.evaluate(_TRANSFERRED) < FIRST_VIEW_BYTES


def test_everybody_can_use_it(site: Site, open_page: Open) -> None:
    """In light and dark, on a large and on a small screen, with all that a chat may show."""
    light = {**screens.DESKTOP, "color_scheme": "light"}
    dark = {**screens.PHONE, "color_scheme": "dark"}
    for first, look in ((True, light), (False, dark)):
        page = open_page("/", **look, bypass_csp=True)
        if first:
            say(page, ROSA, "quiero una cita mañana por la tarde")
            say(page, LUPE, "¿quién tiene cita mañana?")
        heard(page, LUPE, "Citas (mié 25 nov)")
        phone(page, ROSA).get_by_role("button", name="Ver horarios").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert screens.serious_findings(page) == []
        page.keyboard.press("Escape")
        assert screens.serious_findings(page) == []
        page.goto("/palancas")
        assert screens.serious_findings(page) == []


def test_what_is_read_is_told(site: Site, open_page: Open) -> None:
    """Ticks of the clinic: delivered as soon as the phone has it, read once somebody looks."""
    with site.client() as browser:
        browser.post(f"/telefonos/{LUIS}/escribir", data={"texto": "hola"})

    def how_far() -> str | None:
        with site.house.app.begin() as uow:
            chats = [one.id for one in uow.conversations.list() if one.person.phone == f"+{LUIS}"]
            sent = uow.outbox.list(chats[0]) if chats else []
            return uow.outbox.how_far([sent[-1].id]).get(sent[-1].id) if sent else None

    wait_until(lambda: how_far() == "delivered", "the phone to have it")
    page = open_page("/", **screens.DESKTOP)
    expect(page.get_by_role("link", name="Luis Herrera")).to_contain_text("1")
    page.get_by_role("link", name="Luis Herrera").click()
    wait_until(lambda: how_far() == "read", "it to be read")
