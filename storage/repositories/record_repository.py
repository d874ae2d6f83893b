"""What doctors wrote down of visits: every search begins with whose it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import func, insert, select, text
from sqlalchemy.orm import Session

from booking.models.documents import Vector
from booking.models.folded_text import without_accents
from booking.models.medical_records import MedicalRecord
from storage.base import at_most, columns, storable, table_of, unavailable
from storage.tables import MedicalRecordRow
from storage.vectors import RECORDS, SqlVectored, written

_RECORDS = table_of(MedicalRecordRow)
_SEARCH = """
WITH mine AS MATERIALIZED (SELECT * FROM historiales_medicos WHERE doctor_id = :owner
), scored AS (
    SELECT m.*, {rank} AS fits, {similarity} AS near FROM mine m{joined}
), placed AS (
    SELECT *, row_number() OVER (ORDER BY fits DESC, fecha DESC, id DESC) AS worded,
        row_number() OVER (ORDER BY near DESC NULLS LAST, id DESC) AS nearest
    FROM scored
)
SELECT id, paciente_id, doctor_id, cita_id, fecha, diagnostico_principal, sintomas, fits, near FROM placed
WHERE (worded <= :most AND fits > 0) OR (nearest <= :most AND near IS NOT NULL)
ORDER BY fecha DESC, id DESC
"""


class SqlMedicalRecords(SqlVectored):
    """`historiales_medicos` and, where there is such a table, `vectores_historial`."""

    _vectors = RECORDS

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, record: MedicalRecord) -> int:
        diagnosis, symptoms = storable(record.diagnosis), storable(record.symptoms)
        known = {
            "patient_id": record.patient_id,
            "doctor_id": record.doctor_id,
            "appointment_id": record.appointment_id,
            "at": record.at,
            "diagnosis": diagnosis,
            "symptoms": symptoms,
            "searched": func.to_tsvector("spanish", without_accents(f"{diagnosis} {symptoms}")),
        }
        added = insert(_RECORDS).values(**columns(MedicalRecordRow, known)).returning(_RECORDS.c.id)
        return int(self._session.execute(added).scalar_one())

    def search(
        self,
        doctor_id: int,
        words: Sequence[str],
        vector: Vector | None,
        model: str | None,
        most: int,
        seconds: float | None = None,
    ) -> Sequence[MedicalRecord]:
        with unavailable():
            at_most(self._session, seconds)
            asked = " | ".join(word for said in words for word in re.findall(r"[a-z0-9]+", said))
            near = len(vector) if vector is not None and model is not None and self.has_vectors() else 0
            values: dict[str, object] = {"owner": doctor_id, "most": most}
            values |= {"words": asked} if asked else {}
            values |= {"vector": written(vector), "model": model} if near and vector is not None else {}
            fits = "ts_rank(m.busqueda, to_tsquery('spanish', :words))" if asked else "CAST(0 AS real)"
            statement = _SEARCH.format(
                rank=fits,
                similarity="1 - (v.vector <=> CAST(:vector AS vector))" if near else "CAST(NULL AS double precision)",
                joined=RECORDS.joined("m", near) if near else "",
            )
            rows = self._session.execute(text(statement), values).all()
        return [
            MedicalRecord(
                id=row.id,
                patient_id=row.paciente_id,
                doctor_id=row.doctor_id,
                appointment_id=row.cita_id,
                at=row.fecha,
                diagnosis=row.diagnostico_principal,
                symptoms=row.sintomas,
                rank=row.fits,
                similarity=row.near,
            )
            for row in rows
        ]

    def of_patient(self, patient_id: int) -> Sequence[MedicalRecord]:
        wanted = select(MedicalRecordRow).where(MedicalRecordRow.patient_id == patient_id)
        rows = self._session.scalars(wanted.order_by(MedicalRecordRow.at.desc(), MedicalRecordRow.id.desc()))
        return [
            MedicalRecord(
                id=row.id,
                patient_id=row.patient_id,
                doctor_id=row.doctor_id,
                appointment_id=row.appointment_id,
                at=row.at,
                diagnosis=row.diagnosis,
                symptoms=row.symptoms,
            )
            for row in rows
        ]
