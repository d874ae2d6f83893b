"""Chats, each with its person."""

from __future__ import annotations

import datetime as dt
import json
from collections import namedtuple
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from sqlalchemy import BigInteger, Select, and_, bindparam, exists, func, literal_column, or_, select, update
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert
from sqlalchemy.orm import aliased

from booking.errors import ConversationMoved, NotFound
from booking.models import (
    LIVE_APPOINTMENTS,
    Clinic,
    Control,
    Conversation,
    Doctor,
    Identity,
    IdentityKind,
    NoticeGiven,
    Patient,
    Person,
    Reach,
    State,
)
from booking.ports import AtHand, Coming
from storage import mapping, message_mapping
from storage.base import Base, columns, fields, table_of
from storage.message_mapping import INBOUND_JSON, InboundFields
from storage.prepared import Prepared, Written
from storage.repositories.person_repository import People
from storage.repositories.staff_repository import GRANTS
from storage.repositories.weekly_rule_repository import array, listed, read
from storage.tables import (
    AppointmentRow,
    ClinicRow,
    ConversationRow,
    DoctorRow,
    InboundRow,
    NoticeGivenRow,
    OutboundRow,
    PatientRow,
    PersonRow,
)
from storage.work_session import WorkSession, by_itself

if TYPE_CHECKING:
    import builtins


class SqlConversations:
    """`conversaciones` with `usuarios`. Remembers the people it loaded, to write only those that changed."""

    def __init__(self, session: WorkSession) -> None:
        self._session = session
        self._loaded: dict[int, Person] = {}

    def get(self, conversation_id: int) -> Conversation:
        return self._one(_GET, conversation_id)

    def lock(self, conversation_id: int) -> Conversation:
        return self._one(_LOCK, conversation_id)

    def save(self, conversation: Conversation, now: dt.datetime) -> None:
        """Raises ConversationMoved when it is no longer at `conversation.version`, NotFound when it is gone."""
        values = mapping.conversation_values(conversation) | {"updated_at": now}
        read = {"conversation_id": conversation.id, "read_version": conversation.version}
        if not _SAVE.run(self._session.connection(), read | columns(ConversationRow, values)):
            stored = self.get(conversation.id)
            raise ConversationMoved(f"{conversation.id}: {conversation.version} is not {stored.version}.")
        person = conversation.person
        if self._loaded.get(person.id) != person:
            self._session.execute(
                update(PersonRow).where(PersonRow.id == person.id).values(**mapping.person_values(person))
            )
            self._loaded[person.id] = person

    def list(
        self, *, control: Control | None = None, number_ends: str | None = None, limit: int = 50
    ) -> Sequence[Conversation]:
        query = _WITH_PERSON.order_by(ConversationRow.updated_at.desc(), ConversationRow.id.desc()).limit(limit)
        if control is not None:
            query = query.where(ConversationRow.control == control.value)
        if number_ends is not None:
            written_to = and_(
                ConversationRow.reply_kind == IdentityKind.WA_ID.value,
                ConversationRow.reply_value.endswith(number_ends, autoescape=True),
            )
            query = query.where(or_(PersonRow.phone.endswith(number_ends, autoescape=True), written_to))
        return self._many(query)

    def get_many(self, conversation_ids: Collection[int]) -> Sequence[Conversation]:
        return self._many(_WITH_PERSON.where(ConversationRow.id.in_(conversation_ids))) if conversation_ids else []

    def of_person(self, person_id: int) -> Conversation | None:
        return next(iter(self._many(_OF_PERSON, {"person_id": person_id})), None)

    def for_patient(self, patient: Patient, now: dt.datetime) -> Conversation | None:
        """One statement where they have a chat."""
        phone = patient.phone
        if patient.person_id is not None:
            if found := self._many(_OF_PERSON, {"person_id": patient.person_id}):
                return found[0]
            number = select(PersonRow.phone).where(PersonRow.id == patient.person_id)
            phone = self._session.scalar(number) or phone
        if phone is None:
            return None
        wa_id = Identity(kind=IdentityKind.WA_ID, value=phone.removeprefix("+"))
        return self.get(People(self._session).sender([wa_id], now).conversation_id)

    def reach(self, conversation_id: int) -> Reach:
        found = self._session.execute(_REACH, {"conversation_id": conversation_id}).first()
        if found is None:
            raise NotFound("The conversation does not exist.")
        return Reach.model_validate(found._asdict())

    def keep_notice_given(self, conversation_id: int, given: NoticeGiven) -> None:
        person_id = select(ConversationRow.person_id).where(ConversationRow.id == conversation_id).scalar_subquery()
        kept = insert(NoticeGivenRow).values(person_id=person_id, **given.model_dump())
        self._session.execute(kept.on_conflict_do_nothing(index_elements=[NoticeGivenRow.outbox_id]))

    def notices_given(self, conversation_id: int) -> Sequence[NoticeGiven]:
        rows = self._session.scalars(
            select(NoticeGivenRow)
            .join(ConversationRow, ConversationRow.person_id == NoticeGivenRow.person_id)
            .where(ConversationRow.id == conversation_id)
            .order_by(NoticeGivenRow.id)
        )
        return [mapping.of_row(NoticeGiven, row) for row in rows]

    def profiles(self, conversation_ids: Collection[int]) -> Mapping[int, str]:
        rows = self._session.execute(
            select(ConversationRow.id, ConversationRow.profile)
            .join(PersonRow, PersonRow.id == ConversationRow.person_id)
            .where(
                ConversationRow.id.in_(conversation_ids), ConversationRow.profile.is_not(None), PersonRow.name.is_(None)
            )
        )
        return {id: profile for id, profile in rows if profile}

    def forget_profiles(self, before: dt.datetime) -> int:
        known = select(PersonRow.id).where(PersonRow.name.is_not(None))
        forgotten = self._session.scalars(
            update(ConversationRow)
            .where(
                ConversationRow.profile.is_not(None),
                or_(ConversationRow.updated_at < before, ConversationRow.person_id.in_(known)),
            )
            .values(profile=None)
            .returning(ConversationRow.id)
        )
        return len(forgotten.all())

    def lapsed_handoffs(self, now: dt.datetime) -> Sequence[int]:
        return self._session.scalars(
            select(ConversationRow.id)
            .where(ConversationRow.control == Control.HUMAN.value, ConversationRow.control_until <= now)
            .order_by(ConversationRow.id)
        ).all()

    def left_alone(self, since: dt.datetime, until: dt.datetime, most: int) -> Sequence[int]:
        waits = exists().where(InboundRow.conversation_id == ConversationRow.id, InboundRow.turn_id.is_(None))
        return self._session.scalars(
            select(ConversationRow.id)
            .where(
                ConversationRow.state != literal_column(f"'{State.IDLE.value}'"),  # so that its index is used
                ConversationRow.control == Control.BOT.value,
                ConversationRow.updated_at.between(since, until),
                ~waits,
            )
            .order_by(ConversationRow.updated_at, ConversationRow.id)
            .limit(most)
        ).all()

    def _one(self, statement: Prepared, conversation_id: int) -> Conversation:
        found = statement.written(self._session.connection(), {"conversation_id": conversation_id})
        if found is None:
            raise NotFound("The conversation does not exist.")
        return self._keep(_read_before(found))

    def at_hand(self, conversation_id: int, now: dt.datetime) -> AtHand | None:
        """One statement."""
        with by_itself(self._session) as connection:
            found = _AT_HAND.written(connection, {"conversation_id": conversation_id, "now": now})
        if found is None:
            raise NotFound("The conversation does not exist.")
        messages, visits, clinic, doctors = found.texts[-4:]
        if not messages:
            return None
        if clinic is None:
            raise NotFound("The clinic has not been entered.")
        waiting = tuple(message_mapping.pending(InboundFields.of(values)) for values in json.loads(messages))
        conversation = self._keep(_read_before(found.first(_PERSON + 1)))
        coming = [Coming(dt.datetime.fromisoformat(start), name) for start, name in json.loads(visits or "[]")]
        return AtHand(conversation, waiting, read(Clinic, clinic)[0], read(Doctor, doctors), coming)

    def _many(self, query: Select[Any], parameters: Mapping[str, object] | None = None) -> builtins.list[Conversation]:
        return [self._keep(_conversation(row)) for row in self._session.connection().execute(query, parameters)]

    def _keep(self, found: Conversation) -> Conversation:
        self._loaded[found.person.id] = found.person
        return found


def _conversation(row: Sequence[Any]) -> Conversation:
    """From `_FIELDS`."""
    chat, person = _Chat(*row[:_CHAT]), _Person(*row[_CHAT:_PERSON])
    return mapping.conversation(chat, person, row[_PERSON])


_IN_USE: WeakValueDictionary[Written, Conversation] = WeakValueDictionary()
"""What rows were read as, for as long as somebody holds it: who is erased is in no process once its turn is over."""


def _read_before(row: Written) -> Conversation:
    """The same, as the server wrote it. A turn finds its conversation twice, nearly always as it was."""
    if (found := _IN_USE.get(row)) is None:
        found = _IN_USE[row] = _conversation(row.read())
    return found


def _named(row: type[Base]) -> Any:
    """What has its fields as attributes, in their order."""
    return namedtuple(row.__name__, [column.name for column in fields(row)])


# Loaded as objects of the ORM they would take twice as long.
_CHAT = len(fields(ConversationRow))
_PERSON = _CHAT + len(fields(PersonRow))
_FIELDS = [*fields(ConversationRow), *(column.label(f"de_{column.name}") for column in fields(PersonRow)), GRANTS]
_Chat, _Person = _named(ConversationRow), _named(PersonRow)
_WITH_PERSON = select(*_FIELDS).select_from(ConversationRow).join(PersonRow, PersonRow.id == ConversationRow.person_id)
_ONE = _WITH_PERSON.where(ConversationRow.id == bindparam("conversation_id"))
_GET = Prepared(_ONE)
_WAITING = (
    select(func.json_agg(aggregate_order_by(INBOUND_JSON, InboundRow.id)))
    .where(InboundRow.conversation_id == ConversationRow.id, InboundRow.turn_id.is_(None))
    .correlate(ConversationRow)
    .scalar_subquery()
)
_VISITS = (
    select(
        func.json_agg(
            aggregate_order_by(func.json_build_array(AppointmentRow.start, PatientRow.name), AppointmentRow.start)
        )
    )
    .join(PatientRow, PatientRow.id == AppointmentRow.patient_id)
    .where(
        PatientRow.person_id == ConversationRow.person_id,
        AppointmentRow.start >= bindparam("now"),
        AppointmentRow.status.in_([literal_column(f"'{status.value}'") for status in LIVE_APPOINTMENTS]),
    )
    .correlate(ConversationRow)
    .scalar_subquery()
)
_AT_HAND = Prepared(
    _ONE.add_columns(
        _WAITING, _VISITS, array(listed(ClinicRow, Clinic)), array(listed(DoctorRow, Doctor).where(DoctorRow.active))
    )
)
_OF_PERSON = _WITH_PERSON.where(ConversationRow.person_id == bindparam("person_id"))
_WROTE_AT = select(func.max(InboundRow.sent_at)).where(InboundRow.conversation_id == ConversationRow.id)
_TOLD = aliased(OutboundRow)
_WELCOMED = select(NoticeGivenRow.id).where(
    NoticeGivenRow.person_id == PersonRow.id, _TOLD.id == NoticeGivenRow.outbox_id, _TOLD.state == "sent"
)
REACH = (
    PersonRow.opted_out.label("opted_out"),
    _WROTE_AT.scalar_subquery().label("wrote_at"),
    _WELCOMED.exists().label("welcomed"),
)
"""What `Reach` is made of, of a person and a conversation of theirs."""

_REACH = (
    select(*REACH)
    .join(ConversationRow, ConversationRow.person_id == PersonRow.id)
    .where(ConversationRow.id == bindparam("conversation_id"))
)
# No key update: messages that arrive meanwhile refer to this row and must not wait for the turn.
_LOCK = Prepared(_ONE.with_for_update(of=ConversationRow, key_share=True))
_TABLE = table_of(ConversationRow)
_SAVE = Prepared(
    update(_TABLE)
    .where(
        _TABLE.c.id == bindparam("conversation_id", type_=BigInteger),
        _TABLE.c.version == bindparam("read_version", type_=BigInteger),
    )
    .values(
        version=_TABLE.c.version + 1,
        **{
            name: bindparam(name, type_=_TABLE.c[name].type)
            for name in columns(ConversationRow, dict.fromkeys((*mapping.CONVERSATION_FIELDS, "updated_at")))
        },
    )
)
