"""`turnero citas agendar --cada --veces`: a series is shown whole, and entered by one yes or not at all."""

from __future__ import annotations

import pytest

from tests.admin.conftest import Stage

SERIES = ("citas", "agendar", "--doctor", "1", "--cada", "7", "--veces", "4", "--inicio", "2026-11-24 10:00")


def starts(stage: Stage) -> list[str]:
    return sorted(row["inicio"][:16] for row in stage.json("citas", "listar"))


def test_a_series_is_shown_before_it_is_entered(any_stage: Stage) -> None:
    taken = any_stage.run(
        "citas", "agendar", "--doctor", "1", "--inicio", "2026-12-01 10:00", "--nuevo", "Eva Gil", "--sin-avisar"
    )
    assert taken.exit_code == 0
    before = starts(any_stage)
    seen = any_stage.run(*SERIES, "--nuevo", "Ana Luz", stdin="no\n")
    assert seen.exit_code == 1
    assert "¿Agendar estas 4 citas?" in seen.stdout
    assert "martes 1 de diciembre, 10:00 a.m.: ocupado" in " ".join(seen.stdout.split())
    assert starts(any_stage) == before
    done = any_stage.run(*SERIES, "--nuevo", "Ana Luz", stdin="sí\n")
    assert done.exit_code == 0, done.stderr
    made = sorted({*starts(any_stage)} - {*before})
    assert made == ["2026-11-24T10:00", "2026-12-01T09:30", "2026-12-08T10:00", "2026-12-15T10:00"]


def test_what_lies_beyond_the_days_that_can_be_booked_is_told(any_stage: Stage) -> None:
    far = ("--cada", "28", "--veces", "4", "--inicio", "2026-11-24 10:00", "--nuevo", "Ana Luz", "--si")
    done = any_stage.run("citas", "agendar", "--doctor", "1", *far)
    assert done.exit_code == 0, done.stderr
    assert "todavía no se abre la agenda" in " ".join(done.stdout.split())
    assert len(starts(any_stage)) == 3


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (("--cada", "7"), 2),
        (("--veces", "4"), 2),
        (("--cada", "7", "--veces", "40", "--si"), 1),
        (("--cada", "7", "--veces", "4", "--json"), 2),
        (("--cada", "7", "--veces", "4", "--si", "--sobrecupo"), 1),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_entered(stage: Stage, more: tuple[str, ...], code: int) -> None:
    said = stage.run("citas", "agendar", "--doctor", "1", "--inicio", "2026-11-24 10:00", "--nuevo", "Ana Luz", *more)
    assert said.exit_code == code
    assert starts(stage) == []
