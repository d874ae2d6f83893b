"""`turnero check`: the settings, masked, and whether everything that Turnero needs answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from booking.admin import composition, output
from booking.admin.failures import one_line
from booking.desk.masking import last_four
from booking.errors import TablesDiffer, TurneroError

if TYPE_CHECKING:
    from booking.models import Clinic
    from booking.runtime.clinic_library import Embeddings
    from booking.settings import Settings

NEEDED = frozenset({"database", "migrations", "queue", "clinic"})
"""Without these nothing works; without the others the clinic still books."""

_ADVICE = {
    (
        "database",
        "error",
    ): "is the disk full, or the server of DATABASE_URL down? Without one, read postgres.log in TURNERO_HOME",
    ("disk", "error"): "the disk of TURNERO_HOME is nearly full: make room, or the database stops; nothing is lost",
    ("disk", "absent"): "the database is elsewhere (DATABASE_URL): its disk is looked after there",
    ("migrations", "error"): "run: turnero db upgrade; where a newer version changed them, go back to that one",
    ("queue", "error"): "no worker has looked after the chats of late: does turnero serve (or worker) run? See its log",
    ("whatsapp", "absent"): "run: turnero whatsapp conectar; until then messages wait in the outbox",
    ("whatsapp", "error"): "run: turnero whatsapp probar, which says what is wrong",
    ("clinic", "error"): "nobody can book: enter it with turnero clinica crear",
    (
        "deliveries",
        "error",
    ): "what WhatsApp delivered waits to be read: does turnero serve (or worker) run?",
    ("queue", "absent"): "no worker has ever looked after the chats: start turnero serve, or turnero worker beside it",
    (
        "webhook",
        "absent",
    ): "run: turnero whatsapp conectar; without WHATSAPP_APP_SECRET WhatsApp's messages are refused",
    (
        "models",
        "absent",
    ): "set LLM_PRIMARY_API_KEY, or LLM_PRIMARY_API_BASE; until then messages are read by rules alone",
    ("embeddings", "absent"): "documents are searched by words; to search by meaning too: make embeddings",
    ("embeddings", "error"): "documents are searched by words alone; why: turnero documentos modelo",
    (
        "documents",
        "error",
    ): "questions are answered from the clinic's data alone; nothing else waits for them: turnero db upgrade",
    (
        "records",
        "error",
    ): "what doctors wrote down is not found; nothing else waits for it: turnero db upgrade",
    (
        "memory",
        "error",
    ): "what was before is not told of; nothing else waits for it: turnero db upgrade",
    ("models", "error"): "are the keys valid, and do LLM_PRIMARY_MODEL and LLM_FALLBACK_MODEL still exist?",
}
_MODEL_ADVICE = {
    "refused": "the key is refused or the model no longer exists: see LLM_PRIMARY_MODEL, LLM_FALLBACK_MODEL, and"
    " docs.litellm.ai/docs/providers for how models are named",
    "late": "it did not answer in LLM_TIMEOUT_SECONDS; is its address reachable from here?",
}
_GENERAL = {"absent": "not configured; the clinic works without it", "error": "see the log for its last message"}


_EXIT_CODES = {"ok": 0, "down": 1, "degraded": 3}
"""2 is a wrong option."""

NO_CLINIC = (
    "Clinic: none has been entered yet, and nobody can book. To enter yours: turnero clinica crear. For one to try"
    " things on: turnero db demo"
)

_CREDENTIALS = re.compile(r"//[^/@]+@")
"""A name and password inside an address."""


def check(
    context: typer.Context,
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Check the settings, the database and every service. Exit code 1 when something needed fails (down), 3 when
    something else does (degraded)."""
    settings = composition.read_settings()
    checks, models, age, clinic, searched, problem = _checks(context)
    status = verdict(checks)
    shown = masked(settings)
    if json:
        told = {"status": status, "checks": checks, "sweep_age_seconds": age, "models": models, "problem": problem}
        entered = (
            None
            if clinic is None
            else {
                "name": clinic.name,
                "demo": clinic.demo,
                "reminders_paused": clinic.policy.paused,
            }
        )
        documents = None if searched is None else {**searched._asdict(), "said": search(searched)}
        output.as_json({**told, "clinic": entered, "documents": documents, "settings": shown})
    else:
        output.table(("Setting", "Value"), list(shown.items()))
        output.table(("Check", "State", "What to do"), [(n, s, advice(n, s)) for n, s in checks.items()])
        if models:
            output.table(("Model", "State", "What to do"), [(m, o, model_advice(o)) for m, o in models.items()])
        if clinic is not None:
            output.say(f"Clinic: {clinic.name}" + (". A demo: nothing in it is real." if clinic.demo else ""))
            if clinic.policy.paused:
                output.say("Reminders are paused, with all the clinic says by itself: turnero recordatorios reanudar")
        elif checks.get("clinic") == "error":
            output.say(NO_CLINIC)
        if searched is not None:
            output.say(search(searched))
        if age is not None:
            output.say(f"A worker last looked after the chats {age:.0f} s ago.")
        elif checks.get("queue") == "absent":
            output.say("No worker has ever looked after the chats: nobody is answered yet.")
        output.say(f"Status: {status}" + (f". {problem}" if problem else ""))
    if code := _EXIT_CODES[status]:
        raise typer.Exit(code)


def _checks(
    context: typer.Context,
) -> tuple[dict[str, str], dict[str, str], float | None, Clinic | None, Embeddings | None, str | None]:
    """Each check's state, what came of asking each model, the seconds since a worker last swept, the clinic, how its
    documents are searched, and what kept them from being made."""
    try:
        with composition.opened(context) as wired:
            condition = wired.health()
            checks, age = dict(condition.checks), condition.sweep_age
            models = wired.probe_models() if checks.get("models") == "ok" else {}
            readable = "error" not in (checks.get("database"), checks.get("migrations"))
            clinic = composition.clinic(wired) if readable else None
            searched = wired.embeddings() if readable else None
            if readable:
                checks["clinic"] = "error" if clinic is None else "ok"
    except TablesDiffer as error:
        return {"database": "ok", "migrations": "error"}, {}, None, None, None, one_line(error)
    except TurneroError as error:
        return {"database": "error"}, {}, None, None, None, one_line(error)
    if any(outcome != "ok" for outcome in models.values()):
        checks["models"] = "error"
    return checks, models, age, clinic, searched, None


def search(found: Embeddings) -> str:
    """By what the clinic's documents are searched."""
    if found.state != "ok":
        asked = f"; {found.model} is not in use" if found.model else ""
        said = f"Documents: {found.passages} passages, searched by words alone{asked}."
    else:
        vectors = f"{found.made} of {found.passages} passages have their vector of {found.model} ({found.backend})"
        said = f"Documents: searched by words and by meaning; {vectors}{_besides(found)}."
    if found.quoted is None:
        return f"{said} DOCUMENTS_ASK_MODEL is set, and no model can be asked: set LLM_PRIMARY_API_KEY."
    return f"{said} A model says which passage answers." if found.quoted else said


def _besides(found: Embeddings) -> str:
    """How far the vectors are that are made in the background."""
    if found.remembered is None or found.records is None:
        return ""
    (kept, lines), (written, records) = found.remembered, found.records
    return f", {kept} of {lines} lines of memory, {written} of {records} records"


def model_advice(outcome: str) -> str | None:
    """The next step for a model; None when it answers."""
    return None if outcome == "ok" else _MODEL_ADVICE.get(outcome, "it did not answer properly; try again later")


def verdict(checks: dict[str, str]) -> str:
    """ok, degraded or down. A clinic whose worker has not begun yet is not well, but nothing has failed: /readyz, which
    is asked of a server that should have one, says down."""
    if any(checks.get(name) == "error" for name in NEEDED):
        return "down"
    return "degraded" if "error" in checks.values() or checks.get("queue") == "absent" else "ok"


def advice(name: str, state: str) -> str | None:
    """The next step; None when there is nothing to do."""
    return None if state == "ok" else _ADVICE.get((name, state)) or _GENERAL.get(state)


def masked(settings: Settings) -> dict[str, Any]:
    """Every setting under its name: secrets only as set or absent, phones by their last digits."""
    from pydantic import SecretStr

    shown: dict[str, Any] = {}
    for name in type(settings).model_fields:
        value = getattr(settings, name)
        if isinstance(value, SecretStr):
            value = "(set)"
        elif value is not None and "phone_number" in name:
            value = last_four(str(value))
        elif value is not None and not isinstance(value, bool | int | float):
            value = _CREDENTIALS.sub("//***@", str(value))
        shown[name.upper()] = value
    return shown
