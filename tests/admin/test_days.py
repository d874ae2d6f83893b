"""`turnero agenda cancelar|recorrer|pasar`: a doctor's whole day, shown, agreed to once and done as it was shown."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.desk import change_days
from booking.desk.change_days import Asked
from booking.models import Absence, Actor, ActorKind, DayAct, EventKind, Status, ToldOf
from tests.admin.conftest import NOW, TUESDAY, Stage

DESK = Actor(kind=ActorKind.STAFF, name="pruebas")
TUESDAYS = ("--doctor", "Laura", "--fecha", "mañana")


def agenda(stage: Stage, *hours: str, phones: int = 0) -> list[int]:
    """Appointments of Laura's on Tuesday, with a patient each; so many of them have a number."""
    for number, hour in enumerate(hours):
        phone = ("--telefono", f"66455500{number:02}") if number < phones else ()
        said = ("citas", "agendar", "--doctor", "1", "--inicio", f"{TUESDAY} {hour}", "--nuevo", f"Ana Luz{number}")
        said = (*said, *phone, "--sin-avisar")  # they know of it
        assert stage.run(*said).exit_code == 0
    return sorted(int(row["id"]) for row in stage.json("citas", "listar"))


def day(stage: Stage) -> dict[int, tuple[str, str, str]]:
    """State, hour and doctor of each."""
    rows = stage.json("citas", "listar")
    return {row["id"]: (row["estado"], row["inicio"][11:16], row["doctor"]["nombre"]) for row in rows}


def test_a_day_is_cancelled_with_one_yes(any_stage: Stage) -> None:
    first, second, third = agenda(any_stage, "9:00", "10:00", "16:00", phones=1)
    seen = any_stage.run("agenda", "cancelar", *TUESDAYS, "--menos", str(second), stdin="no\n")
    assert seen.exit_code == 1
    assert "se queda: queda fuera" in seen.stdout
    assert "Ana L." in seen.stdout
    assert "Luz0" not in seen.stdout, "masked"
    assert {state for state, _, _ in day(any_stage).values()} == {"programada"}
    said = any_stage.run("agenda", "cancelar", *TUESDAYS, "--menos", str(second), "--motivo", "enferma", stdin="sí\n")
    assert said.exit_code == 0, said.output
    assert "2 citas canceladas. 1 se quedó como estaba." in said.stdout
    assert "A su paciente le aviso por WhatsApp. Sin teléfono para avisarles: Ana L." in said.stdout
    assert "turnero doctores bloquear 1 --desde «2026-11-24 00:00»" in said.stdout
    assert {id: state for id, (state, _, _) in day(any_stage).items()} == {
        first: "cancelada",
        second: "programada",
        third: "cancelada",
    }
    with any_stage.begin() as uow:
        last = uow.events.list(first)[-1]
    assert (last.kind, last.why, last.by.kind) == (EventKind.CANCELLED, "enferma", ActorKind.STAFF)


def test_a_day_moves_and_who_is_here_stays_here(any_stage: Stage) -> None:
    early, late, evening = agenda(any_stage, "9:00", "9:30", "16:30")
    any_stage.wired.clock.set(dt.datetime.combine(TUESDAY, dt.time(8, 50), NOW.tzinfo))
    any_stage.run("citas", "llego", str(late))
    dry = any_stage.json("agenda", "recorrer", "--doctor", "1", "--minutos", "15", "--simular")
    said = any_stage.run("agenda", "recorrer", "--doctor", "1", "--minutos", "15", "--simular").stdout
    assert "no se cambió nada" in said
    assert [(one["id"], one["queda"][11:16]) for one in dry["citas"]] == [(early, "09:15"), (late, "09:45")]
    assert [(one["id"], one["por_que"]) for one in dry["se_quedan"]] == [(evening, "not_working")]
    assert day(any_stage)[early][1] == "09:00", "only shown"
    done = any_stage.json("agenda", "recorrer", "--doctor", "1", "--minutos", "15", "--si", "--sin-avisar")
    assert done["hecho"]
    assert done["avisos"] == {str(early): "hablado", str(late): "hablado"}
    assert [day(any_stage)[id][1] for id in (early, late, evening)] == ["09:15", "09:45", "16:30"]
    with any_stage.begin() as uow:
        assert uow.appointments.get(late).arrived_at is not None, "the patient is still in the waiting room"
    over = any_stage.run("agenda", "recorrer", "--doctor", "1", "--minutos", "15", "--horas", "16:00-17:00",
                         "--sobrecupo", "--si")  # fmt: skip
    assert "sobrecupo: queda fuera del horario" in over.stdout
    assert day(any_stage)[evening][1] == "16:45"


def test_a_day_is_handed_over_where_the_other_is_free(any_stage: Stage) -> None:
    nine, ten, four = agenda(any_stage, "9:00", "10:00", "16:00")
    said = any_stage.run("agenda", "pasar", *TUESDAYS, "--a", "Salas", "--si")
    assert said.exit_code == 0, said.output
    assert "1 cita pasada. 2 se quedaron como estaban." in said.stdout
    assert "se queda: queda fuera del horario" in said.stdout
    found = day(any_stage)
    assert found[nine] == ("programada", "09:00", "Dr. Jorge Salas")
    assert {found[id][2] for id in (ten, four)} == {"Dra. Laura Méndez"}


def test_what_is_no_longer_as_it_was_shown_is_not_done(any_stage: Stage) -> None:
    first, _ = agenda(any_stage, "9:00", "10:00")
    with any_stage.begin() as uow:
        wish = change_days.wish_of(uow, Asked(DayAct.CANCEL, "1", "mañana"), NOW)
        shown = change_days.planned(uow, wish, NOW)
    any_stage.run("citas", "cancelar", str(first), "--si")
    with any_stage.begin() as uow:
        done = change_days.carry_out(uow, wish, shown, NOW, DESK)
        uow.commit()
    assert not done.done
    assert len(done.plan.changes) == 1, "what it would be now"
    with any_stage.begin() as uow:
        assert [a.status for a in uow.appointments.list()] == [Status.CANCELLED, Status.BOOKED]
        again = change_days.carry_out(uow, wish, done.plan, NOW, DESK)
        uow.commit()
    assert [a.status for a in again.appointments] == [Status.CANCELLED]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("cancelar", *TUESDAYS), "No hay citas por venir ahí"),
        (("cancelar", "--doctor", "Laura", "--fecha", "ayer"), "--fecha"),
        (("recorrer", "--doctor", "1", "--minutos", "0"), "--minutos"),
        (("pasar", *TUESDAYS, "--a", "Laura"), "--a"),
        (("pasar", *TUESDAYS, "--a", "nadie"), "--a"),
        (("cancelar", *TUESDAYS, "--menos", "77"), "--menos"),
        (("cancelar", *TUESDAYS, "--json"), "--json"),
    ],
)
def test_what_cannot_be_is_said(stage: Stage, words: tuple[str, ...], says: str) -> None:
    said = stage.run("agenda", *words)
    assert said.exit_code in (1, 2)
    assert says in said.output


def test_none_that_fits_changes_nothing(stage: Stage) -> None:
    agenda(stage, "10:30")
    said = stage.run("agenda", "recorrer", *TUESDAYS, "--minutos", "30", "--si")
    assert said.exit_code == 1
    assert "ninguna se puede. Pasando por encima de horarios y huecos: --sobrecupo" in said.output


def test_who_is_here_is_not_told_that_the_doctor_is_late(stage: Stage) -> None:
    """The next step that is named is one that this command has."""
    (only,) = agenda(stage, "9:00")
    stage.wired.clock.set(dt.datetime.combine(TUESDAY, dt.time(8, 50), NOW.tzinfo))
    stage.run("citas", "llego", str(only))
    said = stage.run("agenda", "avisar", "--doctor", "1", "--minutos", "20", "--si")
    assert said.exit_code == 1
    assert "ya llegaron" in said.output
    assert "--sobrecupo" not in said.output


def test_patients_of_today_are_told_that_their_doctor_is_late(any_stage: Stage) -> None:
    first, second = agenda(any_stage, "9:00", "10:00", phones=1)
    any_stage.wired.clock.set(dt.datetime.combine(TUESDAY, dt.time(8), NOW.tzinfo))
    before = day(any_stage)
    said = any_stage.run("agenda", "avisar", "--doctor", "1", "--minutos", "20", stdin="sí\n")
    assert said.exit_code == 0, said.output
    assert "Ninguna cita se movió. A su paciente le aviso por WhatsApp. Sin teléfono para avisarles: Ana" in said.stdout
    assert day(any_stage) == before
    with any_stage.begin() as uow:
        told = [one.telling for one in uow.tellings.of([first, second]) if one.telling.what is ToldOf.LATE]
    assert [(one.about.id, one.minutes) for one in told] == [(first, 20), (second, 20)]


def test_a_doctor_who_will_not_be_there_closes_the_day_and_offers_another_time(any_stage: Stage) -> None:
    first, second = agenda(any_stage, "9:00", "10:00", phones=1)
    seen = any_stage.run("agenda", "ofrecer", *TUESDAYS, stdin="no\n")
    assert seen.exit_code == 1
    assert any_stage.json("agenda", "sin-respuesta") == []
    said = any_stage.run("agenda", "ofrecer", *TUESDAYS, "--motivo", "congreso", "--si")
    assert said.exit_code == 0, said.output
    assert "Se ofrece otro horario a 1 paciente. Por llamar, para ofrecerles otro horario: 1 paciente." in said.stdout
    assert "Sin teléfono para avisarles: Ana L." in said.stdout
    assert {state for state, _, _ in day(any_stage).values()} == {"programada"}, "kept until they answer"
    taken = any_stage.run("citas", "agendar", "--doctor", "1", "--inicio", f"{TUESDAY} 11:00", "--nuevo", "Eva Gil")
    assert taken.exit_code != 0, "nobody is booked then any more"
    listed = any_stage.json("agenda", "sin-respuesta")
    assert [(one["id"], one["avisado"]) for one in listed] == [(first, None), (second, None)]
    assert all(one["limite"][:10] == "2026-11-23" for one in listed), "at the latest the evening before"
    table = any_stage.run("agenda", "sin-respuesta").stdout
    assert "Ana L." in table
    assert "Luz0" not in table, "masked"
    assert [(one["por_llamar"], one["lo_dijo_el_personal"]) for one in listed] == [
        (None, False),
        ("no tiene teléfono", False),
    ]
    again = any_stage.json("agenda", "ofrecer", *TUESDAYS, "--simular")
    assert (again["citas"], {one["por_que"] for one in again["se_quedan"]}) == ([], {"asked"})
    assert any_stage.run("citas", "cancelar", str(first), "--si").exit_code == 0
    assert [one["id"] for one in any_stage.json("agenda", "sin-respuesta")] == [second]
    rules = any_stage.json("doctores", "horario", "1")
    (name,) = [rule["regla"] for rule in rules["reglas"] if rule["regla"].startswith("ausencia-")]
    lifted = any_stage.run("doctores", "horario", "1", "--quitar", name)
    assert f"siempre sí, en las citas: {second}" in lifted.stdout
    assert any_stage.json("agenda", "sin-respuesta") == []


def test_several_days_are_closed_at_once(any_stage: Stage) -> None:
    agenda(any_stage, "9:00")
    wrong = any_stage.run("agenda", "ofrecer", "--doctor", "1", "--fecha", "mañana", "--hasta", "hoy", "--si")
    assert "termina antes de --fecha" in wrong.output
    said = any_stage.json("agenda", "ofrecer", "--doctor", "1", "--fecha", "mañana", "--hasta", "2026-11-27", "--si")
    assert (said["desde"][:10], said["hasta"][:10], len(said["citas"])) == ("2026-11-24", "2026-11-28", 1)
    with any_stage.begin() as uow:
        (away,) = [rule for _, rule in uow.rules.of(Absence, 1)]
    assert away.end - away.start == dt.timedelta(days=4)
