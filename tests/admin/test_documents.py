"""`turnero documentos`: loaded in versions, listed, asked and removed; and what nobody could answer."""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

import pytest

from booking.models import Reply
from booking.testing.same_vectors import SameVectors
from tests.admin.conftest import Stage

TEXTS = Path(__file__).parent.parent / "documents" / "texts"
PRICES = str(TEXTS / "precios.md")


def test_a_document_is_loaded_in_versions_and_says_so(any_stage: Stage, tmp_path: Path) -> None:
    done = any_stage.run("documentos", "cargar", PRICES, "--area", "PRECIOS")
    assert done.exit_code == 0, done.output
    assert "Precios y pagos (precios): 7 pasajes, versión 1." in done.output
    assert "ya estaba igual" in any_stage.run("documentos", "cargar", PRICES, "--area", "precios").output
    changed = tmp_path / "otros precios.md"
    changed.write_text("# Precios y pagos\n\n## Consultas\nLa consulta cuesta $700.", encoding="utf-8")
    (row,) = any_stage.json("documentos", "cargar", str(changed), "--area", "precios")
    assert (row["version"], row["pasajes"], row["cambio"], row["archivo"]) == (2, 1, True, "otros precios.md")
    (listed,) = any_stage.json("documentos", "listar")
    assert listed["nombre"] == "Precios y pagos"
    assert "Precios y pagos" in any_stage.run("documentos", "listar").output
    found = any_stage.json("documentos", "preguntar", "¿cuánto cuesta la consulta?")
    assert [one["texto"] for one in found["pasajes"]] == ["La consulta cuesta $700."]


def test_asking_shows_what_speaks_for_each(any_stage: Stage) -> None:
    any_stage.wired.embedder = SameVectors()
    any_stage.run("documentos", "cargar", PRICES, str(TEXTS / "preparacion.md"), "--area", "precios")
    found = any_stage.json("documentos", "preguntar", "¿aceptan dólares?")
    best = found["pasajes"][0]
    assert (best["contesta"], found["por_sentido"], found["consejo_medico"]) == (True, True, False)
    assert best["palabras"] == 1.0
    assert best["sentido"] > 0
    shown = any_stage.run("documentos", "preguntar", "¿aceptan dólares?").output
    assert "No aceptamos cheques ni" in " ".join(shown.split()) or "Se puede pagar" in shown
    assert "pasar con una persona" in any_stage.run("documentos", "preguntar", "¿qué tomo para la tos?").output
    assert "pasar con una persona" in any_stage.run("documentos", "preguntar", "¿tienen wifi?").output
    assert any_stage.json("documentos", "preguntar", "¿aceptan dólares?", "--area", "seguros")["pasajes"] == []


@pytest.mark.parametrize("said", ["precios y pagos", "precios.md", "1"])
def test_removed_by_name_file_or_number(any_stage: Stage, said: str) -> None:
    (row,) = any_stage.json("documentos", "cargar", PRICES, "--area", "precios")
    done = any_stage.run("documentos", "quitar", str(row["id"]) if said == "1" else said)
    assert "con 7 pasajes" in done.output
    assert any_stage.json("documentos", "listar") == []
    again = any_stage.run("documentos", "quitar", said)
    assert (again.exit_code, "turnero documentos listar" in again.output) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ((PRICES, "--area", "cocina"), 1, "Hay: especialidad, precios"),
        (("no-such.md", "--area", "precios"), 2, "no existe"),
        ((PRICES, PRICES, "--area", "precios", "--nombre", "x"), 2, "un solo archivo"),
        ((__file__, "--area", "precios"), 1, "Se leen .md"),
    ],
)
def test_what_cannot_be_loaded_is_refused(any_stage: Stage, arguments: tuple[str, ...], code: int, says: str) -> None:
    done = any_stage.run("documentos", "cargar", *arguments)
    assert (done.exit_code, says in " ".join(done.output.split())) == (code, True), done.output
    assert any_stage.json("documentos", "listar") == []


def test_junk_is_no_document(any_stage: Stage, tmp_path: Path) -> None:
    junk = tmp_path / "precios.txt"
    junk.write_bytes(random.Random(7).randbytes(5000))
    done = any_stage.run("documentos", "cargar", str(junk), "--area", "precios")
    assert (done.exit_code, any_stage.json("documentos", "listar")) == (1, [])
    assert "no se puede leer. No es texto" in done.stderr


def test_a_model_that_fails_keeps_nothing_from_being_loaded(any_stage: Stage) -> None:
    any_stage.wired.broken_model = True
    done = any_stage.run("documentos", "cargar", PRICES, "--area", "precios")
    assert (done.exit_code, "7 pasajes" in done.output) == (0, True)
    assert len(any_stage.json("documentos", "listar")) == 1
    assert "se buscan por palabras" in any_stage.run("documentos", "modelo").output


def test_what_nobody_could_answer_is_listed_by_words_that_several_said(any_stage: Stage) -> None:
    asked = {"5216641112222": "¿tienen wifi?", "5216641113333": "oiga, ¿hay wifi o cafetería?"}
    for number, text in asked.items():
        any_stage.chat(text, number=number)
    with any_stage.begin() as uow:
        for chat in uow.conversations.list():
            for turn in uow.turns.list(chat.id):
                left = Reply(key="no_answer", params={"unanswered": {"topic": None}})
                uow.turns.add(turn.model_copy(update={"number": turn.number + 50, "replies": (left,)}))
        uow.commit()
    rows = any_stage.json("documentos", "sin-respuesta")
    assert [(row["palabra"], row["personas"]) for row in rows] == [("wifi", 2)]
    assert "cafeteria" not in any_stage.run("documentos", "sin-respuesta").output


def test_what_a_document_answers_since_is_no_longer_listed_and_what_was_there_is_not_asked_anew(
    any_stage: Stage, tmp_path: Path
) -> None:
    def left(*questions: str) -> None:
        for n, text in enumerate(questions):
            for person in range(2):
                any_stage.chat(text, number=f"52166411{n}{person}222")
        with any_stage.begin() as uow:
            for chat in uow.conversations.list():
                for turn in uow.turns.list(chat.id):
                    reply = Reply(key="no_answer", params={"unanswered": {"topic": None}})
                    uow.turns.add(turn.model_copy(update={"number": turn.number + 50, "replies": (reply,)}))
            uow.commit()

    def listed() -> set[object]:
        return {row["palabra"] for row in any_stage.json("documentos", "sin-respuesta")}

    def load(name: str, text: str) -> None:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        assert any_stage.run("documentos", "cargar", str(file), "--area", "servicios").exit_code == 0

    left("¿tienen wifi?", "¿hay cafetería?")
    assert listed() == {"wifi", "cafeteria"}
    any_stage.wired.clock.advance(dt.timedelta(minutes=1))
    load("a.md", "# Sala\n\n## Internet\nTenemos wifi gratis en la sala de espera.\n")
    assert listed() == {"cafeteria"}
    load("b.md", "# Servicios\n\n## Alimentos\nHay una cafetería en la planta baja.\n")
    assert listed() == set()
    assert any_stage.run("documentos", "quitar", "Sala").exit_code == 0
    assert listed() == {"wifi"}
