"""A chat that is open in a browser: what is new comes by itself, and what is not stays as it is."""

from __future__ import annotations

from playwright.sync_api import expect

from booking.models import ByHand, ByHandKind
from tests.inspector import screens
from tests.inspector.clinic_site import Site
from tests.inspector.conftest import Open
from webhook.inspector.chat_pages import LINES

expect.set_options(timeout=screens.PATIENCE_MS)


def test_an_open_chat_asks_once_for_what_is_new_and_stays_as_it_was_asked_for(site: Site, open_page: Open) -> None:
    phone = site.house.phone("Ana")
    site.house.says(phone, "hola")
    chat = site.house.conversation(phone).id
    now, typed = site.house.clock.now(), ByHandKind.TYPED
    with site.house.app.begin() as uow:
        for n in range(LINES):
            uow.at_work.record(ByHand(conversation_id=chat, kind=typed, by="Rosa", at=now, text=f"Mensaje {n}"))
        uow.commit()
    site.house.settle()
    page = open_page(f"/chats/{chat}", **screens.DESKTOP)
    expect(page.locator("#hilo")).not_to_contain_text("hola")
    page.get_by_role("link", name="Ver lo anterior").click()
    expect(page.locator("#hilo")).to_contain_text("hola")
    expect(page.locator("[hx-trigger*='sse:novedad']")).to_have_count(1)
    expect(page.locator("#hilo .clinica b").last).to_have_attribute("title", "entregado")  # the last news of it
    page.evaluate("document.getElementById('hilo').dataset.mismo = 'si'")
    other = site.house.phone("Beto")
    site.house.says(other, "hola")  # of another chat: the list is new, and this chat stays as it is on the screen
    expect(page.locator("#lista")).to_contain_text(f"{site.house.conversation(other).id}")
    expect(page.locator("#hilo")).to_have_attribute("data-mismo", "si")
    site.house.says(phone, "¿siguen ahí?")
    expect(page.locator("#hilo")).to_contain_text("¿siguen ahí?")
    expect(page.locator("#hilo")).to_contain_text("hola")
    with page.expect_response(lambda answer: answer.status == 204):
        # As where nothing of what is shown has changed; again, for one during an answer may get what is still new.
        page.evaluate("setInterval(() => htmx.trigger(document.body, 'cambio'), 500)")
