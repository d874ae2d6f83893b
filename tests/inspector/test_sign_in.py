"""Signing in to the pages of a real clinic, on PostgreSQL: who may, who may not, and for how long."""

from __future__ import annotations

import asyncio
import datetime as dt
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine
from starlette.routing import Route
from starlette.testclient import TestClient

from booking.desk import page_access, staff_rights
from booking.desk.desk_errors import BadValue, DeskRefused
from booking.models import Condition, Grant, Role
from booking.ports import UnitOfWork, UnitOfWorkFactory
from booking.settings import Settings
from booking.testing.contracts.contract_world import NOW, SEED, chat
from booking.testing.fakes import FrozenClock
from storage.phones import canonical
from storage.seed import seed
from storage.unit_of_work import SqlUnitOfWorkFactory
from tools.tool_words import spelled
from webhook.inspector.attempts import FREE, LONGEST_WAIT
from webhook.inspector.backend import Backend
from webhook.inspector.sessions import COOKIE, LASTS
from webhook.inspector.site import site

PASSWORD = "una frase bien larga"
HOUR = dt.timedelta(hours=1)


class Door:
    """The pages of a clinic, asked from this machine; `number` is that of one of its staff."""

    def __init__(self, begin: SqlUnitOfWorkFactory, home: Path) -> None:
        self.begin, self.clock = begin, FrozenClock(NOW)
        settings = Settings(_env_file=None, turnero_home=home)
        self.backend = Backend(
            begin=begin,
            clock=self.clock,
            settings=settings,
            demo=False,
            secret=b"signed with this",
            return_to_bot=lambda _: None,
            checks=lambda: Condition({}),
            connected=False,
            number=lambda text: spelled(text, canonical),
        )
        with begin() as uow:
            self.person = uow.conversations.get(chat(begin)).person
            uow.staff.grant(self.person.id, Grant(role=Role.STAFF, until=NOW + dt.timedelta(days=1)), NOW)
            uow.commit()
        assert self.person.phone, "the chat of these tests is of somebody with a number"
        self.number = self.person.phone

    def visitor(self, base_url: str = "http://localhost", address: str = "127.0.0.1") -> TestClient:
        app = site(self.backend, lambda: None)
        return TestClient(app, base_url=base_url, client=(address, 50000), follow_redirects=False)

    def give_password(self, password: str | None = PASSWORD) -> None:
        with self.begin() as uow:
            if password is None:
                page_access.remove_password(uow, self.number, self.clock.now())
            else:
                page_access.set_password(uow, self.number, password, self.clock.now())
            uow.commit()

    def signs_in(self, visitor: TestClient, password: str = PASSWORD) -> int:
        return visitor.post("/entrar", data={"numero": self.number, "clave": password}).status_code


@pytest.fixture
def door(engine: Engine, begin: SqlUnitOfWorkFactory, tmp_path: Path) -> Door:
    seed(engine, *SEED)
    return Door(begin, tmp_path)


def sees(visitor: TestClient) -> bool:
    """Whether a page is shown."""
    return visitor.get("/maquina").status_code == 200


def test_there_are_no_pages_until_somebody_can_sign_in(door: Door) -> None:
    visitor = door.visitor()
    assert visitor.get("/entrar").status_code == 404
    door.give_password()
    assert visitor.get("/entrar").status_code == 200
    assert visitor.get("/maquina").headers["location"] == "/entrar"


def test_signed_in_until_the_right_ends_or_the_password_changes(door: Door) -> None:
    door.give_password()
    visitor = door.visitor()
    assert door.signs_in(visitor) == 303
    assert sees(visitor)
    door.give_password("otra frase bien larga")
    assert not sees(visitor)
    assert door.signs_in(visitor) == 401
    assert door.signs_in(visitor, "otra frase bien larga") == 303
    assert sees(visitor)
    door.clock.advance(dt.timedelta(days=1))
    assert not sees(visitor), "the right has ended"


def test_without_a_password_nobody_is_signed_in_any_more(door: Door) -> None:
    door.give_password()
    visitor = door.visitor()
    door.signs_in(visitor)
    door.give_password(None)
    assert visitor.get("/maquina").status_code == 404


def test_a_doctor_does_not_see_what_is_receptions(door: Door) -> None:
    door.give_password()
    with door.begin() as uow:
        uow.staff.revoke(door.person.id, Role.STAFF)
        uow.staff.grant(door.person.id, Grant(role=Role.DOCTOR, doctor_id=11), NOW)
        uow.commit()
    visitor = door.visitor()
    assert door.signs_in(visitor) == 303
    assert visitor.get("/maquina").status_code == 403


def test_a_patient_has_no_password(door: Door) -> None:
    with door.begin() as uow:
        uow.staff.revoke(door.person.id, Role.STAFF)
        uow.commit()
    with pytest.raises(DeskRefused, match="permiso vigente"):
        door.give_password()


def test_who_was_promised_a_right_is_told_what_is_missing(door: Door) -> None:
    with door.begin() as uow:
        right = staff_rights.NewRight("admin", "+526641112299", None, None)
        staff_rights.invite(uow, right, staff_rights.OneTimeCode("123456", "salt"), NOW)
        with pytest.raises(DeskRefused, match="alta CÓDIGO"):
            page_access.set_password(uow, "+526641112299", PASSWORD, NOW)


@pytest.mark.parametrize("password", ["corta", "x" * 201])
def test_a_password_has_a_length(door: Door, password: str) -> None:
    with pytest.raises(BadValue):
        door.give_password(password)


@pytest.mark.parametrize("cookie", ["", "x", "eyJwZXJzb24iOjF9.AAAA.AAAA"])
def test_a_cookie_that_is_not_ours_opens_nothing(door: Door, cookie: str) -> None:
    door.give_password()
    visitor = door.visitor()
    visitor.cookies.set("turnero", cookie)
    assert not sees(visitor)


def test_a_session_signed_with_another_secret_opens_nothing(door: Door) -> None:
    door.give_password()
    visitor = door.visitor()
    door.signs_in(visitor)
    door.backend = replace(door.backend, secret=b"another one")
    elsewhere = door.visitor()
    elsewhere.cookies = visitor.cookies
    assert not sees(elsewhere)


def test_who_guesses_has_to_wait_and_even_the_right_one_does(door: Door) -> None:
    door.give_password()
    visitor = door.visitor()
    assert [door.signs_in(visitor, "no es esta") for _ in range(FREE + 1)] == [401] * (FREE + 1)
    assert door.signs_in(visitor) == 429
    door.clock.advance(LONGEST_WAIT)
    assert door.signs_in(visitor) == 303


GUESSES = 40


async def _side_by_side(door: Door, numbers: list[str]) -> list[int]:
    """A wrong password for each of these, from one address, all sent before any is answered."""
    transport = httpx.ASGITransport(site(door.backend, lambda: None), client=("127.0.0.1", 50000))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as guesser:
        forms = ({"numero": number, "clave": "no es esta"} for number in numbers)
        answers = await asyncio.gather(*(guesser.post("/entrar", data=form) for form in forms))
    return [answer.status_code for answer in answers]


def test_guesses_made_side_by_side_count_each(door: Door) -> None:
    door.give_password()
    answered = asyncio.run(_side_by_side(door, [door.number] * GUESSES))
    assert Counter(answered) == {401: FREE + 1, 429: GUESSES - FREE - 1}, "as one after another"


class _Looking:
    """Units of work that tell how many are open side by side, of those in which somebody was looked for by number."""

    def __init__(self, begin: UnitOfWorkFactory) -> None:
        self._begin, self._lock, self.now, self.most = begin, threading.Lock(), 0, 0

    @contextmanager
    def __call__(self) -> Iterator[Any]:
        asked: list[str] = []

        def find(number: str) -> None:
            asked.append(number)
            with self._lock:
                self.now += 1
                self.most = max(self.most, self.now)

        with self._begin() as uow:
            yield SimpleNamespace(staff=SimpleNamespace(find=find, passwords=uow.staff.passwords))
        with self._lock:
            self.now -= len(asked)


def test_two_passwords_are_looked_at_side_by_side_and_no_more(door: Door) -> None:
    door.give_password()
    looking = _Looking(door.begin)
    door.backend = replace(door.backend, begin=looking)
    assert asyncio.run(_side_by_side(door, [f"664 123 450{n}" for n in range(FREE + 1)])) == [401] * (FREE + 1)
    assert 0 < looking.most <= 2, "each takes 64 MiB and a processor"


def test_a_session_ends_after_a_working_day_whatever_is_open(door: Door) -> None:
    door.give_password()
    visitor, elsewhere = door.visitor(), door.visitor()
    assert door.signs_in(visitor) == 303
    copied = str(visitor.cookies[COOKIE])
    for _ in range(int(LASTS / HOUR)):
        part = visitor.get("/espera", headers={"HX-Request": "true"})  # as an open page asks upon each event
        assert (part.status_code, "set-cookie" in part.headers) == (200, False)
        door.clock.advance(HOUR)
    over = visitor.get("/espera", headers={"HX-Request": "true"})
    assert (over.status_code, over.headers.get("hx-redirect")) == (204, "/entrar")
    elsewhere.cookies.set(COOKIE, copied)
    assert not sees(elsewhere)
    assert door.signs_in(visitor) == 303
    assert sees(visitor)


def test_an_answer_under_way_while_somebody_signs_out_brings_nothing_back(door: Door) -> None:
    door.give_password()
    visitor = door.visitor()
    door.signs_in(visitor)
    page = visitor.get("/espera")
    assert "set-cookie" not in page.headers
    token = page.text.partition('"X-Ficha": "')[2].partition('"')[0]
    visitor.post("/salir", data={"ficha": token})
    assert COOKIE not in visitor.cookies


def test_no_page_asks_the_database_in_the_loop_that_acknowledges(door: Door) -> None:
    door.give_password()
    visitor = door.visitor()
    door.signs_in(visitor)

    def begin() -> AbstractContextManager[UnitOfWork]:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        return door.begin()

    made = site(replace(door.backend, begin=begin), lambda: None)
    made.state.close()  # what tells of news has nothing to wait for
    asking = TestClient(made, base_url="http://localhost", client=("127.0.0.1", 50000), follow_redirects=False)
    asking.cookies = visitor.cookies
    paths = [one.path for one in made.routes if isinstance(one, Route) and "{" not in one.path]
    assert "/novedades" in paths
    for path in paths:
        assert asking.get(path).status_code in (200, 303, 405), path


@pytest.mark.parametrize(
    ("base_url", "address", "headers"),
    [
        ("http://malo.example", "127.0.0.1", {}),
        ("http://localhost", "192.0.2.7", {}),
        ("http://localhost", "127.0.0.1", {"X-Forwarded-For": "192.0.2.7"}),
    ],
)
def test_from_elsewhere_there_are_no_pages(door: Door, base_url: str, address: str, headers: dict[str, str]) -> None:
    door.give_password()
    assert door.visitor(base_url, address).get("/entrar", headers=headers).status_code == 404


def test_under_a_name_that_is_set_there_are(door: Door) -> None:
    door.give_password()
    named = door.backend.settings.model_copy(update={"paginas_en": "agenda.example"})
    door.backend = replace(door.backend, settings=named)
    assert door.visitor("https://agenda.example", "192.0.2.7").get("/entrar").status_code == 200
    assert door.visitor("https://otra.example", "192.0.2.7").get("/entrar").status_code == 404


def test_nothing_but_ours_runs_in_a_page(door: Door) -> None:
    door.give_password()
    policy = door.visitor().get("/entrar").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
