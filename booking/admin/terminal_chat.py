"""`turnero chat`: the conversation in a terminal, through the same engine and database as WhatsApp's."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from booking.admin import composition, output
from booking.admin.failures import CommandRefused
from booking.desk.desk_errors import NO_CLINIC
from booking.errors import NotFound

if TYPE_CHECKING:
    from booking.desk.telephone import Telephone
    from booking.models import Clinic, OutboxItem
    from booking.runtime.composition_root import App

DEMO_NUMBER = "5216640000001"
"""Nobody's telephone."""

_MEXICAN = 10
_LEAVE = "/salir"


def chat(
    context: typer.Context,
    number: Annotated[
        str | None, typer.Option("--como", metavar="TELEFONO", help="Write as this person. Default: a demo number.")
    ] = None,
    name: Annotated[str | None, typer.Option("--nombre", help="The profile name WhatsApp would send.")] = None,
) -> None:
    """Talk to the clinic as a patient would.

    A bare number taps a button; /2 taps choice 2 of the last message with choices; /salir leaves. Each line of
    piped input is a message.
    """
    from booking.desk.telephone import Telephone

    caller = _number(number)
    with composition.opened(context) as wired:
        if wired.sender.ready and number is None:
            raise CommandRefused(
                "WhatsApp está conectado: lo que se conteste también sale a ese número. Diga el suyo con --como."
            )
        clinic = _clinic(wired)
        if clinic.demo and sys.stdin.isatty():
            here = wired.clock.now().astimezone(ZoneInfo(clinic.zone))
            output.note(f"{clinic.name}: a demo, nothing in it is real. There it is {here:%Y-%m-%d %H:%M}.")
            output.note("/salir leaves.")
        telephone = Telephone(
            begin=wired.begin,
            engine=wired.engine,
            clock=wired.clock,
            sender=wired.sender,
            to=wired.settings.whatsapp_phone_number_id or "local",
            number=caller,
            new_id=lambda: f"local.{uuid.uuid4()}",
            profile=name,
        )
        for line in _lines():
            _exchange(telephone, line)


def _clinic(wired: App) -> Clinic:
    """Raises CommandRefused where none has been entered."""
    with wired.begin() as uow:
        try:
            return uow.schedules.clinic()
        except NotFound:
            raise CommandRefused(NO_CLINIC) from None


def _exchange(telephone: Telephone, line: str) -> None:
    """One line typed: what the clinic answers, printed."""
    try:
        answers = telephone.tap(choice) if (choice := _choice(telephone, line)) else telephone.write(line)
    except IndexError:
        offered = f"1 to {len(telephone.offered)}" if telephone.offered else "none"
        output.note(f"There is no such choice to tap (there are: {offered}).")
        return
    for answer in answers:
        _print(answer)
    if not answers:
        human = ": a person answers this chat; «turnero chats devolver» gives it back" if telephone.under_human else ""
        output.note(f"(No answer{human}.)")


def _choice(telephone: Telephone, line: str) -> int | None:
    """The number of the choice that this line taps; None for a text. A list understands bare numbers itself."""
    digits = line.removeprefix("/")
    if not (digits.isascii() and digits.isdigit()):
        return None
    if line.startswith("/"):
        return int(digits) or -1
    fits = telephone.buttons_last and 1 <= int(digits) <= len(telephone.offered)
    return int(digits) if fits else None


def _print(item: OutboxItem) -> None:
    from booking.desk.chat_views import choices, words

    output.say(words(item.content))
    for number, (_, title) in enumerate(choices(item.content), start=1):
        output.say(f"  /{number} [{title}]")
    output.say()


def _lines() -> Iterator[str]:
    """What is typed until /salir or the end of the input."""
    for line in _typed() if sys.stdin.isatty() else _piped():
        if line.strip().casefold() == _LEAVE:
            return
        if line.strip():
            yield line.strip()


def _typed() -> Iterator[str]:
    """Lines from a person, with a prompt and line editing."""
    import readline  # noqa: F401 - `input` uses it once it is imported

    while True:
        try:
            yield input("> ")
        except EOFError:
            output.say()
            return


def _piped() -> Iterator[str]:
    """Lines from a file or program; damaged UTF-8 is a message too."""
    for raw in typer.get_binary_stream("stdin"):
        yield raw.decode("utf-8", "replace")


def _number(given: str | None) -> str:
    """What WhatsApp would call this telephone. Raises typer.BadParameter."""
    from booking.desk.find_people import digits

    if given is None:
        return DEMO_NUMBER
    number = digits(given)
    if not 8 <= len(number) <= 15:
        raise typer.BadParameter("escriba un teléfono con su país, por ejemplo +52 664 000 0001", param_hint="--como")
    return f"521{number}" if len(number) == _MEXICAN else number
