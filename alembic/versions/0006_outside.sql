-- Stretches in which a doctor took no part in the fair turn: before they joined, and while they were not active.
ALTER TABLE control_turnos ADD COLUMN fuera tstzmultirange NOT NULL DEFAULT '{}';

-- Nobody knows since when those are not active who are not.
UPDATE control_turnos t SET fuera = tstzmultirange(tstzrange(NULL, CASE WHEN d.activo THEN t.desde END))
FROM doctores d WHERE d.id = t.doctor_id AND (t.desde IS NOT NULL OR NOT d.activo);

ALTER TABLE control_turnos DROP COLUMN desde;
