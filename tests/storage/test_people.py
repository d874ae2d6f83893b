"""Who wrote: one person behind every form of a number and every name WhatsApp has for them."""

from __future__ import annotations

import datetime as dt
import gc
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from sqlalchemy import Engine, text

from booking.conversation.intake import Intake
from booking.errors import ConversationMoved
from booking.models import Conversation, Identity, State, Text
from booking.testing.frozen_clock import FrozenClock
from storage.phones import canonical
from storage.unit_of_work import SqlUnitOfWork, SqlUnitOfWorkFactory
from tests.storage.clinic import NOW, accept, at_once, bsuid, chat, message, wa


def count(engine: Engine, table: str) -> int:
    with engine.connect() as connection:
        return connection.scalar(text(f"SELECT count(*) FROM {table}")) or 0


@pytest.mark.parametrize(
    ("given", "number"),
    [
        ("5216641234567", "+526641234567"),
        ("526641234567", "+526641234567"),
        ("5491123456789", "+5491123456789"),
        ("541123456789", "+5491123456789"),
        ("5511987654321", "+5511987654321"),
        ("15550001111", "+15550001111"),
        ("999999999999999", "+999999999999999"),
        ("1234", None),
        ("1234567890123456", None),
        ("MX.13491208655302741918", None),
        ("٥٢٦٦٤١٢٣٤٥٦٧", None),
        ("526641234567\n", None),
        ("", None),
    ],
)
def test_one_spelling(given: str, number: str | None) -> None:
    assert canonical(given) == number


def test_both_forms_of_a_mexican_number_are_one_person(begin: SqlUnitOfWorkFactory) -> None:
    old = accept(begin, "1", wa("5216641234567"))
    new = accept(begin, "2", wa("526641234567"))
    assert old.conversation_id == new.conversation_id
    with begin() as uow:
        conversation = uow.conversations.get(new.conversation_id)
    assert conversation.person.phone == "+526641234567"
    assert conversation.reply_to == wa("526641234567")  # as received


def test_answers_go_where_the_last_message_came_from(begin: SqlUnitOfWorkFactory) -> None:
    both = accept(begin, "1", wa("526641234567"), bsuid("MX.1"))
    alone = accept(begin, "2", bsuid("MX.1"))
    assert alone.conversation_id == both.conversation_id
    with begin() as uow:
        conversation = uow.conversations.get(both.conversation_id)
    assert conversation.reply_to == bsuid("MX.1")
    assert conversation.version == 0  # intake does not count as a change: a turn in progress goes on


def test_a_bsuid_of_digits_is_no_number(begin: SqlUnitOfWorkFactory) -> None:
    by_phone = accept(begin, "1", wa("526641234567"))
    by_bsuid = accept(begin, "2", bsuid("526641234567"))
    assert by_phone.conversation_id != by_bsuid.conversation_id
    with begin() as uow:
        assert uow.conversations.get(by_bsuid.conversation_id).person.phone is None


def test_a_wa_id_that_is_no_number_is_a_name(begin: SqlUnitOfWorkFactory) -> None:
    accepted = accept(begin, "1", wa("MX.13491208655302741918"))
    with begin() as uow:
        assert uow.conversations.get(accepted.conversation_id).person.phone is None


def test_a_bsuid_that_shows_its_number_later_is_the_same_person(begin: SqlUnitOfWorkFactory) -> None:
    alone = accept(begin, "1", bsuid("MX.1"))
    both = accept(begin, "2", wa("526641234567"), bsuid("MX.1"))
    phone = accept(begin, "3", wa("5216641234567"))
    assert alone.conversation_id == both.conversation_id == phone.conversation_id
    with begin() as uow:
        assert uow.conversations.get(phone.conversation_id).person.phone == "+526641234567"


def test_two_who_turn_out_to_be_one(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    """The person of the number stays; the other's name and patients come over."""
    phone = accept(begin, "1", wa("526641234567"))
    other = accept(begin, "2", bsuid("MX.1"))
    with begin() as uow:
        stays = uow.conversations.get(phone.conversation_id).person
        goes = uow.conversations.get(other.conversation_id).person
        uow.patients.find_or_create(stays.id, "Ana Torres", None, NOW)
        uow.patients.find_or_create(goes.id, "Ana Torres", None, NOW)
        moved = uow.patients.find_or_create(goes.id, "Luis Torres", None, NOW)
        uow.commit()
    assert accept(begin, "3", wa("526641234567"), bsuid("MX.1")).conversation_id == phone.conversation_id
    assert accept(begin, "4", bsuid("MX.1")).conversation_id == phone.conversation_id
    with begin() as uow:
        assert uow.patients.get_many([moved.id])[0].person_id == stays.id
        assert uow.patients.find_or_create(stays.id, "LUIS  tórres", None, NOW).id == moved.id


def test_what_is_known_of_one_patient_is_not_lost_with_the_other(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    """Entered twice, once with a number and once with an e-mail: the one who stays has both, and keeps their own."""
    phone, other = accept(begin, "1", wa("526641234567")), accept(begin, "2", bsuid("MX.1"))
    with begin() as uow:
        stays, goes = (uow.conversations.get(chat.conversation_id).person.id for chat in (phone, other))
        kept = [uow.patients.find_or_create(stays, name, None, NOW).id for name in ("Ana Torres", "Luz Mora")]
        gone = [uow.patients.find_or_create(goes, name, "+526640000000", NOW).id for name in ("Ana Torres", "Luz Mora")]
        uow.commit()
    with engine.begin() as connection:
        connection.execute(text("UPDATE pacientes SET correo = 'ana@b.mx' WHERE id = ANY(:ids)"), {"ids": gone})
        connection.execute(text("UPDATE pacientes SET correo = 'luz@b.mx' WHERE id = :id"), {"id": kept[1]})
    accept(begin, "3", wa("526641234567"), bsuid("MX.1"))
    with begin() as uow:
        ana, luz = uow.patients.get_many(kept)
    assert (ana.phone, ana.email) == ("+526640000000", "ana@b.mx")
    assert (luz.phone, luz.email) == ("+526640000000", "luz@b.mx")


def test_two_connections_that_join_the_same_people_wait_for_each_other(begin: SqlUnitOfWorkFactory) -> None:
    """Each learns that they are one from a message that names them in another order; neither is lost."""
    number, user_id = wa("526641234567"), bsuid("MX.1")
    chats = {accept(begin, "1", number).conversation_id, accept(begin, "2", user_id).conversation_id}
    orders = [(number, user_id), (user_id, number)] * 4
    results = at_once(
        [lambda n=n, o=o: accept(begin, f"wamid.{n}", *o).conversation_id for n, o in enumerate(orders)]  # type: ignore[misc]
    )
    (stays,) = {*results}
    assert stays in chats
    with begin() as uow:
        assert len(uow.inbox.pending(int(str(stays)))) == 2 + len(orders)


def test_a_turn_in_flight_learns_that_its_chat_is_another_now(begin: SqlUnitOfWorkFactory) -> None:
    """The turn has the lock: who joins the two waits for it. One that was only read before must begin again."""
    number, user_id = wa("526641234567"), bsuid("MX.1")
    stays, goes = accept(begin, "1", number).conversation_id, accept(begin, "2", user_id).conversation_id
    with begin() as uow:
        read = uow.conversations.get(goes)
    joined: list[int] = []
    with begin() as uow:
        turn = uow.conversations.lock(goes)
        joining = threading.Thread(target=lambda: joined.append(accept(begin, "3", number, user_id).conversation_id))
        joining.start()
        person = turn.person.model_copy(update={"opted_out": True})
        uow.conversations.save(turn.model_copy(update={"person": person}), NOW)
        uow.commit()
    joining.join(timeout=90)
    assert joined == [stays]
    with begin() as uow:
        assert uow.conversations.get(stays).person.opted_out  # what the turn wrote while it had the lock
        assert uow.conversations.lock(goes).version != read.version
        assert uow.inbox.pending(goes) == []
        assert len(uow.inbox.pending(stays)) == 3
        with pytest.raises(ConversationMoved):
            uow.conversations.save(read, NOW)


def test_two_deliveries_that_join_the_same_people_in_other_orders_wait_for_each_other(
    engine: Engine, begin: SqlUnitOfWorkFactory
) -> None:
    """Each has joined its first pair before either goes on, if nothing keeps it from that."""
    pairs = [(wa("526641234567"), bsuid("MX.1")), (wa("526647654321"), bsuid("MX.2"))]
    for name in (name for pair in pairs for name in pair):
        accept(begin, name.value, name)
    together = threading.Barrier(2)

    class Slow(SqlUnitOfWork):
        @contextmanager
        def storing(self, *, apart: bool) -> Iterator[None]:
            with super().storing(apart=apart):
                yield
            with suppress(threading.BrokenBarrierError):
                together.wait(timeout=1)

    intake = Intake(lambda: Slow(engine), FrozenClock(NOW), dt.timedelta())
    joined = at_once(
        [
            lambda: intake.receive([message(f"a{n}", *pair) for n, pair in enumerate(pairs)]),
            lambda: intake.receive([message(f"b{n}", *pair) for n, pair in enumerate(reversed(pairs))]),
        ]
    )
    first, second = joined
    assert isinstance(first, list), first
    assert isinstance(second, list), second
    assert first == second[::-1]
    assert len(first) == 2


@pytest.mark.parametrize(
    "senders",
    [
        [(wa("526641234567"),), (wa("5216641234567"),)],
        [(bsuid("MX.1"),)],
        [(wa("526641234567"), bsuid("MX.1")), (bsuid("MX.1"), wa("5216641234567"))],
    ],
)
def test_first_messages_that_come_together_make_one_person(
    engine: Engine, begin: SqlUnitOfWorkFactory, senders: list[tuple[Identity, ...]]
) -> None:
    results = at_once(
        [lambda n=n, s=s: accept(begin, f"wamid.{n}", *s).conversation_id for n, s in enumerate((senders * 12)[:12])]
    )
    assert len(set(map(str, results))) == 1, results
    assert count(engine, "usuarios") == 1
    assert count(engine, "conversaciones") == 1
    assert count(engine, "mensajes_entrantes") == 12


def test_the_same_message_at_once_is_kept_once(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    def take() -> object:
        with begin() as uow:
            accepted = uow.inbox.accept(message("wamid.same"), NOW)
            uow.commit()
            return accepted

    assert len([r for r in at_once([take] * 10) if r is not None]) == 1
    assert count(engine, "mensajes_entrantes") == 1


def test_patients_of_one_person_are_told_apart_by_name(begin: SqlUnitOfWorkFactory) -> None:
    conversation = accept(begin, "1", wa("526641234567")).conversation_id
    with begin() as uow:
        person = uow.conversations.get(conversation).person
        first = uow.patients.find_or_create(person.id, "José Núñez", None, NOW)
        assert uow.patients.find_or_create(person.id, " jose  NUÑEZ ", "+52", NOW).id == first.id
        assert uow.patients.find_or_create(person.id, "Josefa Núñez", None, NOW).id != first.id


def test_no_character_keeps_a_message_out(begin: SqlUnitOfWorkFactory) -> None:
    strange = message("wamid.\x001", wa("5266\x00"), content=Text(body="ho\x00la \\u0000 ñ 🙂"))
    with begin() as uow:
        accepted = uow.inbox.accept(strange, NOW)
        assert accepted
        (pending,) = uow.inbox.pending(accepted.conversation_id)
        assert pending.content == Text(body="hola \\u0000 ñ 🙂")
        uow.inbox.keep_damaged("{\x00\ud800", "no JSON", NOW)
        uow.inbox.keep_damaged("{\x00\ud800", "no JSON", NOW)
        uow.commit()


@pytest.mark.parametrize("unreadable", ['borrador = \'{"purpose": "teleport"}\'', "oferta = '[1]'"])
def test_a_draft_of_another_release_is_dropped_not_fatal(
    engine: Engine, begin: SqlUnitOfWorkFactory, unreadable: str
) -> None:
    chat_id = chat(begin)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE conversaciones SET estado = 'CONFIRM', {unreadable}"))
    with begin() as uow:
        found = uow.conversations.get(chat_id)
        assert (found.state, found.draft, found.offer) == (State.IDLE, None, None)
        assert len(uow.conversations.list()) == 1


def test_who_was_read_is_in_memory_for_as_long_as_a_turn_uses_it(begin: SqlUnitOfWorkFactory) -> None:
    """Read twice it is one; whoever is erased meanwhile is in no process afterwards."""
    conversation_id = chat(begin)

    def read() -> Conversation:
        with begin() as uow:
            return uow.conversations.get(conversation_id)

    found = read()
    assert read() is found
    still_there = weakref.ref(found)
    del found
    gc.collect()
    assert still_there() is None
