-- Which doctors entered a patient: each of them works with them, whoever was first.
CREATE TABLE pacientes_doctores (
    doctor_id BIGINT NOT NULL,
    paciente_id BIGINT NOT NULL,
    registrado_en timestamptz NOT NULL,
    CONSTRAINT pk_pacientes_doctores PRIMARY KEY (doctor_id, paciente_id),
    CONSTRAINT fk_pacientes_doctores_doctor_id FOREIGN KEY (doctor_id) REFERENCES doctores (id),
    CONSTRAINT fk_pacientes_doctores_paciente_id FOREIGN KEY (paciente_id) REFERENCES pacientes (id)
);

INSERT INTO pacientes_doctores (doctor_id, paciente_id, registrado_en)
SELECT doctor_id, id, creado_en FROM pacientes WHERE doctor_id IS NOT NULL;

ALTER TABLE pacientes DROP COLUMN doctor_id;

-- A patient as it was written down in drafts and turns says it no longer.
UPDATE conversaciones SET borrador = regexp_replace(
    borrador::text, '("phone": (?:null|"[^"]*"), )"doctor_id": (?:null|\d+), ("person_id":)', '\1\2', 'g')::jsonb
WHERE borrador::text ~ '"doctor_id": (null|\d+), "person_id":';
UPDATE turnos_log SET cuerpo = regexp_replace(
    cuerpo::text, '("phone": (?:null|"[^"]*"), )"doctor_id": (?:null|\d+), ("person_id":)', '\1\2', 'g')::jsonb
WHERE cuerpo::text ~ '"doctor_id": (null|\d+), "person_id":';
