"""Staff answer a chat by hand, and deal with what they are called for: each time it is kept who did."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from booking.desk.find_people import find_chat
from booking.models import Control, Echo, Identity, IdentityKind, MessageClass, OutButtons, OutText
from booking.runtime.upkeep import Upkeep
from booking.testing.fakes.memory import MemoryDatabase
from tests.admin.conftest import CLINIC, DOCTORS, NOW, OPENINGS, Stage

NUMBER, STAFF_NUMBER = "5216641112222", "5216649998888"
HOUR = dt.timedelta(hours=1)


def done(stage: Stage, *command: str) -> str:
    result = stage.run(*command, "--como", "Lupe")
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(stage: Stage, *command: str) -> str:
    result = stage.run(*command, "--como", "Lupe")
    assert result.exit_code == 1
    return " ".join(result.output.split())


def written(stage: Stage, chat: str | int = NUMBER, message_class: MessageClass = MessageClass.STAFF) -> list[str]:
    with stage.begin() as uow:
        rows = uow.outbox.list(chat if isinstance(chat, int) else find_chat(uow, chat).id)
    return [
        r.content.body for r in rows if r.message_class is message_class and isinstance(r.content, OutText | OutButtons)
    ]


def test_whoever_answers_has_the_chat_and_the_bot_is_silent_until_it_is_given_back(any_stage: Stage) -> None:
    any_stage.chat("humano")
    assert [row["visto"] for row in any_stage.json("chats", "avisos", "--pendientes")] == [None]
    done(any_stage, "chats", "responder", NUMBER, "Hola, soy Lupe. ¿En qué le ayudo?")
    assert written(any_stage) == ["Hola, soy Lupe. ¿En qué le ayudo?"]
    (notice,) = any_stage.json("chats", "avisos", "--pendientes")
    assert notice["visto"].startswith("Lupe, 23/11")
    before = len(any_stage.json("chats", "ver", NUMBER)["turnos"][-1]["mensajes"])
    any_stage.chat("hola")
    seen = any_stage.json("chats", "ver", NUMBER)
    assert seen["control"] == "human"
    assert before == 1
    assert seen["turnos"][-1]["mensajes"] == []
    done(any_stage, "chats", "devolver", NUMBER)
    assert any_stage.json("chats", "avisos", "--pendientes") == []
    seen = any_stage.json("chats", "ver", NUMBER)
    assert [(act["que"], act["quien"]) for act in seen["a_mano"]] == [("answered", "Lupe"), ("given_back", "Lupe")]
    assert seen["turnos"][-1]["mensajes"][0]["texto"].startswith("Ya estoy de vuelta")
    told = any_stage.run("chats", "ver", NUMBER).stdout
    assert "Contestó una persona · 23/11" in told
    assert "Hola, soy Lupe" in told


def test_a_proposal_is_answered_by_nothing_said_to_a_person(any_stage: Stage) -> None:
    any_stage.chat("martes 9", "soy Ana Gómez Ruiz")
    done(any_stage, "chats", "tomar", NUMBER)
    assert any_stage.json("chats", "ver", NUMBER)["borrador"]["propuesta"] is None
    any_stage.chat("/1")
    assert [row["estado"] for row in any_stage.json("citas", "listar")] in ([], ["apartada"])


@pytest.mark.parametrize("later", [dt.timedelta(hours=23, minutes=50), dt.timedelta(hours=24)])
def test_after_a_day_only_templates_go_out_and_that_is_said(any_stage: Stage, later: dt.timedelta) -> None:
    any_stage.chat("hola")
    any_stage.wired.clock.advance(later)
    if later < dt.timedelta(hours=24):
        done(any_stage, "chats", "responder", NUMBER, "Buen día")
        return
    assert "después de 24 horas WhatsApp solo deja mandar plantillas" in refused(
        any_stage, "chats", "responder", NUMBER, "Buen día"
    )
    assert written(any_stage) == []
    assert any_stage.json("chats", "ver", NUMBER)["control"] == "bot"


def test_what_cannot_be_sent_is_refused_with_the_next_step(any_stage: Stage) -> None:
    any_stage.chat("hola")
    assert "falta el texto" in refused(any_stage, "chats", "responder", NUMBER, "  ")
    assert "5000 letras" in refused(any_stage, "chats", "responder", NUMBER, "x" * 5000)
    assert "chats listar" in refused(any_stage, "chats", "responder", "77", "hola")
    assert "No hay aviso 9" in refused(any_stage, "chats", "atendido", "9")


def test_what_is_typed_on_the_clinics_telephone_takes_the_chat_once(any_stage: Stage) -> None:
    any_stage.chat("hola")
    echo = Echo(
        wamid="wamid.typed",
        phone_number_id="",
        to=(Identity(kind=IdentityKind.WA_ID, value=NUMBER),),
        sent_at=NOW,
        text="Le marco en un momento",
    )
    for _ in range(2):
        assert any_stage.wired.engine.receive([], echoes=[echo]) == []
    seen = any_stage.json("chats", "ver", NUMBER)
    assert seen["control"] == "human"
    assert [(a["que"], a["quien"], a["texto"]) for a in seen["a_mano"]] == [
        ("typed", "teléfono de la clínica", "Le marco en un momento")
    ]


def sweep(stage: Stage) -> None:
    wired = stage.wired
    Upkeep(wired.begin, wired.clock, wired.sender, lambda conversation_id: None).sweep()


def staffed(stage: Stage, role: str = "personal") -> int:
    """Somebody of the staff, with a chat: its id."""
    said = stage.run("personal", "alta", role, "--telefono", STAFF_NUMBER).stdout
    stage.chat(said.strip().splitlines()[-1].strip(), number=STAFF_NUMBER)
    with stage.begin() as uow:
        person = uow.staff.find("+526649998888")
        assert person is not None
        chat = uow.conversations.of_person(person.id)
        assert chat is not None
        return chat.id


def notices(stage: Stage, chat: int) -> list[str]:
    """What they were told of what waits; the day's summary is something else."""
    return [text for text in written(stage, chat, MessageClass.NOTICE) if not text.startswith("Hoy")]


def test_those_on_duty_are_told_once_and_others_not_at_all(any_stage: Stage) -> None:
    mine = staffed(any_stage)
    any_stage.chat("humano")
    sweep(any_stage)
    assert notices(any_stage, mine) == []
    done(any_stage, "personal", "guardia", "--telefono", STAFF_NUMBER, "--dia", "lun", "--horas", "08:00-10:00")
    assert "lun 08:00-10:00" in any_stage.run("personal", "guardias").stdout
    sweep(any_stage)
    sweep(any_stage)
    (told,) = notices(any_stage, mine)
    assert "pide hablar con una persona" in told
    assert "turnero chats responder" in told
    any_stage.wired.clock.advance(2 * HOUR)
    any_stage.chat("humano", number="5216645556666")
    sweep(any_stage)
    assert len(notices(any_stage, mine)) == 1
    done(any_stage, "personal", "guardia", "--telefono", STAFF_NUMBER, "--quitar")
    assert "Nadie está de guardia" in any_stage.run("personal", "guardias").stdout


def test_what_is_urgent_goes_to_who_administers_and_again_until_somebody_has_seen_it(any_stage: Stage) -> None:
    mine = staffed(any_stage, "admin")
    any_stage.chat("hola")
    with any_stage.begin() as uow:
        uow.notices.add("urgent", find_chat(uow, NUMBER).id, "", NOW)
        uow.commit()
    for minutes, told in ((0, 1), (4, 1), (2, 2), (6, 3), (6, 3)):
        any_stage.wired.clock.advance(dt.timedelta(minutes=minutes))
        sweep(any_stage)
        assert len(written(any_stage, mine, MessageClass.NOTICE)) == told
    with any_stage.begin() as uow:
        uow.notices.add("urgent", None, "", any_stage.wired.clock.now())
        uow.commit()
    sweep(any_stage)
    (notice, _) = any_stage.json("chats", "avisos", "--pendientes")
    done(any_stage, "chats", "visto", str(notice["id"]))
    any_stage.wired.clock.advance(HOUR)
    sweep(any_stage)
    assert len(written(any_stage, mine, MessageClass.NOTICE)) == 4


def test_who_has_not_written_their_code_is_said_to_have_not(any_stage: Stage) -> None:
    on_duty = ("personal", "guardia", "--telefono", STAFF_NUMBER, "--dia", "lun-mié", "--horas", "08:00-10:00")
    done(any_stage, "personal", "alta", "personal", "--telefono", STAFF_NUMBER)
    assert "todavía no escribe su código" in refused(any_stage, *on_duty)
    staffed(any_stage)
    done(any_stage, *on_duty)
    assert "mié 08:00-10:00" in " ".join(any_stage.run("personal", "guardias").stdout.split())


def test_only_who_sees_every_chat_is_on_duty(any_stage: Stage) -> None:
    any_stage.chat("hola")
    assert "permiso de personal" in refused(
        any_stage, "personal", "guardia", "--telefono", NUMBER, "--dia", "lun", "--horas", "08:00-10:00"
    )


def test_taking_a_chat_over_leaves_what_was_under_way(any_stage: Stage) -> None:
    any_stage.chat("cita")
    done(any_stage, "chats", "tomar", NUMBER)
    with any_stage.begin() as uow:
        taken = find_chat(uow, NUMBER)
    assert taken.control is Control.HUMAN
    assert taken.draft is not None


def test_a_demo_says_where_what_is_written_arrives(stage: Stage) -> None:
    real = CLINIC.model_copy(update={"demo": False})
    clinic = Stage(replace(stage.wired, begin=MemoryDatabase().seed(real, DOCTORS, OPENINGS)))
    clinic.chat("hola")
    assert "WhatsApp no está conectado" in done(clinic, "chats", "responder", NUMBER, "Buen día")
    stage.wired.writes_to_patients = False
    stage.chat("martes 9", "soy Ana Gómez Ruiz", "/1")
    said = done(stage, "chats", "responder", NUMBER, "Buen día")
    (booked,) = stage.json("citas", "listar")
    said += done(stage, "citas", "cancelar", str(booked["id"]), "--si")
    assert said.count("Esto es una demo: le llega al teléfono") == 2
    assert "conectar" not in said
