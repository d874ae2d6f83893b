"""Scripted conversations that are wrong: each is refused or fails, and says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from booking.testing.clinic import Clinic
from booking.testing.scripts.play import ScriptError, load, parse
from booking.testing.scripts.script_steps import STEPS, Play
from nlu.shortcuts import Shortcuts


def played(steps: str) -> Clinic:
    script = parse(f"pasos:\n{steps}")
    return script.play(script.open_clinic(Shortcuts()))


def test_a_script_that_expects_something_else_names_the_step_and_shows_the_conversation() -> None:
    with pytest.raises(ScriptError, match=r"step 2 \(bot: booked\): expected booked, got .*\n\nPaciente: hola"):
        played("  - paciente: hola\n  - bot: booked\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pasos: hola", "a list"),
        ("- a\n- b", "a list"),
        ("pasos: []", "`pasos` is empty"),
        ("pasos:\n  - repite:\npasos:\n  - repite:\n", "pasos: said twice"),
        ("pasos:\n  - baila: sí\n", "unknown step 'baila'"),
        ("pasos:\n  - {bot: a, estado: b}\n", "step 1: a step is one of"),
        ("paso: []\npasos: []\n", "unknown paso"),
        ("clinica: grande\npasos: [{repite: }]\n", "clinica: is one of demo, chica"),
        ("ahora: mañana\npasos: [{repite: }]\n", "ahora: 'mañana' is no moment"),
        ("ahora: 2026-11-23T09:00\npasos: [{repite: }]\n", "needs its offset"),
        ("documentos: [a]\npasos: [{repite: }]\n", "documentos: takes questions with their passages"),
        ("pasos: [", "while parsing"),
        ("[" * 5000, "recursion"),
    ],
)
def test_what_is_no_script_is_refused(text: str, why: str) -> None:
    with pytest.raises(ScriptError, match=why):
        parse(text)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("paciente:", "takes a text, not nothing"),
        ("paciente: [a, b]", "takes a text, not"),
        ("paciente: {Ana: hola, Beto: hola}", "takes one person"),
        ("rafaga: {Ana: hola}", "a list of two texts or more"),
        ("manda: telegrama", "is one of image, audio"),
        ('bot: ""', "is in nearly every answer: it proves nothing"),
        ("bot: .", "is in nearly every answer"),
        ("bot: [booked, ' a ']", "is in nearly every answer"),
        ("bot: []", "an empty list expects nothing"),
        ('bot_no: ""', "is in nearly every answer"),
        ('toca: ""', "is in every title"),
        ('toca_viejo: {Ana: "."}', "is in every title"),
        ("bot_no: bookd", "'bookd' is no reply key; is booked meant"),
        ("bot_no: offer_slot", "is offer_slots meant"),
        ("bot_no:", "that must not be answered"),
        ("fila: confirm@", "is no row of the table"),
        ("estado: CONFIRMA", "is one of IDLE"),
        ("control: nadie", "is one of bot, human"),
        ("avanza: 11", "takes units, as in {minutos: 11}"),
        ("avanza: {minutoss: 11}", "knows segundos, minutos, .*; not minutoss"),
        ("avanza: {minutos: -60}", "a number from 0"),
        ("avanza: {minutos: 0}", "no time passes"),
        ("falla: appointmens.hold", "no port has a call 'appointmens.hold'; near: appointments.hold"),
        ("falla: {commit: 0}", "no call fails"),
        ("recepcion: baila", "takes cancela or {devuelve: name}"),
        ("recepcion: {baila: Ana}", "staff do cancela or"),
        ("citas: tres", "takes a number, not 'tres'"),
        ("citas: [{pacient: Ana}]", "is told by paciente, inicio, estado, doctor, motivo; not by"),
        ("citas: [Ana]", "is told by paciente"),
        ("significa: {kind: bail}", "Input tag 'bail'"),
        ("repite: quizás", "takes nothing, or true"),
        ("rol: personal", "takes a person"),
    ],
)
def test_a_step_that_could_never_fail_or_makes_no_sense_is_refused(step: str, why: str) -> None:
    with pytest.raises(ScriptError, match=rf"(?s)step 1, {step.partition(':')[0]}: .*{why}"):
        parse(f"pasos:\n  - {step}\n")


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ("  - estado: IDLE\n", "Paciente has not written yet"),
        ("  - bot:\n", "nothing has been said yet"),
        ("  - repite: true\n", "Paciente has not written yet"),
        ("  - recepcion: cancela\n", "there is no appointment to cancel"),
        ("  - recepcion: {devuelve: Ana}\n", "Ana has not written yet"),
        ("  - rol: {Ana: partera}\n", "'partera' is neither personal, admin nor one of Dra. Laura"),
        ("  - falla: appointments.hold\n  - paciente: hola\n", "never came to fail: appointments.hold"),
        ("  - paciente: hola\n  - fila: greet@*\n  - fila: thank@*\n", "'thank@\\*' is no row"),
        ("  - paciente: hola\n  - fila: cancel_booking@IDLE\n", "expected cancel_booking@IDLE, used"),
        ("  - paciente: hola\n  - citas: [{paciente: Ana}]\n", r"expected 1 appointments, found 0: \[\]"),
        ("  - paciente: hola\n  - toca: Sí\n", "no button 'Sí' among"),
    ],
)
def test_a_step_that_goes_otherwise_says_so(steps: str, why: str) -> None:
    with pytest.raises(ScriptError, match=why):
        played(steps)


def test_any_error_of_a_step_is_told_with_the_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(play: Play, value: object) -> None:
        raise AttributeError("a bug")

    monkeypatch.setitem(STEPS, "bot", STEPS["bot"]._replace(run=breaks))
    with pytest.raises(ScriptError, match=r"step 2 \(bot: greeting\): AttributeError: a bug\n\nPaciente: hola"):
        played("  - paciente: hola\n  - bot: greeting\n")


def test_what_patients_write_is_what_stands_in_the_file() -> None:
    steps = "  - paciente: no\n  - paciente: {Ana: 9:30}\n  - paciente: 011\n  - paciente: 1_000\n  - paciente: ''\n"
    assert [step.value.what for step in parse(f"pasos:\n{steps}").steps] == ["no", "9:30", "011", "1_000", ""]


def test_a_person_may_mean_an_intent() -> None:
    clinic = played("  - significa: {Ana: {kind: select_slot, option: 2}}\n  - bot: nothing_pending\n")
    assert [turn.intents[0].kind for turn in clinic.records] == ["select_slot"]


def test_a_file_that_is_no_text_is_no_script(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"pasos:\n  - paciente: s\xed\n")
    for path in (tmp_path / "a.yaml", tmp_path / "none.yaml"):
        with pytest.raises(ScriptError, match="cannot be read as UTF-8"):
            load(path)
