"""Somebody who is erased, and a document that is removed, leave nothing of theirs in any column, nor in any index.

Every text, JSON, file and vector of every row that is somebody's is stamped with a mark of its column, whatever stood
there; a column that takes only certain words is no place for anything of theirs. Then the whole database is searched:
by SQL in every column of every schema, and byte by byte in the files of its tables, indexes and long values, after
VACUUM FULL has written anew what there is. (What was deleted lies in a file until its place is taken, as in any
database; nobody looks at the server's journal, nor at its statistics, which ANALYZE makes anew.)
"""

from __future__ import annotations

from sqlalchemy import Engine, text

from booking.intents import Confirm, ProvideCustomerData, SelectSlot, StartBooking
from booking.models.documents import Area, TextPart
from booking.testing.same_vectors import SameVectors
from tests.documents.library import load
from tests.engine.on_postgres import postgres_clinic
from tests.storage.marks import MARK, NUMBER, THEN, fill, in_files, marked, reads_files, stamp, with_vectors

STAYS = frozenset(
    """citas_medicas.asignacion citas_medicas.tipo avisos_cita.antes eventos_cita.antes eventos_cita.despues
    eventos_cita.actor_nombre
    avisos_personal.tipo avisos_personal.visto_por avisos_personal.atendido_por chats_a_mano.quien
    clasificaciones_llm.clasificacion clasificaciones_llm.fuente clasificaciones_llm.modelo
    clasificaciones_llm.resultado mensajes_salientes.cobro mensajes_salientes.entrega mensajes_salientes.para_tipo
    mensajes_salientes.seguimiento
    consentimientos.aviso_version consentimientos.texto_sha256 usuarios.aviso_version""".split()
)
"""What stays: the times and doctors of an appointment and who of the staff changed it; who of the staff looked after a
chat; what a model was asked and what a message cost, in codes; that and how somebody agreed, which is to be proved."""

REMEMBERED = {
    *(f"memoria_episodica.{column}" for column in ("resumen", "metadata", "busqueda")),
    *(f"historiales_medicos.{column}" for column in ("diagnostico_principal", "sintomas", "busqueda")),
    "conversaciones.busqueda_dejada",
}
"""Among all that is stamped: what a chat came to, what doctors wrote down, what silence ended."""


def test_who_is_erased_leaves_nothing_anywhere(engine: Engine, owner_engine: Engine) -> None:
    clinic = postgres_clinic(engine)
    name = ProvideCustomerData(name="Ana Zúñiga")
    for intent in (StartBooking(doctor="Dra. Uno"), SelectSlot(option=1), name, Confirm()):
        clinic.mean("Ana", intent)
    person = clinic.conversation("Ana").person.id
    with clinic.begin() as uow:
        [ana] = uow.patients.list_of(person)
    clinic.conversations.clear()  # nobody reads what is stamped
    with owner_engine.begin() as connection:
        fill(connection)
        stamped = stamp(connection)
        vectors = with_vectors(connection)
    with owner_engine.connect() as connection:
        there = marked(connection)
    assert there >= {*stamped.values()}
    assert vectors <= there
    assert there >= REMEMBERED
    raw = reads_files(owner_engine)
    if raw:
        before = in_files(owner_engine)
        assert {number for numbers in before.values() for number in numbers} >= stamped.keys()
    with clinic.begin() as uow:
        uow.patients.forget(ana, chat=True, now=clinic.clock.now())
        uow.commit()
    with owner_engine.connect() as connection:
        left = marked(connection)
    assert left == STAYS
    if raw:
        after = {number for numbers in in_files(owner_engine).values() for number in numbers}
        assert {stamped.get(number, "a vector") for number in after} == STAYS


def test_what_is_remembered_of_a_chat_that_became_theirs_goes_too(engine: Engine) -> None:
    clinic = postgres_clinic(engine)
    name = ProvideCustomerData(name="Ana Zúñiga")
    for intent in (StartBooking(doctor="Dra. Uno"), SelectSlot(option=1), name, Confirm()):
        clinic.mean("Ana", intent)
    clinic.mean("Beto", StartBooking(doctor="Dr. Dos"))
    people = {"ana": clinic.conversation("Ana").person.id, "beto": clinic.conversation("Beto").person.id}
    of_another_chat = text(
        "INSERT INTO memoria_episodica (usuario_id, turno_id, tipo, ocurrido_en, resumen, metadata, busqueda)"
        " SELECT :ana, max(t.id), 'agendada', now(), 'cita', '{}', '' FROM turnos_log t"
        " JOIN conversaciones c ON c.id = t.conversacion_id WHERE c.usuario_id = :beto"
    )
    with engine.begin() as connection:
        connection.execute(of_another_chat, people)
    with clinic.begin() as uow:
        [ana] = uow.patients.list_of(people["ana"])
        assert len(uow.episodes.of_person(people["ana"])) == 1
        uow.patients.forget(ana, chat=True, now=clinic.clock.now())
        uow.commit()
    with clinic.begin() as uow:
        assert uow.episodes.of_person(people["ana"]) == []


def test_a_document_that_is_removed_leaves_nothing_anywhere(engine: Engine, owner_engine: Engine) -> None:
    clinic = postgres_clinic(engine)
    embedder = SameVectors()
    load(clinic.begin)
    with clinic.begin() as uow:
        part = TextPart(headings=(f"{MARK} uno",), text=f"Aquí dice {MARK}002.")
        made = uow.documents.put(f"Hoja {MARK}", Area.OTHER, f"{MARK}.md", MARK, [part], THEN, f"{MARK}001")
        waiting = uow.documents.without_vector(embedder.name, 1000)
        if uow.documents.has_vectors():
            uow.documents.put_vectors(embedder.model(), [(id, (NUMBER,) * 8) for id, said in waiting if MARK in said])
        uow.commit()
    with owner_engine.connect() as connection:
        there = marked(connection)
    assert {"documentos.nombre", "pasajes.texto", "pasajes.busqueda"} <= there
    raw = reads_files(owner_engine)
    if raw:
        before = in_files(owner_engine)
        assert {"documentos", "pasajes"} <= before.keys()
        assert ("vectores_pasaje" in before) == ("vectores_pasaje.vector" in there)
    with clinic.begin() as uow:
        assert uow.documents.remove(made.id) == 1
        uow.commit()
    with owner_engine.connect() as connection:
        assert marked(connection) == set()
    if raw:
        assert in_files(owner_engine) == {}
    with owner_engine.connect() as connection:
        if connection.scalar(text("SELECT to_regclass('public.vectores_pasaje')")) is not None:
            orphans = "SELECT count(*) FROM vectores_pasaje v LEFT JOIN pasajes p ON p.id = v.pasaje_id"
            assert connection.scalar(text(f"{orphans} WHERE p.id IS NULL")) == 0
