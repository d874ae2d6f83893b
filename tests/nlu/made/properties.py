"""Properties of a reader that need no labels. Each takes a seed and says whether it is kept, or None where that seed's
sentence has nothing to try it on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

from tests.nlu.made.claims import claims, unsure, windows, without
from tests.nlu.made.days import DayKind, draw_day
from tests.nlu.made.expected import KINDS, Outcome
from tests.nlu.made.lexicon import Half, words
from tests.nlu.made.meanings import DOCTORS, ONE_DAY, REQUESTS, TOLD, UNKNOWN, Act, Meaning, Story, draw
from tests.nlu.made.sentences import Made
from tests.nlu.made.typos import Typo, misspelt
from tests.nlu.made.wording import around, pick, request

Property = Callable[[int], bool | None]
PLAIN = (Act.NEW, Act.ASK, Act.MOVE)
DENIED = (Act.REFUSE, Act.CORRECT, Act.NOT_NAME, Act.NOT_CANCEL, Act.NOT_MOVE, Act.NOT_NEW)


def _drawn(seed: int, acts: tuple[Act, ...], name: str) -> tuple[Meaning, Random]:
    """A meaning of one of the acts, and the randomness of its words."""
    rng = Random(f"{name}/{seed}")
    return draw(rng, Half.SHOWN, rng.choice(acts)), Random(f"words/{name}/{seed}")


def _asked(meaning: Meaning, seed: int, orders: int = 0) -> dict[str, Any]:
    """The reading of the request alone. The same seed words two meanings alike."""
    text = request(meaning, Random(f"wording/{seed}"), Random(f"orders/{seed}/{orders}"))
    return Made(meaning, text).answer


def day_changes_the_day(seed: int) -> bool | None:
    """Another day of the same sort changes when, and nothing else."""
    meaning, rng = _drawn(seed, PLAIN, "day")
    day = meaning.wish.day
    if day is None or day.kind not in ONE_DAY or meaning.wish.excepts:
        return None
    other = draw_day(day.kind, meaning.now, rng)
    if other is None or other == day:
        return None
    changed = replace(meaning, wish=replace(meaning.wish, day=other))
    return _only_changes(meaning, changed, seed, "when")


def doctor_changes_the_doctor(seed: int) -> bool | None:
    """Another doctor changes with whom, and nothing else."""
    meaning, rng = _drawn(seed, REQUESTS, "doctor")
    doctor, other = rng.sample(DOCTORS, 2)
    meaning = replace(meaning, doctor=doctor, but_doctor=None)
    return _only_changes(meaning, replace(meaning, doctor=other), seed, "doctor")


def relative_changes_nothing(seed: int) -> bool | None:
    """Which relative it is for changes nothing."""
    meaning, rng = _drawn(seed, (*PLAIN, Act.CANCEL), "relative")
    relative, other = rng.sample(words("whose.relatives"), 2)
    first, second = (_asked(replace(meaning, relative=who), seed) for who in (relative, other))
    return unsure(first) or unsure(second) or claims(first) == claims(second)


def _only_changes(meaning: Meaning, changed: Meaning, seed: int, key: str) -> bool:
    first, second = _asked(meaning, seed), _asked(changed, seed)
    if unsure(first) or unsure(second):
        return True
    same = without(claims(first), key) == without(claims(second), key)
    return same and claims(first) != claims(second)


def story_changes_nothing(seed: int) -> bool | None:
    """A story beside a request leaves its reading, or makes it unsure."""
    meaning, rng = _drawn(seed, (*PLAIN, Act.CANCEL, Act.INSTEAD, Act.CHOOSE), "story")
    kind = rng.choice(TOLD[meaning.act])
    told = words(f"stories.{kind}", Half.SHOWN)
    return _as_without(replace(meaning, story=Story(kind, rng.randrange(len(told)), Half.SHOWN)), rng, seed)


def long_changes_nothing(seed: int) -> bool | None:
    """A story, and what a relative does on another day, before and behind a request, leave its reading, or make it
    unsure."""
    meaning, rng = _drawn(seed, REQUESTS, "long")
    meaning = replace(meaning, story=None)
    if meaning.wish.day is None or meaning.wish.excepts or meaning.but_doctor:
        return None
    asked = request(meaning, Random(f"wording/{seed}"), Random(f"orders/{seed}"))
    day = draw_day(rng.choice((DayKind.WEEKDAY, DayKind.TOMORROW, DayKind.DATE)), meaning.now, rng)
    told = pick(words("told.of_a_day"), rng).format(relative=rng.choice(words("whose.relatives")), day=day.said(rng))
    story = pick(words(f"stories.{rng.choice(('symptom', 'past'))}", Half.SHOWN), rng)
    around_it = [story, told][: rng.randint(1, 2)] if rng.random() < 0.5 else [told]
    place = rng.randint(0, len(around_it))
    text = ", ".join((*around_it[:place], asked, *around_it[place:]))
    alone, whole = Made(meaning, asked).answer, Made(meaning, text).answer
    if unsure(alone):
        return None
    read = (
        without(claims(answer), "visit") for answer in (alone, whole)
    )  # "ya me habían atendido" says which visit it is
    first, second = ([claim for claim in found if claim["kind"] != "provide_customer_data"] for found in read)
    return unsure(whole) or first == second


def courtesy_changes_nothing(seed: int) -> bool | None:
    """Nor do greetings, thanks and wishes."""
    meaning, rng = _drawn(seed, tuple(KINDS), "courtesy")
    return _as_without(replace(meaning, story=None), rng, seed)


def _as_without(meaning: Meaning, rng: Random, seed: int) -> bool | None:
    asked = request(meaning, Random(f"wording/{seed}"), Random(f"orders/{seed}"))
    alone, told = Made(meaning, asked), Made(meaning, around(asked, meaning, rng))
    if unsure(alone.answer) or alone.text == told.text:
        return None
    free = ("for_other",) if meaning.story and meaning.story.text.startswith("mi ") else ()
    first, second = (without(claims(m.answer), *free) for m in (alone, told))
    if free:
        first, second = ([c for c in found if c["kind"] != "provide_customer_data"] for found in (first, second))
    return unsure(told.answer) or first == second


def unknown_words_claim_nothing(seed: int) -> bool | None:
    """A request with a weighty word that nobody knows is not acted on."""
    meaning, rng = _drawn(seed, UNKNOWN, "unknown")
    text = around(request(meaning, rng, rng), meaning, rng)
    return Made(meaning, text).verdict.outcome is not Outcome.WRONG


def denied_is_not_taken(seed: int) -> bool | None:
    """An option, a name or a change that is denied is not taken."""
    meaning, _ = _drawn(seed, DENIED, "denied")
    answer = _asked(meaning, seed)
    if meaning.act is Act.CORRECT:
        return unsure(answer) or answer["intent"].get("option") != meaning.option
    return Made(meaning, request(meaning, Random(f"wording/{seed}"), Random(0))).verdict.outcome is not Outcome.WRONG


def excepted_is_not_taken(seed: int) -> bool | None:
    """A day, a part of the day or a doctor that is excepted is not among what is wished for."""
    meaning, rng = _drawn(seed, REQUESTS, "excepted")
    if not (meaning.wish.excepts or meaning.but_doctor):
        meaning = replace(meaning, but_doctor=rng.choice([d for d in DOCTORS if d != meaning.doctor]))
    answer = _asked(meaning, seed)
    if unsure(answer):
        return True
    intents = [answer["intent"], *answer["more"]]
    if meaning.but_doctor and any(i.get("doctor") == meaning.but_doctor for i in intents):
        return False
    read = [window for i in intents for window in windows(i)]
    return not any(w.holds(date, time) for w in read for date, time in _excepted(meaning))


def _excepted(meaning: Meaning) -> list[tuple[dt.date, dt.time]]:
    """Half hours of the next week that are excepted; none where only a doctor is."""
    wish, first = meaning.wish, meaning.now.date() + dt.timedelta(days=1)
    if not wish.excepts:
        return []
    dates = [first + dt.timedelta(days=n) for n in range(7)]
    some = replace(wish, day=None, part=None, clock=None)
    return [(d, t) for d in dates for t in (dt.time(9), dt.time(16)) if not some.allows(d, t)]


def order_changes_nothing(seed: int) -> bool | None:
    """Day, part of the day, hour, doctor and relative may come in any order."""
    meaning, _ = _drawn(seed, PLAIN, "order")
    if meaning.wish.excepts or meaning.but_doctor:
        return None
    first, second = _asked(meaning, seed, 1), _asked(meaning, seed, 2)
    texts = {request(meaning, Random(f"wording/{seed}"), Random(f"orders/{seed}/{n}")) for n in (1, 2)}
    return None if len(texts) == 1 else unsure(first) or unsure(second) or claims(first) == claims(second)


def typo_changes_nothing(seed: int, typo: Typo | None = None) -> bool | None:
    """One misspelling that makes no listed word leaves every claim, or makes the reading unsure."""
    meaning, rng = _drawn(seed, tuple(KINDS), "typo")
    if meaning.name:
        return None
    text = request(replace(meaning, story=None), rng, rng)
    wrong = misspelt(text, typo or rng.choice((Typo.SOUND, Typo.LETTER)), rng)
    first, second = Made(meaning, text).answer, Made(meaning, wrong).answer
    if wrong == text or unsure(first):
        return None
    return unsure(second) or claims(first) == claims(second)


def accents_change_nothing(seed: int) -> bool | None:
    """Nor do dropped accents."""
    return typo_changes_nothing(seed, Typo.ACCENTS)


ALL: Final[dict[str, Property]] = {
    check.__name__: check
    for check in (
        day_changes_the_day,
        doctor_changes_the_doctor,
        relative_changes_nothing,
        story_changes_nothing,
        courtesy_changes_nothing,
        long_changes_nothing,
        unknown_words_claim_nothing,
        denied_is_not_taken,
        excepted_is_not_taken,
        order_changes_nothing,
        typo_changes_nothing,
        accents_change_nothing,
    )
}


def share_kept(check: Property, count: int) -> float:
    """Of the first seeds with something to try, the share that keeps the property."""
    found: list[bool] = []
    seed = 0
    while len(found) < count:
        kept = check(seed)
        found += [] if kept is None else [kept]
        seed += 1
    return sum(found) / len(found)
