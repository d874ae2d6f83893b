"""A recorded turn as it was, and where today's code would leave its way, in Spanish."""

from __future__ import annotations

from collections.abc import Sequence

from booking.conversation.replay import Replayed, replay
from booking.desk.chat_views import Seen, choices, words
from booking.desk.machine_words import EFFECTS, in_words
from booking.models import OutContent, TurnRecord
from booking.models.clinical_effects import has_forgotten


def as_it_was(turn: TurnRecord, seen: Seen) -> list[str]:
    """What was said, the rows, and what went out, from the log alone."""
    lines = [f"{turn.number}. {turn.at.astimezone(seen.zone):%d/%m/%Y %H:%M:%S}"]
    said: Sequence[str] = turn.texts or (("(sin texto)",) if turn.message_ids else ())
    lines += [f"   paciente: {text}" for text in said]
    lines += [f"   · {step.row}: {step.source} → {step.target}" for step in turn.steps]
    lines += [f"   bot: {words(seen.outbox[id].went_out)}" for id in turn.outbox_ids if id in seen.outbox]
    return lines


def differences(turn: TurnRecord, seen: Seen) -> list[str]:
    """What today's code would do otherwise, or say in other words; nothing where it would do neither."""
    if turn.source == "system":
        return []  # no message led to it: given back by staff, or given up after three failures
    if has_forgotten(turn):
        return [f"Turno {turn.number}: ya no se puede repetir; lo que leyó de pacientes se borró al vencer su plazo."]
    now = replay(turn)
    sent = [seen.outbox[id].content for id in turn.outbox_ids if id in seen.outbox]
    return [] if now.equals(turn, sent) else [f"Turno {turn.number}:", *_differing(turn, now, sent)]


def _differing(turn: TurnRecord, now: Replayed, sent: Sequence[OutContent]) -> list[str]:
    was, rows = [step.row for step in turn.steps], [step.row for step in now.steps]
    said, says = [reply.key for reply in turn.replies], [reply.key for reply in now.replies]
    if now.diverged:
        what = "hace con otros datos lo que entonces se hizo" if now.otherwise else "hace algo que entonces no se hizo"
        return [
            f"   el código de hoy {what}: {in_words(EFFECTS, now.diverged)}",
            *_rows(was, [*rows, f"{now.stopped or '(sin fila)'} (aquí se detiene: no se sabe qué resultaría)"]),
            *_replies(said, [*says, "(no se sabe)"]),
        ]
    lines = _rows(was, rows) if was != rows else []
    lines += _replies(said, says) if said != says else []
    if not lines and now.messages != tuple(sent):
        lines += [f"   mensaje antes: {_shown(message)}" for message in sent]
        lines += [f"   mensaje hoy:   {_shown(message)}" for message in now.messages]
    return lines or ["   las mismas filas, respuestas y mensajes, con otros valores"]


def _rows(was: Sequence[str], now: Sequence[str]) -> list[str]:
    return [f"   filas antes: {' → '.join(was)}", f"   filas hoy:   {' → '.join(now)}"]


def _replies(said: Sequence[str], says: Sequence[str]) -> list[str]:
    return [f"   decía: {', '.join(said) or '(nada)'}", f"   diría: {', '.join(says) or '(nada)'}"]


def _shown(message: OutContent) -> str:
    """A message in a line, with what can be tapped."""
    return " ".join([" ".join(words(message).split()), *(f"[{title}]" for _, title in choices(message))])
