"""English words among Spanish ones, as people write them at the border: each with the Spanish that it stands for, folded.

Only words that Spanish has not: "me", "no", "son", "ten", "once" and "sale" stay what they are. A message all in English is
read by them where it has no other word ("thursday please"); else it is told that we answer in Spanish.
"""

from __future__ import annotations

WORDS: dict[str, str] = {
    **dict(zip("monday tuesday wednesday thursday friday saturday sunday".split(),
               "lunes martes miercoles jueves viernes sabado domingo".split(), strict=True)),
    **dict(zip("mondays tuesdays wednesdays thursdays fridays saturdays sundays".split(),
               "lunes martes miercoles jueves viernes sabados domingos".split(), strict=True)),
    **dict(zip("january february march april june july august september october november december".split(),
               "enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre".split(), strict=True)),
    **dict(zip("two three four five six seven eight nine eleven twelve".split(),
               "dos tres cuatro cinco seis siete ocho nueve once doce".split(), strict=True)),
    **dict(zip("first second third fourth fifth last".split(),
               "primera segunda tercera cuarta quinta ultima".split(), strict=True)),
    **dict.fromkeys(("appointment", "apointment", "appoinment", "appoiment", "appt", "booking"), "cita"),
    "appointments": "citas", "checkup": "chequeo", "schedule": "agendar", "book": "agendar", "reschedule": "reagendar",
    "cancel": "cancelar", "change": "cambiar", "move": "mover",
    "dad": "papa", "mom": "mama", "baby": "bebe", "daughter": "hija", "husband": "esposo", "wife": "esposa",
    "brother": "hermano", "sister": "hermana", "kids": "hijos", "kid": "hijo",
    "tomorrow": "manana", "today": "hoy", "tonight": "hoy en la noche", "weekend": "fin de semana", "week": "semana",
    "month": "mes", "next": "proxima", "morning": "por la manana", "afternoon": "por la tarde", "evening": "por la tarde", "night": "noche", "noon": "mediodia",
    "early": "temprano", "after": "despues de", "before": "antes de", "until": "hasta", "at": "a las",
    "around": "como a las", "between": "entre", "and": "y", "or": "o", "if": "si", "with": "con", "for": "para",
    "because": "porque", "the": "la", "an": "una", "a.m": "am", "of": "de", "on": "el", "this": "este",
    "want": "quiero", "need": "necesito", "would": "quisiera", "like": "gusta", "see": "ver", "have": "tiene", "do": "oiga", "guys": "ustedes", "get": "sacar", "to": "a", "in": "en", "when": "cuando", "open": "libre", "asap": "lo antes posible", "it": "eso",
    "can": "puedo", "can't": "no puedo", "cant": "no puedo", "cannot": "no puedo", "don't": "no", "dont": "no", "not": "no",
    "please": "porfa", "thanks": "gracias", "thank": "gracias", "you": "usted", "sorry": "perdon", "hello": "hola", "hi": "hola",
    "hey": "oye", "yes": "si", "yeah": "si", "yep": "si", "sure": "claro", "fine": "esta bien", "works": "queda bien", "good": "bien",
    "great": "perfecto", "number": "numero", "option": "opcion", "one": "opcion", "available": "disponible", "time": "hora",
    "anything": "algo", "something": "algo", "other": "otro", "another": "otra", "my": "mi", "name": "nombre", "i'm": "soy", "im": "soy", "there": "ahi",
    "are": "estan", "your": "su", "our": "nuestra", "we": "nosotros", "day": "dia", "same": "misma", "later": "mas tarde", "earlier": "mas temprano",
    "someone": "alguien", "speak": "hablar", "talk": "hablar", "correct": "correcto", "perfect": "perfecto", "confirm": "confirmo", "nope": "no",
    "take": "tomo", "she": "ella", "they": "ellos", "sick": "enfermo", "is": "es", "that": "esa", "that's": "eso", "right": "es correcto", "sounds": "suena", "ok": "ok", "okay": "ok",
}  # fmt: skip
"""By how they are spelt. What stands for several words is read as them."""


def spanish(word: str, before: str) -> str | None:
    """What a folded word stands for, after `before`: "in the morning" is "en la mañana", "friday morning" by it. None for
    one that is no English, or Spanish too."""
    if word in ("morning", "afternoon", "evening") and before == "la":
        return WORDS[word].rsplit(" ", 1)[-1]
    return WORDS.get(word)
