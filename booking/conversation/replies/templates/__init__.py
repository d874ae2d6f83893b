"""The messages whose words WhatsApp has to approve, a file each: the only ones that go out to whoever has not written
for 24 hours. Read once and checked: what WhatsApp would refuse when it is submitted is refused here at import.

https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/overview
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from importlib.resources import files
from typing import Literal, Self

from pydantic import Field, model_validator

from booking.conversation.buttons import encode
from booking.intents import Frozen, OnButton
from booking.models import OutTemplate

_PLACE = re.compile(r"\{\{(\d+)\}\}")

LONGEST = 1024
"""Characters of the whole."""


class Name(StrEnum):
    """Every template, by the name that it has at WhatsApp."""

    BOOKED = "cita_agendada"
    MOVED = "cita_movida"
    CANCELLED = "cita_cancelada"
    DOCTOR_LATE = "doctor_retrasado"
    DOCTOR_AWAY = "doctor_ausente"
    DOCTOR_BACK = "doctor_presente"
    REMINDER = "recordatorio_cita"
    REMINDER_OF_SEVERAL = "recordatorio_citas"
    TIME_FREED = "lugar_liberado"
    TIME_FREED_PROMOTED = "lugar_disponible"  # the same, in words that are sent as marketing
    MISSED = "cita_perdida"
    RECALL = "volver_a_cita"
    RATING = "como_te_fue"
    WELCOME = "bienvenida"  # goes first to whoever never wrote: the privacy notice, and how to have no messages
    TO_STAFF = "aviso_personal"


class Category(StrEnum):
    """What WhatsApp charges for; a template may be put into another than was asked for."""

    UTILITY = "utility"
    MARKETING = "marketing"
    AUTHENTICATION = "authentication"


class QuickReply(Frozen):
    """A button. `intent` is what a tap means, unless it is sent with a payload of its own."""

    title: str = Field(min_length=1, max_length=25)
    intent: OnButton


class Template(Frozen):
    """One of ours, as it is to be approved; `about` says when it is sent. `parameters` fill {{1}}, {{2}} … in their
    order; each has the sample that WhatsApp wants to see."""

    name: Name
    about: str = Field(min_length=1)
    language: str
    category: Category
    to: Literal["patient", "staff"]
    body: str = Field(max_length=LONGEST)
    parameters: dict[str, str]
    buttons: tuple[QuickReply, ...] = Field(default=(), max_length=10)  # of more than three it shows a list

    @model_validator(mode="after")
    def _is_what_whatsapp_takes(self) -> Self:
        places = [int(number) for number in _PLACE.findall(self.body)]
        if places != list(range(1, len(self.parameters) + 1)):
            raise ValueError("the places are {{1}}, {{2}} … in this order, one for each parameter")
        if _PLACE.match(self.body) or self.body.endswith("}}") or "}}{{" in self.body.replace(" ", ""):
            raise ValueError("a place is neither first nor last nor beside another")
        if len({button.title for button in self.buttons}) < len(self.buttons):
            raise ValueError("two buttons of one title")
        if self.to == "patient" and not ("*BAJA*" in self.body and "*privacidad*" in self.body):
            raise ValueError("a patient hears how to have no messages, and where the privacy notice is")
        return self

    @property
    def room(self) -> int:
        """Characters for each value; a longer one is cut."""
        return (LONGEST - len(self.body)) // max(1, len(self.parameters))

    def fitted(self, values: Sequence[str]) -> tuple[str, ...]:
        """These as they go into its places: cut to what there is room for, and without the point that its words have
        after them anyway."""
        cut = [" ".join(value.split())[: self.room].rstrip() for value in values]
        ended = {int(place[1]) for place in _PLACE.finditer(self.body) if self.body.startswith(".", place.end())}
        return tuple((one.removesuffix(".") if n in ended else one) or "—" for n, one in enumerate(cut, start=1))

    def filled(self, parameters: Sequence[str]) -> str:
        """Its words with these in their places."""
        return _PLACE.sub(lambda place: parameters[int(place[1]) - 1], self.body)


def _load() -> Mapping[Name, Template]:
    folder = files(__name__)
    raw = {name: tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")) for name in Name}
    return {name: Template.model_validate({"name": name, **found}) for name, found in raw.items()}


TEMPLATES = _load()


def filled(which: Name, payloads: Sequence[str] | None = None, **values: str) -> OutTemplate:
    """A message of this template. `payloads` are what its buttons give back, in their order, where not what the file
    says: bound to an appointment, for example. Raises ValueError for values that are not its own, by name."""
    template = TEMPLATES[which]
    if values.keys() != template.parameters.keys():
        raise ValueError(f"{which} is filled with {', '.join(template.parameters)}")
    if payloads is not None and len(payloads) != len(template.buttons):
        raise ValueError(f"{which} has {len(template.buttons)} buttons")
    if payloads is None:
        payloads = [encode(button.intent, None) for button in template.buttons]
    said = template.fitted([values[name] for name in template.parameters])
    return OutTemplate(name=which, language=template.language, parameters=said, payloads=tuple(payloads))


def words(content: OutTemplate) -> str:
    """What is read of it; its name and values, where it is none of ours."""
    template = next((ours for name, ours in TEMPLATES.items() if name == content.name), None)
    if template is None or len(content.parameters) != len(template.parameters):
        return " · ".join((content.name, *content.parameters))
    return template.filled(content.parameters)
