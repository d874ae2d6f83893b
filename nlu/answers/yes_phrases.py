"""What agrees to a proposal: an explicit yes, taking the time that is shown, leaving it so, announcing that one comes.

Whole phrases, folded: those of no grammar are listed, those of a class have its form (an order to book with its
pronouns, what suits, a verb of coming with its place, time and company)."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from itertools import product

from nlu.naming.name_words import RELATIVES_NOUN
from nlu.words.verb_forms import BOOKING, CHANGING_TIME, SUITING

Phrases = frozenset[tuple[str, ...]]
AnyOf = Container[tuple[str, ...]]


@dataclass(frozen=True)
class Formed:
    """Phrases of a form, as a regular expression on their words, and listed ones."""

    form: re.Pattern[str]
    listed: Phrases = frozenset()

    def __contains__(self, words: object) -> bool:
        return isinstance(words, tuple) and (words in self.listed or bool(self.form.fullmatch(" ".join(words))))

    def __or__(self, other: Phrases | Formed) -> Formed:
        if isinstance(other, Formed):
            return Formed(re.compile(f"{self.form.pattern}|{other.form.pattern}"), self.listed | other.listed)
        return Formed(self.form, self.listed | other)

    __ror__ = __or__


def formed(pattern: str, listed: Phrases = frozenset()) -> Formed:
    """Phrases of the form of a regular expression, and listed ones."""
    return Formed(re.compile(pattern), listed)


def phrases(text: str) -> Phrases:
    """Phrases between commas."""
    return frozenset(tuple(phrase.split()) for phrase in text.replace("\n", ",").split(",") if phrase.strip())


def composed(*parts: str) -> Phrases:
    """Every phrase made of one alternative of each part, in order; `-` is none."""
    choices = [[alternative.split() for alternative in part.replace("-", "").split(",")] for part in parts]
    return frozenset(filter(None, (tuple(word for words in made for word in words) for made in product(*choices))))


SLANG = composed("a", "huevo,webo,guevo,wevo,webo", "-,que si") | phrases(
    """
    simon, simonki, eso, de una, jala, jalele, jalale, jalelo, va que va, sobres, jalo, arre, fierro, puesto, ya rugiste, ya vas, ya dijo, chido, esta chido
    esta bueno, con todo gusto, ok doki, eso mero, al cien, al 100, al mil, a wilbur, dale gas, listones, chilo, suave
    nitido, de mil amores, ya jalo, ya quedamos, ya jalaste, arre con la que barre, va jalando
    """
)
"""A yes, and never one to cancel."""
PLAIN_YES = (
    SLANG
    | phrases(
        """
    si, sip, sipi, aja, aja si, ajam, simon que si, claro, claro que si, clarin, por supuesto, por supuesto que si, desde luego
    asi es, es correcto, esta correcto, correcto, todo correcto, todo esta correcto
    son correctos, datos correctos, los datos son correctos, los datos estan bien, exacto
    exactamente, de acuerdo, estoy de acuerdo, me parece bien, me parece perfecto, perfecto, perfecta
    esta perfecto, esta bien, todo bien, todo esta bien, esta muy bien, va, vale
    sale, sale y vale, orale, orale va, andale, andele, andale si, ok
    dale, dele, denle, listo, confirmo, confirmado, confirmada, confirmar, confirma, confirme, quiero confirmar
    la confirmo, lo confirmo, esta correcto todo, se confirma, queda confirmada
    adelante, hazlo, hagalo, hazla, hagala, procede, proceda, afirmativo, acepto, lo acepto, la acepto, si quiero
    obvio, yes, yep, yeah, yes confirm, todo en orden, ahora si, ya si, ya si esta bien, si ya, esta ok, todo ok, eso es
    exactamente eso, si eso, como no
    """
    )
    | composed("confirmala,confirmela,confirmenla,confirmalo,confirmelo,confirmamela,confirmemela")
    | composed(
        "todo,esta todo,todo esta,los datos estan,mis datos estan,datos estan,esta",
        "muy bien,correcto,correctos,perfecto,perfectos,en orden,excelente,ok,super bien,conforme",
    )
    | composed("estoy,-", "conforme")
    | composed("-,lo,la,yo", "acepto,apruebo,autorizo,admito,confirmo")
    | composed("aceptado,aceptada,aprobado,aprobada,autorizado,autorizada,confirmado,confirmada")
    | composed("totalmente,completamente,muy", "de acuerdo")
    | composed("por mi,de mi parte,por mi parte", "si,esta bien,claro,adelante,sin problema,todo bien,ok")
    | composed("si", "a todo,todo,son los datos,esos son")
    | composed("-,si,si ya", "-,esos,esos si,asi,todos", "son", "mis datos,correctos,los correctos,los mios")
    | composed(
        "-,si", "mis datos,todos mis datos,los datos,todos los datos", "son,estan", "correctos,bien,asi,los correctos"
    )
    | composed("-,si", "tal cual,asi tal cual,todo tal cual")
    | composed("-,si", "eso es,es eso,asi es,es", "lo que", "queria,quiero,buscaba,pedi,necesito")
    | composed("me parece", "excelente,correcto,muy bien")
    | phrases("efectivamente, en efecto")
    | composed("ya", "-,te,le,les", "dije,dijimos,habia dicho", "que si")
    | composed("confirmo,se confirma,queda confirmada", "-,mi,la", "asistencia,cita,consulta")
    | composed("confirmo que", "-,si", "voy,ire,asisto,asistire,ahi estare,estare")
    | phrases(
        "no pues si, no pues va, no pues esta bien, no pues claro, no le hace esta bien, no le hace si, con gusto si, si con gusto, si con mucho gusto, exacto esa, hagale, pues si ya que, ya que si"
    )
)
"""An explicit yes to what was shown. Whoever adds one: it must be a yes whatever was said before."""

_FULL = frozenset(
    "si sip sipi aja ajam supuesto luego afirmativo yes yep yeah adelante hazlo hagalo procede proceda".split()
)
FULL_YES = frozenset(
    phrase for phrase in PLAIN_YES - SLANG if _FULL.intersection(phrase) or phrase[-2:] == ("como", "no")
)
"""A yes that is no mere acknowledgement: what a cancellation takes."""

THAT = r"(?:(?:a|en|para) )?(?:(?:es[ae]|este|esta)(?: mismo| misma| mero| mera)? (?:dia|hora|horario|fecha|cita|consulta|lugar)|la (?:cita|consulta)|es[aeo]|est[ae])"
_BOOKS = (
    rf"(?:(?:{BOOKING}|confirm|guard|asegur|amarr)(?:a|e|an|en)(?:(?:me|nos)?(?:l[ao])?|(?= {THAT}))|pon(?:|ga|gan)(?:me|nos)?(?:l[ao])?"
    rf"|(?:me|nos|se) (?:l[ao] )?(?:{BOOKING}|pon)(?:a|e|as|es|en|an|ga|gan)|(?:l[ao] )?(?:{BOOKING}|confirm)(?:o|amos)"
    r"|(?:ha(?:z|ga|gan)|d[ae]|den)(?:me|nos)? (?:la|esa) (?:cita|consulta|reservacion|reserva))"
    rf"(?: (?:de una(?: vez)?|ya|ahi|entonces|asi|mi cita|{THAT}))*"
)
""" "Apúnteme de una vez", "pónmela", "me la agenda a esa hora"."""
_TAKES = rf"(?:si )?(?:quiero|tomo|agarro|acepto|me quedo con)(?: {THAT})|(?:si )?me interesa|(?:si )?(?:(?:se|te|me) )?(?:l[ao]|es[ae]) (?:quiero|tomo|agarro|acepto|llevo|quedo)"
_WELL = (
    r"(?:(?:(?:muy|super|bastante) )?(?:bien|perfect[oa]|excelente|genial|super|padre|chido)|de (?:maravilla|lujo|perlas)"
    r"|al (?:cien|100|pelo|tiro))"
)
SUITS = rf"(?:a mi )?(?:me|nos) (?:(?:{SUITING})[ae]n?(?: {_WELL})?|(?:va|viene|cae)n? {_WELL})"
""" "Me queda bien", "me parece": in the present, and not more than something else."""
_FITS = (
    rf"(?:(?:todo|asi|{THAT}|(?:el|mi) nombre|(?:los|mis) datos) )?(?:{SUITS}"
    r"|(?:esta|estan|quedo|queda|es|son)(?: (?:todo|muy|super|mas que|bien))*(?: (?:bien|buen[oa]|correct[oa]s?|perfect[oa]s?|excelente|ok|de acuerdo|conforme|en orden|chido))?)"
    rf"(?: (?:asi|todo|(?:para|por) mi|(?:el|mi) nombre|(?:los|mis) datos|{THAT}))*"
)
_FORM = (
    rf"(?:ya (?=[^ ]+l[ao]\b))?{_BOOKS}|{_TAKES}|(?=(?:.* )?(?:bien|buen[oa]|correct[oa]s?|perfect[oa]s?|excelente|ok|acuerdo|conforme|orden|chido|(?:me|nos) \w+)\b){_FITS}"
    rf"|(?:estoy|estamos) (?:de acuerdo|conformes?)|de acuerdo (?:con|en) {THAT}|por mi esta bien|sin problema"
)
TAKES_THIS = phrases(
    "la tomo, la agarro, me la quedo, esa mera, esa misma, esa mero, esa merito, esa merita, ese mero, ese merito, ese mismo, me quedo con esa, con esa, quiero esa"
)
"""Of several that are on screen these take none."""
TAKES_IT = formed(
    _FORM,
    TAKES_THIS
    | composed("agendar,reservar,apartar,confirmar", "cita,la cita,mi cita,esa cita")
    | composed("confirma,confirme", "cita")
    | composed("siempre si", "-,quiero,la quiero")
    | phrases(
        "esa cita, si esa cita, esa misma cita, la cita, si la cita, que si, eso si, pues siempre si, si esa hora, si voy, si asisto, si voy a ir, si ire, queda, quedamos, quedamos asi, en eso quedamos"
    ),
)
"""A yes to a time that is shown, to book it or to move there. Of one that is to be cancelled it says rather that the
person will come."""

_THERE = (
    r"(?:(?:a|en|para|por) )?(?:es[ae]|este|esta)(?: mism[oa]| mer[oa])?(?: (?:dia|hora|horario|fecha|lugar|espacio))?|(?:para |a )?eso|ahi|alla|asi"
    r"|de una(?: vez)?|ya|pues|entonces"
)
""" "A esa", "para ese día", "ahí": where what is proposed puts it."""
THERE = formed(_THERE)
ITS = r"(?:(?:la|mi|esa|el|ese) )?(?:cita|consulta|turno)"
_THE_CHANGE = r"(?:el|ese|este|mi|dicho) (?:cambio|movimiento)"
_PUT_SO = rf"(?: (?:{ITS}|{_THERE}))*"
MOVES_IT = formed(
    rf"(?:(?:{CHANGING_TIME})(?:|a|e|an|en|ga|gan)(?:me|nos|se)?(?:l[ao]|(?= {ITS}))|que (?:(?:me|nos) )?la (?:{CHANGING_TIME})(?:a|as|an|e|es|en|ga|gan|gas)"
    rf"|ha(?:z|ga|gan)(?:me|nos)? {_THE_CHANGE}|(?:acepto|apruebo|autorizo|confirmo|de acuerdo con) {_THE_CHANGE}){_PUT_SO}"
)
"""The verb of a change, said back with nothing of its own: "cámbiala", "muévemela a esa", "haga el cambio". A yes where the
question is whether to move an appointment, and nowhere else; not "cámbiale la hora", "a otra"."""
_ASKED = r"(?:quiero|queremos|quisiera|puedes?|pueden|podrias?|podrian)"
WANTS_IT_MOVED = formed(
    rf"(?:(?:(?:ya )?(?:me|nos|se) )?la (?:{CHANGING_TIME})(?:o|a|as|an|e|es|en|amos|go)|{_ASKED} (?:{CHANGING_TIME})(?:ar|er)(?:me|nos)?(?:l[ao]|(?= {ITS}))"
    rf"|(?:{_ASKED} hacer(?:me|nos)?|(?:me |nos )?ha(?:ce|ces|cen)|quiero) {_THE_CHANGE}){_PUT_SO}"
)
"""The same as it may be asked or told, too: with a yes before it."""

_LEFT_ME = "dejamela,dejemela,dejanosla,dejenosla,me la deja,me la dejan"
_LEFT = f"dejala,dejela,dejenla,{_LEFT_ME}"
_LET = "dejala,dejela,dejenla,dejamela,dejemela,dejanosla,dejenosla"
_UNMOVED = "no le mueva,no le muevas,no le muevan,no la mueva,no la muevas,no le cambies"
_UNTOUCHED = f"{_UNMOVED},no le cambie,no la cambie"
"""With "ya" before them the last two may tell that somebody did not change it."""
_SO_IT_IS = "asi,asi esta bien,asi dejala,asi dejela,esta bien asi,asi me queda bien,asi esta perfecto"
AS_IT_IS = (
    composed("-,si", _LEFT_ME)
    | composed("-,si", "-,asi", f"-,{_LET}", _UNTOUCHED)
    | composed("-,si", "-,asi", f"-,{_LET}", "ya", _UNMOVED)
    | composed("-,si", _UNTOUCHED, _SO_IT_IS)
    | composed("-,si", "ya", _UNMOVED, _SO_IT_IS)
    | composed("si", _LEFT)
    | composed("-,si", "asi", _LEFT)
    | composed("no hombre,nombre", "si,claro que si,claro", "-,esta bien,esta perfecto,perfecto,esta muy bien")
    | composed("si", "-,asi,ya", "dejalo,dejelo,dejenlo", "-,asi")
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
        asi me gusta, asi mejor, queda asi, asi ya, si asi ya
        """
    )
)
"""A yes to a booking that is shown. Of an appointment that exists it may as well say that it stays as it is."""

YES = PLAIN_YES | TAKES_IT.listed | AS_IT_IS

GLAD = phrases(
    "bien, con gusto, con mucho gusto, encantado, encantada, muy bien, excelente, genial, super, que bien, que bueno, buenisimo, maravilloso, entendido, enterado, enterada"
)
"""Pleased with what is proposed: with a yes beside it a part of it, alone no more than having read it."""

PLEASED = phrases(
    "muy bien, excelente, genial, super, super bien, trato hecho, suena bien, suena muy bien, suena perfecto, por supuesto que voy, claro que voy"
)
"""These agree to what is asked by themselves, but to no cancelling."""

WHOM = rf"(?:(?:mi|mis|la|el|su|nuestr[oa]) )?(?:{RELATIVES_NOUN}|familia|senora?|viej[oa]|mujer|marido|pareja|comadre|compadre|vecin[oa]|nin[oa]s?|bebe)"
_WITH = rf"con {WHOM}(?: y {WHOM})?|{WHOM} y (?:yo|{WHOM})|yo y {WHOM}|acompanad[oa]|(?:los|las) dos|juntos|sol[oa]"
_WHEN = (
    rf"sin falta|ahi|alla|puntual(?:it[oa]|es|mente)?|a tiempo|con tiempo|(?:bien )?tempran(?:o|ito)|en punto|es[ea](?: mero| mismo| mera)? (?:dia|hora)|a esa hora|entonces|{_WITH}"
    r"|(?:(?:como|unos) )?(?:[0-9]+|cinco|diez|quince|veinte) (?:minutos|minutitos|min) antes"
)
_WILL = r"(?:estare|v(?:oy|amos) a (?:estar|ir|llegar|asistir)|asistire|ire|llegare|andare|me presento|estaremos|asistiremos|iremos|llegaremos|andaremos)"
_COME = rf"(?:{_WILL}|(?:nos|l[aeo]s?|te) (?:vemos|veo)|(?:l[ea]s? |te )?(?:caigo|caemos|llego|llegamos)|estoy|estamos|ando|andamos|voy|vamos|paso|pasamos|me tien(?:e|en|es|dra|dran)|puedo|podemos(?: ir| asistir| llegar)?)"
_FREE = (
    r"(?:(?:justo|justamente|precisamente|casualmente) )?(?:(?:a )?(?:ese|esa)(?: mero| mismo| mera)? (?:dia|hora|tarde|fecha) )?(?:si |yo )*"
    r"(?:no (?:trabajo|trabajamos|voy a (?:la escuela|trabajar|clases)|tengo (?:clases?|trabajo|escuela|nada|compromisos?))|descanso|descansamos|(?:estoy|ando) (?:libre|de descanso|desocupad[oa])"
    r"|tengo (?:libre|chance|tiempo|el dia libre|descanso)|salgo (?:temprano|a tiempo|antes|libre)(?: del? (?:la )?\w+)?|(?:me )?(?:dieron|pedi) (?:permiso|el dia|chance|libre)|me dan (?:permiso|el dia|libre)|es mi (?:descanso|dia libre)|puedo(?: ir| asistir| llegar)?|podemos(?: ir)?)(?: (?:a )?(?:ese|esa) (?:dia|hora))?"
)
_TAKEN_THERE = (
    rf"(?:{WHOM} (?:ese dia |tambien )?(?:va|viene|van|ira)|(?:va|viene|van) {WHOM}) (?:conmigo|con nosotros)"
    rf"|{WHOM} (?:ese dia )?(?:(?:me|nos) (?:cuid|ayud)\w+|se queda) (?:(?:a|con) )?(?:(?:el|la|los|las|mis?) )?\w+(?: ese dia)?"
    rf"|yo (?:llevo|acompano) a {WHOM}"
    rf"|(?:me|nos) (?:(?:va|van) a )?(?:llev|acompan|tra)\w+ {WHOM}|{WHOM} (?:ese dia )?(?:me|nos) (?:(?:va|van) a |(?:puede|pueden|podria) )?(?:llev|acompan|tra)\w+(?: en (?:el|su|mi) (?:carro|coche|camion|taxi|troca))?|yo l[ao] (?:llevo|acompano)"
    r"|(?:asi|ahi|a esa hora) (?:si |ya )*(?:alcanz(?:o|amos)|me da tiempo|puedo|podemos)(?: (?:a|de) (?:salir|llegar|ir|pasar|recoger|dejar)\w*)?(?: (?:de|del|a|al|por) (?:(?:el|la|mis?|los) )?\w+)?"
)
_WAITS = (
    r"(?:aqui )?(?:me|nos|l[ao]) (?:espero|esperamos|aguanto) (?:(?:hasta |a )?(?:ese dia|esa fecha)|hasta entonces)"
)
COMES = formed(
    rf"(?:(?:y|pues|yo|nosotros|entonces) )*(?:(?:ahi|alla|aca)(?: yo)? {_COME}(?: (?:{_WHEN}))*|{_WILL}(?: (?:{_WHEN}))*"
    rf"|{_COME}(?: (?:{_WHEN}))+|cuent[ae]n? conmigo|(?:{_WHEN}) (?:ahi )?{_COME}|(?:les? |te )caigo|(?:es que |ya |porque |que )?(?:{_FREE}|{_TAKEN_THERE}|{_WAITS}))"
)
"""Announces that one comes, with where, when and whom, or that one is free then: after an agreement it is one to a time.
"Nos vemos" alone takes leave."""
WILL_COME = formed(rf"(?:(?:y|yo|ahi|alla|aca|entonces) )*(?:{_WILL}|nos vemos)(?: (?:{_WHEN}))*")
"""The same of the future, which no condition is said in."""
IS_THERE = formed(
    rf"(?:(?:yo|pues|ya|claro) )*(?:(?:ahi|alla|aca)(?: yo)? {_WILL}|{_WILL} (?:ahi|alla)|ahi (?:me tiene[ns]?|l[aeo]s? veo)|cuent[ae]n? conmigo)(?: (?:{_WHEN}))*"
)
"""The same of who says where: a yes by itself."""
