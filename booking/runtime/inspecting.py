"""Wires the pages of the inspector into `turnero serve`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute, Mount

from booking.runtime.composition_root import App
from storage.installation import kept_secret
from storage.pulse import pulse
from webhook.inspector.backend import Backend, Levers, Phones
from webhook.inspector.site import site

if TYPE_CHECKING:
    from collections.abc import Sequence


def pages(app: App, demo: bool, phones: Phones | None = None, levers: Levers | None = None) -> Sequence[BaseRoute]:
    """The routes of the inspector, which answer nobody where nobody can sign in and nothing is a demo."""
    backend = Backend(
        begin=app.begin,
        clock=app.clock,
        settings=app.settings,
        demo=demo,
        secret=kept_secret(app.settings.turnero_home / "inspector_secret").encode(),
        return_to_bot=lambda conversation_id: app.engine.return_to_bot(conversation_id),
        number=app.number,
        checks=app.health,
        phones=phones,
        levers=levers,
    )
    return [Mount("/", site(backend, partial(pulse, app.database)))]
