"""What a message tells the doctor: "soy alérgico a la penicilina", "nota para la doctora: …", in the person's own words.

The words are cut out of the message, so that the rest is read as if they had not been there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

_DOCTOR = r"(?:doctor|doctora|dr|dra|medico|medica|especialista)\b\.?"
_WHO = r"(?:(?:yo|el|ella|mi [a-z]+|el nino|la nina|el bebe|la bebe|el paciente|la paciente)(?: tambien)? )?"
_VERB = (
    r"(?:(?:me |le )?(?:dile|digale|diganle|avisale|avisele|avisenle|comentale|comentele|anotale|anotele|informale|informele"
    r"|recuerdale|recuerdele|hagale saber|hazle saber|le (?:diga|avise|comente|informe|recuerde)[ns]?)"
    r"|que sepa|para que sepa)"
)
_TO_DOCTOR = rf"(?: por favor| porfa)?(?: a)?(?: al| el| la| mi)? {_DOCTOR}"
_TOLD = re.compile(
    rf"\b(?:nota|recado|comentario|observacion)(?: (?:para|a) (?:el|la|mi|al)? ?{_DOCTOR})?(?: [a-z]+)? ?: *"
    rf"|\b(?:(?:quiero|quisiera|necesito) que )?{_VERB}{_TO_DOCTOR}(?: (?!que\b)[a-z]+)?,? que "
    r"|\b(?:el )?motivo(?: de (?:la|mi) (?:cita|consulta|visita))?(?: es| seria|:) *"
)
"""Everything after it, to the end of the line, is for the doctor."""
_TOLD_US = re.compile(
    r"\b(?:(?:me |le )?puedes? anotar(?:le)?|anot[ae](?:le)?|apunt[ae](?:le)?|dile|digale|ponle|pongale|avisale|avisele"
    r"|(?:se me (?:olvido|paso)|olvide|me falto) (?:decir(?:les?|te)?|comentar(?:les?|te)?|avisar(?:les?|te)?|mencionar(?:les?)?))"
    r"(?: por favor| porfa)? que (?!(?:no|ya|si|mejor) )"
)
"""Also without a doctor; but what follows may then be about anything, or take something back."""
_TOLD_LAST = re.compile(rf"(?:[\s,.;]{{1,3}}(?:y )?(?:por favor|porfa|gracias|{_VERB}{_TO_DOCTOR}))+[\s.]*$")
_SAYS = re.compile(
    rf"\b{_WHO}(?:"
    r"(?:soy|es|somos|son) (?:muy |algo )?"
    r"(?:alergic[oa]s?|intolerantes?|asmatic[oa]|diabetic[oa]|hipertens[oa]|hemofilic[oa]|epileptic[oa])\b"
    r"|(?:tengo|tiene|padezco(?: de)?|padece(?: de)?|sufro de|sufre de)(?: una| mucha| varias)? "
    r"(?:alergias?|diabetes|hipertension|presion alta|asma|epilepsia|marcapasos|hemofilia)\b"
    r"|(?:estoy|esta) embarazada\b"
    r"|(?:tomo|toma|estoy tomando|esta tomando) (?:anticoagulantes?|medicamentos?|medicinas?|insulina|aspirina)\b"
    r"|alergias?:? a(?:l| la| los| las)? \w)"
)
"""As far as the clause goes."""
_SENTENCE = re.compile(r"[.;!\n](?=\s|$)|$")
_LINE = re.compile(r"\n|$")
_JOINT = re.compile(r",|\b(?:y|pero|entonces|por eso)\b")
_STRAY = re.compile(r"^(?:[\s,.;:!]|\b(?:y|ah|oye|pero|tambien|también|por cierto|solo que|nada mas que|que)\b)+")
_STRAY_END = re.compile(
    r"(?:[\s,;:]|\b(?:y|ah|oye|pero|tambien|también|por cierto|solo que|nada mas que|porque|que)\b)+$"
)


class Cut(NamedTuple):
    """What is told to the doctor, and the message without it."""

    note: str
    rest: str


def cut(text: str, says_else: Callable[[str], bool]) -> Cut | None:
    """The note in a message, if there is one. `says_else` tells whether a clause after it is about something else."""
    flat = _folded(text)
    if (told := _TOLD.search(flat)) is not None:
        end = _LINE.search(flat, told.end())
        assert end is not None
        return _parted(text, told.start(), told.end(), end.start())
    if (told := _TOLD_US.search(flat)) is not None:
        end = _LINE.search(flat, told.end())
        assert end is not None
        if not says_else(_bare(text[told.end() : end.start()])):
            return _parted(text, told.start(), told.end(), end.start())
    said = _SAYS.search(flat)
    if said is None:
        return None
    end = _SENTENCE.search(flat, said.end())
    assert end is not None
    if "?" in flat[said.start() : end.end()]:
        return None
    stop = said.end()
    first, *others = [match.start() for match in _JOINT.finditer(flat, said.end(), end.start())] + [end.start()]
    stop = first
    for joint in others:
        if says_else(_bare(text[stop:joint])):
            break
        stop = joint
    return _parted(text, said.start(), said.start(), stop)


def _parted(text: str, start: int, words: int, stop: int) -> Cut | None:
    """The words but for those that are said to us, before them and after."""
    flat = _folded(text)
    while (told := _TOLD.match(flat, words, stop) or _TOLD_US.match(flat, words, stop)) is not None:
        words = told.end()
    last = _TOLD_LAST.search(flat, words, stop)
    note = _STRAY_END.sub("", text[words : last.start() if last else stop]).strip()
    return Cut(note, _bare(text[:start] + " , " + text[stop:])) if note else None


def _bare(text: str) -> str:
    """Without the joints that a cut leaves at both ends."""
    return _STRAY_END.sub("", _STRAY.sub("", text)).strip()


def _folded(text: str) -> str:
    """Lower case without accents, letter by letter: places stay the same."""
    return "".join(map(_letter, text))


def _letter(letter: str) -> str:
    plain = unicodedata.normalize("NFD", letter.lower())[:1]
    return plain or letter
