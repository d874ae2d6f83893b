"""What somebody does at a time: "a las 9 llevo al niño a la escuela". Such a time is told, and never chosen."""

from __future__ import annotations

from nlu.when.parts import follows
from nlu.when.text import Token
from nlu.when.words import CLAUSE_WORDS, word_set

_ALWAYS = word_set(
    """
    salgo salimos entro entramos trabajo trabajamos laboro laboramos regreso regresamos vuelvo volvemos recojo recogemos
    desayuno desayunamos ceno cenamos desocupo desocupamos levanto despierto duermo cuido checo abro cierro clase clases
    """
)
_TO_SOMEBODY = word_set("llevo llevamos dejo dejamos")
_ERRAND = word_set("voy vamos paso pasamos")
_ERRANDS = word_set("recoger dejar llevar traer trabajar cuidar comer entrar salir")
_PLACES = word_set(
    """
    trabajo escuela kinder guarderia gym gimnasio banco iglesia misa mercado super oficina universidad prepa secundaria
    primaria chamba jale casa
    """
)
_DUTIES = word_set(
    "junta reunion compromiso evento examen partido entrenamiento terapia entrevista misa curso taller practica ensayo que"
)
_THEIRS = word_set("sale salen entra entran trabaja trabajan llega llegan")
_OTHERS = word_set(
    """
    hijo hija hijos hijas nino nina ninos ninas bebe esposo esposa marido mama papa hermano hermana novio novia jefe
    muchacha suegra abuela abuelo
    """
)
_HERE = word_set(
    """
    consulta cita clinica consultorio ahi alla aca aqui usted ustedes doctor doctora dr dra medico dentista hospital
    """
)
_ARTICLES = word_set("el la los las mi mis un una otra otro")


def tells(t: list[Token], i: int) -> bool:
    """Whether the word at a place says what somebody does then, and that is not to come to the clinic."""
    word, after = t[i].word, t[i + 1].word
    if word in _ALWAYS:
        return True
    if word in _TO_SOMEBODY:
        return (after == "al" or (after == "a" and not _is_hour(t, i + 1))) and not _comes(t, i)
    if word in _ERRAND:
        return _errand(t, i) and not _comes(t, i)
    if word in ("llego", "llegamos"):
        return after in ("de", "del") or (t[_noun(t, i + 1)].word in _PLACES and after in ("a", "al"))
    if word in ("tengo", "tenemos", "tiene", "tienen"):
        return t[_noun(t, i)].word in _DUTIES and not _comes(t, i)
    return word in _THEIRS and not _comes(t, i) and any(t[k].word in _OTHERS for k in _clause(t, i))


def _errand(t: list[Token], i: int) -> bool:
    """ "Voy por mis hijos", "paso por la niña", "voy a recoger", "voy al banco"; "voy a las 3" comes."""
    if t[i + 1].word == "por":
        return t[i + 2].word not in ("ahi", "alla", "favor")
    if t[i].word in ("paso", "pasamos") or t[i + 1].word not in ("a", "al"):
        return False
    return t[i + 2].word in _ERRANDS or t[_noun(t, i + 1)].word in _PLACES


def _noun(t: list[Token], i: int) -> int:
    """The place of the next word that is no article."""
    i += 1
    while t[i].word in _ARTICLES:
        i += 1
    return i


def _is_hour(t: list[Token], i: int) -> bool:
    """ "A las 4": an hour, and nobody who is taken along."""
    return follows(t, i, ("a", "las")) or (follows(t, i, ("a", "la")) and t[i + 2].word in ("una", "1"))


def _comes(t: list[Token], i: int) -> bool:
    """Whether the clause names the clinic: "a las 4 llevo a mi hija a la consulta"."""
    return any(t[k].word in _HERE for k in _clause(t, i))


def _clause(t: list[Token], i: int) -> range:
    begin, end = i, i + 1
    while begin > 0 and _goes_on(t[begin - 1]):
        begin -= 1
    while _goes_on(t[end]):
        end += 1
    return range(begin, end)


def _goes_on(token: Token) -> bool:
    return token.kind in ("w", "n") and token.word not in CLAUSE_WORDS
