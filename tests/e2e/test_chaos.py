"""Thirty people book while server, worker, database and single connections are killed and WhatsApp fails as it does.

One run by default, of fewer people; twenty of thirty with `TURNERO_PROFILE=nightly`.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from booking.models import Status
from booking.testing.profiles import PROFILE
from tests.e2e import chaos
from tests.e2e.chaos import House, Talker
from tests.e2e.house import wait_until
from tests.e2e.test_killed import NAMES, weekdays

NIGHTLY = PROFILE == "nightly"
RUNS, PEOPLE = (20, 30) if NIGHTLY else (1, 6)
SECONDS = 90.0
"""In which everything is delivered once the last fault is over."""

UNDONE = """
SELECT 'a message without a turn', id FROM mensajes_entrantes WHERE conversacion_id IS NOT NULL AND turno_id IS NULL
UNION ALL SELECT 'a reply that is not sent', id FROM mensajes_salientes WHERE estado <> 'sent'
UNION ALL SELECT 'a delivery that is not taken apart', id FROM entregas_webhook
UNION ALL SELECT task_name || ' ' || status, id FROM procrastinate_jobs
    WHERE status IN ('todo', 'doing') AND task_name IN ('turnero.process', 'turnero.deliver')
"""


@pytest.mark.parametrize("seed", range(RUNS))
def test_nothing_is_lost_doubled_or_untrue(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    chance = random.Random(seed)
    with chaos.open_house(tmp_path_factory.mktemp("chaos")) as house:
        # Two to a day, who take the first and the second time of it: never the same.
        days = weekdays(house.meta.now(), PEOPLE // 2)
        talkers = [
            Talker(
                f"{NAMES[n % len(NAMES)]} {SURNAMES[n // len(NAMES)]}",
                house.meta.phone(f"52664700{seed:02}{n:02}"),
                days[n % len(days)],
                ("la primera", "la segunda", "la tercera")[n // len(days)],
                random.Random(chance.random()),
            )
            for n in range(PEOPLE)
        ]
        chaos.run(house, talkers, chance)
        wait_until(lambda: not house.rows(UNDONE), f"nothing to be undone; {house.rows(UNDONE)}", SECONDS)
        for talker in talkers:
            check(house, talker)
        with house.app.begin() as uow:
            assert not uow.appointments.list(statuses=[Status.HELD])
            assert len(uow.appointments.list(statuses=[Status.BOOKED])) >= len(talkers)


def check(house: House, talker: Talker) -> None:
    with house.app.begin() as uow:
        (chat,) = [c for c in uow.conversations.list(limit=1000) if c.person.phone == f"+{talker.phone.wa_id}"]
        booked = uow.appointments.list(person_id=chat.person.id)
        turns = uow.turns.list(chat.id)
        items = uow.outbox.list(chat.id, limit=1000)
    assert [a.status for a in booked] == [Status.BOOKED], talker.name
    handled = Counter(message_id for turn in turns for message_id in turn.message_ids)
    assert set(handled.values()) == {1}, f"{talker.name}: a message was handled twice"
    assert len(handled) == len(talker.wamids)
    assert sum(reply.key == "booked" for turn in turns for reply in turn.replies) == 1
    # At least once, and in the order in which they were said, whatever came again later.
    came = list(dict.fromkeys(message.tracking for message in talker.phone.messages))
    assert came == [item.token for item in items], talker.name


SURNAMES = ("Pérez", "Ruiz", "Luna")
