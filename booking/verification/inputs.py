"""Everything that can happen to a conversation, as far as facts can tell it apart."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from booking.intents import (
    AnyIntent,
    AskQuestion,
    AsTold,
    Attend,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Clear,
    Confirm,
    DeclineOffer,
    Deny,
    Fills,
    Greet,
    HumanReason,
    JoinWaitingList,
    LeaveWaitingList,
    Like,
    ListAppointments,
    Manner,
    OptOut,
    PrivacyRequest,
    Problem,
    ProvideCustomerData,
    Rate,
    Reading,
    Recall,
    Repeats,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    Shift,
    Smalltalk,
    Source,
    StartBooking,
    TakeOffer,
    Thank,
    Topic,
    Unknown,
    UnknownWhy,
    UseTool,
    VisitType,
    When,
    Whose,
)
from booking.verification.small_world import EXACT, MINE, slot


class Lapse(StrEnum):
    """What time can end. Each clock runs by itself, so any of them may end before another that began later."""

    HOLD = "hold"
    OFFER = "offer"
    HUMAN = "human"  # the time a human has the chat
    CHAT = "chat"  # a flow left alone
    QUESTION = "question"  # the time in which a bare "sí" answers what was asked


@dataclass(frozen=True, slots=True)
class Input:
    """One thing that happens. `waits` makes time pass, and these `lapse`; otherwise intents arrive as one turn.

    `late`: sent before the proposal on screen was asked for, though it arrives after. `found`: a document answers,
    or something of before, or a last appointment. `fails`: what was before cannot be looked at.
    `near`: a document says something near it, and no more. `asks`: the clinic asks for the type of visit. `read`: what
    is asked for was read before the turn, which the real engine does for staff alone, so `Checked` does not show it.
    `source`: who read the intents.
    """

    label: str
    intents: tuple[AnyIntent, ...] = ()
    waits: dt.timedelta | None = None
    lapse: frozenset[Lapse] = frozenset()
    tap: bool = False
    late: bool = False
    found: bool = False
    near: bool = False
    fails: bool = False
    asks: bool = False
    read: bool = False
    source: Source = Source.SHORTCUT


def _local(at: dt.datetime) -> tuple[dt.date, dt.time]:
    local = at.astimezone(dt.timezone(dt.timedelta(hours=-8)))
    return local.date(), local.time().replace(tzinfo=None)


_DAY, _TIME = _local(EXACT.slot.start)
DAY = Reading(when=When(date_from=_DAY, date_to=_DAY))
CLOCK = Reading(when=When(date_from=_DAY, date_to=_DAY, time_from=_TIME, exact=True))
HOUR = Reading(when=When(time_from=_TIME, exact=True))
_NEXT = _DAY + dt.timedelta(days=1)
TWO = Reading(candidates=(When(date_from=_DAY, date_to=_DAY), When(date_from=_NEXT, date_to=_NEXT)), ambiguous=True)
_MINE_DAY, _ = _local(slot(3).start)
MY_DAY = Reading(when=When(date_from=_MINE_DAY, date_to=_MINE_DAY))
TOLD = AsTold(appointment_id=MINE[0].id, version=MINE[0].version)
"""Of the first of them as it is; where another one is found, it is none of theirs."""
TOO = AsTold(appointment_id=MINE[1].id, version=MINE[1].version)
"""Of the other one."""
BEFORE = AsTold(appointment_id=MINE[0].id, version=MINE[0].version - 1)
"""Of the first of them as it was before: it has changed since."""
GONE = Reading(problem=Problem.PAST)

_NAME = ProvideCustomerData(name="Ana Ruiz")
BETTER_KNOWN = (CheckAvailability(when=CLOCK), _NAME)
"""What was understood in part, with what was said of it since."""
_SERIES = Repeats(every=7, times=3)
_LIKE_EVA = Like(doctor=True, whose=Whose(name="Eva"))
_MOVE = RescheduleAppointment()
_CHANGE = UseTool(tool="x", fills=Fills.ADDS)
_MOVE_TO = RescheduleAppointment(when=CLOCK)


_PARTLY = (UnknownWhy.PARTLY, UnknownWhy.AMENDED, UnknownWhy.ORDER_PARTLY, UnknownWhy.NOT_SO)


def _partly(*understood: Clear) -> Unknown:
    """These were understood, and something else was said."""
    return Unknown(why=UnknownWhy.PARTLY, understood=understood, left=("algo más",))


def _perhaps(*understood: Clear) -> Unknown:
    """These were understood of all that was said, and may not be meant."""
    return Unknown(why=UnknownWhy.PARTLY, understood=understood, unsure=True)


SAID: tuple[Input, ...] = (
    Input("hola", (Greet(),)),
    Input("espera", (Smalltalk(manner=Manner.WAIT),)),
    Input("¿mande?", (Smalltalk(manner=Manner.PARDON),)),
    Input("jaja", (Smalltalk(manner=Manner.LAUGH),)),
    Input("gracias", (Thank(),)),
    Input("¿cómo estás?", (Smalltalk(),)),
    Input("quiero una cita", (StartBooking(),)),
    Input("quiero una cita (ya vino)", (StartBooking(),), found=True),
    Input("quiero una cita ese día", (StartBooking(when=DAY),)),
    Input("quiero una cita, a una de dos horas", (StartBooking(when=TWO),)),
    Input("¿qué horarios hay?", (CheckAvailability(),)),
    Input("ese día", (CheckAvailability(when=DAY),)),
    Input("ese día a esa hora", (CheckAvailability(when=CLOCK),)),
    Input("a una de dos horas", (CheckAvailability(when=TWO),)),
    Input("el lunes pasado", (CheckAvailability(when=GONE),)),
    Input("el día de mi cita", (CheckAvailability(when=MY_DAY),)),
    Input("más horarios", (CheckAvailability(shift=Shift.MORE),)),
    Input("otro día", (CheckAvailability(shift=Shift.OTHER_DAY),)),
    Input("ese día a esa hora, cada semana, tres veces", (CheckAvailability(when=CLOCK, repeats=_SERIES),)),
    Input("una cita cada semana", (StartBooking(repeats=Repeats(every=7)),)),
    Input("serían tres", (CheckAvailability(repeats=Repeats(times=3)),)),
    Input("la 1", (SelectSlot(option=1),)),
    Input("la 1 (botón)", (SelectSlot(option=1),), tap=True),
    Input("la 2", (SelectSlot(option=2),)),
    Input("la 9", (SelectSlot(option=9),)),
    Input("soy Ana Ruiz", (_NAME,)),
    Input("soy Ana (de pila)", (ProvideCustomerData(name="Ana"),)),
    Input("es para mi hijo Luis", (ProvideCustomerData(name="Luis Ruiz", for_other=True),)),
    Input("es para mi hijo (de pila)", (ProvideCustomerData(name="Luis", for_other=True),)),
    Input("no es Ruiz, es Rojas", (ProvideCustomerData(name="Rojas", instead_of="Ruiz"),)),
    Input("no es Lima, es Luna", (ProvideCustomerData(name="Luna", instead_of="Lima"),)),
    Input("mejor para mí", (ProvideCustomerData(for_self=True),)),
    Input("soy alérgica a la penicilina", (ProvideCustomerData(reason="soy alérgica a la penicilina"),)),
    Input("quiero una cita (¿primera vez?)", (StartBooking(),), asks=True),
    Input("ese día a esa hora (¿primera vez?)", (CheckAvailability(when=CLOCK),), asks=True),
    Input("soy Ana Ruiz, alérgica a la penicilina", (_NAME.model_copy(update={"reason": "alérgica"}),)),
    Input("con la Dra. Uno", (CheckAvailability(doctor="Dra. Uno"),)),
    Input("con quien sea", (CheckAvailability(anyone=True),)),
    Input("sí (a una invitación, para Eva)", (CheckAvailability(doctor="Dra. Uno", whose=Whose(name="Eva Ruiz")),)),
    Input("es de seguimiento", (CheckAvailability(visit=VisitType.FOLLOW_UP),)),
    Input("es primera vez", (CheckAvailability(visit=VisitType.FIRST),)),
    Input("es para mi mamá Ana Ruiz", (_NAME.model_copy(update={"for_other": True}),)),
    Input("es para Ana Ruiz", (_NAME.model_copy(update={"of_patient": True}),)),
    Input("es para mi mamá", (ProvideCustomerData(for_other=True),)),
    Input("mis datos", (ProvideCustomerData(),)),
    Input("sí", (Confirm(),)),
    Input("sí (botón)", (Confirm(),), tap=True),
    Input(
        "sí, y también para mi hija Eva",
        (Confirm(), StartBooking(when=HOUR, besides=True), ProvideCustomerData(name="Eva Ruiz", for_other=True)),
    ),
    Input("sí, y otra a esa hora", (Confirm(), StartBooking(when=HOUR, besides=True))),
    Input("sí (enviado antes)", (Confirm(),), late=True),
    Input("no", (Deny(),)),
    Input("ya no", (CancelBooking(),)),
    Input("cancela mi cita", (CancelAppointment(),)),
    Input("cancela la de Eva", (CancelAppointment(whose=Whose(name="Eva")),)),
    Input("cancela la que tengo con la Dra. Uno", (CancelAppointment(of_doctor="Dra. Uno"),)),
    Input("cambia la que tengo con la Dra. Uno", (RescheduleAppointment(of_doctor="Dra. Uno"),)),
    Input("cancela mi cita de ese día", (CancelAppointment(when=MY_DAY),)),
    Input("cancelarla (botón del aviso)", (CancelAppointment(told=TOLD),), tap=True),
    Input("cancelarla (botón del aviso de antes)", (CancelAppointment(told=BEFORE),), tap=True),
    Input("cambiarla (botón del aviso)", (RescheduleAppointment(told=TOLD),), tap=True),
    Input("ahí estaré (botón del recordatorio)", (Attend(those=(TOLD,)),), tap=True),
    Input("ahí estaremos (botón del recordatorio)", (Attend(those=(TOLD, TOO)),), tap=True),
    Input("no puedo ir (al recordatorio)", (Attend(those=(TOLD,), coming=False),)),
    Input("uno sí y otro no (al recordatorio)", (Attend(those=(TOLD, TOO), unsaid=True),)),
    Input("5 (botón de cómo te fue)", (Rate(mark=5, told=TOLD),), tap=True),
    Input("un 2 (a cómo te fue)", (Rate(mark=2, told=TOLD),)),
    Input("cambia mi cita", (_MOVE,)),
    Input("cambia mi cita a ese día a esa hora", (_MOVE_TO,)),
    Input("cambia mi cita a ese día", (RescheduleAppointment(when=DAY),)),
    Input("cambia mi cita a esa hora", (RescheduleAppointment(when=HOUR),)),
    Input("a esa hora", (CheckAvailability(when=HOUR),)),
    Input("cambia mi cita, con un hombre", (RescheduleAppointment(not_with=("Dra. Uno",)),)),
    Input("cambia mi cita de ese día", (RescheduleAppointment(of=MY_DAY),)),
    Input("cambia mi cita de otro día", (RescheduleAppointment(of=DAY),)),
    Input("cambia mi cita, con la Dra. Uno", (RescheduleAppointment(doctor="Dra. Uno"),)),
    Input("con quien sea menos la Dra. Uno", (CheckAvailability(not_with=("Dra. Uno",)),)),
    Input("con otro doctor", (CheckAvailability(another=True),)),
    Input("quiero dos citas, una ese día y otra a esa hora", (StartBooking(when=DAY, several=True, other_when=HOUR),)),
    Input("cancela todas mis citas", (CancelAppointment(several=True),)),
    Input("mejor ese día, u otra cita", (RescheduleAppointment(when=DAY, unsure=True),)),
    Input("cambia mi cita, con otro doctor", (RescheduleAppointment(another=True),)),
    Input("cambia mi cita, con quien sea", (RescheduleAppointment(anyone=True),)),
    Input("mis citas", (ListAppointments(),)),
    Input("déjenlas como están", (ListAppointments(stay=True),)),
    Input("mi cita de ese día con la Dra. Uno", (ListAppointments(of=MY_DAY, of_doctor="Dra. Uno"),)),
    Input("las citas de Eva", (ListAppointments(whose=Whose(name="Eva")),)),
    Input("¿dónde están?", (AskQuestion(query="?", topic=Topic.ADDRESS),)),
    Input("¿abren ese día?", (AskQuestion(query="?", topic=Topic.HOURS, when=DAY),)),
    Input("¿eres un robot?", (AskQuestion(query="?", topic=Topic.ASSISTANT),)),
    Input("¿qué días viene?", (AskQuestion(query="?", topic=Topic.HOURS, doctor="Dra. Uno"),)),
    Input("¿quién atiende ese día?", (AskQuestion(query="?", topic=Topic.DOCTORS, when=DAY),)),
    Input("¿con quién me toca?", (AskQuestion(query="?", topic=Topic.PROPOSAL),)),
    Input("¿cuánto dura?", (AskQuestion(query="?", topic=Topic.DURATION),)),
    Input("¿qué doctores hay?", (AskQuestion(query="?", topic=Topic.DOCTORS),)),
    Input("¿aceptan tarjeta?", (AskQuestion(query="?"),)),
    Input("¿aceptan seguro?", (AskQuestion(query="?"),), found=True),
    Input("¿el edificio tiene elevador?", (AskQuestion(query="?"),), near=True),
    Input("lo de siempre", (StartBooking(like=Like(doctor=True)),)),
    Input("a la hora de siempre", (CheckAvailability(like=Like(doctor=True, hour=True)),)),
    Input("ese día, con quien siempre", (StartBooking(when=DAY, like=Like(doctor=True)),)),
    Input("ese día, para Eva con quien siempre", (StartBooking(when=DAY, like=_LIKE_EVA),)),
    Input("¿qué me dijeron?", (Recall(query="?"),)),
    Input("¿qué citas tenía?", (Recall(query="?"),), found=True),
    Input("¿de qué hablamos?", (Recall(query="?"),), fails=True),
    Input("una persona, por favor", (RequestHuman(),)),
    Input("voy tarde", (RequestHuman(reason=HumanReason.LATE),)),
    Input("me duele el pecho", (RequestHuman(reason=HumanReason.URGENT),)),
    Input("(una herramienta)", (UseTool(tool="x"),)),
    Input("(lo que falta, o cambia)", (_CHANGE,)),
    Input("(lo que cambia, de Eva)", (_CHANGE.model_copy(update={"arguments": (("paciente", "Eva"),)}),)),
    Input("(que no, y lo que cambia)", (_CHANGE.model_copy(update={"denies": True}),)),
    Input("alta 12345678", (UseTool(tool="alta_personal"),)),
    Input("visto", (UseTool(tool="aviso_personal"),)),
    Input("avísame si se abre algo antes", (JoinWaitingList(earlier=True),)),
    Input("avísame si se abre algo ese día", (JoinWaitingList(when=DAY),)),
    Input("avísame", (JoinWaitingList(),)),
    Input("avísame si se abre algo ese día (sin lista de espera)", (JoinWaitingList(when=DAY),), asks=True),
    Input("sí, y avísame si se abre algo antes", (Confirm(), JoinWaitingList(earlier=True))),
    Input("ya no me avisen", (LeaveWaitingList(),)),
    Input("sí, lo quiero (botón de un horario)", (TakeOffer(offer=7),), tap=True),
    Input("sí, pero para mi hija (a un horario)", (TakeOffer(offer=7, for_other=True),)),
    Input("sí, pero para Eva (a un horario)", (TakeOffer(offer=7, for_other=True, name="Eva Ruiz"),)),
    Input("no, gracias (botón de un horario)", (DeclineOffer(offer=7),), tap=True),
    Input("BAJA", (OptOut(),)),
    Input("ALTA", (OptOut(undo=True),)),
    Input("ya no me manden nada", (OptOut(unsure=True),)),
    Input("ya no me manden nada, ¿qué horarios hay?", (OptOut(unsure=True), CheckAvailability())),
    Input("me muero de la tos", (RequestHuman(reason=HumanReason.URGENT, unsure=True),)),
    Input("seguir aquí", (RequestHuman(undo=True),)),
    Input("privacidad", (PrivacyRequest(),)),
    *(Input(f"({why.value})", (Unknown(why=why),)) for why in UnknownWhy if why not in _PARTLY),
    Input("(una orden, y algo más)", (Unknown(why=UnknownWhy.ORDER_PARTLY, left=("cada mes",), order="agenda a Eva"),)),
    Input("(ese día a esa hora, y algo más)", (_partly(CheckAvailability(when=CLOCK)),)),
    Input("(ese día a esa hora, si eso era)", (_perhaps(CheckAvailability(when=CLOCK)),)),
    Input("(ese día a esa hora, y de quién)", (Unknown(why=UnknownWhy.AMENDED, understood=BETTER_KNOWN),)),
    Input("(cancela mi cita, y algo más)", (_partly(CancelAppointment()),)),
    Input("(que no, o algo así)", (Unknown(doubt=True),)),
    # several things at once
    Input("(dos lecturas)", (UseTool(tool="y"), UseTool(tool="z")), read=True),
    Input("(lo que falta, y otra herramienta)", (_CHANGE, UseTool(tool="y"))),
    Input("hola, soy Ana Ruiz, ese día a esa hora", (Greet(), _NAME, CheckAvailability(when=CLOCK))),
    Input("cita para mi hijo (¿primera vez?)", (StartBooking(), ProvideCustomerData(for_other=True)), asks=True),
    Input(
        "cancela mi cita, y aparta esa hora para mi mamá",
        (CancelAppointment(), StartBooking(when=HOUR, besides=True, other="mamá")),
    ),
    Input("la 1, soy Ana Ruiz", (SelectSlot(option=1), _NAME)),
    Input("la 1 y sí", (SelectSlot(option=1), Confirm())),
    Input("ese día a esa hora, y sí", (CheckAvailability(when=CLOCK), Confirm())),
    Input("no, y sí", (Deny(), Confirm())),
    Input("soy Ana Ruiz, y sí", (Confirm(), _NAME)),
    Input("sí, ¿dónde están?", (Confirm(), AskQuestion(query="?", topic=Topic.ADDRESS))),
    Input("¿aceptan tarjeta? sí (enviado antes)", (AskQuestion(query="?"), Confirm()), late=True),
    Input("sí, gracias, soy alérgica", (Confirm(), Thank(), ProvideCustomerData(reason="soy alérgica"))),
    Input("sí, y mis citas", (Confirm(), ListAppointments())),
    Input("mueve mi cita, la 1, quiero una cita, soy Ana Ruiz", (_MOVE, SelectSlot(option=1), StartBooking(), _NAME)),
    Input(
        "mueve mi cita, la 1, quiero una cita, soy Ana Ruiz, me duele el pecho",
        (_MOVE, SelectSlot(option=1), StartBooking(), _NAME, RequestHuman(reason=HumanReason.URGENT)),
    ),
    Input("mueve mi cita a esa hora, soy Ana Ruiz, ¿dónde están?", (_MOVE_TO, _NAME, AskQuestion(query="?"))),
)

BY_MODEL: tuple[Input, ...] = tuple(
    Input(f"({intent.kind}, leído por un modelo)", (intent,), source=Source.MODEL)
    for intent in (
        OptOut(),
        RequestHuman(),
        RequestHuman(reason=HumanReason.URGENT),
        CancelBooking(),
        CancelAppointment(),
        RescheduleAppointment(when=DAY),
        Deny(),
        ProvideCustomerData(name="Luis Ruiz", for_other=True),
        Unknown(),
    )
)
"""What would end something, or silence the chat, where a model alone read it."""

_SHORT = frozenset({Lapse.HOLD, Lapse.OFFER})
WAITS: tuple[Input, ...] = (
    Input("pasan 11 minutos", waits=dt.timedelta(minutes=11), lapse=frozenset({Lapse.HOLD})),
    Input("pasan 6 minutos", waits=dt.timedelta(minutes=6), lapse=frozenset({Lapse.OFFER})),
    Input("pasan 16 minutos", waits=dt.timedelta(minutes=16), lapse=_SHORT),
    Input("pasan 13 horas", waits=dt.timedelta(hours=13), lapse=_SHORT | {Lapse.HUMAN, Lapse.QUESTION}),
    Input("pasa un día", waits=dt.timedelta(hours=25), lapse=frozenset(Lapse)),
    Input(
        "pasa un día, y una persona sigue", waits=dt.timedelta(hours=25), lapse=_SHORT | {Lapse.CHAT, Lapse.QUESTION}
    ),
)
"""Six minutes end an offer that was ten minutes old when its hour was held."""

INPUTS = (*SAID, *BY_MODEL, *WAITS)
