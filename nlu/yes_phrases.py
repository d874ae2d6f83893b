"""What agrees to a proposal: an explicit yes, taking the time that is shown, leaving it so, announcing that one comes.

Whole phrases, folded. Where a class of them is made by grammar (an order to book with its pronouns, a verb of coming
with its place and time) they are composed of its parts."""

from __future__ import annotations

from itertools import product

Phrases = frozenset[tuple[str, ...]]


def phrases(text: str) -> Phrases:
    """Phrases between commas."""
    return frozenset(tuple(phrase.split()) for phrase in text.replace("\n", ",").split(",") if phrase.strip())


def composed(*parts: str) -> Phrases:
    """Every phrase made of one alternative of each part, in order; `-` is none."""
    choices = [[alternative.split() for alternative in part.replace("-", "").split(",")] for part in parts]
    return frozenset(filter(None, (tuple(word for words in made for word in words) for made in product(*choices))))


def orders(stems: str, subjunctive: str = "") -> Phrases:
    """Orders with the pronouns of what is booked, "agéndamela", and with them before the verb, "me la agendas"."""
    said = [stem + end for stem in stems.split() for end in ("a", "e", "en")] + subjunctive.split()
    asked = [stem + end for stem in stems.split() for end in ("a", "as", "en")]
    hung = {(f"{verb}{me}{it}",) for verb, me, it in product(said, ("", "me", "nos"), ("la", "lo"))}
    return frozenset(hung | set(product(("me", "nos"), ("la", "lo"), asked)))


SLANG = composed("a", "huevo,webo,guevo,wevo,webo", "-,que si") | phrases(
    """
    simon, simonki, de una, va que va, sobres, jalo, arre, fierro, puesto, ya rugiste, ya vas, ya dijo, chido, esta chido
    esta bueno, con todo gusto, ok doki, eso mero
    """
)
"""A yes, and never one to cancel."""
PLAIN_YES = (
    SLANG
    | phrases(
        """
    si, sip, sipi, aja, aja si, ajam, simon que si, claro, claro que si, clarin, por supuesto, por supuesto que si, desde luego
    asi es, es correcto, esta correcto, correcto, correctisimo, todo correcto, todo esta correcto
    son correctos, datos correctos, los datos son correctos, los datos estan bien, exacto
    exactamente, de acuerdo, estoy de acuerdo, me parece bien, me parece perfecto, perfecto, perfecta
    esta perfecto, esta bien, todo bien, todo esta bien, esta muy bien, va, vale
    sale, sale y vale, orale, orale va, andale, andele, andale si, ok
    dale, dele, denle, listo, confirmo, confirmado, confirmada, confirmar, confirma, confirme, quiero confirmar
    la confirmo, lo confirmo, esta correcto todo, se confirma, queda confirmada
    adelante, hazlo, hagalo, hazla, hagala, procede, proceda, afirmativo, acepto, lo acepto, la acepto, si quiero
    obvio, yes, yep, yeah, yes confirm, todo en orden, ya si, ya si esta bien, si ya, esta ok, todo ok, eso es
    exactamente eso, si eso, como no
    """
    )
    | orders("confirm")
    | composed(
        "todo,esta todo,todo esta,los datos estan,mis datos estan,datos estan,esta",
        "muy bien,correcto,correctos,perfecto,perfectos,en orden,excelente,ok,super bien,conforme",
    )
    | composed("estoy,-", "conforme")
    | composed("me parece", "excelente,correcto,muy bien")
    | phrases("efectivamente, en efecto, confirmadisimo, confirmadisima")
    | composed("confirmo,se confirma,queda confirmada", "mi,la", "asistencia,cita,consulta")
)
"""An explicit yes to what was shown. Whoever adds one: it must be a yes whatever was said before."""

_FULL = frozenset(
    "si sip sipi aja ajam supuesto luego afirmativo yes yep yeah adelante hazlo hagalo procede proceda".split()
)
FULL_YES = frozenset(
    phrase for phrase in PLAIN_YES - SLANG if _FULL.intersection(phrase) or phrase[-2:] == ("como", "no")
)
"""A yes that is no mere acknowledgement: what a cancellation takes."""

_BOOK = "agend apart reserv anot apunt registr program separ"
_THE_APPOINTMENT = "cita,la cita,mi cita,esa cita"

TAKES_THIS = phrases("la tomo, la agarro, me la quedo, esa mera, esa misma, me quedo con esa, con esa, quiero esa")
"""Of several that are on screen these take none."""
TAKES_IT = (
    orders(_BOOK, "ponga")
    | composed("agendar,reservar,apartar,confirmar,agenda,agende,reserva,reserve,aparta,aparte,confirmo,confirma,confirme",
               _THE_APPOINTMENT)
    | composed("agendame,agendeme,apartame,aparteme,reservame,reserveme,anotame,anoteme,apuntame,apunteme",
               "-,la cita,esa,esa cita")
    | phrases("la quiero, esa quiero, quiero la cita")
    | TAKES_THIS
    | composed("siempre si", "-,quiero,la quiero") | composed("pues", "siempre si")
    | composed("me queda,me acomoda,me sirve,me conviene,me late,me cuadra,me funciona", "-,bien,perfecto,muy bien")
    | composed("ese dia,esa hora,ese horario,esa fecha,esa,ese", "esta bien,esta perfecto,me queda bien,me acomoda")
    | composed("esta bien,me queda bien", "ese dia,esa hora,ese horario,esa fecha")
    | phrases(
        """
        sin problema, si esa hora, si voy, si asisto, si voy a ir, si ire, queda, quedamos, quedamos asi, en eso quedamos
        """
    )
)  # fmt: skip
"""A yes to a time that is shown, to book it or to move there. Of one that is to be cancelled it says rather that the
person will come."""

_LEFT_ME = "dejamela,dejemela,dejanosla,dejenosla,me la deja,me la dejan"
_LEFT = f"dejala,dejela,dejenla,{_LEFT_ME}"
AS_IT_IS = (
    composed("-,si", _LEFT_ME)
    | composed("si", _LEFT)
    | composed("-,si", "asi", _LEFT)
    | composed(
        "esta,esta todo,todo esta,quedo,queda,me queda,me parece,me gusta",
        "bien,muy bien,perfecto,correcto,excelente,ok",
        "asi",
    )
    | composed("asi", "esta,queda,me queda,me parece,quedo", "bien,muy bien,perfecto,correcto,excelente,ok")
    | composed("-,si", _LEFT, "asi,agendada,apartada,confirmada,reservada,anotada")
    | phrases(
        """
        esta bien para mi, por mi esta bien, asi mero, asi merito, ya esta bien, asi esta bien, asi esta muy bien, asi esta perfecto, todo bien asi, asi queda bien, asi queda
        asi me gusta, asi mejor, queda asi
        """
    )
)
"""A yes to a booking that is shown. Of an appointment that exists it may as well say that it stays as it is."""

YES = PLAIN_YES | TAKES_IT | AS_IT_IS

GLAD = phrases(
    "con gusto, con mucho gusto, encantado, encantada, muy bien, excelente, genial, super, que bien, que bueno, buenisimo, maravilloso, entendido, enterado, enterada"
)
"""Pleased with what is proposed: with a yes beside it a part of it, alone no more than having read it."""

_WHEN = "sin falta,puntual,puntualito,puntuales,a tiempo,con tiempo,en punto,ese dia,ese mero dia,a esa hora,ese dia sin falta,entonces"
_I_COME = (
    "estare,estaremos,voy a estar,vamos a estar,los veo,la veo,lo veo,asistire,asistiremos,ire,iremos,llegare,llegaremos"
    ",andare,andaremos,me presento,le caigo,les caigo"
)
_THERE = "caigo,caemos,estoy,estamos,nos vemos,llego,llegamos,ando,andamos,me tiene,me tienen,me tendra,me tendran"
COMES = (
    composed("-,y", "-,ahi,alla,aca,yo,entonces,yo ahi,yo alla", _I_COME, f"-,{_WHEN}")
    | composed("-,y", "-,yo,entonces,pues", "ahi,alla,aca", _THERE, f"-,{_WHEN}")
    | composed("-,y", "-,yo,entonces,pues", f"{_THERE},voy,vamos,paso,caigo", _WHEN)
)
"""Announces that one comes, with where and when: after an agreement it is one to a time. "Nos vemos" alone takes leave."""
_WILL = frozenset("estare estaremos asistire asistiremos ire iremos llegare llegaremos andare andaremos vemos".split())
WILL_COME = frozenset(phrase for phrase in COMES if _WILL.intersection(phrase) or "estar" in phrase)
"""The same of the future, which no condition is said in."""
