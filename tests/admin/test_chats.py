"""`turnero chats`: where a conversation stands, why each turn went as it did, giving one back."""

from __future__ import annotations

import pytest

from booking.conversation.fsm.table import TABLE
from booking.models import Identity, IdentityKind, InboundMessage, State, Unsupported
from tests.admin.conftest import NOW, Stage

NUMBER = "+526641112222"


def test_json_of_a_chat_with_nothing_begun(any_stage: Stage) -> None:
    any_stage.chat("hola")
    seen = any_stage.json("chats", "ver", NUMBER)
    turns = seen.pop("turnos")
    assert seen == {
        "estado": "IDLE",
        "proposito": None,
        "cita_id": None,
        "control": "bot",
        "baja": False,
        "perfil": None,
        "borrador": None,
        "oferta": None,
        "apartado": None,
        "a_mano": [],
    }
    (turn,) = turns
    assert turn["numero"] == 1
    assert turn["hora"] == "2026-11-23T09:00:00-08:00"
    assert turn["textos"] == ["hola"]
    assert turn["origen"] == "shortcut"
    assert turn["intenciones"] == [{"kind": "greet"}]
    assert [step["disparador"] for step in turn["pasos"]] == ["first_contact", "greet"]
    assert [reply["clave"] for reply in turn["respuestas"]] == ["privacy_notice", "greeting"]
    (message,) = turn["mensajes"]
    assert message["estado"] == "sent"
    assert message["opciones"] == ["Agendar cita", "Mis citas", "Hablar con alguien"]
    assert "Clínica de prueba" in message["texto"]


def test_json_of_a_chat_that_holds_a_slot(any_stage: Stage) -> None:
    any_stage.chat("martes 9", "soy Ana Gómez Ruiz")
    seen = any_stage.json("chats", "ver", NUMBER)
    (hold,) = any_stage.json("citas", "listar", "--estado", "apartada")
    assert (seen["estado"], seen["proposito"], seen["cita_id"]) == ("CONFIRM", "book", None)
    assert seen["apartado"] == {
        "cita_id": hold["id"],
        "inicio": "2026-11-24T09:00:00-08:00",
        "fin": "2026-11-24T09:30:00-08:00",
        "doctor": {"id": 1, "nombre": "Dra. Laura Méndez"},
        "vence": "2026-11-23T09:10:00-08:00",
        "vigente": True,
    }
    assert seen["borrador"]["nombre"] == "Ana Gómez Ruiz"
    assert seen["borrador"]["propuesta"]["hecha"] == "2026-11-23T09:00:00-08:00"
    (option,) = seen["oferta"]["opciones"]
    assert (option["opcion"], option["inicio"]) == (1, "2026-11-24T09:00:00-08:00")
    step = seen["turnos"][0]["pasos"][-1]
    assert step["condiciones"] == ["offer_fresh", "choice_offered"]
    assert step["hechos"]["offer"] == "fresh"
    assert [effect["nombre"] for effect in step["efectos"]] == ["hold"]
    assert (step["de"], step["a"]) == ("SLOT_SELECTION", "CUSTOMER_DATA")


def test_account_says_why_and_masks(any_stage: Stage) -> None:
    """A person at the desk reads what happened without reading whom it happened to."""
    any_stage.chat("martes 9", "soy Ana Gómez Ruiz", "llámame al 664 111 2222")
    shown = any_stage.run("chats", "ver", NUMBER)
    assert shown.exit_code == 0, shown.output
    assert "por confirmar (CONFIRM), para agendar una cita" in shown.stdout
    assert "la hora exacta que pidió está libre" in shown.stdout
    assert "apartó el horario" in shown.stdout
    assert "con Dra. Laura Méndez; vence 23/11 09:10" in shown.stdout
    assert "Ana G." in shown.stdout
    for hidden in ("Gómez", "664111", "664 111"):
        assert hidden not in shown.stdout
    assert any_stage.notices == []


def test_account_tells_what_waits(stage: Stage) -> None:
    stage.wired.sender.ready = True
    stage.chat("hola")
    shown = stage.run("chats", "ver", NUMBER).stdout
    assert "Respondió (en espera de salir)" in shown
    assert "En espera de salir: 1." in shown


def test_account_shows_the_last_turns(stage: Stage) -> None:
    stage.chat("hola", "hola", "hola")
    shown = stage.run("chats", "ver", NUMBER, "--turnos", "1").stdout
    assert "Turno 3" in shown
    assert "Turno 2" not in shown
    assert "1 de 3" in shown


def test_who_is_not_known_yet_is_shown_as_whatsapp_shows_them(any_stage: Stage) -> None:
    any_stage.chat("hola", "humano", profile="Anita Flores 🌸")
    for command in (("chats", "listar"), ("chats", "ver", NUMBER)):
        assert "~Anita F." in any_stage.run(*command).stdout, command
    assert [notice["persona"] for notice in any_stage.json("chats", "avisos")] == ["~Anita F."]
    (row,) = any_stage.json("chats", "listar")
    assert (row["persona"]["nombre"], row["persona"]["perfil"]) == (None, "Anita Flores 🌸")
    seen = any_stage.json("chats", "ver", NUMBER)
    assert "Anita" not in str(seen.pop("turnos"))
    # Once they have told us who they are nobody is shown it, and it is forgotten with the next message.
    any_stage.run("chats", "devolver", NUMBER)
    any_stage.chat("soy Rosa Medina Luna", "hola", profile="Anita Flores 🌸")
    for command in (("chats", "listar"), ("chats", "ver", NUMBER)):
        shown = any_stage.run(*command).stdout
        assert "Anita" not in shown
        assert "Rosa M." in shown
    assert [notice["persona"] for notice in any_stage.json("chats", "avisos")] == ["Rosa M."]
    assert any_stage.json("citas", "listar") == []


def test_list(any_stage: Stage) -> None:
    any_stage.chat("hola")
    any_stage.chat("soy Luis Paz Mora", "humano", number="5216643334444")
    rows = any_stage.json("chats", "listar")
    assert {row["persona"]["telefono"]: row["control"] for row in rows} == {
        "+526641112222": "bot",
        "+526643334444": "human",
    }
    (human,) = any_stage.json("chats", "listar", "--humano")
    assert human == {
        "id": human["id"],
        "persona": {
            "id": human["persona"]["id"],
            "nombre": "Luis Paz Mora",
            "perfil": None,
            "telefono": "+526643334444",
        },
        "estado": "IDLE",
        "proposito": None,
        "baja": False,
        "control": "human",
        "control_hasta": "2026-11-23T21:00:00-08:00",
        "actualizado": "2026-11-23T09:00:00-08:00",
        "turnos": 2,
    }
    shown = any_stage.run("chats", "listar").stdout
    assert "una persona, hasta 23/11 21:00" in shown
    assert "Luis P." in shown
    assert "sin nada en curso" in shown
    assert "IDLE" not in shown
    assert "Mora" not in shown
    assert "664333" not in shown


def test_exports_are_recorded(stage: Stage) -> None:
    stage.chat("hola")
    stage.json("chats", "listar")
    stage.json("chats", "ver", NUMBER)
    assert [kind for kind, _ in stage.notices] == ["json_export", "json_export"]


def test_give_back(any_stage: Stage) -> None:
    any_stage.chat("humano")
    (chat,) = any_stage.json("chats", "listar")
    assert any_stage.run("chats", "devolver", str(chat["id"])).exit_code == 0
    assert any_stage.json("chats", "ver", str(chat["id"]))["control"] == "bot"
    again = any_stage.run("chats", "devolver", NUMBER)
    assert again.exit_code == 1
    assert "ya lo atiende el bot" in again.stderr


def test_what_staff_were_called_for_is_listed(any_stage: Stage) -> None:
    assert any_stage.json("chats", "avisos") == []
    any_stage.chat("humano")
    notice, *_ = any_stage.json("chats", "avisos")
    assert notice["que"] == "pide una persona"
    assert notice["chat"] == any_stage.json("chats", "listar")[0]["id"]
    assert "pide una persona" in any_stage.run("chats", "avisos").stdout


@pytest.mark.parametrize("given", ["777", "+52 664 000 0000", "Ana"])
def test_unknown_chat_is_refused(any_stage: Stage, given: str) -> None:
    result = any_stage.run("chats", "ver", given)
    assert result.exit_code == 1
    assert "turnero chats listar" in result.stderr


def test_patients_cannot_move_the_cursor_of_staff(stage: Stage) -> None:
    """Control characters and changes of writing direction stay out of the terminal."""
    stage.chat("\x1b[2Jhola\u202e")
    shown = stage.run("chats", "ver", NUMBER).stdout
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "[2Jhola" in shown


def test_every_state_and_guard_has_words() -> None:
    """A new guard needs a line in `booking/desk/guard_words.py`, what else is new one in `machine_words.py`."""
    from booking.conversation.fsm.triggers import Trigger
    from booking.desk import machine_words
    from booking.desk.guard_words import GUARDS
    from booking.models import Purpose
    from booking.verification import small_world

    guards = {guard.__name__ for row in TABLE for guard in row.guards}
    assert guards <= GUARDS.keys()
    assert set(State) <= machine_words.STATES.keys()
    assert set(Purpose) <= machine_words.PURPOSES.keys()
    assert set(Trigger) <= machine_words.TRIGGERS.keys()
    assert {*small_world.ANSWERS, "tools", "memory", "documents"} <= machine_words.EFFECTS.keys()


def test_what_stands_under_a_photo_is_shown(any_stage: Stage) -> None:
    sender = Identity(kind=IdentityKind.WA_ID, value="5216641112222")
    photo = InboundMessage(
        wamid="wamid.photo",
        phone_number_id="",
        sender=(sender,),
        sent_at=any_stage.wired.clock.now(),
        content=Unsupported(what="image", caption="cita"),
    )
    (chat,) = any_stage.wired.engine.receive([photo])
    any_stage.wired.engine.process(chat)
    assert "Escribió: «cita»" in any_stage.run("chats", "ver", str(chat)).stdout
    assert any_stage.json("chats", "ver", str(chat))["turnos"][0]["textos"] == ["cita"]


def test_an_emergency_that_nobody_has_dealt_with_stands_first_and_is_marked(any_stage: Stage) -> None:
    with any_stage.begin() as uow:
        for kind in ("urgent", "human", "late"):
            uow.notices.add(kind, None, "", NOW)
        uow.commit()
    first, *others = any_stage.json("chats", "avisos", "--limite", "2")
    assert (first["que"], first["urgente"]) == ("posible urgencia médica", True)
    assert [row["urgente"] for row in others] == [False]
    assert "¡URGENTE! posible urgencia médica" in any_stage.run("chats", "avisos").stdout
    any_stage.run("chats", "visto", str(first["id"]))
    assert any_stage.json("chats", "avisos")[0]["urgente"], "seen, and nothing done about it"
    any_stage.run("chats", "atendido", str(first["id"]))
    assert [row["que"] for row in any_stage.json("chats", "avisos")][-1] == "posible urgencia médica"
    assert "URGENTE" not in any_stage.run("chats", "avisos").stdout
