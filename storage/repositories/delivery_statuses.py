"""What WhatsApp tells of messages of ours after it took them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import or_, select, update

from booking.errors import NotFound
from booking.models import DeliveryStatus, Identity, IdentityKind
from booking.ports import Reported
from storage import message_mapping
from storage.repositories.known_people import phone_of
from storage.tables import ConversationRow, IdentityRow, OutboundRow, PersonRow
from storage.work_session import WorkSession

_FURTHER = {"sent": (), "delivered": ("sent",), "read": ("sent", "delivered"), "failed": ("sent",)}
"""What each status may follow; a message that was delivered has not failed."""


class DeliveryStatuses:
    """The part of `SqlOutbox` that notes them."""

    def __init__(self, session: WorkSession) -> None:
        self._session = session

    def record_status(self, status: DeliveryStatus, phone_number_id: str | None) -> Reported | None:
        """Also tells that WhatsApp has a message whose sending we did not live to record: it is not sent again."""
        if status.status not in _FURTHER:
            return None
        ours = [OutboundRow.wamid == status.wamid]
        if status.tracking is not None:
            ours.append((OutboundRow.token == status.tracking) & OutboundRow.wamid.is_(None))
        # By WhatsApp's own id first; the row stays as it is until its status is written.
        found = select(OutboundRow).where(or_(*ours)).order_by(OutboundRow.wamid.is_(None)).limit(1).with_for_update()
        row = self._session.scalar(found)
        if row is None:
            self._note_repeated(status)
            return None
        if phone_number_id and status.phone_number_id not in ("", phone_number_id):
            return Reported(row.conversation_id, believed=False)
        if not self._may_be(status.recipient, row):
            return Reported(row.conversation_id, believed=False)
        if row.delivery is not None and row.delivery not in _FURTHER[status.status]:
            if status.pricing is not None and row.pricing is None:
                self._change(row.id, pricing=status.pricing.model_dump(mode="json"))
            return Reported(row.conversation_id)
        values: dict[str, Any] = {"delivery": status.status, "state": "sent"}
        if status.pricing is not None:
            values["pricing"] = status.pricing.model_dump(mode="json")
        if status.status == "failed":
            values |= {"state": "failed", "last_error": status.error}
        self._change(row.id, **values, wamid=row.wamid or status.wamid, sent_at=row.sent_at or status.at, retry_at=None)
        failed = status.status == "failed" != row.state
        return Reported(row.conversation_id, undelivered=message_mapping.outbox_item(row) if failed else None)

    def how_far(self, item_ids: Collection[int]) -> Mapping[int, str]:
        told = select(OutboundRow.id, OutboundRow.delivery)
        found = self._session.execute(told.where(OutboundRow.id.in_(item_ids), OutboundRow.delivery.is_not(None)))
        return {id: delivery for id, delivery in found if delivery is not None}

    def _note_repeated(self, status: DeliveryStatus) -> None:
        """The process died between WhatsApp's answer and our commit, and the message was sent again."""
        if status.tracking is not None:
            twice = update(OutboundRow).where(
                OutboundRow.token == status.tracking,
                OutboundRow.wamid != status.wamid,
                OutboundRow.repeated_wamid.is_(None),
            )
            self._session.execute(twice.values(repeated_wamid=status.wamid))

    def _may_be(self, recipient: Sequence[Identity], row: OutboundRow) -> bool:
        """One of these names is known to be of the conversation's person, or none of their kinds is known at all."""
        to = Identity(kind=IdentityKind(row.to_kind), value=row.to_value)
        named = set(map(_spelt, recipient))
        if not named or _spelt(to) in named:
            return True
        person_id = select(ConversationRow.person_id).where(ConversationRow.id == row.conversation_id).scalar_subquery()
        known = {
            _spelt(Identity(kind=IdentityKind(kind), value=value))
            for kind, value in self._session.execute(
                select(IdentityRow.kind, IdentityRow.value).where(IdentityRow.person_id == person_id)
            )
        } | {_spelt(to)}
        phone = self._session.scalar(select(PersonRow.phone).where(PersonRow.id == person_id))
        known |= {(IdentityKind.WA_ID, phone)} if phone else set()
        return bool(named & known) or {kind for kind, _ in named}.isdisjoint(kind for kind, _ in known)

    def _change(self, item_id: int, **values: Any) -> None:
        changed = self._session.scalar(
            update(OutboundRow).where(OutboundRow.id == item_id).values(**values).returning(OutboundRow.id)
        )
        if changed is None:
            raise NotFound(f"Message {item_id}.")


def _spelt(identity: Identity) -> tuple[IdentityKind, str]:
    """As it is compared: one spelling for every form of a number."""
    return identity.kind, phone_of(identity) or identity.value
