"""`turnero recordatorios ajustar --calificar`, `citas calificaciones`: whether patients are asked, what they say."""

from __future__ import annotations

import datetime as dt

from booking.appointments import attendance
from booking.conversation import asking_ratings
from booking.models import Actor, ActorKind, Appointment
from tests.admin.conftest import NOW, Stage

DESK = Actor(kind=ActorKind.STAFF, name="recepción")


def over(stage: Stage) -> int:
    """A visit that ended tomorrow at 9:30, and was asked about an hour later."""
    id = stage.book()
    stage.wired.clock.set(NOW + dt.timedelta(days=1, minutes=30))
    with stage.wired.begin() as uow:
        now = stage.wired.clock.now()
        begun = attendance.start(uow, uow.appointments.get(id), now, DESK)
        assert isinstance(begun, Appointment), begun
        assert isinstance(attendance.complete(uow, begun, now, DESK), Appointment)
        uow.commit()
    return id


def ask(stage: Stage) -> None:
    """An hour later the clock's job runs."""
    stage.wired.clock.set(stage.wired.clock.now() + dt.timedelta(hours=1))
    with stage.wired.begin() as uow:
        asking_ratings.ask(uow, stage.wired.clock.now())
        uow.commit()


def test_it_is_asked_only_where_the_clinic_wants_it(any_stage: Stage) -> None:
    assert any_stage.json("recordatorios", "ajustar")["calificar"] is False
    assert "no" in any_stage.run("recordatorios", "ajustar").output
    assert any_stage.json("recordatorios", "ajustar", "--calificar")["calificar"] is True
    assert any_stage.json("clinica", "ver")["recordatorios"]["calificar"] is True
    assert any_stage.json("recordatorios", "ajustar", "--sin-calificar")["calificar"] is False
    id = over(any_stage)
    assert "calificacion" not in any_stage.json("citas", "ver", str(id))


def test_a_mark_is_shown_in_its_visit_and_in_figures(any_stage: Stage) -> None:
    any_stage.json("recordatorios", "ajustar", "--calificar")
    id = over(any_stage)
    assert "se preguntará" in any_stage.run("citas", "ver", str(id)).output
    ask(any_stage)
    assert "no ha contestado" in any_stage.run("citas", "ver", str(id)).output
    with any_stage.wired.begin() as uow:
        (told,) = uow.ratings.of([id])
        assert uow.ratings.answer(told.rating.id, 2, any_stage.wired.clock.now())
        uow.commit()
    assert "Calificación: 2 de 5" in any_stage.run("citas", "ver", str(id)).output
    shown = any_stage.json("citas", "ver", str(id))["calificacion"]
    assert (shown["estado"], shown["nota"], shown["llego"]) == ("contestada", 2, True)
    figures = any_stage.json("citas", "calificaciones")
    (doctor,) = figures["doctores"]
    assert (doctor["preguntadas"], doctor["contestadas"], doctor["promedio"], doctor["bajas"]) == (1, 1, 2.0, 1)
    assert figures["todos"]["notas"] == {"1": 0, "2": 1, "3": 0, "4": 0, "5": 0}
    assert [one["cita"] for one in figures["bajas"]] == [id]
    printed = any_stage.run("citas", "calificaciones").output
    assert "Todos" in printed
    assert f"{id}" in printed
    assert any_stage.json("citas", "calificaciones", "--hasta", "2026-11-01")["todos"]["preguntadas"] == 0
