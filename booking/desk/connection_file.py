"""What connects the clinic to WhatsApp as somebody writes it down or says it: the keys of `conexion.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from urllib.parse import urlsplit

from booking.desk.desk_errors import BadValue, Field

SETTINGS = {
    "numero_id": "whatsapp_phone_number_id",
    "cuenta_id": "whatsapp_business_account_id",
    "token": "whatsapp_access_token",
    "secreto": "whatsapp_app_secret",
    "palabra": "whatsapp_verify_token",
    "direccion": "whatsapp_webhook_url",
}
"""The setting that each key is kept as."""

PIN = "pin"

SAMPLE = """\
# La conexión de la clínica con WhatsApp. Guárdelo solo para usted (chmod 600), y bórrelo cuando ya esté conectada.
[whatsapp]
numero_id = "106540352242922"      # developers.facebook.com › su app › WhatsApp › Configuración de la API
cuenta_id = "102290129340398"      # ahí mismo: identificador de la cuenta de WhatsApp Business
token = "EAA…"                     # business.facebook.com › Usuarios del sistema › Generar token (que no venza)
secreto = "…"                      # su app › Configuración › Básica › Clave secreta de la app
direccion = "https://citas.miclinica.mx/webhook"   # por donde internet llega a turnero serve
# palabra = "…"                    # de verificación; sin ella se inventa una
# pin = "123456"                   # solo si el número aún no está registrado
"""

_SHORTEST_ID = 14
"""Digits; a telephone has fewer."""


def read(text: str) -> dict[str, str]:
    """What a file says, by key, as it is kept. Raises BadValue."""
    try:
        table = tomllib.loads(text).get("whatsapp")
    except tomllib.TOMLDecodeError as error:
        raise BadValue(Field.FILE, f"no se entiende: {error}.") from error
    if not isinstance(table, Mapping):
        raise BadValue(Field.FILE, "le falta [whatsapp]. Para empezar uno: turnero whatsapp conectar --plantilla.")
    for key, value in table.items():
        if key not in SETTINGS and key != PIN:
            raise BadValue(Field.FILE, f"no existe «{key}» en [whatsapp].")
        if not isinstance(value, str):
            raise BadValue(Field.FILE, f"«{key}» va entre comillas.")
    return {key: cleaned(key, value) for key, value in table.items() if value.strip()}


def cleaned(key: str, said: str) -> str:
    """A value as it is kept. Never repeats what was said: it may be a secret. Raises BadValue."""
    value = said.strip()
    if key == "direccion":
        return _address(value)
    if not (value.isascii() and value.isprintable()) or any(letter in value for letter in " '\\$"):
        raise BadValue(Field.FILE, f"«{key}» tiene espacios, comillas o letras que no van: cópielo otra vez.")
    if key == PIN and not (value.isdigit() and len(value) == 6):
        raise BadValue(Field.FILE, "el PIN son 6 dígitos.")
    if key in ("numero_id", "cuenta_id"):
        if not value.isdigit():
            raise BadValue(Field.FILE, f"«{key}» es un identificador, solo dígitos.")
        if len(value) < _SHORTEST_ID:
            raise BadValue(
                Field.FILE, f"«{key}» parece un teléfono: es el identificador, de unos 15 dígitos, que está al lado."
            )
    return value


def _address(said: str) -> str:
    whole = said if "://" in said else f"https://{said}"
    try:
        parts = urlsplit(whole)
        known = bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known or not whole.isascii() or any(letter in whole for letter in " '\\$?#@"):
        raise BadValue(Field.FILE, "la dirección es como https://citas.miclinica.mx/webhook.")
    if parts.scheme != "https" and parts.hostname != "127.0.0.1":
        raise BadValue(Field.FILE, "la dirección empieza con https://; WhatsApp no manda a otra.")
    return whole if parts.path not in ("", "/") else f"{whole.rstrip('/')}/webhook"
