"""The pages on the small clinic of the command's tests, in memory, asked without a server or a browser."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import httpx
from starlette.testclient import TestClient

from booking.models import Condition, Role, Status
from tests.admin.conftest import Stage
from webhook.inspector.backend import Backend
from webhook.inspector.site import site

NAME = "Recepción (demo)"
"""Whom the demo's changes name; commands are given in the same."""

_TOKEN = re.compile(r'name="ficha" value="([^"]+)"')


@dataclass
class Desk:
    """A browser at the desk of a clinic."""

    stage: Stage
    client: TestClient = field(init=False)

    def __post_init__(self) -> None:
        wired = self.stage.wired
        backend = Backend(
            begin=wired.begin,
            clock=wired.clock,
            settings=wired.settings,
            demo=True,
            secret=b"of these tests",
            return_to_bot=lambda chat: wired.engine.return_to_bot(chat),
            number=wired.number,
            checks=lambda: Condition({}, None),
            connected=True,
        )
        pages = site(backend, lambda: 0)
        self.client = TestClient(pages, base_url="http://127.0.0.1", client=("127.0.0.1", 1))

    @property
    def token(self) -> str:
        """What every form of this session carries."""
        found = _TOKEN.search(self.client.get("/rol").text)
        assert found is not None
        return found[1]

    def get(self, path: str, **asked: str) -> httpx.Response:
        return self.client.get(path, params=asked or None)

    def post(self, path: str, **said: Any) -> httpx.Response:
        """A form of ours, as htmx sends it; what is None is left out."""
        form = {"ficha": self.token, **{name: value for name, value in said.items() if value is not None}}
        return self.client.post(path, data=form, headers={"HX-Request": "true"})

    def become(self, role: Role, doctor: str = "") -> None:
        self.post("/rol", rol=role.value, doctor=doctor)


def refused(answer: httpx.Response) -> bool:
    """Whether the desk says no to what htmx asked for: in words, in the line above the page."""
    return (answer.status_code, answer.headers.get("hx-retarget"), "rechazo" in answer.text) == (200, "#dicho", True)


def books(stage: Stage) -> dict[str, Any]:
    """All that a change at the desk may write: appointments, their events, what patients are to be told, notices, what
    was written and done in chats, who waits, the switch."""
    with stage.begin() as uow:
        appointments = uow.appointments.list(statuses=tuple(Status))
        ids = [one.id for one in appointments]
        chats = uow.conversations.list()
        return {
            "appointments": appointments,
            "events": {id: uow.events.list(id) for id in ids},
            "tellings": [_alike(one.telling) for one in uow.tellings.of(ids)],
            "reminders": sorted((_alike(one.reminder) for one in uow.reminders.of(ids)), key=repr),
            "notices": uow.notices.list(500),
            "patients": uow.patients.get_many(list(range(1, 10_000))),
            "chats": chats,
            "written": {chat.id: [*map(_written, uow.outbox.list(chat.id))] for chat in chats},
            "by_hand": {chat.id: uow.at_work.list(chat.id) for chat in chats},
            "waiting": uow.waiting_list.list(),
            "away": uow.away.awaiting(),
            "rules": uow.rules.list(),
            "policy": uow.schedules.clinic().policy,
        }


def _alike(kept: Any) -> Any:
    """Without its number: what was tried and not kept has used one up."""
    return kept.model_copy(update={"id": 0, "outbox_id": None})


def _written(item: Any) -> Any:
    """Without what is drawn by lot."""
    return item.model_copy(update={"token": "", "wamid": None, "reply_to": None})
