"""What no document answers, whatever words it has: what is asked of the writer's own appointments, and what is no
question but a wish or an order. Pure, over folded words."""

from __future__ import annotations

import re

from booking.documents.asking_clauses import Clause
from booking.documents.word_forms import folded_words

_VISIT = r"(?:citas?|consultas?)"
_OF_ONES_OWN = re.compile(
    r"\b(?:tengo|tenemos|tenia|me quedan?|cuantas) (?:una|dos|tres|cuatro|varias|mas|otra|que|alguna|ya|yo|\d| )*"
    rf"{_VISIT}"
    r"(?: (?:tengo|me quedan|agendadas?|pendientes?|programadas?|verdad|no|cierto|con ustedes|hoy|manana|el|la|del|este"
    r"|esta|lunes|martes|miercoles|jueves|viernes|sabado|domingo|o|ya))*$"
    r"|\b(?:ir|vaya|venga|pasar|mandar|acudir|asistir|entrar)\w*\b.*\b(?:en mi lugar|en vez de mi|por mi)\b"
    rf".*\b{_VISIT}\b"
    rf"|\b(?:en mi lugar|en vez de mi)\b.*\ba (?:mi|la) {_VISIT}\b"
    rf"|\b(?:mi|la) {_VISIT}(?: del? \w+| de manana)? (?:es|era|sera|esta|sigue|queda|quedo|siempre)"
    r" (?!gratis|aparte|igual|mas|necesari|en ayun|por video|presencial|virtual)"
    r"|\b(?:cuando|a que hora|que dia|con quien|para cuando) (?:es|era|sera|tengo|me toca|quedo|seria) (?:mi|la|su)"
    rf" {_VISIT}\b"
    r"|\bla cita es con\b|\b(?:me|nos) (?:agendo|agendaron|apunto|apuntaron|anotaron)\b"
)
""" "¿Tengo dos citas, verdad?", "¿puede ir mi esposa en mi lugar a mi cita?"."""
_ORDER = re.compile(
    r"\b(?:quit|cancel|cambi|muev|recorr|apunt|anot|agend|reserv|apart|pas|pong|reagend|adelant|atras)(?:a|e|ue|en)"
    r"(?:me|nos|le)(?:la|las|lo)?\b|\b(?:me|nos) (?:apunt|anot|agend|apart|reserv)(?:a|as|an|o)\b"
    rf"|\b(?:quiero|quisiera|queremos|necesito|ocupo)(?: (?:una|otra|hacer|sacar|agendar|apartar|mi))+ {_VISIT}\b"
    r"|\bno (?:voy a |vamos a )?(?:puedo|podre|poder|podemos)\b(?!.*\b(?:comer|desayunar|cenar|tomar|beber|pagar|subir"
    r"|caminar|dormir)\b).*\bhasta (?:el|las?|manana|pasado)\b"
)
""" "Quíteme la segunda", "me apunta para el martes", "mañana no puedo, hasta el lunes"."""


_IN_ONES_PLACE = re.compile(r"\b(?:en mi lugar|en vez de mi)\b")
_TO_FETCH = re.compile(
    r"\b(?:recog|recoj|llev|tra(?=e|ig)|result|factur|recet|receta|papel|estudi|analisis|lentes|pag)[a-z]*"
)
""" "¿Puedo mandar a mi hermano en mi lugar?" is of a visit, where nothing is to be fetched."""


def is_ones_own(told: list[Clause]) -> bool:
    """Whether every clause that asks does so of one's own appointments, or an order is given and none surely asks."""
    asks = [" ".join(folded_words(one.text)) for one in told if one.asks]
    if asks and all(_OF_ONES_OWN.search(one) for one in asks):
        return True
    whole = " ".join(" ".join(folded_words(one.text)) for one in told)
    if any(_IN_ONES_PLACE.search(one) for one in asks) and not _TO_FETCH.search(whole):
        return True
    return not any(one.sure for one in told) and _ORDER.search(whole) is not None
