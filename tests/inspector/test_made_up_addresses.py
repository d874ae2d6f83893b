"""Whatever stands in an address is answered: with a page, or in words; never with an error of ours."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from starlette.routing import Route
from starlette.testclient import TestClient

import webhook.inspector
from booking.testing.contracts.contract_world import booked, chat, slot
from tests.inspector.test_sign_in import Door
from tests.inspector.test_sign_in import door as door
from webhook.inspector.shown_names import WHOLE
from webhook.inspector.site import site

_FOLDER = Path(webhook.inspector.__file__).parent
_ASKED = re.compile(r'(?:asked|checked|number_of|getlist|_count)\((?:visit, )?"(\w+)"')
_IN_FORMS = re.compile(r'\bname="(\w+)"')
_WORDS = re.compile(r'"([a-z_]{1,12})"')

HUGE = (2**31, 2**63, 10**12, 10**30)
MADE_UP = (
    *("", " ", "²", "٣", "½", "-1", "0", "1", "1.5", "9" * 5000, *map(str, HUGE), *(str(-one) for one in HUGE)),
    *("\0", "a\0b", "[", "%", "\\", "'", "\ud7ff", "🩺" * 500, "x" * 3000),
    *("hoy", "0001-01-01", "9999-12-31", "2026-02-30", "2026-11-24", "2026-11-24T25:00", "2026-11-24 9:00+99:00"),
    *("semana", "ayer a las 25", "9:00-8:00", "9-", "en 9999999999 días", "el 31 de febrero del 99999"),
)
said = st.sampled_from(MADE_UP) | st.text(max_size=20) | st.integers().map(str)
ids = st.sampled_from((0, 1, *HUGE)).map(str) | st.sampled_from(("9" * 99, "9" * 5000, "²", "-1", "%00"))


def names_by_path(routes: list[Route]) -> Iterator[tuple[str, list[str]]]:
    """Every page that is looked at, with the names by which it asks for something of its address."""
    sources = {file.stem: file.read_text(encoding="utf-8") for file in _FOLDER.glob("*.py")}
    forms = (file.read_text(encoding="utf-8") for file in (_FOLDER / "templates").glob("*.html"))
    known = {name for text in sources.values() for name in _ASKED.findall(text)}
    known |= {name for text in forms for name in _IN_FORMS.findall(text)} | {WHOLE}
    for route in routes:
        handler = inspect.getclosurevars(inspect.unwrap(route.endpoint)).nonlocals.get("handler")
        if handler is not None and "GET" in (route.methods or ()):
            there = set(_WORDS.findall(sources[handler.__module__.rpartition(".")[2]])) & known
            yield route.path, sorted(there | {WHOLE})


def test_whatever_stands_in_an_address_is_answered(door: Door) -> None:
    door.give_password()
    booked(door.begin, slot(24), chat(door.begin))
    made = site(door.backend, lambda: None)
    visitor = TestClient(made, base_url="http://localhost", client=("127.0.0.1", 50000), follow_redirects=False)
    assert door.signs_in(visitor) == 303
    pages = dict(names_by_path([route for route in made.routes if isinstance(route, Route)]))
    assert {"turno", "chat"} <= set(pages["/maquina"])
    assert {"desde", "hasta", "doctor"} <= set(pages["/reportes"])

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
    @example("/maquina", {"turno": "²"}, "1")
    @example("/maquina", {"turno": "9" * 5000}, "1")
    @example("/agenda", {"doctor": "9" * 5000}, "1")
    @example("/agenda/ausencia", {"doctor": "11", "horas": "2000-01-01"}, "1")
    @example("/chats/{id:int}", {"completos": ""}, "9" * 5000)
    @given(
        path=st.shared(st.sampled_from(sorted(pages)), key="path"),
        query=st.shared(st.sampled_from(sorted(pages)), key="path").flatmap(
            lambda path: st.dictionaries(st.sampled_from(pages[path]), said, min_size=1, max_size=3)
        ),
        id=ids,
    )
    def answered(path: str, query: dict[str, str], id: str) -> None:
        answer = visitor.get(re.sub(r"\{\w+:\w+\}", id, path), params=query)
        assert answer.status_code in (200, 204, 303, 400, 404, 409, 422), answer.text

    answered()
