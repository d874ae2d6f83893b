"""Use cases about conversations: list them, look at one, and one of them whole as JSON."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from booking.conversation.replies import templates
from booking.desk import find_people, waiting_entries
from booking.desk.desk_errors import DeskRefused
from booking.desk.json_views import Json, doctor_json, iso, iso_or_none
from booking.desk.machine_words import STATES, in_words
from booking.desk.masking import name_of, number_of, profile_name
from booking.models import (
    Booking,
    ByHand,
    Control,
    Conversation,
    Doctor,
    Draft,
    Effect,
    Hold,
    Offer,
    OutboxItem,
    OutButtons,
    OutContent,
    OutList,
    OutMedia,
    OutTemplate,
    Step,
    TurnRecord,
)
from booking.models.draft_parts import appointment_of, doctor_of, hold_of, note_of, proposal_of, purpose_of, wish_of
from booking.ports import UnitOfWork

COLUMNS = ("Chat", "Persona", "Teléfono", "Estado", "Atiende", "Mensajes", "Último cambio", "Turnos")

_ALL = 1_000_000
_MEDIA = {"image": "imagen", "document": "documento", "audio": "audio", "video": "video"}

DELIVERY = {
    "pending": "en espera de salir",
    "sent": "enviado",
    "failed": "no se pudo enviar",
    "expired": "ya no salió: pasó su hora",
}
_GUARDS = re.compile(r"\[(.*)\]")


@dataclass(frozen=True, slots=True)
class Seen:
    """A conversation with everything that explains it."""

    conversation: Conversation
    profile: str | None  # as WhatsApp shows them, while nobody knows who they are
    turns: Sequence[TurnRecord]
    by_hand: Sequence[ByHand]
    outbox: Mapping[int, OutboxItem]
    doctors: Mapping[int, Doctor]
    zone: dt.tzinfo
    now: dt.datetime
    waits: Sequence[Json] = ()  # what they wait for (`waiting_entries`)


def listed(uow: UnitOfWork, *, human: bool, limit: int) -> list[Json]:
    """Conversations, most recently used first."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    found = uow.conversations.list(control=Control.HUMAN if human else None, limit=limit)
    profiles = uow.conversations.profiles([c.id for c in found])
    return [
        {
            "id": c.id,
            "persona": {
                "id": c.person.id,
                "nombre": c.person.name,
                "perfil": profiles.get(c.id),
                "telefono": _phone(c),
            },
            "estado": c.state.value,
            "proposito": purpose_of(c.draft),
            "control": c.control.value,
            "control_hasta": iso_or_none(c.control_until, zone),
            "baja": c.person.opted_out,
            "actualizado": iso_or_none(c.updated_at, zone),
            "turnos": c.turns,
        }
        for c in found
    ]


def _phone(conversation: Conversation) -> str | None:
    """The phone, or what WhatsApp calls the person when there is none."""
    written_from = conversation.reply_to
    return conversation.person.phone or (written_from.value if written_from else None)


def masked(row: Json, *, whole: bool = False) -> tuple[object, ...]:
    """A line of the table of chats."""
    until = row["control_hasta"]
    human = f"una persona, hasta {dt.datetime.fromisoformat(until):%d/%m %H:%M}" if until else "una persona"
    updated = row["actualizado"]
    return (
        row["id"],
        name_of(row["persona"]["nombre"], whole=whole) or profile_name(row["persona"]["perfil"], whole=whole),
        number_of(row["persona"]["telefono"], whole=whole),
        in_words(STATES, row["estado"]),
        human if row["control"] == Control.HUMAN else "el bot",
        "pidió no recibir" if row["baja"] else None,
        f"{dt.datetime.fromisoformat(updated):%d/%m/%Y %H:%M}" if updated else None,
        row["turnos"],
    )


def who(row: Json, *, whole: bool = False) -> str:
    """Whom a chat is with, in a few words."""
    person = row["persona"]
    name = name_of(person["nombre"], whole=whole) or profile_name(person["perfil"], whole=whole)
    return name or number_of(person["telefono"], whole=whole) or "sin nombre"


def look(uow: UnitOfWork, chat: str, now: dt.datetime) -> Seen:
    """One conversation, by id or phone. Raises DeskRefused."""
    conversation = find_people.find_chat(uow, chat)
    return Seen(
        conversation=conversation,
        profile=uow.conversations.profiles([conversation.id]).get(conversation.id),
        turns=uow.turns.list(conversation.id),
        by_hand=uow.at_work.list(conversation.id),
        outbox={item.id: item for item in uow.outbox.list(conversation.id, limit=_ALL)},
        doctors={d.id: d for d in uow.schedules.doctors()},
        zone=ZoneInfo(find_people.clinic_of(uow).zone),
        now=now,
        waits=waiting_entries.listed(uow, conversation_id=conversation.id),
    )


def under_human(uow: UnitOfWork, chat: str) -> int:
    """The id of a conversation that a human answers. Raises DeskRefused."""
    conversation = find_people.find_chat(uow, chat)
    if conversation.control is not Control.HUMAN:
        raise DeskRefused(f"El chat {conversation.id} ya lo atiende el bot; no hay nada que devolver.")
    return conversation.id


def taken_until(uow: UnitOfWork, chat: Conversation) -> str:
    """When the bot answers again by itself, as staff read it."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    return f"{chat.control_until.astimezone(zone):%d/%m %H:%M}" if chat.control_until else "que se devuelva"


def chat_json(seen: Seen) -> Json:
    """The conversation as it stands, and every turn that led there."""
    conversation = seen.conversation
    draft = conversation.draft
    mine, hold = appointment_of(draft), hold_of(draft)
    return {
        "estado": conversation.state.value,
        "proposito": purpose_of(draft),
        "cita_id": mine.id if mine else None,
        "control": conversation.control.value,
        "baja": conversation.person.opted_out,
        "perfil": seen.profile,
        "borrador": _draft_json(draft, seen) if draft else None,
        "oferta": _offer_json(conversation.offer, seen) if conversation.offer else None,
        "apartado": _hold_json(hold, seen) if hold else None,
        "turnos": [_turn_json(turn, seen) for turn in seen.turns],
        "a_mano": [_by_hand_json(done, seen) for done in seen.by_hand],
    }


def _by_hand_json(done: ByHand, seen: Seen) -> Json:
    sent = seen.outbox.get(done.outbox_id) if done.outbox_id else None
    return {
        "que": done.kind.value,
        "hora": iso(done.at, seen.zone),
        "quien": done.by,
        "mensaje": _message_json(sent) if sent else None,
        "texto": done.text,
    }


def _draft_json(draft: Draft, seen: Seen) -> Json:
    proposal, wish = proposal_of(draft), wish_of(draft)
    booking = draft if draft.kind == "booking" else Booking()
    return {
        "nombre": booking.name,
        "para_otra_persona": booking.for_other,
        "motivo": note_of(draft),
        "doctor": doctor_of(draft),
        "tipo": booking.visit,
        "deseo": wish.model_dump(mode="json") if wish else None,
        "propuesta": {"version": proposal.version, "hecha": iso(proposal.made_at, seen.zone)} if proposal else None,
    }


def _offer_json(offer: Offer, seen: Seen) -> Json:
    return {
        "version": offer.version,
        "hecha": iso(offer.made_at, seen.zone),
        "opciones": [
            {
                "opcion": number,
                "inicio": iso(free.slot.start, seen.zone),
                "fin": iso(free.slot.end, seen.zone),
                "doctores": [doctor_json(seen.doctors.get(id), id) for id in free.doctor_ids],
            }
            for number, free in enumerate(offer.found, start=1)
        ],
    }


def _hold_json(hold: Hold, seen: Seen) -> Json:
    return {
        "cita_id": hold.appointment_id,
        "inicio": iso(hold.slot.start, seen.zone),
        "fin": iso(hold.slot.end, seen.zone),
        "doctor": doctor_json(seen.doctors.get(hold.doctor_id), hold.doctor_id),
        "vence": iso(hold.expires_at, seen.zone),
        "vigente": seen.now < hold.expires_at,
    }


def _turn_json(turn: TurnRecord, seen: Seen) -> Json:
    return {
        "numero": turn.number,
        "hora": iso(turn.at, seen.zone),
        "textos": list(turn.texts),
        "origen": turn.source,
        "intenciones": [intent.model_dump(mode="json") for intent in turn.intents],
        "consultas": [_effect_json(effect) for effect in turn.lookups],
        "pasos": [_step_json(step) for step in turn.steps],
        "respuestas": [{"clave": reply.key, "valores": reply.params} for reply in turn.replies],
        "mensajes": [_message_json(seen.outbox[id]) for id in turn.outbox_ids if id in seen.outbox],
        "duracion_ms": turn.stages_ms,
        "sentencias": turn.statements,
    }


def guards_of(step: Step) -> list[str]:
    """Names of the guards that let the row act, as the log has them."""
    found = _GUARDS.search(step.row)
    return found.group(1).split("&") if found else []


def _step_json(step: Step) -> Json:
    return {
        "disparador": step.trigger,
        "intencion": step.intent.model_dump(mode="json"),
        "fila": step.row,
        "de": step.source.value,
        "a": step.target.value,
        "condiciones": guards_of(step),
        "hechos": step.facts,
        "efectos": [_effect_json(effect) for effect in step.effects],
        "rechazo": step.refused,
    }


def _effect_json(effect: Effect) -> Json:
    return {"nombre": effect.name, "datos": effect.arguments, "valor": effect.value}


def _message_json(item: OutboxItem) -> Json:
    return {
        "id": item.id,
        "estado": item.state,
        "intentos": item.attempts,
        "error": item.last_error,
        "texto": words(item.went_out),
        "opciones": [title for _, title in choices(item.went_out)],
    }


def words(content: OutContent) -> str:
    """What a message says; of what is not text, what it is."""
    match content:
        case OutTemplate():
            return f"[plantilla] {templates.words(content)}"
        case OutMedia():
            said = " ".join(part for part in (content.filename, content.caption) if part)
            return f"[{_MEDIA[content.kind]}] {said}".rstrip()
    return content.body


def choices(content: OutContent) -> list[tuple[str, str]]:
    """(id, title) of everything in a message that can be tapped."""
    match content:
        case OutButtons():
            return [(button.id, button.title) for button in content.buttons]
        case OutList():
            return [(row.id, row.title) for row in content.rows]
    return []
