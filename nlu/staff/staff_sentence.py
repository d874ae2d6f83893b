"""A sentence of staff's that is read as one act: its parts are taken out of it one by one, and what is left over is told."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.intents import UseTool
from booking.models import UnderstandingContext
from booking.models.tool_answers import AND_THEN
from nlu.staff import staff_parts, staff_times
from nlu.staff.staff_act_words import DAYS, DONE, OFF_LIST, OFFERS, ON_LIST
from nlu.staff.staff_acts import (
    ACTS,
    ANYONE,
    BOOK,
    CANCEL,
    CHANGE,
    CHANGES,
    DAY,
    FIND,
    FREE_TIMES,
    JOINS,
    NEW,
    OF_NO_DOCTOR,
    PATIENTS,
    WRITES,
    Act,
)
from nlu.staff.staff_words import (
    AWAY,
    CANNOT_COME,
    EVERY_DAY,
    FOR_SOONER,
    LIMITS,
    ONE_MORE,
    OVERBOOKS,
    TOLD_TOO,
    UNTOLD,
    blank,
    even,
    stories,
)
from nlu.when import read
from nlu.with_whom import visits
from nlu.words.message import plain


class Heard(NamedTuple):
    """A request, and the stretches of the text that nobody has read."""

    order: UseTool
    left: tuple[tuple[int, int], ...] = ()
    text: str = ""

    @property
    def unread(self) -> tuple[str, ...]:
        return tuple(self.text[start:end] for start, end in self.left)

    @property
    def read(self) -> str:
        """The words before what is left over, or those behind it; none where it stands among them: what is quoted with
        a hole in it may say the opposite."""
        first, last = (self.left[0][0], self.left[-1][1]) if self.left else (len(self.text), len(self.text))
        before, after = (_ENDS.sub("", part).strip(" ,.;:") for part in (self.text[:first], self.text[last:]))
        return "" if before and after else before or after


_ENDS = re.compile(r"^\W*(?:(?:y|pero|que|o)\b\W*)+|\W*(?:\b(?:y|pero|que|o|a|de|con|para)\b\W*)+$", re.IGNORECASE)
_PHONE_OF = {"nombre": "telefono", "paciente_nombre": "telefono", "busqueda": "busqueda"}
_TOLD_LAST = {"nueva_fecha_hora": 2, "recorrer": 2, "horario": 2, "doctor": 3, "tipo_consulta": 4, "primero": 4}
"""The order in which what was said is told again: whose it is first."""
_ALL = re.compile(r"\btod[oa]s?\b|\b(?:las|los) (?:citas|consultas|pacientes)\b|\blas (?=de\b)|\blos (?=del?\b)")
_VISIT_AT = re.compile(r"\b(?:la|el)\b(?: \w+){0,3} (?:de|a) las? \d")
""" "La paciente de las 6:30", "el que viene a las 12"."""
_AT = re.compile(r"\ba (?=las? \w)|\bal (?=medio ?d[ií]a)", re.IGNORECASE)
_BLOCKS = re.compile(r"\b(?:bloque|aparta|cierr|cerr)\w*")
""" "Bloquea todos los días de 1 a 3": no hours in which anybody works."""
_EVERY_WEEK = re.compile(r"\b(?:los|cada|siempre|diario|entre semana|todos)\b")
_ON_WEEKDAYS = re.compile(rf"\b(?:de )?(?P<days>(?:todos )?los {DAYS})\b(?! \d)")
""" "Las de Elena de los miércoles": those of hers that are on a Wednesday."""
_PLACE = re.compile(
    r"\b(?:a )?(?:la|el|mi|su) (?:(?P<first>primer[oa]?)|ultim[oa])(?: (?:cita|paciente|consulta))?\b(?! (?:vez|hora|semana|hueco|espacio|lugar|horario))"
    rf"(?! que (?:(?:te|le|les|me|yo|ya|recien|apenas) )*(?:acab\w+ de|{DONE})\b)"
)
""" "La última de hoy": which of a day's; "la última que agendé" is none of them."""
_FIRST_FREE = re.compile(
    r"\ba (?:la hora que (?:sea|haya|puedas|quieras|se pueda)|cualquier hora)\b|\b(?:en )?(?:el )?(?:primer|proximo|siguiente) (?:hueco|espacio|lugar|horario|campo)(?: (?:libre|disponible)| que (?:haya|tengas?|hay))*"
    r"|\b(?:a )?(?:la|el|lo) (?:primer[oa]?|mas (?:pronto|temprano|cercan[oa]|proxim[oa]))(?: (?:hora|cita|horario))?(?: (?:libre|disponible|posible)| que (?:haya|tengas?|hay|este|quede|encuentres)(?: (?:libre|disponible))?)+"
)
_TO_AGENDA = re.compile(r"(?<!la )(?<!mi )(?<!su )\bagenda(?= (?:a|al|para) )")
""" "Agenda a Ana": the verb, and not the noun."""
_MUST_BE = re.compile(r"\b(?:tiene|debe|tendria) (?:que )?ser\b")
""" "Tiene que ser la segunda" tells of nothing."""
_A_DOCTOR = re.compile(r"\b(?:dra?|doctora?|doctores)\b")
_COMES_OR_NOT = re.compile(
    r"\b(?:no|siempre) (?:va a |se |pudo |puede )*(?:vien|vin|venir|ir|va|lleg|asist|present|trabaj)\w*|\b(?:falto|faltara)\b"
)
_LOOKS = re.compile(
    r"\b(?:que|quien|quienes|cual|cuales|cuando|cuant[oa]s?|donde|como|dime|dame|busc\w*|muestra\w*|ensena\w*|pasame|checa\w*|revisa\w*|localiza\w*)\b"
)


def asks(text: str, bare: str) -> bool:
    """Whether it is a question, or tells to look something up."""
    return "?" in text or "¿" in text or _LOOKS.search(bare) is not None


class Sentence:
    """A text that is read as one act: `rest` is what no part has taken yet."""

    def __init__(self, text: str, bare: str, act: Act, match: re.Match[str], context: UnderstandingContext) -> None:
        self.text, self.rest, self.act, self.context = text, bare, act, context
        self.given: dict[str, str] = {}
        self.left: list[tuple[int, int]] = []
        self.late = False
        self.writes = act.tool in WRITES
        named = {name: place for name in match.groupdict() if (place := match.span(name)) != (-1, -1)}
        acts = [match.span()] if named else [found.span() for found in act.words.finditer(bare)]
        for start, end in acts:
            self._take(start, end)
        tells = act.tool in (PATIENTS, NEW) or (act.tool == CHANGE and act.fixed)
        self.beside = acts[0] if tells else None
        for name, (start, end) in named.items():
            self.given[name.rstrip("0123456789")] = text[start:end].strip(" ,.?!")
        if act.tool == BOOK and (over := OVERBOOKS.search(self.rest)):
            self.given["sobrecupo"] = "si"
            self._take(*over.span())
        if act.tool == JOINS and (sooner := FOR_SOONER.search(self.rest)):
            self._take(*sooner.span())
        if act.tool == BOOK:
            for more in ONE_MORE.finditer(self.rest):
                self._take(*more.span())
        if act.tool in (CANCEL, CHANGE):
            for cannot in CANNOT_COME.finditer(even(text)):
                self._take(*cannot.span())
        if act.tool in (CANCEL, CHANGE) and (found := _PLACE.search(self.rest)):
            self.given["lugar"] = "primera" if found["first"] else "ultima"
            self._take(*found.span())
        if act.tool in CHANGES and (not act.fixed or act.tool == DAY):
            if untold := UNTOLD.search(self.rest):
                self.given["sin_avisar"] = "si"
                self._take(*untold.span())
            elif told := TOLD_TOO.search(self.rest):
                self._take(*told.span())
        if act.tool == DAY:
            self._of_a_day()
        for reason in AWAY.finditer(self.rest) if self.writes else ():
            self._take(*reason.span())
        if act.when == "nueva_fecha_hora" and (now := staff_times.instead_of(text, self.rest)) is not None:
            self.given["cuando"] = now.said
            self._take(*now.places[0])
        tells_only = not self.writes and not asks(text, bare)
        for start, end in () if tells_only else stories(text, acts):
            if _MUST_BE.search(self.rest[start:end]):
                continue
            if not any(other.tool in WRITES and other.words.search(self.rest[start:end]) for other in ACTS):
                self._take(start, end)
        for every in EVERY_DAY.finditer(self.rest) if self.writes else ():
            self._leave(*every.span())
        for limit in list(LIMITS.finditer(self.rest)):
            if self.writes or not limit[0].startswith(("si ", "cuando", "cada")):
                self._leave(*limit.span())

    def _of_a_day(self) -> None:
        """Of a whole day: which of it not, that it is done also where it does not fit, and to whom it goes."""
        if (kept := staff_parts.but(self.text, self.rest)) is not None:
            self.given["menos"] = kept.said
            self._take(*kept.places[0])
        if over := OVERBOOKS.search(self.rest):
            self.given["sobrecupo"] = "si"
            self._take(*over.span())
        gets = "to-doctor" in self.act.needs
        if gets and (to := staff_parts.to_doctor(self.rest, self.context)) is not None:
            whole, (start, end) = to.places
            self.given["a_doctor"] = self.text[start:end]
            self._take(*whole)
        tells = "late" in self.act.needs
        if (tells or "by" in self.act.needs) and (by := staff_times.by_how_much(self.text, self.rest)) is not None:
            self.given["recorrer"] = by.said
            self._take(*by.places[0])
        if tells and (late := staff_parts.late(self.rest)) is not None:
            self.late = True
            self._take(*late)

    def heard(self) -> Heard | None:
        """What it asks for; None where a part is missing without which the words say something else."""
        doctor = self._anyone() or self._doctor() or "doctor" in self.given
        if self.act.tool in FREE_TIMES | {BOOK, JOINS}:
            self._visit()
        self._phone()
        self._weekdays()
        self._times()
        self._rest()
        given, act = self.given, self.act
        if "horario" in given and _BLOCKS.search(even(self.text)):
            return None
        of_nobody = act.tool == CHANGE and act.fixed and not given.keys() & {"paciente", "cuando", "lugar"}
        if (of_nobody and _A_DOCTOR.search(even(self.text))) or (
            act.tool in (CANCEL, CHANGE) and self._is_of_a_doctor()
        ):
            return None
        parts = {
            "who": act.who in given, "when": act.when in given, "any": bool(given), "doctor": doctor, "no-doctor": not doctor,
            "only": not (given.keys() - {"doctor"}) and not self.left, "no-when": not self._has_time(),
            "plural": not self._has_time(), "bounded": self._bound(), "which": act.who in given or ("cuando" in given and _VISIT_AT.search(even(self.text)) is not None), "new": bool(given.keys() & {"nueva_fecha_hora", "recorrer"}),
            "no-who": act.who not in given, "by": "recorrer" in given, "to-doctor": "a_doctor" in given, "late": self.late,
            "off-list": OFF_LIST.search(even(self.text)) is not None,
            "on-list": ON_LIST.search(even(self.text)) is not None,
            "offers": OFFERS.search(even(self.text)) is not None,
        }  # fmt: skip
        if not all(parts[need] for need in act.needs & parts.keys()):
            return None
        several = (("todas", "si"),) if act.tool in (CANCEL, CHANGE) and _ALL.search(even(self.text)) else ()
        told = sorted(given.items(), key=lambda one: _TOLD_LAST.get(one[0], 0 if one[0] == act.who else 1))
        order = UseTool(tool=act.tool or "-", arguments=(*told, *act.fixed, *several))
        return Heard(order, tuple(sorted(self.left)), self.text)

    def _is_of_a_doctor(self) -> bool:
        """ "Hoy no vino Salas": of whoever comes or not, and is called like one of the doctors, that one is meant."""
        who = self.given.get("paciente", "")
        said = even(self.text)
        titled = re.search(
            rf"\b(?:senora?|sra?|srta|senorita|don|dona|paciente|joven|nin[oa]|familia)\b\W+{re.escape(even(who))}",
            said,
        )
        bare = who and titled is None and staff_parts.bare_surname(who, self.context.doctors)
        return bool(bare) and _COMES_OR_NOT.search(said) is not None

    def _take(self, start: int, end: int) -> None:
        self.rest = blank(self.rest, start, end)

    def _leave(self, start: int, end: int) -> None:
        end = start + len(self.rest[start:end].rstrip(" ,."))
        if self.rest[start:end].strip():
            self.left.append((start, end))
        self._take(start, end)

    def _doctor(self) -> bool:
        found = staff_parts.doctor(self.rest, self.act, self.context) if self.act.tool not in OF_NO_DOCTOR else None
        if found is not None:
            whole, (start, end) = found.places
            self.given["doctor"] = self.text[start:end]
            self._take(*whole)
        return found is not None

    def _anyone(self) -> bool:
        """Of who is to be booked: whether anybody who is free will do."""
        found = visits.anyone(self.rest) if self.act.tool == BOOK else None
        if found is not None:
            self.given["doctor"] = ANYONE
            self._take(*found)
        return found is not None

    def _visit(self) -> None:
        if (found := staff_parts.visit(self.rest)) is not None:
            self.given["tipo_consulta"] = found[0]
            self._take(*found[1])

    def _weekdays(self) -> None:
        """Of appointments that there are: on which days of the week."""
        found = _ON_WEEKDAYS.search(self.rest) if self.act.tool in (CANCEL, FIND) else None
        if found is not None and "dias_semana" not in self.given:
            self.given["dias_semana"] = self.text[slice(*found.span("days"))]
            self._take(*found.span())

    def _phone(self) -> None:
        """Of a patient to register or to book it is one of the parts; who is looked for may be known by it alone."""
        if (field := _PHONE_OF.get(self.act.who or "")) and (found := staff_parts.phone(self.rest)):
            self.given[field] = self.text[slice(*found[1])]
            self._take(*found[0])

    def _times(self) -> None:
        act, text = self.act, self.text
        if act.when is None:
            return
        field = act.when
        if field == "nueva_fecha_hora":
            if (by := staff_times.by_how_much(text, self.rest)) is not None:
                self.given["recorrer"], field = by.said, "cuando"
                self._take(*by.places[0])
            elif "cuando" not in self.given and (old := staff_times.old_time(text, self.rest)) is not None:
                self.given["cuando"] = old.said
                self._take(*old.places[0])
        found = staff_times.time(text, self.rest, self.context)
        if found is None:
            return
        if field == "nueva_fecha_hora" and not staff_times.is_new(even(text), found.places[0][0]):
            field = "cuando"
            if field in self.given:
                return
        self.given[field] = found.said
        for place in found.places:
            self._take(*place)
        other = staff_times.time(text, self.rest, self.context) if act.when == "nueva_fecha_hora" else None
        if other is None or self.given.keys() & {"nueva_fecha_hora", "recorrer"}:
            return
        if "lugar" in self.given or staff_times.is_new(even(text), other.places[0][0]):
            self.given["nueva_fecha_hora"] = other.said
            for place in other.places:
                self._take(*place)

    def _bound(self) -> bool:
        """Whether the hour that was said is a bound of a day, today's where none is said; it then stands as one. "Los
        lunes" is every week."""
        when = self.given.get("cuando", "")
        if not self.act.bound or _EVERY_WEEK.search(even(self.text)):
            return False
        self.given["cuando"], bounds = _AT.subn(f"{self.act.bound} ", when)
        said = read(when, self.context.now, direction=None).when
        if said is not None and said.date_from is None:
            self.given["cuando"] = f"hoy{AND_THEN}{self.given['cuando']}"
        return bounds == 1

    def _has_time(self) -> bool:
        return staff_times.time(self.text, self.rest, self.context) is not None

    def _rest(self) -> None:
        """Who it is, of the words that nobody knows; all others are left over."""
        act = self.act
        if act.tool == BOOK and (free := _FIRST_FREE.search(self.rest)):
            self.given["primero"] = "si"
            self._take(*free.span())
        if act.tool != BOOK:
            for verb in _TO_AGENDA.finditer(self.rest):
                self._leave(*verb.span())
        for run in staff_parts.unknown(self.text, self.rest, self.beside, order=self.writes):
            said = self.text[run.start : run.end].strip(" ,.?!")
            if run.is_name and act.who and act.who not in self.given:
                self.given[act.who] = said
                self._take(run.start, run.end)
            elif plain(said) in staff_parts.MONTHS_ALONE and act.when and act.when not in self.given:
                self.given[act.when] = f"en {said}"  # "mis citas de diciembre"
                self._take(run.start, run.end)
            else:
                self._leave(self._lead(run.start), run.end)
        self.left = _together(self.left, self.rest, even(self.text))

    def _lead(self, start: int) -> int:
        """Where the small words begin that lead to what is left over: "para limpieza"."""
        lead = re.search(r"(?:\b(?:para|por|de|del|con|a|al|la|el|los|las|una?|que|no|lo|en)\s+)+$", self.rest[:start])
        return lead.start() if lead else start


def _together(left: list[tuple[int, int]], rest: str, whole: str) -> list[tuple[int, int]]:
    """Stretches left over with nothing between them that anybody has read are one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(left):
        if found and rest[found[-1][1] : start].split() == whole[found[-1][1] : start].split():
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
