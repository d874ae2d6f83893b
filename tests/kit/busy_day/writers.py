"""People who write to the clinic in the course of a day, each with something they want; in words, read by rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.kit.busy_day.wires import Wires

KINDS = {
    "books": 44,
    "asks": 16,
    "moves": 11,
    "cancels": 6,
    "is late": 5,
    "wants a person": 5,
    "goes away": 7,
    "sends a file": 3,
    "wants no messages": 1,
    "rambles": 2,
}
"""What somebody wants, and how often of a hundred."""
WITH_ONE = frozenset({"moves", "cancels", "is late"})
"""Who wants this has an appointment."""

_OPENINGS = {
    "books": (
        "Hola, buenos días, quiero una cita {day}",
        "buenas tardes me agenda por favor {day}",
        "quisiera una cita {day}",
        "Hola necesito cita con el doctor {day}",
        "tiene espacio {day}?",
    ),
    "asks": (
        "cuánto cuesta la consulta?",
        "¿dónde están ubicados?",
        "aceptan tarjeta?",
        "a qué hora abren",
        "qué tengo que llevar?",
    ),
    "moves": ("quiero cambiar mi cita para {day}", "puedo mover mi cita {day}?", "necesito reagendar mi cita"),
    "cancels": ("quiero cancelar mi cita", "no voy a poder ir, cancele mi cita por favor"),
    "is late": ("voy 15 minutos tarde", "voy a llegar 20 minutos tarde"),
    "wants a person": ("quiero hablar con una persona", "me comunica con recepción por favor"),
    "goes away": ("hola quiero una cita {day}",),
    "wants no messages": ("BAJA",),
    "rambles": ("jajaja ok", "oiga y el otro día", "no pues sí", "🙏🙏"),
}
_DAYS = (
    "para mañana", "el jueves por la tarde", "el viernes en la mañana", "el martes", "el miércoles por la mañana",
    "lo más pronto posible", "para la próxima semana", "mañana en la tarde", "el lunes a las 10",
)  # fmt: skip
_STEPS = 9
_DONE = ("quedó", "cancelé", "listo, ", "ya avisé a recepción")
_PERSON = "Hablar con alguien"


class Writer:
    """One person in one talk; who is done, or does not get on, writes no more."""

    def __init__(self, wires: Wires, who: str, kind: str, rng: Random, done: Callable[[str, bool], None]) -> None:
        self.wires, self.who, self.kind, self.rng, self._done = wires, who, kind, rng, done
        self._left = 1 if kind == "goes away" else _STEPS
        self._read = 0

    def begin(self) -> None:
        phone = self.wires.phone(self.who)
        self._read = len(phone.messages)
        if self.kind == "sends a file":
            phone.send("image", {"id": "1234567890", "mime_type": "image/jpeg"})
        else:
            words = self.rng.choice(_OPENINGS[self.kind])
            phone.say(words.format(day=self.rng.choice(_DAYS)))
        self._wait()

    def _wait(self) -> None:
        self.wires.later(8, 90, self._go_on)

    def _go_on(self) -> None:
        """Read what came, and answer what it asks."""
        phone = self.wires.phone(self.who)
        news = phone.messages[self._read :]
        self._read = len(phone.messages)
        if not news or not self._left:
            return self._done(self.kind, False)
        self._left -= 1
        said, titles = news[-1].text.partition("\n\nPrivacidad:")[0], [title for _, title in news[-1].options]
        yes = next((title for title in titles if title.casefold().startswith("sí")), None)
        if yes is None and any(done in said.casefold() for done in _DONE):
            if self.rng.random() < 0.5:
                phone.say("gracias")
            return self._done(self.kind, True)
        if yes is not None:
            phone.tap(yes)
        elif any(title[:1].isdigit() for title in titles):
            numbered = [title for title in titles if title[:1].isdigit()]
            phone.tap(self.rng.choice(numbered))
        elif "nombre" in said.casefold():
            phone.say(f"{self.rng.choice(('Marta', 'Luis', 'Elena', 'Raúl'))} Apellido{self.who}")
        elif _PERSON in titles and self.kind in ("moves", "cancels", "asks"):
            phone.tap(_PERSON)
        else:
            return self._done(self.kind, self.kind not in ("books", "moves", "cancels"))
        return self._wait()
