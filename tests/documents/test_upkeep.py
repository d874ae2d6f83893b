"""Vectors that are missing, or another model's, are made beside everything else."""

from __future__ import annotations

from functools import partial

from booking.documents.missing_vectors import AT_ONCE, fill
from booking.errors import ServiceUnavailable
from booking.models import Remember
from booking.models.documents import Area, TextPart
from booking.runtime.upkeep import Upkeep
from booking.testing.clinic import Clinic
from booking.testing.fakes import MemoryDatabase
from booking.testing.same_vectors import SameVectors
from booking.testing.world import memory_clinic
from tests.documents.library import LOADED, load


def upkeep(clinic: Clinic, fills: object) -> Upkeep:
    made = Upkeep(clinic.begin, clinic.clock, clinic.sender, lambda conversation_id: None)
    assert callable(fills)
    made.fill = fills
    return made


def test_the_hourly_upkeep_makes_what_is_missing_and_what_another_model_made() -> None:
    clinic = memory_clinic()
    load(clinic.begin)
    with clinic.begin() as uow:
        parts = [TextPart(text=f"Texto número {n}.") for n in range(2 * AT_ONCE)]
        uow.documents.put("Muchos", Area.OTHER, "m.md", "x", parts, LOADED)
        uow.commit()
    for model in (SameVectors(name="old"), SameVectors(name="new")):
        told: list[tuple[int, int]] = []
        upkeep(clinic, partial(fill, clinic.begin, model, lambda made, all: told.append((made, all)))).purge()  # noqa: B023
        with clinic.begin() as uow:
            made, passages = uow.documents.vectors(model.name)
        assert made == passages > 2 * AT_ONCE
        assert told == sorted(told)
        assert told[-1] == (made, passages)


def test_no_more_than_asked_for_are_made_and_none_where_none_is_missing() -> None:
    clinic = memory_clinic()
    load(clinic.begin)
    model = SameVectors()
    assert fill(clinic.begin, model, most=1) == AT_ONCE
    assert fill(clinic.begin, model) > 0
    assert fill(clinic.begin, model) == 0


def test_the_hourly_upkeep_has_lines_of_memory_looked_after() -> None:
    clinic = memory_clinic()
    assert isinstance(clinic.begin, MemoryDatabase)
    upkeep(clinic, lambda: None).purge()
    assert [job for job, _ in clinic.begin.take_jobs()] == [Remember()]


def test_a_model_that_is_gone_keeps_upkeep_from_nothing() -> None:
    def gone() -> int:
        raise ServiceUnavailable("embeddings")

    clinic = memory_clinic()
    upkeep(clinic, gone).purge()
