"""What a doctor wrote down of visits, found among their own: of a patient who is named, or of an ailment; and where
nothing is written down, what was told of the visits themselves when they were booked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple

from booking.documents.asked_words import groups_of
from booking.documents.ranking import fused
from booking.documents.word_forms import folded_words, really
from booking.models import LIVE_APPOINTMENTS, Appointment, Patient, Status
from booking.models.folded_text import folded
from booking.models.medical_records import MedicalRecord
from tools.access import Access

MOST = 5
_CANDIDATES = 20
_NAMESAKES = 10
_VISITS = 300
_LOOKED_BACK = dt.timedelta(days=365)
_SECONDS = 2.0
"""Of the time that a tool has."""
_OF_MANY_ILLS = frozenset(
    "dolor dolores molestia molestias malestar malestares problema problemas mal sintoma sintomas".split()
)
"""What alone makes no two ailments alike."""


class Found(NamedTuple):
    """The best first. `patients`: those who are called as was asked."""

    records: Sequence[MedicalRecord]
    visits: Sequence[Appointment] = ()
    patients: Sequence[Patient] = ()


def find(access: Access, doctor_id: int, query: str) -> Found:
    """What they wrote down of a patient of theirs who is named, the latest first, and of ailments like it; by words and
    by meaning where there are vectors. Where there is nothing, their visits."""
    called = _called(access, doctor_id, query)
    theirs = [record for one in called for record in access.uow.records.of_patient(one.id)]
    own = [one for one in theirs if one.doctor_id == doctor_id]
    known = {one.id for one in own}
    best = [*own, *(one for one in _alike(access, doctor_id, query) if one.id not in known)][:MOST]
    if best:
        return Found(best, patients=called if {one.patient_id for one in best} <= {one.id for one in called} else ())
    return Found((), _visits(access, doctor_id, query, called), called)


def _called(access: Access, doctor_id: int, query: str) -> list[Patient]:
    """The doctor's patients who have every word of it in their name."""
    named = folded(query).split()
    if not named:
        return []
    found = access.uow.patients.search(name=query, limit=_NAMESAKES, doctor_id=doctor_id)
    return [one for one in found if {*named} <= {*folded(one.name).split()}]


def _visits(access: Access, doctor_id: int, query: str, called: Sequence[Patient]) -> Sequence[Appointment]:
    """The last one of each who is called so, else those whose reason is like it; the latest first."""
    ids = {one.id for one in called}
    past = access.uow.appointments.list(
        start=access.now - _LOOKED_BACK,
        end=access.now,
        doctor_id=doctor_id,
        patient_id=called[0].id if len(called) == 1 else None,
        statuses=(*LIVE_APPOINTMENTS, Status.COMPLETED),
    )[-_VISITS:]
    last: dict[int, Appointment] = {}
    for one in past:
        fits = one.patient_id in ids if called else bool(one.reason) and _is_like(query, one.reason or "")
        if fits and one.patient_id is not None:
            last[one.patient_id] = one
    return sorted(last.values(), key=lambda one: (one.slot.start, one.id), reverse=True)[:MOST]


def _alike(access: Access, doctor_id: int, query: str) -> list[MedicalRecord]:
    words = [word for group in groups_of(query) for word in group.said.split()]
    if not words:
        return []
    model, vector = access.meaning
    found = access.uow.records.search(doctor_id, words, vector, model.name if model else None, _CANDIDATES, _SECONDS)
    return _best(found, query, model.threshold if model else None)


def _best(found: Sequence[MedicalRecord], query: str, threshold: float | None) -> list[MedicalRecord]:
    near = [one for one in found if threshold is not None and (one.similarity or 0.0) >= threshold]
    near.sort(key=lambda one: -(one.similarity or 0.0))
    worded = [one for one in found if one.rank > 0 and _is_like(query, one.text)]
    worded.sort(key=lambda one: (-one.rank, -one.at.timestamp()))
    score = fused([one.id for one in worded], [one.id for one in near])
    taken = [one for one in found if one.id in score]
    return sorted(taken, key=lambda one: (-score[one.id], -one.at.timestamp()))[:MOST]


def _is_like(query: str, text: str) -> bool:
    """Whether it has something that is asked for, and not only that something ails somebody."""
    asked = groups_of(query)
    telling = [group for group in asked if group.said not in _OF_MANY_ILLS] or asked
    words = folded_words(text)
    return any(really((group.said, *group.ways), words) or {*group.said.split()} <= {*words} for group in telling)
