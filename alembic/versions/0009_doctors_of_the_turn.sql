-- Who takes part in the fair turn: a specialist only where the clinic says so.
ALTER TABLE doctores ADD COLUMN turno_general boolean NOT NULL DEFAULT true;
UPDATE doctores SET turno_general = coalesce(especialidad, '') ~* '^\s*$|general|familiar';
ALTER TABLE doctores ALTER COLUMN turno_general DROP DEFAULT;

-- Another one with every change of what hardly ever changes: doctors, weekly hours, recurring blocks, lengths of
-- visits. Whoever has read these once reads them again only when it is another. Random, so that what was read of one
-- database, or in a transaction that was rolled back, is never taken for what is in another.
ALTER TABLE clinica ADD COLUMN version_agenda uuid NOT NULL DEFAULT gen_random_uuid();

CREATE FUNCTION cambia_version_agenda() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE clinica SET version_agenda = gen_random_uuid();
    RETURN NULL;
END
$$;

CREATE TRIGGER version_agenda AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON doctores
    FOR EACH STATEMENT EXECUTE FUNCTION cambia_version_agenda();
CREATE TRIGGER version_agenda AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON disponibilidad_medica
    FOR EACH STATEMENT EXECUTE FUNCTION cambia_version_agenda();
CREATE TRIGGER version_agenda AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON bloqueos_recurrentes
    FOR EACH STATEMENT EXECUTE FUNCTION cambia_version_agenda();
CREATE TRIGGER version_agenda AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON duraciones_visita
    FOR EACH STATEMENT EXECUTE FUNCTION cambia_version_agenda();
