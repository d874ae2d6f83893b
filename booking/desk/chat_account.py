"""A conversation told to staff: where it stands, and for each turn what was understood, decided and sent."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from operator import itemgetter

from booking.conversation.replies.spanish import listed
from booking.desk import machine_words, waiting_entries
from booking.desk.chat_views import Seen, choices, guards_of, words
from booking.desk.guard_words import GUARDS
from booking.desk.machine_words import in_words
from booking.desk.masking import NONE, name_of, number_of, profile_name
from booking.desk.veil import veil
from booking.models import ByHand, ByHandKind, Control, Effect, OutboxItem, Step, TurnRecord
from booking.models.draft_parts import hold_of, purpose_of
from booking.ports import UnitOfWork


def account(uow: UnitOfWork, seen: Seen, last: int, *, whole: bool = False) -> str:
    """The conversation and its last turns, with personal data masked unless it is shown `whole`."""
    turns = seen.turns[-last:]
    lines = [*_standing(seen, whole=whole)]
    if len(turns) < len(seen.turns):
        lines += ["", f"(Los últimos {len(turns)} de {len(seen.turns)} turnos; más con --turnos)"]
    since = turns[0].at if len(turns) < len(seen.turns) else None
    told = [(turn.at, [*_turn(turn, seen)]) for turn in turns]
    told += [(done.at, [*_by_hand(done, seen)]) for done in seen.by_hand if since is None or done.at >= since]
    for _, said in sorted(told, key=itemgetter(0)):
        lines += ["", *said]
    lines += _waiting(seen)
    told_all = "\n".join(lines)
    return told_all if whole else veil(uow, seen, [told_all]).over(told_all)


def _standing(seen: Seen, *, whole: bool) -> Iterator[str]:
    conversation, person = seen.conversation, seen.conversation.person
    written_from = conversation.reply_to.value if conversation.reply_to else None
    who = name_of(person.name, whole=whole) or profile_name(seen.profile, whole=whole) or "sin nombre"
    yield f"Chat {conversation.id} · {who} · {number_of(person.phone or written_from, whole=whole) or NONE}"
    draft = conversation.draft
    wanted = purpose_of(draft)
    purpose = f", para {in_words(machine_words.PURPOSES, wanted)}" if wanted else ""
    yield f"Estado: {in_words(machine_words.STATES, conversation.state)} ({conversation.state}){purpose}"
    if conversation.control is Control.HUMAN:
        until = f" hasta {_at(conversation.control_until, seen)}" if conversation.control_until else ""
        yield f"Atiende: una persona{until}. Para devolverlo al bot: turnero chats devolver {conversation.id}"
    else:
        yield "Atiende: el bot"
    if person.opted_out:
        yield "Pidió no recibir mensajes; vuelve si escribe ALTA."
    for entry in seen.waits:
        yield from waiting_entries.account(entry, whole=whole)
    if conversation.offer:
        times = ", ".join(_at(free.slot.start, seen) for free in conversation.offer.found)
        yield f"Ofrecido {_at(conversation.offer.made_at, seen)}: {times or 'nada'}"
    if hold := hold_of(draft):
        doctor = seen.doctors.get(hold.doctor_id)
        over = "vence" if seen.now < hold.expires_at else "venció"
        with_ = f" con {doctor.name}" if doctor else ""
        yield f"Apartado: {_at(hold.slot.start, seen)}{with_}; {over} {_at(hold.expires_at, seen)}"


def _turn(turn: TurnRecord, seen: Seen) -> Iterator[str]:
    yield f"Turno {turn.number} · {_at(turn.at, seen)}"
    for text in turn.texts:
        yield f"  Escribió: «{_indented(text)}»"
    if turn.intents:
        meant = "; ".join(in_words(machine_words.INTENTS, intent.kind) for intent in turn.intents)
        yield f"  Se entendió: {meant} (lo leyó: {in_words(machine_words.SOURCES, turn.source)})"
    else:
        yield f"  Lo inició: {in_words(machine_words.SOURCES, turn.source)}"
    for effect in turn.lookups:
        yield f"  Antes: {_effect(effect)}"
    for number, step in enumerate(turn.steps, start=1):
        yield from _step(number, step)
    for id in turn.outbox_ids:
        if id in seen.outbox:
            yield f"  Respondió ({_delivery(seen.outbox[id])}): {_content(seen.outbox[id])}"
    if not turn.replies:
        yield "  No respondió nada."


def _by_hand(done: ByHand, seen: Seen) -> Iterator[str]:
    yield f"{BY_HAND[done.kind]} · {_at(done.at, seen)} · {done.by}"
    if (sent := seen.outbox.get(done.outbox_id or 0)) is not None:
        yield f"  Escribió ({_delivery(sent)}): {_content(sent)}"
    elif done.text:
        yield f"  Escribió: «{_indented(done.text)}»"


BY_HAND = {
    ByHandKind.TAKEN: "Lo tomó una persona",
    ByHandKind.ANSWERED: "Contestó una persona",
    ByHandKind.TYPED: "Contestaron desde el teléfono de la clínica",
    ByHandKind.GIVEN_BACK: "Se devolvió al bot",
}
"""What somebody did in a chat."""

DELIVERY = {
    "pending": "en espera de salir",
    "sent": "enviado",
    "failed": "no se pudo enviar",
    "expired": "ya no salió: pasó su hora",
}
"""How far a message of ours got, by its state in the outbox."""


def _step(number: int, step: Step) -> Iterator[str]:
    moved = f"pasó a «{in_words(machine_words.STATES, step.target)}»" if step.target != step.source else "siguió igual"
    guards = [in_words(GUARDS, name) for name in guards_of(step)]
    because = f", porque {listed(guards)}" if guards else ""
    in_state = in_words(machine_words.STATES, step.source)
    yield f"  {number}. {in_words(machine_words.TRIGGERS, step.trigger)} (estando «{in_state}»): {moved}{because}"
    for effect in step.effects:
        yield f"     - {_effect(effect)}"
    if step.refused:
        yield f"     - no se pudo: {in_words(machine_words.TRIGGERS, step.refused)}"
    yield f"     fila: {step.row}"


def _effect(effect: Effect) -> str:
    """What was asked of the world, and in a word what it answered."""
    said = in_words(machine_words.EFFECTS, effect.name)
    if effect.kept_as is not None:
        return f"{said}: se borró al vencer su plazo"
    match effect.value:
        case {"found": [*found], "others": [*others]}:
            return f"{said}: {len(found)} como pidió, {len(others)} distintos"
        case [*items]:
            return f"{said}: {len(items)}"
        case {"id": id} | {"appointment_id": id}:
            return f"{said}: cita {id}"
        case None if effect.name in ("hold", "renew"):
            return f"{said}: ya no estaba libre"
        case str() as word:
            return f"{said}: {in_words(machine_words.TRIGGERS, word)}"
    return said


def _waiting(seen: Seen) -> list[str]:
    waiting = [item for item in seen.outbox.values() if item.state == "pending"]
    if not waiting:
        return []
    return ["", f"En espera de salir: {len(waiting)}. Si no salen, avise a quien opera el sistema: «turnero check»."]


def _delivery(item: OutboxItem) -> str:
    said = DELIVERY[item.state]
    return f"{said}; {item.attempts} intentos; {item.last_error}" if item.last_error else said


def _content(item: OutboxItem) -> str:
    titles = "".join(f" [{title}]" for _, title in choices(item.went_out))
    return f"«{_indented(words(item.went_out))}»{titles}"


def _indented(text: str) -> str:
    return "\n".join(f"      {line}" if line and n else line for n, line in enumerate(text.split("\n")))


def _at(at: dt.datetime, seen: Seen) -> str:
    return f"{at.astimezone(seen.zone):%d/%m %H:%M}"
