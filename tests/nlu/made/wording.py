"""The words of a meaning: requests, complements in any order, stories and courtesies around them.

How it is worded comes from `rng` alone, and takes as many draws whatever day, doctor or relative is meant: with the
same seed two such meanings are worded alike.
"""

from __future__ import annotations

import re
from random import Random

from tests.nlu.made.hours import hour_words
from tests.nlu.made.lexicon import Half, made_up, table, words
from tests.nlu.made.meanings import CHANGING, IN_OFFER, OF_NAMES, Act, Meaning

BY_ACT = {
    Act.NEW: "new", Act.ASK: "ask", Act.INSTEAD: "instead", Act.MORE: "more", Act.MOVE: "move", Act.CANCEL: "cancel",
    Act.GIVE_UP: "give_up", Act.NAME: "name", Act.NAME_OF_OTHER: "name_of_other", Act.NAME_PUT_RIGHT: "name_put_right",
    Act.NOT_NAME: "not_name",
    Act.YES: "yes", Act.NO: "no", Act.YES_IF: "yes_if", Act.LIST: "list", Act.PERSON: "person",
    Act.QUESTION: "question",
    Act.OPT_OUT: "opt_out", Act.NOT_CANCEL: "not_cancel", Act.NOT_MOVE: "not_move", Act.NOT_NEW: "not_new",
    Act.UNKNOWN_BESIDE: "new", Act.UNKNOWN_OF: "new", Act.UNKNOWN_THING: "new",
}  # fmt: skip
APPOINTMENT = re.compile(r"(una )?(cita|consulta)\b")
ASKED = (Act.ASK, Act.LIST, Act.QUESTION)


def pick(forms: list[str], rng: Random) -> str:
    """One of them, by one draw whatever their number."""
    return forms[int(rng.random() * len(forms))]


def worded(meaning: Meaning, rng: Random, orders: Random | None = None) -> str:
    """The message. `orders` draws the order of its complements apart from all else."""
    return around(request(meaning, rng, orders or Random(rng.random())), meaning, rng)


def around(asked: str, meaning: Meaning, rng: Random) -> str:
    """A request with the story and the courtesies around it."""
    if meaning.act in ASKED and rng.random() < 0.5:
        asked += "?"
    text = _with_courtesies(_with_story(asked, meaning, rng), meaning.half, rng)
    return text[:1].upper() + text[1:] if rng.random() < 0.3 else text


def request(meaning: Meaning, rng: Random, orders: Random) -> str:
    """What is asked for, alone; nothing of a message that is only a story."""
    act = meaning.act
    if act is Act.STORY:
        return ""
    if act in IN_OFFER and act is not Act.INSTEAD:
        return _option(meaning, rng)
    if act is Act.UNKNOWN_THING:
        weekday = pick(words("days.weekdays"), rng)
        return pick(words("unknown.request", meaning.half), rng).format(made=made_up(rng), weekday=weekday)
    if act in CHANGING:
        return _change(meaning, rng, orders)
    core = pick(words(f"requests.{BY_ACT[act]}", meaning.half), rng)
    if act is Act.INSTEAD and meaning.story:
        core = "mejor"  # "me salió un viaje el lunes": without it nobody could tell which of both the day is of
    if act in OF_NAMES:
        return core.format(name=meaning.name, wrong=meaning.wrong, relative=meaning.relative)
    if act is Act.UNKNOWN_OF:
        asked = pick(words("unknown.of", meaning.half), rng).format(made=made_up(rng))
        cores = [c for c in words("requests.new", meaning.half) if APPOINTMENT.search(c)]
        core = APPOINTMENT.sub(asked, pick(cores, rng), count=1)
    return _complemented(core, meaning, rng, orders)


def _complemented(core: str, meaning: Meaning, rng: Random, orders: Random) -> str:
    pieces = meaning.wish.pieces(rng)
    with_para = rng.random() < 0.4
    beside = []
    if meaning.doctor:
        beside.append(f"con {pick(words_of(meaning.doctor), rng)}")
    if meaning.relative:
        beside.append(f"para mi {meaning.relative}")
    if meaning.act is Act.UNKNOWN_BESIDE:
        beside.append(pick(words("unknown.beside", meaning.half), rng))
    orders.shuffle(pieces)
    if pieces and with_para and meaning.wish.day and not core.endswith(("para", "si es", "que sea")):
        pieces[0] = _para(pieces[0])
    parts = [" ".join(pieces), *beside]
    orders.shuffle(parts)
    # "se me acabó la medicina hoy quiero una cita": beside a story nobody could tell which of both the day is of.
    fronted = rng.random() < 0.2 and bool(pieces) and meaning.act in (Act.NEW, Act.ASK) and not meaning.story
    if fronted:
        parts.remove(" ".join(pieces))
        text = " ".join(p for p in (" ".join(pieces), core, *parts) if p)
    else:
        text = " ".join(p for p in (core, *parts) if p)
    text = " ".join(p for p in (text, _exceptions(meaning, rng)) if p)
    return re.sub(r"\bpara al? (?=las? |mediodía)", "para ", text)


def _para(piece: str) -> str:
    """Before a day or a part of it; a clock time keeps its own word."""
    return (
        piece
        if piece.startswith(("a ", "al ", "de ", "del ", "en ", "por ", "entre ", "antes ", "después ", "temp"))
        else f"para {piece}"
    )


def words_of(doctor: str) -> list[str]:
    """How a doctor is called."""
    return list(table("lexicon")["doctors"][doctor])


def _exceptions(meaning: Meaning, rng: Random) -> str:
    said = []
    if meaning.wish.but_day:
        said.append(pick(words("without.day"), rng).format(day=meaning.wish.but_day.said(rng)))
    if meaning.wish.but_part:
        said.append(pick(words("without.part"), rng).format(part=meaning.wish.but_part.said(rng)))
    if meaning.but_doctor:
        said.append(pick(words("without.doctor"), rng).format(doctor=pick(words_of(meaning.but_doctor), rng)))
    return " ".join(said)


def _change(meaning: Meaning, rng: Random, orders: Random) -> str:
    cita = pick(["mi cita", "mi consulta", "la cita"], rng)
    if meaning.relative:
        cita = f"la cita de mi {meaning.relative}"
    if meaning.of:
        of = f"de {meaning.of.said(rng)}"
        cita += " " + of.replace("de el ", "del ")
    text = pick(words(f"requests.{BY_ACT[meaning.act]}", meaning.half), rng).format(cita=cita)
    pieces, to = meaning.wish.pieces(rng), rng.random()
    day_first = meaning.of is not None  # "mi cita del lunes a las 5 el martes": the hour could be of either day
    orders.shuffle(rest := pieces[day_first:])
    pieces[day_first:] = rest
    if not pieces:
        return text
    first = pieces[0].replace("el ", "al ", 1) if to < 0.3 and pieces[0].startswith("el ") else _para(pieces[0])
    return " ".join([text, first, *pieces[1:]])


def _option(meaning: Meaning, rng: Random) -> str:
    assert meaning.option
    if meaning.act is Act.CHOOSE:
        return option_words(meaning, meaning.option, rng)
    if meaning.act is Act.REFUSE:
        return pick(words("options.refused"), rng).format(option=_the(meaning, meaning.option, rng))
    assert meaning.other
    how = rng.random()  # both are told in one way: "la 2 no, la 4"
    first, second = (_the(meaning, n, Random(how)) for n in (meaning.option, meaning.other))
    return pick(words("options.corrected"), rng).format(option=first, other=second)


def _the(meaning: Meaning, option: int, rng: Random) -> str:
    """An option as a noun: "la 2", "la segunda", "la de las 4"."""
    how = rng.random()
    if how < 0.4:
        return f"la {option}"
    if how < 0.7:
        return f"la {words('options.ordinals')[option - 1]}"
    return f"la de {hour_words(meaning.offered[option - 1].time(), rng.random() * 0.6)}"


def option_words(meaning: Meaning, option: int, rng: Random) -> str:
    """An option as it is chosen, in whatever way tells it from all others."""
    how, start = rng.random(), meaning.offered[option - 1]
    how = 0.35 + 0.65 * how if meaning.story else how  # "a, me salió un viaje" would be no choice
    if how < 0.35:
        number = pick([str(option), words("options.numbers")[option - 1]], rng) if option > 1 else "1"
        return pick(words("options.by_number"), rng).format(number=number, letter="abcde"[option - 1])
    if how < 0.4 and option == len(meaning.offered):
        return pick(words("options.last"), rng)
    if how < 0.6:
        return pick(words("options.by_ordinal"), rng).format(ordinal=words("options.ordinals")[option - 1])
    if how < 0.7:
        return f"el {words('days.weekdays')[start.weekday()]} a {hour_words(start.time(), rng.random())}"
    return pick(words("options.by_hour"), rng).format(hour=hour_words(start.time(), rng.random()))


def _with_story(asked: str, meaning: Meaning, rng: Random) -> str:
    if not meaning.story:
        return asked
    if not asked:
        return meaning.story.text
    side = "story_first" if rng.random() < 0.5 else "request_first"
    return pick(words(f"joints.{side}"), rng).format(story=meaning.story.text, request=asked.removesuffix("?"))


def _with_courtesies(text: str, half: Half, rng: Random) -> str:
    before, after, comma = rng.random(), rng.random(), rng.random()
    opening, closing = pick(words("courtesies.opening", half), rng), pick(words("courtesies.closing", half), rng)
    if before < 0.35:
        text = f"{opening}{',' if comma < 0.6 else ''} {text}"
    if after < 0.3:
        text = f"{text}{',' if comma < 0.5 else ''} {closing}"
    return text
