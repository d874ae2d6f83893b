"""The words around a choice among offered times, by what they do: what leads to it takes, wishes or finds suitable; what
follows it praises, hopes that it is free, or says who offered it. Folded; verbs by their forms."""

from __future__ import annotations

import re

from nlu.answers.yes_phrases import Phrases, composed, phrases
from nlu.words.closed_phrases import GREETINGS, NO_MATTER, POLITE, THANKS
from nlu.words.kept import kept
from nlu.words.verb_forms import FORMS, SUITING

ARTICLES = frozenset("el la lo al ese esa este esta".split())
NOUNS = frozenset("opcion opciones numero letra horario hora turno cita lugar espacio inciso".split())
ANY = composed("cualquiera", "-,de esas,de esos,de las opciones") | phrases(
    "me da igual, me da lo mismo, cualquier opcion, cualquier horario, la que sea, el que sea, la que gustes, el que gustes, la que guste, la que quieras"
    ", la que tu digas, la que usted diga, el que usted diga"
)
SOONEST = frozenset(
    "temprano temprana pronto pronta proxima proximo cercana cercano tempranito tempranita tempranera tempranero".split()
)
LATEST = frozenset("tarde tardecita tardecito tardado tardada tardia tardio lejana lejano noche".split())

_VERY = r"(?:(?:muy|super|bien|mas|mejor|bastante|todo) )*"
_GOOD = r"(?:bien|buen[oa]?|perfect[oa]|excelente|ideal|genial|super|padre|chid[oa]|ok|mejor|comod[oa])"
_SUITS = (
    rf"(?:a mi )?(?:me|nos) (?:(?:{SUITING})(?:a|e|aria|eria|iria|dria)n?(?: {_VERY}{_GOOD}| mas| de (?:maravilla|lujo|perlas)| al (?:cien|pelo))?"
    rf"|(?:va|viene|cae|iria|vendria|caeria)n? (?:{_VERY}{_GOOD}|mas|al (?:cien|pelo)|de (?:maravilla|lujo|perlas)))"
)
_OPENS = (
    r"si|sip|simon|sobres|arre|jalo|fierro|chido|pos|sipi|aja|ok|va|vale|sale|listo|claro|orale|[ao]ndale|andele|zas|tons|perfect[oa]|excelente|pues|bueno|ah|ay|uy|eh|e?mm*|hm|ya|entonces|de acuerdo"
    r"|esta bien|ni modo|ya que|ya dijo|(?:ja)+|mejor|yo|(?:yo )?(?:creo|digo|diria) que|creo|digo|perdon|mas bien|ahorita|no hay de otra"
)
_WANTS = (
    r"quiero|(?:voy|vamos) a (?:querer|tomar|agarrar|escoger|elegir|apartar)|quisiera(?:mos)?|queremos|queria(?:mos)?|querria|prefiero|preferiria(?:mos)?|preferimos|me gustaria|nos gustaria|me interesa|deseo|busco"
    r"|quiero (?:agend|reserv|apart|tom)ar|elijo|escojo|escogeria|elegiria|(?:selecc?ion|tom|agarr|reserv|apart|acept|agend|confirm|pid|opt|entr|jal)(?:o|amos|aria|ariamos)"
    rf"|(?:vamos|vamonos|(?:me|nos) (?:voy|vamos|iria)|voy|(?:me|nos) (?:qued(?:o|amos|aria|ariamos))) (?:con|a|por|en)"
    r"|(?:me|nos) (?:d[aei][ns]?|das|p[ou]ed\w+ (?:dar|apartar|agendar)|apunt\w+|anot\w+|agend\w+|apart\w+|reserv\w+|pon\w*|dej[ae]n?)|d[ae]n?me|d[ae]n?nos|denos"
    r"|(?:me|nos) inclin\w+ (?:por|a)|(?:ech|d|jal|entr|dal)[ae]le(?: a| con)?(?= (?:la|el|con|a|l[ao]s) )"
    r"|(?:agarr|apart|separ|reserv|tom|escoj|elij|guard|confirm|asegur)(?:a|e|en)(?:me|nos)?"
    r"|que sea|sea|seria|puede ser|podria ser|(?:mi|la) (?:opcion|eleccion) (?:es|seria)|dejeme|dejame"
    rf"|(?:{FORMS['booking']})(?:a|e|en)|(?:{FORMS['book_me']})|(?:{FORMS['put_me']})|(?:{FORMS['give_me']})|ponga|pon"
)
_LEADS_TO_ARTICLE = r"con|para|en|es|necesito|ocupo|necesitamos|ocupamos"
"""These choose only before an article: "con la 2", but not "con 2 hijos"."""
_OFFERED = r"que (?:usted |ustedes |tu )?(?:(?:me|nos|te|se) )?(?:d[ai]\w*|mand\w+|p[ou][ns]\w+|ofre\w+|m[ou]e?str\w+|envi\w+|pas\w+|propus\w+|propon\w+|apare\w+|sal\w*|teng\w*|tien\w*|hay\w*|viene\w*|dij\w+|dec\w+|mencion\w+|coment\w+)(?: (?:ahorita|antes|hace rato))?"
_IF_FREE = r"si (?:es que )?(?:todavia |aun |sigue )?(?:esta|hay|queda|se puede|es posible|la tiene[ns]?|sigue|puede|pueden)(?: todavia| aun)?(?: disponible| libre)?"
_PRAISED = (
    rf"(?:(?:esta|estaria|es|seria|suena|queda|quedaria) )?(?:la |el )?{_VERY}{_GOOD}(?: (?:hora|horario|opcion|dia))?(?: (?:para|por) mi)?|(?:es|seria) (?:la|el) (?:mia|mio|que (?:quiero|tomo|me \w+))"
    r"|(?:la|lo|esa|eso) (?:quiero|tomo|agarro)|quiero|disponible|libre|opcion|esa|eso|mer[oa]|en punto|seria|jal[oa]|arre|fierro|sobres|puede ser|por mi|para mi"
    r"|de (?:todas|todos|es[ao]s|est[ao]s|(?:la|tu|su) lista|l[ao]s (?:opciones|horarios|horas|citas|que \w+))"
)


def _alternatives(*groups: Phrases) -> str:
    """Whole phrases, the longest first."""
    return "|".join(sorted({" ".join(phrase) for group in groups for phrase in group}, key=len, reverse=True))


_COURTEOUS = _alternatives(THANKS, POLITE)
LEADS = re.compile(
    rf"(?:(?:{_alternatives(GREETINGS, NO_MATTER)}|{_COURTEOUS}|{_SUITS}|{_WANTS}|{_OPENS}|a ver|no tengo problema|sin problema|no pues) )"
)
_NEXT = r"que sigue|siguiente|de despues"
BEFORE_ARTICLE = re.compile(
    rf"(?:{_LEADS_TO_ARTICLE}) (?=(?:{'|'.join(ARTICLES)}) )"
    rf"|a (?=(?:la|el) (?:(?:primer|segund|tercer|cuart|quint|ultim|penultim)\w+|{_NEXT})(?: |$))"
)
NEXT = re.compile(rf"(?:la|el|a la|en la) (?:{_NEXT})")
""" "La que sigue": after one that is refused."""
_TAKES_IT = r"(?:d[ae]|apart[ae]|reserv[ae]|agend[ae]|apunt[ae]|anot[ae]|dej[ae]|guard[ae]|pon|ponga)(?:me|nos)l[ao]"
_TRAIL = re.compile(rf" (?:y )?(?:{_COURTEOUS}|{_TAKES_IT}|{_SUITS}|{_PRAISED}|{_IF_FREE}|{_OFFERED}|{_OPENS})")
_LONGEST_TRAIL = 12
"""Words of one thing that follows."""


@kept
def stripped(words: str) -> str:
    """Words without what leads to a choice and what follows it; what leads is left where nothing else is said."""
    start = 0
    while found := LEADS.match(words, start) or BEFORE_ARTICLE.match(words, start):
        start = found.end()
    rest = words[start:]
    return rest[: _trails_from(rest)]


def _trails_from(words: str) -> int:
    """From where on words are nothing but what follows a choice. Looked for from their end on, place by place: many of
    these can be told apart in several ways, and one pattern for all of them would try each."""
    ends = [len(words)]
    for place in range(len(words) - 1, -1, -1):
        if words[place] == " " and any(_TRAIL.fullmatch(words, place, end) for end in ends[-_LONGEST_TRAIL:]):
            ends.append(place)
    return ends[-1]


@kept
def only_leads(words: str) -> bool:
    """Whether words only lead to a choice: "bueno ya"."""
    start, said = 0, f"{words} "
    while found := LEADS.match(said, start):
        start = found.end()
    return start == len(said) > 1 and tuple(words.split()) not in ANY
