"""Questions that only a doctor answers, by their form: pure.

Who asks what is normal, likely, good or allowed of a body, a symptom, a medicine, or of food for a condition, wants a
doctor's word, whatever the clinic has written of the thing. Who asks whether something may be done, and tells what ails
them, is answered only by what speaks of that too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from booking.documents.asking_clauses import Clause, clauses
from booking.documents.word_forms import CLITIC, folded_words

_BE = r"(?:es|son|sera|seran|sea|seria|esta|estan|puede(?:n)? ser|podria ser)"
_FEW = r"(?:\w+ ){0,3}"
_MAY = (
    r"(?:puedo|puede|pueden|podemos|podre|podria|podriamos|debo|debe|deben|deberia|conviene|se puede"
    r"|tengo que|tiene que|hay que"
    r"|me dejan|le hace|pasa algo|hay (?:problema|bronca|riesgo)|no importa|afecta|es (?:seguro|necesario))"
)
_MEASURED = r"(?:presion|azucar|glucosa|temperatura|colesterol|trigliceridos|oxigeno)"
_HOW_MUCH = r"(?:cuant[oa]s?|que|cual(?:es)?|cada cuanto|hasta cuant[oa])"


class _Forms(NamedTuple):
    """Patterns over folded words: `likely` asks what one has, however it stands there; of what asks, `hard` ones want a
    doctor's word in any case, `may` asks whether something may be done by, or to, a body; `circumstance` is what it is
    asked for, `of_the_clinic` and `of_the_place` are of no body's."""

    likely: re.Pattern[str]
    hard: tuple[re.Pattern[str], ...]
    may: re.Pattern[str]
    circumstance: re.Pattern[str]
    of_the_clinic: re.Pattern[str]
    of_the_place: re.Pattern[str]
    advice: re.Pattern[str]
    ailing: re.Pattern[str]


def wants_advice(question: str) -> bool:
    """Whether it asks for a diagnosis, a verdict, a dose, a diet or a treatment, which no document answers."""
    forms, told = _forms(), clauses(question)
    each = [(" ".join(folded_words(one.text)), one.asks) for one in told]
    if any(forms.likely.search(one) for one, _ in each):
        return True
    asks = [one for one, asking in each if asking]
    if any(form.search(one) for one in asks for form in forms.hard if not forms.of_the_place.search(one)):
        return True
    asked = " ".join(asks)
    if forms.advice.search(asked):
        return True
    whole = " ".join(folded_words(question))
    ailing = forms.advice.search(whole) or forms.ailing.search(whole)
    return ailing is not None and forms.of_the_clinic.search(asked) is None


def circumstances(told: Sequence[Clause]) -> tuple[str, ...]:
    """What ails who asks whether something may be done, or what they take, in the words of theirs; nothing where
    something else is asked."""
    forms = _forms()
    asked = " ".join(" ".join(folded_words(one.text)) for one in told if one.asks)
    if not forms.may.search(asked):
        return ()
    whole = " ".join(" ".join(folded_words(one.text)) for one in told)
    return tuple(dict.fromkeys(one[0] for one in forms.circumstance.finditer(whole)))


@cache
def _forms() -> _Forms:
    read = tomllib.loads(files("booking.documents").joinpath("medical_questions.toml").read_text(encoding="utf-8"))
    condition, medicine, bodily, verdict = (
        "|".join(word.replace("*", "[a-z]*") for word in read[name].split())
        for name in ("condition", "medicine", "bodily", "verdict")
    )
    body = rf"(?:{condition}|{medicine})"
    done = rf"(?:{bodily})(?:{CLITIC})?"
    hard = (
        rf"\b{_BE} {_FEW}(?:{verdict})\b(?! (?:dia|tarde|noche)s?\b)",
        rf"(?:^|\b(?:si|que|y|eso|esto) )es (?:una? )?(?:{condition})\b",
        rf"\b{_HOW_MUCH} {_FEW}{_MAY} {_FEW}{done} {_FEW}(?:{body})\b",
        rf"\b{_HOW_MUCH} {_FEW}(?:{body}) {_FEW}{_MAY} {_FEW}{done}\b",
        rf"\b(?:\d+ ?(?:de|entre|sobre)? ?\d* {_FEW}{_MEASURED}|{_MEASURED} {_FEW}\d+) .*"
        rf"\b{_BE} (?:muy )?(?:much[oa]|poc[oa]|alt[oa]|baj[oa]|bien|mal)\b",
        rf"\b{_MAY} {_FEW}(?:tom|suspend|mezcl|combin|dej|cambi)[a-z]* {_FEW}(?:{medicine})\b",
        read["effect"],
        rf"\b(?:mejor|buen[oa]|mal[oa]|sirven?|ayudan?|afectan?) {_FEW}(?:para|a|en|con|contra|si) {_FEW}"
        rf"(?:{condition})\b",
    )
    by = r"(?:por |que |a causa de )?(?:la |el |una? |mi |lo de )?"
    likely = rf"\b(?:sera|seran|puede ser|podria ser) {by}(?:{condition})\b"
    return _Forms(
        likely=re.compile(likely),
        hard=tuple(map(re.compile, hard)),
        may=re.compile(
            rf"\b{_MAY} {_FEW}{done}\b|\b{done} {_FEW}(?:si|con) \b|\b(?:afecta|le hace|hay problema|es seguro)\b"
        ),
        circumstance=re.compile(rf"(?<!\bde )(?<!\bdel )(?<!\bde la )\b(?:{body})\b"),
        of_the_clinic=re.compile(read["of_the_clinic"]),
        of_the_place=re.compile(read["of_the_place"]),
        advice=re.compile("|".join(read["advice"])),
        ailing=re.compile("|".join(read["ailing"])),
    )
