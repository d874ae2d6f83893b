"""A message of somebody's coming in its parts: which words say it, of whom, of which day; and whether anything else is
asked for or wished beside."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from booking.intents import Reading, Whose
from booking.models import UnderstandingContext
from nlu.existing_visits.coming_doubts import depends, is_here, is_meant, is_weak, is_what_then
from nlu.existing_visits.coming_words import CHANGE, RECEIVED, SAID, THING, WHILE_LOOKING, Coming
from nlu.existing_visits.days_named import days_named, stretches
from nlu.existing_visits.existing import bounds_a_new_one
from nlu.existing_visits.whose import whose
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message
from nlu.words.turning_words import RATHER, WANTS
from nlu.words.verb_forms import BOOKING, ENDING
from nlu.words.word_sets import word_set

_ENDS = re.compile(ENDING)
_CHANGES = re.compile(rf"{CHANGE}|pas(?:a|e|en|ar|an)(?:me|nos|se)?l[ao]s?|pasen|reagend\w+")
_WISHES = re.compile(
    rf"{RATHER}|{WANTS}|busco|buscamos|solicito|gustaria|urge|prefiero|(?:{BOOKING})(?!ad[ao])\w*|dame|deme|denme|otr[ao]s?|cuanto|cuesta|precio|adelant\w+"
)
_ARTICLES = word_set("el un ningun de del ese este")
_NO_WISH = word_set("apartado apartada aparten apartenme otro otra programa registro anote")
_ANOTHER = re.compile(
    rf" l[ao]s? (?:pued|podr|pudier)[^ ]* (?:pasar|poner|dejar)(?= )| (?:hay|tienen?|tienes|tendr\w+|habra|habria) (?:algun |alguna |un |una )?(?:lugar|espacio|cita|citas|consulta|disponib\w+|horario)(?= )| otr[ao]s? (?:citas?|consultas?|dia|fecha|hora|horario|doctora?|vez|semana)(?= )|(?:el|para|este) (?:{DAY_NAMES}|[0-9]+) si(?= ,| \?| $)|(?:despues|luego|otra) (?:de|del|por)(?= )| (?:tod[oa]|sea|cualquier(?:a| [^ ,]+)) menos(?= )"
)
_FORGET = re.compile(r" (?:olvid|retir|descart)(?:e|a|o|en|emos)(?:n?lo|se)?(?: (?:lo|eso|de))* ")
""" "Lo que le dije olvídelo, sí puedo el jueves"."""
_RATHER_WITH = re.compile(
    r" pero si de | nada mas (?:cambi|muev)\w+| (?:pero|nada mas que|solo que|aunque) (?:que sea |mejor |ahora )?(?:con|a las?|el|en|para|por) "
)
_TOLD = word_set(
    "aunque pedi pedimos queria queriamos iba ibamos pense dije dijimos avise hice hicimos intente trate quise pidio dijo fue escribio caso"
)
"""Beside these what is wished or changed is told of: "aunque hice todo por cambiar mi turno", "ayer pedí cambiarla"."""
_ORDER = re.compile(rf"(?:{BOOKING})\w*[ae]n?(?:me|nos|les?|l[ao]s?)")
""" "Agéndenos": never told of."""
_LATER = re.compile(
    r" o (?:bueno|mejor) (?:ya |siempre )?si(?= )| (?:pero|y) (?:ell[ao]s?|el|mi [a-z]+) si(?= ,| va| puede| $)| (?:les?|te|luego|yo) (?:aviso|avisamos|marco|llamo|digo|confirmo|escribo)(?! (?:que|para|mi) )(?= )|(?: |^)(?:siempre y cuando|a menos que|salvo que)(?= )"
)
_MAYBE = re.compile(
    r" (?:no (?:lo |me )?(?:se|acuerdo|recuerdo)|saber|segur[oa](?: de)?|quien sabe|a ver) $| (?:no se si|quien sabe|a ver si|tal vez|quizas?|a lo mejor|puede que|igual y|capaz|por si|en caso|que pasa(?:ria)? si|y si|cuando|siempre que|como que) (?:[^ ,?]+ ){0,3}$"
)
_IF = re.compile(
    r" (?:y |pero )?si (?:es que |ya |todavia |yo |mi [a-z]+ )*(?:(?:es|fuera|sea) con (?:[^ ,?]+ ){1,4})?$"
)
_THIRD = word_set(
    "va van puede pueden podra podran pueda llega asiste asisten ira iran alcanza viene vienen asistira estara estaran hace arma tiene da cae"
)
_NOBODYS = re.compile(r" (?:no se (?:va|vaya|puede|podra)|no (?:me|nos) (?:da|deja|alcanza|va)|me va|nos va|hace)(?= )")
_TAKES_ALONG = re.compile(r"(?:llev|tra|sac|acompan)[aei]\w*")
_TO_ME = re.compile(
    r" no (?:me|nos) (?:va a |van a |puede |pueden |podra |quiere )\w*(?: poder)? ?(?:llev|tra|acompan)\w*"
)
_KIN = re.compile(
    rf" (?:mi|mis|al?|el|la|del|los) (?P<kin>(?:mi )?(?:{RELATIVES_NOUN}|papas|hijos|ninos|abuelos|suegros))(?P<name>(?: [a-z]+)?)(?= )"
)
_SAYS = re.compile(r" (?:(?:me|nos|le) )?(?:dice|dijo|pregunta|avisa|pide|manda decir)(?: que)?(?= )")
_OF_KIN = re.compile(rf" (?:la|el|lo|{THING}) de (?:mi|mis) (?:{RELATIVES_NOUN})(?= )")
_PAST = re.compile(r" (?:ayer|anoche|antier|anteayer|pasad[oa]|desde|hasta|hace)(?= )")
_POINTS_BACK = re.compile(r" (?:ese|el mismo|mismo) dia(?= )")
_WOULD = re.compile(r" (?:estaria|iria|asistiria|llegaria|iba|estariamos|iriamos)(?= )")
_THING = re.compile(rf" (?:{THING})(?= )")
_THEIRS = re.compile(rf" (?:{THING}|ir|asistir|llegar|venir|acudir|doctora?|pediatra|clinica|consultorio)(?= )")
_BARE = re.compile(r" no (?:(?:me|nos|se|ya|lo|la) )*(?:pued|pod|alcanz|logr)\w+ $")


@dataclass(frozen=True)
class Parts:
    """What is said of somebody's coming: for each way of it the tokens that say so."""

    message: Message
    context: UnderstandingContext
    found: dict[Coming, list[range]] = field(default_factory=dict)
    wonders: bool = False  # it is only asked about, or depends on something
    stays_while_looking: bool = False

    def says(self, *ways: Coming) -> bool:
        return any(way in self.found for way in ways)

    def tokens(self, *ways: Coming) -> set[int]:
        return {i for way in ways for place in self.found.get(way, ()) for i in place}

    def is_bare(self, way: Coming) -> bool:
        """Whether nothing else is said of coming, and nothing told beside: "¿me atienden?"."""
        return {*self.found} == {way} and len(self.message.words) <= len(self.tokens(way)) + 2

    def has_number(self, way: Coming) -> bool:
        """Whether it is said with an hour: "no llego a las 5, llego 5:15"."""
        return any(self.message.tokens[i].kind == "number" for i in self.tokens(way))

    @cached_property
    def asks(self) -> bool:
        """Whether a question is asked, and no mere tag ("¿verdad?")."""
        return self.message.asks and not _TAG.search(self.message.text)

    @cached_property
    def later(self) -> bool:
        """Whether they will say so only later, or it depends on something."""
        return _LATER.search(self.message.flat) is not None

    @cached_property
    def today(self) -> bool:
        """Whether one of theirs is still to come today."""
        zone, now = self.context.now.tzinfo, self.context.now
        return any(one.astimezone(zone).date() == now.date() for one in self.context.visits if one >= now)

    @cached_property
    def stretches(self) -> list[range]:
        return stretches(self.message)

    def _flat(self, place: range) -> str:
        return "".join(f" {self.message.tokens[i].text}" for i in place) + " "

    @cached_property
    def _core(self) -> list[range]:
        """The stretches that say so."""
        main = self.tokens(*(way for way in self.found if way is not Coming.WHAT_TO_DO))
        return [place for place in self.stretches if {*place} & main]

    @cached_property
    def day(self) -> str | None:
        """The day of the appointment, as it was written; None where none or several are named."""
        named = {self._day_in(place) for place in self._core} - {None}
        if not named:
            back = _POINTS_BACK.search(self.message.flat)
            others = [p for p in self.stretches if back or _WOULD.search(self._flat(p)) or _THING.search(self._flat(p))]
            named = {self._day_in(place) for place in others} - {None}
        return named.pop() if len(named) == 1 else None

    @cached_property
    def days(self) -> list[tuple[range, str]]:
        return days_named(self.message, self.context)

    def _day_in(self, place: range) -> str | None:
        said = [text for where, text in self.days if where.start in place]
        return said[0] if len(said) == 1 and not _PAST.search(self._flat(place)) else None

    @cached_property
    def reading(self) -> Reading | None:
        """The same as a time."""
        return read_spans(self.day, self.context.now).reading if self.day else None

    @cached_property
    def _said(self) -> str:
        """The words that say so, one after the other."""
        return "".join(f" {self.message.tokens[i].text}" for i in sorted(self.tokens(*self.found))) + " "

    @cached_property
    def of_somebody(self) -> bool:
        """Whether the verb is of the third person, or somebody is taken along."""
        words = {*self._said.split()}
        taken = any(_TAKES_ALONG.fullmatch(word) for word in words) and self.says(Coming.CANNOT)
        return bool((words & _THIRD and not _NOBODYS.search(self._said)) or taken)

    @cached_property
    def kin(self) -> str | None:
        """Whose appointment it is, as "mi hijo"; None where it is the writer's."""
        flat = self.message.flat
        owner = _OF_KIN.search(flat)
        if owner is None and not self.of_somebody:
            return None
        if owner is not None:
            return self._called(_KIN.search(flat, owner.start()))
        main = self.tokens(*self.found) or {0}
        each = [(one, self.message.between(one.start() + 1, one.end())) for one in _KIN.finditer(flat)]
        near = [one for one, place in each if min(main) <= place.start <= max(main) + 3]
        before = [one for one, place in each if place.start < min(main)]
        return self._called(next(reversed(near or before or [one for one, _ in each]), None))

    @staticmethod
    def _called(found: re.Match[str] | None) -> str | None:
        return f"mi {found['kin'].removeprefix('mi ')}" if found else None

    @cached_property
    def whose(self) -> Whose | None:
        return whose(Message.of(f"cuándo es la cita de {self.kin}"), None, self.context) if self.kin else None

    @cached_property
    def is_theirs(self) -> bool:
        """Whether it can only be of an appointment."""
        cannot = [self._flat(place) for place in self.found.get(Coming.CANNOT, ())]
        if cannot and not self.says(Coming.CLASHES) and all(_BARE.match(said) for said in cannot):
            own = self.day is not None and not self.of_somebody
            return own or _THEIRS.search(self.message.flat) is not None
        return self.says(Coming.CLASHES) or any(self._gives_up(place) for place in self.found.get(Coming.CANNOT, ()))

    def _gives_up(self, place: range) -> bool:
        clause = next((self._flat(one) for one in self.stretches if place.start in one), self._flat(place))
        return not is_weak(self._flat(place)) or is_meant(self.message, place, clause, dated=self.day is not None)


def taken_apart(message: Message, context: UnderstandingContext) -> Parts | None:
    """The parts; None where nobody says anything of coming, or asks for more."""
    taken, found = set[int](), dict[Coming, list[range]]()
    for way, begins, pattern in SAID:
        if not any(word.startswith(begins) for word in message.words):
            continue
        for match in pattern.finditer(message.flat):
            place = message.between(match.start() + 1, match.end())
            if {*place} & taken or not _is_so(message, way, place):
                continue
            if way is Coming.HERE and not is_here(message, place, context):
                continue
            found.setdefault(way, []).append(place)
            taken |= {*place}
    looking = WHILE_LOOKING.search(message.flat)
    if looking:
        taken |= {*message.between(looking.start() + 1, looking.end())}
    firm = [p for p in found.get(Coming.STAYS, ()) if not any(_ENDS.match(message.tokens[i].text) for i in p)]
    ways = found.keys() - {Coming.WHAT_TO_DO}
    if Coming.COMES in found and _FORGET.search(message.flat):
        found.setdefault(Coming.STAYS, [])
    if Coming.STAYS in found and _RATHER_WITH.search(message.flat):
        return None  # "déjela igual pero con la doctora Ríos"
    bounds = any(bounds_a_new_one(message.flat, message.place_of(p.start)) for p in found.get(Coming.CANNOT, ()))
    if bounds or not (ways or looking) or _wishes(message, taken) or _asks(message, found):
        return None
    return Parts(message, context, found, _wonders(message, found), bool(looking or firm))


_ABLE = re.compile(r" si (?:[a-z]{2,3} ){0,3}(?:pued|pod|alcanz|lleg)")
_IS_HERE = re.compile(r" (?:ya|est|sig|seg|and|lleg|acab|esper|recien|apenas|ahora)")
_SURELY = re.compile(r" (?:siempre|claro que|seguro que|por supuesto que|yo) si ")


def _is_so(message: Message, way: Coming, place: range) -> bool:
    """Whether words say what they may say: "sí puedo" and not "si puedo", "no cancele" and not "no cancelé"."""
    said = "".join(f" {message.tokens[i].text}" for i in place) + " "
    raw = [message.tokens[i].raw.casefold() for i in place]
    if way is Coming.CANNOT:
        return not _TO_ME.search(said)
    if way is Coming.ASKS_STILL and place.start and message.tokens[place.start - 1].text == "no":
        return message.asks  # "¿no me esperan?", but not "no me esperen"
    if way is Coming.HERE and place.start and not _IS_HERE.match(said):
        return message.tokens[place.start - 1].kind not in ("word", "number")
    if way is Coming.STAYS:
        return not any(_CHANGES.fullmatch(message.tokens[i].text) and message.tokens[i].raw[-1:] in "éó" for i in place)
    if way is Coming.COMES and "sí" not in raw and (_ABLE.search(said) or said.startswith(" si ")):
        able, behind = _ABLE.search(said), message.flat[message.place_of(place.stop - 1) :].partition(" ")
        return bool(_SURELY.search(said)) if able else not is_what_then(f" {behind[2]}")
    return True


def _wishes(message: Message, taken: set[int]) -> bool:
    """Whether anything else is wished for or changed."""
    if any(not {*message.between(m.start() + 1, m.end())} & taken for m in _ANOTHER.finditer(message.flat)):
        return True
    for place in stretches(message):
        told = {message.tokens[i].text for i in place} & _TOLD
        for i in place:
            word = message.tokens[i].text
            if i in taken or word in _NO_WISH or (told and not _ORDER.fullmatch(word)):
                continue
            rather = word.startswith(("mejor", "prefier")) and ({i + 1, i + 2} & taken or i - 1 in taken)
            noun = word.startswith("cambio") and message.tokens[max(i - 1, 0)].text in _ARTICLES
            if message.tokens[i].raw[-1:] in "éó" or noun:
                continue
            if not rather and (_WISHES.fullmatch(word) or _CHANGES.fullmatch(word)):
                return True
    return False


_TAG = re.compile(r"\b(?:verdad|vdd|cierto|ok|va|sale|si|sí)\s*\?", re.IGNORECASE)
_COMING_IN = re.compile(
    r" (?:(?:me|nos) )?(?:anunci|registr|pas|sub|entr|esper|toc|sient)(?:o|amos|imos|emos|an)(?= )| abren?(?= )"
)
""" "Ya llegamos, ¿nos anunciamos?"."""


def _asks(message: Message, found: dict[Coming, list[range]]) -> bool:
    """Whether a question is asked that is none of these."""
    if not message.asks:
        return False
    if found.keys() & {Coming.LATE, Coming.ON_THE_WAY} and RECEIVED.search(message.flat):
        return False
    if Coming.HERE in found and _COMING_IN.search(message.flat):
        return False
    return not found.keys() & {Coming.ASKS_STILL, Coming.WHAT_TO_DO, Coming.STAYS}


def _wonders(message: Message, found: dict[Coming, list[range]]) -> bool:
    """Whether what says so depends on something, or nobody is sure."""
    for way in (Coming.CANNOT, Coming.COMES):
        for place in found.get(way, ()):
            begin = message.place_of(place.start)
            clause = next((p for p in stretches(message) if place.start in p), place)
            before = message.flat[message.place_of(clause.start) - 1 : begin]
            after = message.flat[message.place_of(place.stop - 1) :]
            if _MAYBE.search(before) or _IF.search(before) or depends(after, cannot=way is Coming.CANNOT):
                return True
    return False
