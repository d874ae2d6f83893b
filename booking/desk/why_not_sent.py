"""Why a message did not go out or did not arrive, for staff: what is stored of it (WhatsApp's code, and its English or
ours) in Spanish. The code stays, for whoever operates the system.

Codes: https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_TOKEN = "la clave de acceso a WhatsApp ya no sirve; avise a quien opera el sistema"
_PERMISSION = "a la clave de WhatsApp le falta permiso; avise a quien opera el sistema"
_ACCOUNT = "WhatsApp no deja mandar a la cuenta de la clínica (pago, bloqueo o registro)"
_TOO_MANY = "se mandaron demasiados mensajes en poco tiempo"
_UNREACHABLE = "WhatsApp no puede llegarle a esta persona; llámele"
_NOT_NOW = "WhatsApp no se lo entrega por ahora; llámele"
_WINDOW = "hace más de 24 horas que no escribe, y no hay plantilla que lo diga; llámele"
_OURS = "WhatsApp rechazó el mensaje por cómo venía; avise a quien opera el sistema"
_MEDIA = "WhatsApp no pudo mover el archivo"
_THEIRS = "WhatsApp o la conexión fallaron"
_TEMPLATE = "la plantilla no se puede mandar así: turnero plantillas comprobar"
_RESTORED = "esperaba en una copia que se restauró, y pudo haber salido antes"
_UNKNOWN = "WhatsApp no lo aceptó o no respondió"

_BY_CODE: tuple[tuple[Iterable[int], str], ...] = (
    ((0, 190), _TOKEN),
    ((3, 10, *range(200, 300), 131005), _PERMISSION),
    ((368, 131031, 131037, 131042, 131045, 130497, 133010), _ACCOUNT),
    ((4, 80007, 130429, 131056, 131048, 131064), _TOO_MANY),
    ((131021, 131026, 131030, 131062), _UNREACHABLE),
    ((130472, 131049, 131050), _NOT_NOW),
    ((131047,), _WINDOW),
    ((33, 100, 131008, 131009, 131051), _OURS),
    ((131052, 131053), _MEDIA),
    ((1, 2, 131000, 131016, 131057, 133004, 135000), _THEIRS),
    (range(132000, 133000), _TEMPLATE),
)
_SPANISH: Final = {code: words for codes, words in _BY_CODE for code in codes}
_CODE = re.compile(r"\{?(\d{1,6})\b")
_TEMPLATE_STATES = {
    "APPROVED": "aprobada",
    "PENDING": "en revisión",
    "IN_APPEAL": "en apelación",
    "REJECTED": "rechazada",
    "PAUSED": "en pausa",
    "DISABLED": "desactivada",
    "FLAGGED": "con advertencia",
    "REINSTATED": "aprobada de nuevo",
    "PENDING_DELETION": "por borrarse",
    "DELETED": "borrada",
    "LIMIT_EXCEEDED": "sobre el límite de plantillas",
    "ARCHIVED": "archivada",
    "MARKETING": "pasó a «marketing», que cuesta más",
    "UTILITY": "pasó a «utility»",
    "AUTHENTICATION": "pasó a «authentication», que cuesta más",
    "ABUSIVE_CONTENT": "por contenido abusivo",
    "INVALID_FORMAT": "por su formato",
    "INCORRECT_CATEGORY": "por su categoría",
    "TAG_CONTENT_MISMATCH": "por su categoría",
    "PROMOTIONAL": "por ser promocional",
    "SCAM": "por parecer fraude",
}


def why_not_sent(stored: str) -> str:
    """The reason of a notice that something was not sent or not delivered."""
    if stored.startswith("window"):
        name, _, state = stored.removeprefix("window: ").rpartition(" ")
        return f"{_WINDOW} ({name}: {_TEMPLATE_STATES.get(state, state)})" if name else _WINDOW
    if stored.startswith("restored"):
        return _RESTORED
    found = _CODE.match(stored)
    if found is None:
        return _UNKNOWN if stored else ""
    return f"{_SPANISH.get(int(found[1]), _UNKNOWN)} (código {found[1]})"


def of_a_template(stored: str) -> str:
    """The template, and what became of it."""
    name, *words = stored.split(" · ")
    return " · ".join((name, *(_TEMPLATE_STATES.get(word, word) for word in words if word != "NONE")))
