"""Wires the pages of the inspector into `turnero serve`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from starlette.routing import BaseRoute, Mount

from booking.runtime.composition_root import App
from storage.installation import kept_secret
from storage.pulse import pulse
from webhook.inspector.backend import Backend, Levers, Phones
from webhook.inspector.site import site

if TYPE_CHECKING:
    from booking.testing.channel.meta import FakeMeta


class Pages(NamedTuple):
    """`close` lets those that are open go, before the server stops: it waits for them. From any thread or a signal."""

    routes: Sequence[BaseRoute]
    close: Callable[[], None]


def pages(app: App, demo: bool, meta: FakeMeta | None = None) -> Pages:
    """The routes of the inspector, which answer nobody where nobody can sign in and nothing is a demo. `meta` is the
    demo's end of WhatsApp."""
    phones: Phones | None = None
    levers: Levers | None = None
    if demo:  # the kit for tests is loaded where there is a demo
        from booking.runtime.demo_levers import DemoLevers
        from booking.runtime.demo_model import DemoModel, has_none
        from booking.runtime.demo_phones import DemoPhones

        made = DemoPhones(meta, app.database, app.begin, app.clock, app.settings.turnero_home) if meta else None
        lends = app.workers is not None and has_none(app.settings)
        model = DemoModel(app.workers) if lends and app.workers else None
        phones, levers = made, DemoLevers(app, meta, made, model)
    backend = Backend(
        begin=app.begin,
        clock=app.clock,
        settings=app.settings,
        demo=demo,
        secret=kept_secret(app.settings.turnero_home / "inspector_secret").encode(),
        return_to_bot=lambda conversation_id: app.engine.return_to_bot(conversation_id),
        number=app.number,
        checks=app.health,
        connected=app.writes_to_patients,
        phones=phones,
        levers=levers,
    )
    inspector = site(backend, partial(pulse, app.database))
    return Pages([Mount("/", inspector)], inspector.state.close)
