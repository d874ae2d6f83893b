"""The telephones and levers without a browser: what is asked of the pages over HTTP, and what is in the books then."""

from __future__ import annotations

import html
import re

import httpx
import pytest
from sqlalchemy import text

from booking.models import Role
from booking.runtime.demo_phones import DemoPhones
from tests.e2e.house import wait_until
from tests.inspector.clinic_site import Site
from tests.inspector.desk_in_memory import refused

ROSA, ANA, LAURA, LUPE = "526645550191", "526645550101", "526645550180", "526645550190"
JPEG = b"\xff\xd8\xff\xe0 a picture"


def write(browser: httpx.Client, number: str, words: str) -> httpx.Response:
    return browser.post(f"/telefonos/{number}/escribir", data={"texto": words}, headers={"HX-Request": "true"})


def thread(browser: httpx.Client, number: str, **asked: str) -> httpx.Response:
    return browser.get(f"/telefonos/{number}/hilo", params=asked, headers={"HX-Request": "true"})


def heard(browser: httpx.Client, number: str, words: str, times: int = 1) -> str:
    """Wait until the clinic has said this so often; what is on the phone then."""
    wait_until(lambda: thread(browser, number).text.count(words) >= times, f"{words!r}")
    return thread(browser, number).text


def version(shown: str) -> str:
    return re.findall(r'data-v="(\w+)"', shown)[0]


def test_what_is_shown_is_sent_once(site: Site) -> None:
    with site.client() as browser:
        write(browser, ROSA, "hola")
        shown = heard(browser, ROSA, "¿En qué te ayudo")
        wait_until(lambda: "entregado" in thread(browser, ROSA).text, "it to be delivered")
        known = version(thread(browser, ROSA).text)
        assert thread(browser, ROSA, v=known).status_code == 204
        assert thread(browser, ROSA, v="else").status_code == 200
        assert "<html" not in shown
        assert "Privacidad" in browser.get(f"/?tel={ROSA}").text


def test_what_people_write_is_text(site: Site) -> None:
    with site.client() as browser:
        said = write(browser, ROSA, "<script>alert(1)</script> *hola*").text
        assert "&lt;script&gt;alert(1)&lt;/script&gt; <b>hola</b>" in said
        made = browser.post("/telefonos", data={"nombre": "<img src=x> Paz", "papel": "patient"})
        assert "<img src=x>" not in made.text
        assert "&lt;img src=x&gt; Paz" in made.text


def test_only_our_own_forms(site: Site) -> None:
    with site.client() as browser:
        browser.headers["X-Ficha"] = "forged"
        for path in (f"/telefonos/{ROSA}/escribir", "/palancas/reloj", "/palancas/otra-vez", "/palancas/llenar"):
            assert browser.post(path, data={"texto": "hola"}).status_code == 403
        assert "hola" not in thread(browser, ROSA).text.replace(">hola</button>", "").replace('value="hola"', "")


def test_what_is_not_there(site: Site) -> None:
    with site.client() as browser:
        assert refused(write(browser, "526640000000", "hola"))
        assert refused(write(browser, ROSA, "h" * 5000))
        assert write(browser, ROSA, "  ").status_code == 204
        write(browser, ROSA, "quiero una cita mañana por la tarde")
        shown = heard(browser, ROSA, "Ver horarios")
        message = html.unescape(re.findall(r"lista\?mensaje=([^\"]+)\"", shown)[0])
        sheet = browser.get(f"/telefonos/{ROSA}/lista?mensaje={message}", headers={"HX-Request": "true"}).text
        message, option = (re.findall(f'name="{name}" value="([^"]+)"', sheet)[0] for name in ("mensaje", "opcion"))
        for other in ({"opcion": "made up"}, {"mensaje": "wamid.other"}):
            tapped = {"mensaje": message, "opcion": html.unescape(option)} | other
            assert browser.post(f"/telefonos/{ROSA}/tocar", data=tapped).status_code == 409
        assert browser.get(f"/telefonos/{ANA}/lista?mensaje={message}").status_code == 409


def test_files(site: Site) -> None:
    with site.client() as browser:
        sent = browser.post(
            f"/telefonos/{ROSA}/archivos",
            files={"archivo": ("foto.jpg", JPEG, "image/jpeg")},
            headers={"HX-Request": "true"},
        )
        (path,) = re.findall(r'<img src="([^"]+)"', sent.text)
        given = browser.get(path)
        assert (given.content, given.headers["content-type"]) == (JPEG, "image/jpeg")
        assert browser.get(path.replace(ROSA, ANA)).status_code == 409
        heard(browser, ROSA, "solo puedo leer texto")
        page = {"archivo": ("a.html", b"<script>", "text/html")}
        assert browser.post(f"/telefonos/{ROSA}/archivos", files=page).status_code == 409
        page = {"archivo": ("a.pdf", b"<script>", "application/pdf")}
        sent = browser.post(f"/telefonos/{ROSA}/archivos", files=page, headers={"HX-Request": "true"})
        (path,) = re.findall(r'href="([^"]+archivos/\d+)"', sent.text)
        assert browser.get(path).headers["content-disposition"] == "attachment"


def test_those_who_work_there_have_their_rights(site: Site) -> None:
    """After the demo was loaded again too."""
    with site.client() as browser:
        for _ in range(2):
            write(browser, LUPE, "¿quién tiene cita mañana?")
            heard(browser, LUPE, "Citas (mié 25 nov)")
            with site.house.app.begin() as uow:
                found = {one.phone: one.grants[0].role for one in uow.staff.list()}
            assert found == {f"+{LAURA}": Role.DOCTOR, f"+{LUPE}": Role.STAFF}
            browser.post("/palancas/otra-vez")


def test_a_phone_remembers_when_the_server_is_started_again(site: Site) -> None:
    """What the database has makes the same chat, but for pictures, and nothing is told twice."""
    with site.client() as browser:
        for words, answer in (
            ("quiero una cita mañana por la tarde", "Ver horarios"),
            ("la primera", "¿A nombre de quién"),
            ("Rosa Delgado", "Sí, confirmar"),
        ):
            write(browser, ROSA, words)
            heard(browser, ROSA, answer)
        wait_until(lambda: thread(browser, ROSA, visto="1").text.count("leído") == 6, "all to be read")
    before = _phones(site).bubbles(ROSA)
    with site.client() as browser:
        said = [html.unescape(one) for one in re.findall(r'"texto">(.*?)</span>', thread(browser, ROSA).text, re.S)]
    assert [one.text.replace("*", "") for one in before] == [re.sub("</?b>", "", one) for one in said]
    assert [one.mine for one in before] == [True, False] * 3
    assert [bool(one.menu) for one in before] == [False, True, False, False, False, False]
    assert before[-1].options[0].title == "Sí, confirmar"
    assert {one.ticks for one in before if one.mine} == {"read"}


def _phones(site: Site) -> DemoPhones:
    """As a server has them that has just been started; the one at work goes on hearing."""
    app, meta = site.house.app, site.house.meta
    hears = meta.heard
    try:
        return DemoPhones(meta, app.database, app.begin, app.clock, app.settings.turnero_home)
    finally:
        meta.heard = hears


@pytest.mark.parametrize("fault", ["sender_down", "sender_slow"])
def test_faults_of_the_sender(site: Site, fault: str) -> None:
    """While WhatsApp is down nothing comes, and it comes when WhatsApp is back; slow is only late."""
    with site.client() as browser:
        page = browser.post("/palancas/falla", data={"falla": fault, "si": "si"}).text
        assert 'aria-pressed="true"' in page
        refused = len(site.house.meta.refused)
        write(browser, ROSA, "hola")
        if fault == "sender_down":
            wait_until(lambda: len(site.house.meta.refused) > refused, "a try")
            assert "¿En qué te ayudo" not in thread(browser, ROSA).text
            browser.post("/palancas/falla", data={"falla": fault, "si": "no"})
            site.house.clock.advance(minutes=5)  # it is tried again after a while
        heard(browser, ROSA, "¿En qué te ayudo")


def test_the_clinic_is_filled_as_staff_would(site: Site) -> None:
    with site.client() as browser:
        before, sent = _booked(site), len(site.house.meta.sent)
        said = browser.post("/palancas/llenar", data={"semilla": "3"}, headers={"HX-Request": "true"}).text
        (made,) = re.findall(r"agendaron (\d+) citas", said)
        with site.house.app.begin() as uow:
            clinic_events = sum(len(uow.events.list(id)) for id in _booked(site) - before)
    assert int(made) == len(_booked(site) - before) > 30
    assert clinic_events == int(made)
    told = {message.to for message in site.house.meta.sent[sent:]}
    assert told <= {LAURA}, "the doctor hears of her day, and no patient is written to"


def _looking(site: Site) -> set[str]:
    """How the jobs are that look at the clock now and then."""
    with site.house.app.database.connect() as connection:
        named = "SELECT status FROM procrastinate_jobs WHERE task_name IN ('turnero.reminders', 'turnero.sweep')"
        return {str(one) for one in connection.execute(text(named)).scalars()}


def _forget_failed(site: Site) -> None:
    """Those that failed as the demo was made anew under them, in another test."""
    with site.house.app.database.begin() as connection:
        connection.execute(text("DELETE FROM procrastinate_jobs WHERE status = 'failed'"))


def _booked(site: Site) -> set[int]:
    with site.house.app.begin() as uow:
        return {one.id for one in uow.appointments.list()}


def test_the_clock_goes_forward_alone(site: Site) -> None:
    _forget_failed(site)
    with site.client() as browser:
        said = browser.post("/palancas/reloj", data={"a": "momento", "momento": "2026-11-24 09:00"})
        assert said.status_code == 409
        assert "solo avanza" in said.text
        assert "11:00" in browser.post("/palancas/reloj", data={"a": "hora"}).text
        wait_until(lambda: "todo" not in _looking(site), "what looks at the clock to look at once")
        assert "failed" not in _looking(site)
        nobody = browser.post("/palancas/robar")
        assert (nobody.status_code, "Nadie está eligiendo" in nobody.text) == (409, True)


def test_whoever_was_added_is_gone_when_it_begins_anew(site: Site) -> None:
    with site.client() as browser:
        made = browser.post("/telefonos", data={"nombre": "Paz Nueva", "papel": "patient"})
        assert "Paz Nueva" in made.text
        browser.post("/palancas/otra-vez")
        assert "Paz Nueva" not in browser.get(f"/?tel={made.url.params.get_list('tel')[-1]}").text
    assert "Paz Nueva" not in {one.name for one in _phones(site).handsets()}, "nor after it is started again"


def test_the_next_event_says_whose_it_is(site: Site) -> None:
    with site.client() as browser:
        write(browser, ROSA, "una cita mañana a las 10 con el Dr. Salas")
        heard(browser, ROSA, "¿A nombre de quién")
        assert "vence el apartado de Rosa D., hoy a las 10:10" in browser.get("/palancas").text
