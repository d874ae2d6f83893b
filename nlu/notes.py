"""What a message tells the doctor, in the person's own words: "soy alérgico a la penicilina", "nota para la doctora: …"; what
ails somebody who asks for an appointment; why one is cancelled. A note is cut out, the rest is read without it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from booking.intents import CheckAvailability, ProvideCustomerData, StartBooking
from booking.models import Purpose, State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.parsed import MOST_INTENTS, Parse
from nlu.words.message import Message
from nlu.words.statements import clauses_of, tells

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
_LABELLED = re.compile(r"(?<=[,;\n]) ?motivo (?!de )")
""" "…, edad 45, motivo dolor de espalda, …": as far as the clause goes."""
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
    if (told := _LABELLED.search(flat)) is not None:
        return _parted(text, told.start(), told.end(), told.end() + len(re.split("[,;\n]", flat[told.end() :])[0]))
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


@lru_cache(maxsize=4096)
def _letter(letter: str) -> str:
    plain = unicodedata.normalize("NFD", letter.lower())[:1]
    return plain or letter


_AILS = re.compile(
    r" (?:dol[ieo]\w*|duel[ea]\w*|ard[eio]\w*|punz\w+|pica\w*|comezon|ronch(?:as?|it\w+)|salpullido|sarpullido|gran(?:os?|itos?)|manch(?:as?|it\w+)|fiebre"
    r"|calentura|temperatura|tos|tose|gripa|gripe|catarro|mocos|flemas?|vomit\w+|diarrea|nauseas?|asco|mare[ao]\w*|migranas?|jaqueca"
    r"|hinch\w+|inflam\w+|moretones?|sangr\w+|infeccion\w*|infect\w+|quemad\w+|cortada|herida|fractur\w+|torc\w+|esguince|bolita"
    r"|calambres?|entum\w+|adormec\w+|insomnio|estrenid\w+|agruras|gastritis|reflujo|colitis|presion alta|azucar alta|muelas?"
    r"|mal[oa]s?|malit[oa]s?|enferm\w+|delicad[oa]|lastim\w+|golpe\w*|cai|cayo|caries|verrug\w+|hongos?|lunar(?:es)?|acne|chipotes?|ampollas?|unero|zumb\w+|cansancio|debil|tiembl\w+|temblor)(?= )"
)
"""Words of the body's complaints; none of an emergency, which goes to a person."""
_STATE = re.compile(
    r" (?:tra[ei]\w*|le (?:sali|brot)\w+|se (?:le|me) (?:hizo|hicieron|puso|pusieron)) (?:un|una|unos|unas)"
    r"(?! (?:carro|coche|papel\w*|estudios?|receta|orden|analisis|resultados?|pendiente|duda|problema|permiso|radiografi\w+)) [^ ,?]+"
    r"| (?:and|est|sient|sint|pus|pon|sigu|amaneci|viene)\w* (?:(?:muy|super|bien|re|tan|medio|bastante) )*(?:mal|fatal|pesimo)(?= )"
)
""" "Trae un ojito pegado", "se siente super mal": an ailment that has no word of its own."""
_LEADS = re.compile(
    r"^(?:(?:y|e|ya|pues|pos|oiga|oye|mire|mira|porque|pq|xq|que|es|esque|lo|fijese|fijate|disculpe|no mas|pero|o sea)[\s,]+)+",
    re.IGNORECASE,
)
_APPOINTMENT = re.compile(
    r"[\s,]+(?:para|pa) (?:mañana|manana|hoy|el|la|este|esta|pasado|ver|que) .*|[\s,]+(?:por favor|porfa|gracias).*",
    re.IGNORECASE | re.DOTALL,
)
"""What follows in the same breath and is about the appointment."""
_WANTS = re.compile(
    r" (?:no tengo|no tiene|no traigo|no trae|no es|sin|cita|citas|consulta|ver si|quier\w+|quisier\w+|necesit\w+|ocup\w+|agend\w+|cancel\w+|no puedo ir)(?= )"
)
_RATHER = re.compile(
    r" (?:bueno|perdon|digo|mas bien|o sea|mejor dicho)(?: (?:en|de|es|el|la|los|las|un|una|mi)){1,4} [^ ]+ $"
)
_THINGS_NEEDED = r"(?:interprete|rampa|silla de ruedas|elevador|traductora?|lengua de senas|lenguaje de senas)"
_NEEDS = re.compile(
    r" (?:soy|es|somos) (?:sord[oa]s?|sordomud[oa]s?|cieg[oa]s?|invidentes?|discapacitad[oa]s?|invalid[oa]s?|autistas?)(?= )"
    rf"| (?:necesit|ocup|requier)\w* (?:de )?(?:un |una |el |la )?{_THINGS_NEEDED}(?= )"
    r"| (?:uso|usa|usamos|ando|anda|voy|va|viene|traigo|trae)(?: (?:en|con|una|un|mi|su))* (?:silla de ruedas|andadera|muletas|baston|perro guia)(?= )"
    r"| no (?:oye|oigo|escucha|escucho|ve|veo|camina|camino|habla|hablo)(?: (?:bien|nada|casi|mucho|muy bien))?(?= (?:y|ni) |(?: ,)* $)"
)
""" "Soy sordo, necesito intérprete": what whoever comes cannot do without."""
_MOST = 200
"""Characters that are kept."""


_LED_BY = frozenset("para pa de del con a y".split())
_OF_THEIRS = re.compile(
    rf" (?:es|son|seria|por|para) (?:un|una|unos|unas|el|la|los|las) [^,?]+ de (?:mi|el|la) (?:{RELATIVES_NOUN}|nin[oa]|bebe)(?= )"
)
""" "Es una verruguita de mi hijo"."""


def told(message: Message) -> str | None:
    """The clauses that tell what ails somebody, as they were written; None where none does."""
    tokens, runs = message.tokens, list[range]()
    for clause in clauses_of(message):
        words = " " + "".join(f"{tokens[i].text} " for i in clause)
        goes_on = bool(runs) and runs[-1].stop >= clause.start - 1
        rather = goes_on and bool(_RATHER.match(words)) and not _WANTS.search(words)  # "en la muela… bueno, en el oído"
        if (
            not rather
            and not _NEEDS.search(words)
            and (
                not (_AILS.search(words) or _STATE.search(words))
                or _WANTS.search(words)
                or not (goes_on or tells(message, clause) or _OF_THEIRS.search(words))
            )
        ):
            continue
        before = [token.text for token in tokens[max(0, clause.start - 3) : clause.start]]
        subject = tokens[clause.start].text not in ("que", "y") and not {*before} & _LED_BY and before[-2:-1] == ["mi"]
        who = 2 if subject and _OF_A_RELATIVE.search(f" mi {before[-1]} ") else 0  # "mi señora | trae una bola"
        run = range(runs[-1].start if goes_on else clause.start - who, clause.stop)
        runs = [*(runs[:-1] if goes_on else runs), run]
    written = (message.text[tokens[run.start].start : tokens[run.stop - 1].end] for run in runs)
    whole = ", ".join(_APPOINTMENT.sub("", _LEADS.sub("", said)) for said in written)
    return (whole if len(whole) <= _MOST else whole[:_MOST].rsplit(" ", 1)[0]) or None


_OF_A_RELATIVE = re.compile(
    rf"(?:^| )(?:(?:a )?mi (?:{RELATIVES_NOUN}|senora?|muchach[oa]|roomie)|(?:el|la) (?:nin[oa]|bebe|nen[ea]))(?! y yo )(?= )"
)
_FOR_ME = re.compile(
    r" (?:para|pa) mi(?= (?:[,?]|por|porfa|el|la|hoy|manana)| $)| (?:me|nos) (?:contagi|peg)(?:o|aron)(?= )"
)
""" "La cita es para mí", "y me contagió": who tells of a relative comes, too."""
_MINE = re.compile(r" (?:me|yo|traigo|tengo|ando|estoy|siento|amaneci)(?= )")


def is_of_a_relative(told: str) -> bool:
    """Whether what ails somebody is told of a relative of the writer's, and not of the writer: "mi niño trae tos"."""
    flat = Message.of(told).flat
    return bool(_OF_A_RELATIVE.search(flat)) and not _MINE.search(flat)


_WHY = re.compile(
    r"\s*(?:(?:pues|ah|ay|perdón|perdon|disculpe),? +)?(?:porque|es que|por que) +(?P<why>\S.*)", re.IGNORECASE
)
_COMES = re.compile(
    r"\b(?:s[ií]|ir[eé]|asist\w+|(?<!no )puedo|(?<!no )voy a ir|(?<!no )(?:(?:la|lo) )?quiero)\b", re.IGNORECASE
)
"""Perhaps no reason to cancel, but to come."""
_NO_MORE = re.compile(r"ya (?:no|me siento|estoy|est[aá]|se)\b", re.IGNORECASE)


def with_complaint(said: Parse, text: str, context: UnderstandingContext) -> Parse:
    """The reading of a wish for an appointment, with what ails the patient for the doctor."""
    wished = any(isinstance(intent, StartBooking | CheckAvailability) for intent in said.intents)
    if context.state is not State.IDLE or not wished or len(said.intents) >= MOST_INTENTS:
        return said
    if (complaint := told(Message.of(text))) is None:
        return said
    if not any(isinstance(intent, ProvideCustomerData) for intent in said.intents):
        theirs = is_of_a_relative(complaint) and not _FOR_ME.search(Message.of(text).flat)
        return said._replace(intents=(*said.intents, ProvideCustomerData(reason=complaint, for_other=theirs)))
    named = (
        i.model_copy(update={"reason": complaint}) if isinstance(i, ProvideCustomerData) else i for i in said.intents
    )
    return said._replace(intents=tuple(named))


def why(message: Message, context: UnderstandingContext) -> str | None:
    """What follows, in the person's own words; None where no cancellation waits for a yes, or something is asked."""
    if context.state is not State.CONFIRM or context.purpose is not Purpose.CANCEL or message.asks or message.odd:
        return None
    found = _WHY.fullmatch(message.text)
    return found["why"].rstrip(" .!") if found and not _COMES.search(found["why"]) else None


def is_no_doubt(reason: str) -> bool:
    """Whether its "no" is the reason: "ya no lo necesito"."""
    return bool(_NO_MORE.match(reason))
