"""Reaches the composition root for a command. Imports it only then; tests hand in another one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Protocol, cast

import typer

from booking.admin import where_data_are
from booking.admin.failures import CommandRefused, options_named
from booking.desk.desk_errors import NO_CLINIC, NoClinicYet
from booking.errors import SettingsInvalid

if TYPE_CHECKING:
    from booking.models import Clinic
    from booking.runtime.composition_root import App
    from booking.settings import Settings
    from nlu.model.extractor import ModelExtractor
    from storage.demo import Contents


class Root(Protocol):
    """What commands take from `booking.runtime.serving`."""

    def opened(self, settings: Settings | None = None) -> AbstractContextManager[App]: ...

    def serve(self, settings: Settings, host: str, port: int, demo: bool, workers: int | None) -> None: ...

    def work(self, settings: Settings, beside: int) -> None: ...

    def load_demo(self, app: App) -> None: ...

    def erase_demo(self, app: App) -> None: ...

    def demo_erases(self, app: App) -> Contents | None: ...

    def upgrade(self, settings: Settings, role: str | None) -> None: ...


def root(context: typer.Context) -> Root:
    """The composition root: `booking.runtime.serving`, or what the caller of the command put in its place."""
    from booking.runtime import serving

    return _given(context) or cast(Root, serving)


def _given(context: typer.Context) -> Root | None:
    return cast("Root | None", context.find_root().obj)


@contextmanager
def opened(context: typer.Context) -> Iterator[App]:
    """Everything wired, for the length of a `with`, within which the desk may be asked. Raises TurneroError,
    CommandRefused where the data are not there."""
    from booking.runtime import composition_root

    wiring = _given(context) or composition_root  # not `serving`, which loads what stays
    settings = read_settings()
    if _given(context) is None and where_data_are.is_nowhere(context.find_root().invoked_subcommand, settings):
        raise CommandRefused(f"{NO_CLINIC} {where_data_are.looked_in(settings)}")
    try:
        with options_named(context), wiring.opened(settings) as app:
            yield app
    except NoClinicYet as error:
        raise CommandRefused(f"{error} {where_data_are.looked_in(settings)}") from error


def clinic(wired: App) -> Clinic | None:
    """None: none has been entered."""
    from booking.runtime import composition_root

    return composition_root.clinic_of(wired)


def model_extractor() -> ModelExtractor:
    """The reader of messages with its models. Raises SettingsInvalid where no model can be asked."""
    from booking.runtime import services

    extractor = services.model_extractor(read_settings())
    if not extractor.has_models:
        raise SettingsInvalid(
            "No model can be asked; set DEEPSEEK_API_KEY, or LLM_PRIMARY_MODEL with its key or address."
        )
    return extractor


def read_settings() -> Settings:
    """The settings of this process. Raises SettingsInvalid, which names each wrong one and never its value."""
    from pydantic import ValidationError

    from booking.settings import Settings

    try:
        return Settings()
    except ValidationError as error:
        raise SettingsInvalid(" ".join(_said(e["loc"], e["msg"]) for e in error.errors())) from None
    except OSError as error:
        raise SettingsInvalid(f"{error.filename} cannot be read: {error.strerror}.") from None


def _said(where: tuple[int | str, ...], wrong: str) -> str:
    name = str(where[0]).upper() if where else "Settings"
    return f"{name}: {wrong.removeprefix('Value error, ')}."
