"""What only sounds like giving up a visit, or like having arrived for one: "no tengo cómo pagar la consulta", "aquí estoy"."""

from __future__ import annotations

import re

from booking.models import UnderstandingContext
from nlu.existing_visits.coming_words import THING
from nlu.words.message import Message

_CLITICS = r"(?:me|nos|se|l[aeo]s?)?"
_WEAK = re.compile(
    r" (?:(?:no (?:tengo|tenemos|tiene|hay|habra|encuentro|encontre|encontramos|consegui|consigo|conseguimos|halle)|sin) |no (?:regres|vuelv|est|and)|no (?:me|nos|le|les) (?:d|s|alc|qu|va)|(?:[^ ]+ ){0,6}(?:posible|dificil|complicado|canijo|imposible))"
)
""" "No tengo quien me lleve", "es imposible"."""
_GO = (
    rf"(?:(?:ir|asistir|llegar|venir|acudir|presentar|caer|salir|mover|zafar|librar|escapar|llevar|traer|acompanar){_CLITICS}"
    r"|sacarl[aeo]s?|(?:lograr|hacer|armar|tomar)l[ao]|faltar|estar(?= (?:ahi|alla|a|en|para|con|hoy|manana|el) ))"
)
_GOES = re.compile(
    rf" (?:{_GO}|vaya\w*|asista\w*|lleguen?|lleguemos|venga\w*|acuda\w*|presente(?:mos)?|llev(?:en?|aran?)|traigan?|acompanen?|mueva\w*)(?= )"
)
_OTHER_VERB = re.compile(
    rf" (?:(?:de|que|para|a|yo|me|nos|le|se) ){{0,3}}(?!{_GO} |poder |tomar |lugar |ayer )[a-z]+[aei]r{_CLITICS}(?= )"
)
""" "Pagar", behind "imposible"."""
_NO_STAFF = re.compile(
    r" (?:(?:me|nos) (?:atiend|recib|cobr|explic|inform|ayud|dig|d[eé])|(?:me |nos )?(?:contest|respond))\w*(?= )"
)
_HOUR = re.compile(r" (?:a las? [0-9]|hoy |ahorita )")
_FOR_IT = re.compile(rf" (?:para|a) (?:ir a )?(?:mi|la|nuestra|su|esa) {THING}(?= )")
_LOOKS_FOR_THE_WAY = re.compile(
    r" (?:no (?:le |lo |la |les )?(?:encuentro|encontramos|hallo|hallamos|veo|ubico|ubicamos|(?:doy|damos) con)(?: (?:bien|a))? (?:el|la|su|donde)(?: (?:numero|nombre) de(?:l| la))?(?: (?:entrada|puerta|calle|edificio|consultorio|clinica|direccion|ubicacion|numero|local|elevador|piso|domicilio|lugar|esta|es|queda))"
    r"|(?:que|cual) (?:camion|ruta|calafia|taxi|transporte|calle|bus|autobus|linea)|por donde|como (?:llego|llegamos|se llega)|donde (?:queda|esta|es|estan))(?= )"
)


def is_weak(said: str) -> bool:
    """Whether it is of an appointment only where going, or when, is spoken of too. `said`: flat, a blank at each end."""
    return _WEAK.match(said) is not None


def is_meant(message: Message, place: range, stretch: str, *, dated: bool) -> bool:
    """Whether the weak words at `place` give a visit up. `stretch`: the flat clause they are in; `dated`: a day is named."""
    behind = message.flat[message.place_of(place.stop - 1) :]
    behind = behind[behind.index(" ") :]
    if _OTHER_VERB.match(behind) or _NO_STAFF.match(behind) or _LOOKS_FOR_THE_WAY.search(message.flat):
        return False
    return dated or any(one.search(stretch) for one in (_GOES, _HOUR, _FOR_IT))


_HANDS_OVER = re.compile(
    r" (?:abajo )?(?:(?:les?|te|se) )?(?:l[ao]s? )?(?:dej|mand|envi|pong|pus|pas|escrib|anot|adjunt|compart|van |vienen )"
)
_ARRIVES = re.compile(
    r" (?:lleg|acab|recien|apenas|registr|anunci|anot)| ya .*(?:aqui|aca|afuer[a-z]*|abajo|adentro|ahi|alla|piso|ustedes) "
)
_PLACE = re.compile(
    r" (?:afuer\w+(?! de (?:mi|la) casa)|del edificio|(?:en|a) (?:(?:la|el|su) )?(?:sala|recepcion|entrada|puerta|clinica|consultorio|estacionamiento|edificio|lobby|mostrador|banqueta|planta baja|[a-z0-9]+ piso)(?: de espera)?(?! de (?:mi|la|su) casa))(?= )"
)


def is_here(message: Message, place: range, context: UnderstandingContext) -> bool:
    """Whether the words at `place` say of somebody that they are at the clinic: they name a place of it or have just
    arrived, or a visit is today. "Aquí abajo le dejo mis datos" says nothing of it."""
    begin, last = message.place_of(place.start), message.place_of(place.stop - 1)
    before = message.flat[: begin - 1]
    behind = message.flat[message.flat.index(" ", last) :]
    if _HANDS_OVER.match(behind):
        return False
    said = message.flat[begin - 1 : len(message.flat) - len(behind) + 1]
    said = f" ya{said}" if before.endswith(" ya") else said
    zone, day = context.now.tzinfo, context.now.date()
    today = any(one.astimezone(zone).date() == day for one in context.visits)
    return bool(today or _ARRIVES.search(said) or _PLACE.search(said + behind.lstrip()))


_THEN_IF = re.compile(r" si (?!es que|dios|no hay (?:problema|inconveniente))(?=[^ ,?]+ )")
_GIVEN_THEM = re.compile(r" si (?:me|nos|le|les|hay|tienen?|alcanzo|alcanzamos|puedo|podemos) (?=[^ ,?]+ )")
""" "El lunes sí puedo ir, si me dan chance"."""
_WHAT_THEN = re.compile(r"(?: [^ ,?]+){1,6} (?:cobra|atiende|recibe|acepta|pasa|ve|da|hace|checa|revisa)n?(?= )")
""" "Si voy sin cita me atienden"."""


def depends(behind: str, *, cannot: bool) -> bool:
    """Whether what stands behind the words makes coming, or that somebody cannot, depend on something. `behind`: flat."""
    return (_THEN_IF if cannot else _GIVEN_THEM).search(behind) is not None


def is_what_then(behind: str) -> bool:
    """Whether what stands behind "si voy" is what the clinic would do then. `behind`: flat, a blank at each end."""
    return _WHAT_THEN.match(behind) is not None
