"""A patient, who knows what they want and what they have read, and answers by text or by a tap."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final, Protocol

from booking.models import Tap, Text
from tests.bench.refills.behaviour import Answer, Behaviour, Fate, Visit, minutes_of
from tests.bench.refills.edge import Edge, Heard
from tests.bench.refills.house import House
from tests.bench.refills.people import HERE, Want, Wish, name_of, phone_of

_STEPS: Final = 9
"""Messages of one talk, after which they give up."""
_MORE: Final = "Más horarios"
_LONG: Final = ((8, 0.0), (14, 0.3), (365, 0.7))
"""Days that they would have to wait, up to so many, and how many will not."""
_UP: Final = dt.time(7, 30)
_ASKS_AGAIN: Final = dt.timedelta(days=2)
"""After so long, where there was nothing for them to wait for."""


class World(Protocol):
    """What a patient acts on."""

    house: House
    edge: Edge
    behaviour: Behaviour
    seed: int
    stuck: Counter[str]
    ended: Counter[str]


class Patient:
    """Has one appointment at most, and wants one thing at a time. `appointment` is when they believe to have it."""

    def __init__(self, world: World, who: int) -> None:
        self.world, self.who = world, who
        self.name, self.phone = name_of(who), phone_of(who)
        self.visit: Visit | None = None
        self.wish = Wish()
        self.goal: str | None = None
        self.appointment: dt.datetime | None = None
        self.waits = False
        self.asked_at: dt.datetime | None = None
        self.hindered = False
        self.read_one = False
        self._visits = self._reminders = self._offers = self._left = 0
        self._rng = Random(f"{world.seed}/{who}")
        self._unread: list[Heard] = []

    @property
    def now(self) -> dt.datetime:
        return self.world.house.now

    @property
    def has_one(self) -> bool:
        """Until it is over: nobody asks for another while their own has just begun."""
        return self.appointment is not None

    # --- what they want by themselves ------------------------------------------------------------------

    def wants(self, want: Want) -> None:
        """Unless they have one, or are about something."""
        if self.goal is None and not self.has_one:
            self._begin_visit(want.wish)
            self._begin("book", want.wish.words(want.at.date()))

    def is_booked(self, at: dt.datetime, wish: Wish) -> None:
        """By telephone, before any of this."""
        self._begin_visit(wish)
        self._believes(at)

    def wants_sooner(self) -> None:
        """They ask to be told of an earlier one."""
        with_whom = "" if self.wish.doctor else " con quien sea"
        part = f" por la {self.wish.part}" if self.wish.part else ""
        self.waits, self.asked_at = True, self.now
        self._begin("sooner", f"avísame si se abre algo antes{with_whom}{part}")

    def comes(self) -> bool:
        """Whether they are there, now that it is time."""
        if self.visit is None or self.hindered:
            return False
        forgets = self.visit.fate is Fate.FORGETS
        return not forgets or (self.read_one and self.visit.remembers)

    def was_there(self) -> None:
        """Or was not: it is over."""
        self.appointment, self.waits = None, False

    def would_be_sooner(self, ahead: dt.timedelta) -> bool:
        """Whether they would ask for an earlier one than they have, if it is so far ahead."""
        if self.waits or self.hindered or self.visit is None or not self.visit.sooner:
            return False
        if self.asked_at is not None and self.now < self.asked_at + _ASKS_AGAIN:
            return False
        return self.goal is None and self.appointment is not None and self.appointment > self.now + ahead

    def _begin_visit(self, wish: Wish) -> None:
        rng = Random(f"{self.world.seed}/{self.who}/visit {self._visits}")
        self.visit, self.wish = Visit.drawn(rng, self.world.behaviour), wish
        self._visits += 1
        self._reminders = 0
        self.hindered = self.read_one = self.waits = False

    def _believes(self, at: dt.datetime) -> None:
        """They have an appointment then; perhaps they will learn that they cannot come."""
        self.appointment = at
        visit = self.visit
        if visit is None or self.hindered or visit.fate not in (Fate.SILENT, Fate.TELLS):
            return
        learns = max(at - dt.timedelta(hours=visit.hindered_hours), self.now + (at - self.now) * 0.1)
        here = learns.astimezone(HERE)
        if here.time() < _UP:
            learns = min(dt.datetime.combine(here.date(), _UP, HERE), at - dt.timedelta(minutes=45))
        self.world.house.at(max(learns, self.now), lambda: self._learns(at))

    def _learns(self, at: dt.datetime) -> None:
        if self.appointment != at or self.visit is None:
            return
        self.hindered = True
        if self.visit.fate is Fate.TELLS:
            self._cannot_come()

    def _cannot_come(self) -> None:
        if self.visit is not None and self.visit.moves:
            self._begin("move", "necesito cambiar mi cita")
        else:
            self._begin("cancel", "no voy a poder ir, quiero cancelar mi cita")

    # --- what they read and answer ---------------------------------------------------------------------

    def gets(self, heard: Heard) -> None:
        """A message is on their phone; they look in a while."""
        if "quedó agendada" in heard.text or "Tu cita quedó para" in heard.text:
            if self.goal == "move":
                self.visit, self.hindered = self.visit and _settled(self.visit), False
            if heard.when is not None:
                self._believes(heard.when)
        elif "cancelé tu cita" in heard.text:
            self.appointment, self.waits = None, False
        if heard.option("Sí, lo quiero"):
            return self._is_offered(heard)
        if heard.option("Ahí estaré"):
            return self._is_reminded(heard)
        if heard.option("Buscar otra fecha"):
            return self._is_invited(heard)
        if not self._unread:
            self._later(self._rng.uniform(8, 45), self._go_on)
        self._unread.append(heard)

    def _is_offered(self, heard: Heard) -> None:
        rng = Random(f"{self.world.seed}/{self.who}/offer {self._offers}")
        self._offers += 1
        answer = Answer.drawn(rng, self.world.behaviour)
        yes, no = heard.option("Sí, lo quiero"), heard.option("No, gracias")
        if answer.accepts is not None and yes and no:
            self._later(answer.minutes * 60, lambda: self._answer_offer(yes if answer.accepts else no))

    def _answer_offer(self, option: tuple[str, str]) -> None:
        if option[1].startswith("Sí"):
            self.goal, self._left = "take", _STEPS
        self._tap(option)

    def _is_reminded(self, heard: Heard) -> None:
        visit, at = self.visit, self.appointment
        number = self._reminders
        self._reminders += 1
        if visit is None or not visit.reads[number % len(visit.reads)]:
            return
        self.read_one = True
        seconds = minutes_of(self._rng, self.world.behaviour) * 60
        self._later(seconds, lambda: self._answer_reminder(heard, at))

    def _answer_reminder(self, heard: Heard, at: dt.datetime | None) -> None:
        visit = self.visit
        if visit is None or at is None or self.appointment != at or self.goal or self.now >= at:
            return
        if not self.hindered:
            if visit.confirms and (option := heard.option("Ahí estaré")):
                self._tap(option)
        elif visit.says_so and (option := heard.option("Cambiar" if visit.moves else "Cancelar")):
            self.goal, self._left = ("move" if visit.moves else "cancel"), _STEPS
            self._tap(option)

    def _is_invited(self, heard: Heard) -> None:
        option = heard.option("Buscar otra fecha")
        if self.visit is not None and self.visit.rebooks and option and self.goal is None and not self.has_one:
            self._later(minutes_of(self._rng, self.world.behaviour) * 60, lambda: self._rebook(option))

    def _rebook(self, option: tuple[str, str]) -> None:
        if self.goal is None and not self.has_one:
            self._begin_visit(Wish())
            self.goal, self._left = "book", _STEPS
            self._tap(option)

    def _go_on(self) -> None:
        """They read what came last, and answer what it asks."""
        heard, self._unread = self._unread[-1], []
        if self.goal is None:
            return
        screen, text = heard.screen, heard.text
        self._left -= 1
        yes = next((option for option in heard.options if option[1].casefold().startswith("sí")), None)
        if screen.done or "te anoté en la lista" in text:
            self._ends("done")
        elif self._left <= 0:
            self._ends("gave up")
        elif self.goal == "cancel" and (screen.times or (screen.says_back and "cancelar" not in text)):
            self._say("quiero cancelar mi cita")
        elif screen.times:
            self._choose(screen.times, heard)
        elif "ya no está apartado" in text or "muy próxima para cambiarla" in text:
            self._ends("too late")
        elif yes is not None:
            self._tap(yes)
        elif screen.asks_name:
            self._say(self.name)
        elif self.goal in ("book", "move") and "día" in text:
            self._say("lo más pronto posible")
        else:
            self.world.stuck[f"{self.goal}: {text[:70]!r}"] += 1
            self._ends("did not get on")

    def _choose(self, times: list[tuple[int, dt.datetime, str]], heard: Heard) -> None:
        first = times[0][1]
        if self.goal in ("sooner", "take"):
            if self.appointment is not None and first < self.appointment - dt.timedelta(days=1):
                return self._tap(heard.options[0])
            self._say("ya no")
            return self._ends("nothing sooner")
        fitting = [n for n, (_, at, _) in enumerate(times) if self.wish.fits(at)]
        days = (first - self.now).days - self.wish.ahead
        if self.goal == "book" and self._rng.random() < next(share for most, share in _LONG if days <= most):
            self._say("ya no")
            return self._ends("too long to wait")
        if fitting:
            return self._tap(heard.options[fitting[0] if self._rng.random() < 0.7 else self._rng.choice(fitting)])
        more = heard.option(_MORE)
        if more and self._left > _STEPS - 4:
            return self._tap(more)
        return self._tap(heard.options[0])

    # --- how ---------------------------------------------------------------------------------------------

    def _begin(self, goal: str, words: str) -> None:
        self.goal, self._left = goal, _STEPS
        self._say(words)

    def _ends(self, how: str) -> None:
        self.world.ended[f"{self.goal}: {how}"] += 1
        if self.goal == "sooner" and how != "done":
            self.waits = False
        self.goal = None

    def _later(self, seconds: float, act: Callable[[], object]) -> None:
        self.world.house.at(self.now + dt.timedelta(seconds=seconds), act)

    def _say(self, words: str) -> None:
        self._write(Text(body=words))

    def _tap(self, option: tuple[str, str]) -> None:
        self._write(Tap(payload=option[0], title=option[1]))

    def _write(self, content: Text | Tap) -> None:
        edge, now = self.world.edge, self.now
        edge.written(self.phone, content.body if isinstance(content, Text) else f"[{content.title}]")
        self.world.house.write(self.phone, content)
        if edge.heard.get(self.phone) != now:
            edge.note("answered nothing", f"{self.goal}: {content}", self.phone)


def _settled(visit: Visit) -> Visit:
    """They have chosen another time, and will come to it."""
    return replace(visit, fate=Fate.COMES)
