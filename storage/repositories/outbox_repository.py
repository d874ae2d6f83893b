"""Messages of ours, stored with what they speak of."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext
from itertools import takewhile

from sqlalchemy import BigInteger, ColumnElement, Select, bindparam, case, func, or_, select, update
from sqlalchemy.dialects.postgresql import distinct_on, insert

from booking.errors import NotFound
from booking.models import (
    AppointmentVersion,
    DeliverClass,
    Identity,
    MessageClass,
    OutboxItem,
    OutContent,
    OutTemplate,
    Reach,
)
from booking.models.messages import WITHDRAWN
from booking.models.stage_times import StageTime
from booking.ports import DueClass, SentCount
from storage import message_mapping
from storage.base import MOMENT, columns, fields, table_of
from storage.jobs import CONVERSATION_LOCK, DELIVERY_LOCK, as_a_worker, no_live_job
from storage.prepared import Prepared
from storage.repositories.conversation_repository import REACH
from storage.repositories.delivery_statuses import DeliveryStatuses
from storage.repositories.staff_repository import STAGE_COLUMNS, stage_values
from storage.tables import ConversationRow, HoldBackRow, OutboundRow, PersonRow, StageRow
from storage.work_session import by_itself

_ADD = insert(table_of(OutboundRow)).returning(table_of(OutboundRow).c.id, sort_by_parameter_order=True)
_TO_SEND = Prepared(
    select(*fields(OutboundRow), *REACH)
    .select_from(OutboundRow)
    .join(ConversationRow, ConversationRow.id == OutboundRow.conversation_id)
    .join(PersonRow, PersonRow.id == ConversationRow.person_id)
    .where(
        OutboundRow.conversation_id == bindparam("conversation_id"),
        OutboundRow.message_class == bindparam("message_class"),
        OutboundRow.state == "pending",
        or_(
            OutboundRow.not_before.is_(None),
            OutboundRow.not_before <= bindparam("now", type_=MOMENT),
            OutboundRow.expires_at <= bindparam("now", type_=MOMENT),
        ),
        OutboundRow.message_class.not_in(
            select(HoldBackRow.message_class).where(HoldBackRow.until > bindparam("now", type_=MOMENT))
        ),
    )
    .order_by(OutboundRow.id)
)
_OUTBOX, _STAGES = table_of(OutboundRow), table_of(StageRow)
_SENT = (
    update(_OUTBOX)
    .where(_OUTBOX.c.id == bindparam("item_id", type_=BigInteger))
    .values(
        estado="sent",
        wamid=bindparam("new_wamid", type_=_OUTBOX.c.wamid.type),
        enviado_en=bindparam("now", type_=MOMENT),
        como_respaldo=bindparam("fell_back", type_=_OUTBOX.c.como_respaldo.type),
        reintentar_en=None,
    )
    .returning(_OUTBOX.c.id)
)
_MEASURED = (
    insert(_STAGES)
    .values({name: bindparam(f"took_{name}", type_=_STAGES.c[name].type) for name in STAGE_COLUMNS})
    .returning(_STAGES.c.id)
    .cte("medida")
)
_SENT_ALONE, _SENT_AND_MEASURED = Prepared(_SENT), Prepared(_SENT.add_cte(_MEASURED))


class SqlOutbox(DeliveryStatuses):
    """Implements `Outbox`."""

    def add(
        self,
        conversation_id: int,
        to: Identity,
        contents: Sequence[OutContent],
        reply_to: str | None,
        now: dt.datetime,
        message_class: MessageClass = MessageClass.REPLY,
        *,
        about: AppointmentVersion | None = None,
        expires_at: dt.datetime | None = None,
        fallback: OutTemplate | None = None,
        urgent: bool = False,
    ) -> Sequence[int]:
        if fallback is not None and len(contents) != 1:
            raise ValueError("a fallback stands for one message")
        rows = [
            {
                "token": secrets.token_urlsafe(16),
                "conversation_id": conversation_id,
                "to_kind": to.kind.value,
                "to_value": to.value,
                "content": content.model_dump(mode="json"),
                "fallback": fallback.model_dump(mode="json") if fallback else None,
                "message_class": message_class.value,
                "appointment_id": about.id if about else None,
                "appointment_version": about.version if about else None,
                "expires_at": expires_at,
                "urgent": urgent,
                "reply_to": reply_to,
                "created_at": now,
                "state": "pending",
                "attempts": 0,
            }
            for content in contents
        ]
        if not rows:
            return []
        return self._session.connection().execute(_ADD, [columns(OutboundRow, row) for row in rows]).scalars().all()

    def due(
        self, conversation_id: int, now: dt.datetime, message_class: MessageClass = MessageClass.REPLY
    ) -> Sequence[OutboxItem]:
        return self.to_send(conversation_id, now, message_class)[0]

    def to_send(
        self, conversation_id: int, now: dt.datetime, message_class: MessageClass
    ) -> tuple[Sequence[OutboxItem], Reach]:
        """One statement."""
        of = {"conversation_id": conversation_id, "message_class": message_class.value, "now": now}
        with by_itself(self._session) as connection:
            rows = _TO_SEND.named(connection, of)
        if not rows:
            return [], Reach()
        found = map(message_mapping.outbox_item, rows)
        due = takewhile(lambda i: i.retry_at is None or i.retry_at <= now or i.is_expired(now), found)
        first = rows[0]
        return list(due), Reach(opted_out=first.opted_out, wrote_at=first.wrote_at, welcomed=first.welcomed)

    def mark_sent(
        self,
        item_id: int,
        wamid: str,
        now: dt.datetime,
        *,
        fell_back: bool = False,
        measured: StageTime | None = None,
        alone: bool = False,
    ) -> None:
        """One statement. Raises NotFound."""
        values: dict[str, object] = {"item_id": item_id, "new_wamid": wamid, "now": now, "fell_back": fell_back}
        statement = _SENT_ALONE
        if measured is not None:
            statement = _SENT_AND_MEASURED
            values |= {f"took_{name}": value for name, value in stage_values(measured).items()}
        with by_itself(self._session) if alone else nullcontext(self._session.connection()) as connection:
            marked = statement.one(connection, values)
        if marked is None:
            raise NotFound(f"Message {item_id}.")

    def mark_shown(
        self, conversation_id: int, message_class: MessageClass, wamids: Mapping[int, str], now: dt.datetime
    ) -> bool:
        waits = (OutboundRow.id.in_(wamids), OutboundRow.state == "pending")
        theirs = (OutboundRow.conversation_id == conversation_id, OutboundRow.message_class == message_class.value)
        which = case(wamids, value=OutboundRow.id)
        with as_a_worker(
            self._session, DeliverClass(conversation_id=conversation_id, message_class=message_class).lock
        ) as mine:
            if mine and wamids:
                self._session.execute(
                    update(OutboundRow)
                    .where(*waits, *theirs)
                    .values(state="sent", wamid=which, sent_at=now, retry_at=None)
                    .execution_options(synchronize_session=False)
                )
        return mine

    def mark_failed(self, item_id: int, error: str, retry_at: dt.datetime | None, *, counts: bool = True) -> None:
        """Raises NotFound."""
        self._change(
            item_id,
            state="pending" if retry_at else "failed",
            last_error=error,
            retry_at=retry_at,
            attempts=OutboundRow.attempts + int(counts),
        )

    def put_off(self, item_id: int, until: dt.datetime) -> None:
        """Raises NotFound."""
        self._change(item_id, not_before=until)

    def mark_expired(self, item_id: int, why: str) -> None:
        """Raises NotFound."""
        self._change(item_id, state="expired", last_error=why, retry_at=None)

    def withdraw(self, item_ids: Collection[int]) -> None:
        waiting = update(OutboundRow).where(OutboundRow.id.in_(item_ids), OutboundRow.state == "pending")
        self._session.execute(waiting.values(state="expired", last_error=WITHDRAWN, retry_at=None))

    def hold_back(self, classes: Sequence[MessageClass], until: dt.datetime) -> dt.datetime | None:
        """In the order of their names, so that two who do never wait for each other."""
        names = sorted(one.value for one in classes)
        before = dict(
            self._session.execute(
                select(HoldBackRow.message_class, HoldBackRow.until)
                .where(HoldBackRow.message_class.in_(names))
                .order_by(HoldBackRow.message_class)
                .with_for_update()
            ).all()
        )
        new = insert(HoldBackRow).values([{"message_class": name, "until": until} for name in names])
        later = func.greatest(HoldBackRow.until, new.excluded.hasta)
        self._session.execute(
            new.on_conflict_do_update(index_elements=[HoldBackRow.message_class], set_={HoldBackRow.until: later})
        )
        return before.get(classes[0].value)

    def sent(self, since: dt.datetime, until: dt.datetime) -> Sequence[SentCount]:
        went_out = case((OutboundRow.fell_back, OutboundRow.fallback), else_=OutboundRow.content)
        template = case((went_out["type"].astext == "template", went_out["name"].astext))
        found = self._session.execute(
            select(
                OutboundRow.message_class,
                template,
                func.count(),
                func.count(OutboundRow.repeated_wamid),
                OutboundRow.pricing,
            )
            .where(OutboundRow.state == "sent", OutboundRow.sent_at >= since, OutboundRow.sent_at < until)
            .group_by(OutboundRow.message_class, template, OutboundRow.pricing)
        )
        counts = [
            SentCount(MessageClass(name), as_template, messages, repeated, message_mapping.pricing(told))
            for name, as_template, messages, repeated, told in found
        ]
        return sorted(counts, key=lambda count: count.place)

    def due_classes(self, now: dt.datetime) -> Sequence[DueClass]:
        """Those that no waiting or running job will look at anyway. Only the oldest message of each counts: those
        behind it wait for it."""
        its_class = (OutboundRow.conversation_id, OutboundRow.message_class)
        oldest = (
            select(*its_class, OutboundRow.retry_at, OutboundRow.expires_at)
            .where(
                OutboundRow.state == "pending",
                or_(OutboundRow.not_before.is_(None), OutboundRow.not_before <= now, OutboundRow.expires_at <= now),
            )
            .ext(distinct_on(*its_class))
            .order_by(*its_class, OutboundRow.id)
            .subquery()
        )
        conversation_id, message_class, retry_at, expires_at = oldest.c
        found = self._session.execute(
            select(conversation_id, message_class)
            .where(
                or_(retry_at.is_(None), retry_at <= now, expires_at <= now),
                message_class.not_in(_held_back(now)),
                no_live_job(_lock(message_class, conversation_id)),
            )
            .order_by(conversation_id, message_class)
        )
        return [DueClass(conversation_id, MessageClass(name)) for conversation_id, name in found]

    def list(self, conversation_id: int, limit: int = 50) -> Sequence[OutboxItem]:
        rows = self._session.scalars(
            select(OutboundRow)
            .where(OutboundRow.conversation_id == conversation_id)
            .order_by(OutboundRow.id.desc())
            .limit(limit)
        ).all()
        return [message_mapping.outbox_item(row) for row in reversed(rows)]


def _lock(message_class: ColumnElement[str], conversation_id: ColumnElement[int]) -> ColumnElement[str]:
    """SQL: of `DeliverClass`."""
    answers = func.concat_ws(":", CONVERSATION_LOCK, conversation_id)
    others = func.concat_ws(":", DELIVERY_LOCK, message_class, conversation_id)
    return case((message_class == MessageClass.REPLY.value, answers), else_=others)


def _held_back(now: dt.datetime) -> Select[str]:
    return select(HoldBackRow.message_class).where(HoldBackRow.until > now)
