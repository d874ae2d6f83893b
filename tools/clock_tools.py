"""The time here, or in a city of the world."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from pydantic import Field

from booking.intents import Frozen
from booking.models import Moment
from booking.models.folded_text import folded
from booking.models.tool_answers import ToolRefused, Why
from tools.access import Access, Stop


class Place(Frozen):
    timezone: str | None = Field(default=None, description="ciudad («Tokio») o zona («Asia/Tokyo»); si no, aquí")


class LocalTime(Frozen):
    lugar: str | None
    ahora: Moment


def local_time(access: Access, wanted: Place) -> LocalTime:
    """No statement."""
    if wanted.timezone is None:
        return LocalTime(lugar=None, ahora=access.now.astimezone(access.zone))
    zone = zone_of(wanted.timezone)
    if zone is None:
        raise Stop(ToolRefused(tool=access.tool, why=Why.NO_SUCH_PLACE))
    return LocalTime(lugar=" ".join(wanted.timezone.split()), ahora=access.now.astimezone(ZoneInfo(zone)))


def zone_of(place: str) -> str | None:
    """The zone of a city as people call it, or a zone by its own name. None: not known."""
    return _zones().get(folded(place.replace("_", " ")))


@cache
def _zones() -> dict[str, str]:
    """Zones by name and by city; the cities Mexicans name otherwise stand in `_CALLED`."""
    found: dict[str, str] = {}
    for zone in sorted(available_timezones()):
        area, _, city = zone.rpartition("/")
        if area in _AREAS or area.startswith("America/"):
            found.setdefault(folded(city.replace("_", " ")), zone)
        found[folded(zone.replace("_", " "))] = zone
    for zone, names in _CALLED.items():
        found |= {folded(name): zone for name in names}
    return found


_AREAS = frozenset({"Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Pacific"})
_CALLED = {
    "America/Mexico_City": ("Ciudad de México", "CDMX", "México", "el DF", "Puebla", "Guadalajara", "Querétaro"),
    "America/Tijuana": ("Tijuana", "Tecate", "Ensenada", "Mexicali", "Rosarito"),
    "America/New_York": ("Nueva York", "NY", "Miami", "Washington", "Boston", "Atlanta"),
    "America/Los_Angeles": ("Los Ángeles", "San Diego", "San Francisco", "Seattle", "Las Vegas", "California"),
    "America/Chicago": ("Chicago", "Houston", "Dallas", "San Antonio", "Texas"),
    "America/Sao_Paulo": ("São Paulo", "San Pablo", "Río de Janeiro", "Brasilia"),
    "America/Havana": ("La Habana", "Cuba"),
    "America/Bogota": ("Bogotá", "Colombia", "Medellín"),
    "America/Lima": ("Lima", "Perú"),
    "America/Santiago": ("Santiago de Chile", "Chile"),
    "America/Argentina/Buenos_Aires": ("Buenos Aires", "Argentina"),
    "Europe/London": ("Londres", "Inglaterra"),
    "Europe/Paris": ("París", "Francia"),
    "Europe/Madrid": ("Madrid", "Barcelona", "España"),
    "Europe/Rome": ("Roma", "Milán", "Italia"),
    "Europe/Berlin": ("Berlín", "Múnich", "Fráncfort", "Alemania"),
    "Europe/Lisbon": ("Lisboa", "Portugal"),
    "Europe/Moscow": ("Moscú", "Rusia"),
    "Europe/Brussels": ("Bruselas",),
    "Europe/Vienna": ("Viena",),
    "Europe/Zurich": ("Zúrich", "Ginebra", "Suiza"),
    "Europe/Athens": ("Atenas", "Grecia"),
    "Asia/Tokyo": ("Tokio", "Japón", "Osaka"),
    "Asia/Shanghai": ("Pekín", "Beijing", "Shanghái", "China"),
    "Asia/Seoul": ("Seúl", "Corea"),
    "Asia/Kolkata": ("Nueva Delhi", "Delhi", "Bombay", "Mumbai", "India"),
    "Asia/Dubai": ("Dubái",),
    "Asia/Jerusalem": ("Jerusalén", "Tel Aviv"),
    "Asia/Singapore": ("Singapur",),
    "Australia/Sydney": ("Sídney", "Sidney"),
    "Africa/Cairo": ("El Cairo",),
    "UTC": ("UTC", "GMT"),
}
