"""The kit itself: recording and playing back, strategies, invariants that see each turn once,
what the plugin prints."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, Confirm, ProvideCustomerData, RequestHuman, SelectSlot, StartBooking
from booking.models import State, TurnRecord
from booking.testing import strategies
from booking.testing.clinic import Clinic
from booking.testing.coverage import Coverage
from booking.testing.invariants import INVARIANTS, check_all, each_turn, every_turn_replays
from booking.testing.machine import BookingStateMachine
from booking.testing.plugin import told
from booking.testing.scripts.play import load, parse
from booking.testing.scripts.recording import as_yaml
from booking.testing.world import Seed, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.kit.played import SCRIPTS, played

STAGED = ("falla", "recepcion", "significa", "documentos", "{Beto", "toca_viejo", 'paciente: ""')
"""What a log cannot tell, or tells of other people too."""


def recordable() -> list[Path]:
    return [path for path in SCRIPTS if not any(word in path.read_text(encoding="utf-8") for word in STAGED)]


@pytest.mark.parametrize("path", recordable()[:12], ids=lambda path: path.stem)
def test_a_recorded_conversation_goes_as_it_went(path: Path) -> None:
    script = load(path)
    went = script.play(script.open_clinic(Shortcuts()))
    again = dataclasses.replace(parse(as_yaml(went.records, "otra vez")), clinic=script.clinic)
    goes = again.play(again.open_clinic(Shortcuts()))
    assert [t.replies for t in goes.records] == [t.replies for t in went.records]


@pytest.mark.parametrize("path", SCRIPTS[::4], ids=lambda path: path.stem)
def test_every_turn_of_a_scripted_conversation_replays_from_its_record(path: Path) -> None:
    every_turn_replays(played(path))


@given(st.data(), st.sampled_from(State))
def test_the_intents_for_a_state_are_intents_that_get_on_there(data: st.DataObject, state: State) -> None:
    intent: AnyIntent = data.draw(strategies.intents_for(state))
    if state is State.IDLE:
        assert intent.kind not in ("greet", "thank", "confirm", "deny", "cancel_booking")
    else:
        assert intent.kind not in ("greet", "thank", "recall", "ask_question")


@given(strategies.schedules())
def test_a_clinic_opens_with_any_schedule(seed: Seed) -> None:
    clinic = memory_clinic(seed)
    keys = clinic.mean("Ana", StartBooking()).keys
    assert keys[-1] in ("offer_slots", "no_slots")
    check_all(clinic)


@given(strategies.nasty_text())
def test_any_text_is_answered(text: str) -> None:
    clinic = memory_clinic(reader=Shortcuts())
    assert clinic.say("Ana", text).messages
    check_all(clinic)


def booked() -> Clinic:
    clinic = memory_clinic()
    for intent in (StartBooking(), SelectSlot(option=1), ProvideCustomerData(name="Ana Ruiz"), Confirm()):
        clinic.mean("Ana", intent)
    return clinic


def test_an_invariant_of_turns_sees_each_turn_once() -> None:
    seen: list[int] = []

    @each_turn
    def watching(clinic: Clinic, turn: TurnRecord) -> None:
        seen.append(turn.number)

    clinic = booked()
    check_all(clinic, [*INVARIANTS, watching])
    check_all(clinic, [*INVARIANTS, watching])
    clinic.mean("Ana", StartBooking())
    check_all(clinic, [*INVARIANTS, watching])
    assert seen == [1, 2, 3, 4, 5]
    watching(clinic)
    assert seen == [1, 2, 3, 4, 5] * 2


def test_an_invariant_that_broke_is_broken_at_the_next_check_too() -> None:
    @each_turn
    def never(clinic: Clinic, turn: TurnRecord) -> None:
        raise AssertionError("never")

    clinic = booked()
    for _ in range(2):
        with pytest.raises(AssertionError, match="never"):
            check_all(clinic, [never])


def test_turns_of_the_system_are_seen_too() -> None:
    clinic = memory_clinic()
    clinic.mean("Ana", RequestHuman())
    clinic.engine.return_to_bot(clinic.conversations["Ana"])
    check_all(clinic)
    assert [turn.source for turn in clinic.records] == ["shortcut", "system"]


def test_a_failed_tests_conversation_is_told_in_spanish_with_its_last_row() -> None:
    said = told(booked())
    assert "Última fila: confirm@CONFIRM_BOOK[yes_is_bound&name_known&holding]" in said
    assert "bot: ✅ ¡Listo! La cita de Ana Ruiz" in said
    assert "Ana: IDLE, atiende el bot, 4 turnos" in said


def test_coverage_adds_up_over_processes() -> None:
    one, other = Coverage(), Coverage()
    one.add(booked().records[:1])
    other.add(booked().records[1:])
    one.merge(Coverage.load(other.dump()))
    whole = Coverage()
    whole.add(booked().records)
    assert one == whole
    assert "replies 5/" in one.line()


def test_the_plugin_shows_the_conversation_of_a_test_that_fails(tmp_path: Path) -> None:
    import subprocess
    import sys

    (tmp_path / "test_it.py").write_text(
        "from booking.intents import StartBooking\n"
        "def test_it(clinic):\n"
        "    print('something logged')\n"
        "    clinic.mean('Ana', StartBooking())\n"
        "    assert clinic.conversation('Ana').state == 'CONFIRM'\n",
        encoding="utf-8",
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "booking.testing.plugin", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert result.returncode == 1, result.stdout + result.stderr
    assert 0 < result.stdout.find("Conversación") < result.stdout.find("\nsomething logged")
    assert "Ana: (start_booking)" in result.stdout
    assert "Última fila: check_availability@" in result.stdout
    assert "rows 3/" in result.stdout


@pytest.mark.parametrize(
    ("call", "nth", "why"),
    [
        ("appointmens.hold", 1, "no port has a call 'appointmens.hold'; near: .*'appointments.hold'"),
        ("appointments.hold", 0, "counted from 1"),
    ],
)
def test_a_fault_that_would_never_strike_is_refused(call: str, nth: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        memory_clinic().break_service(call, nth)


@pytest.mark.parametrize("minutes", [0, -30])
def test_time_only_goes_on(minutes: int) -> None:
    with pytest.raises(ValueError, match="time only goes on"):
        memory_clinic().advance(minutes=minutes)


def test_the_transcript_is_in_spanish_throughout() -> None:
    clinic = memory_clinic()
    clinic.break_service("begin", 3)
    clinic.break_service("inbox.accept_all")
    clinic.mean("Ana", StartBooking())
    clinic.advance(hours=2, minutes=1)
    assert [line for line in clinic.transcript if "bot:" not in line][:6] == [
        "   · fallará begin, la llamada 3 desde aquí",
        "   · fallará inbox.accept_all, la llamada 1 desde aquí",
        "Ana: (start_booking)",
        "   · no se acusó de recibido: WhatsApp lo entrega otra vez",
        "   · el turno falló (DatabaseUnavailable) y se intenta otra vez",
        "   · first_contact@* → start_booking@IDLE → check_availability@IDLE+OFFERS[any_times_found]",
    ]
    assert clinic.transcript[-1] == "… pasan 2 horas y 1 minutos"


@pytest.mark.parametrize("name", ["books", "everything_holds", "open_clinic", "_somebody"])
def test_a_subclass_cannot_take_a_rule_of_the_kit_away_by_its_name(name: str) -> None:
    with pytest.raises(TypeError, match=f"Mine would replace what the kit calls {name}"):
        type("Mine", (BookingStateMachine,), {name: lambda self: None})


def test_a_subclass_says_on_what_it_runs_and_what_must_hold() -> None:
    chosen = {"make_clinic": lambda self: memory_clinic(), "must_hold": (), "teardown": lambda self: None}
    assert type("Mine", (BookingStateMachine,), {**chosen, "another": 1})
