"""What a person may mean about being told when a time becomes free."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from booking.intents.about_appointments import Whose, a_name
from booking.intents.time_wishes import Frozen, Reading


class JoinWaitingList(Frozen):
    """Wants to be told when a time becomes free: then, with that doctor, with `anyone`, but with none of `not_with`.
    Where nothing is said, as what is looked for, or earlier than the appointment they have. `earlier`: that is said,
    than the appointment of then (`of`) where it is told when that is. `whose`: it is for somebody else."""

    kind: Literal["join_waiting_list"] = "join_waiting_list"
    when: Reading | None = None
    earlier: bool = False
    of: Reading | None = None
    doctor: str | None = None
    anyone: bool = False
    not_with: tuple[str, ...] = ()
    whose: Whose | None = None


class LeaveWaitingList(Frozen):
    """Does not want to be told any more when a time becomes free."""

    kind: Literal["leave_waiting_list"] = "leave_waiting_list"


class TakeOffer(Frozen):
    """Wants the time that they were offered because they wait for one: a button under that message, or a yes to it.
    `for_other`: but for somebody else than it was offered for, of that `name`, if they say it."""

    kind: Literal["take_offer"] = "take_offer"
    offer: int = Field(ge=0)
    for_other: bool = False
    name: Annotated[str | None, AfterValidator(a_name)] = None


class DeclineOffer(Frozen):
    """Does not want that one: a button under it, or a no to it."""

    kind: Literal["decline_offer"] = "decline_offer"
    offer: int = Field(ge=0)
