"""Scores the reading of messages that others wrote and labelled: `python -m tests.nlu.corpus_score [FILE…] [-v]`;
with `--stub perfect` or `--stub lying` as a model reads them that knows every label, or that lies (`stubs`).

A label names the intents that are right, any of them, and fields where they matter; what it does not name is free. A
claim is any answer but `unknown` and what is ambiguous. Precision is the share of claims that are right; reach, of the
messages whose label does not let the reader ask, the share that is rightly claimed. Critical is a yes, a choice, a
cancellation, a name or an opt-out that was none.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from booking.ports import IntentExtractor
from nlu.parse_lines import answer

Line = dict[str, Any]
SPECIALTIES = {
    "Dra. Laura Méndez": "medicina general",
    "Dr. Jorge Salas": "pediatría",
    "Dra. Paula Ríos": "dermatología",
}
CLINIC = {"doctors": [*SPECIALTIES], "specialties": SPECIALTIES}
"""The clinic that those who wrote were told of."""
CRITICAL = frozenset({"confirm", "select_slot", "cancel_appointment", "cancel_booking", "opt_out"})
_OF_THEIRS = frozenset({"cancel_appointment", "reschedule_appointment", "list_appointments"})
COURTESIES = frozenset({"greet", "thank", "smalltalk"})


@dataclass
class Score:
    """What came of the messages: claims, those that are right, messages in scope, those rightly claimed."""

    messages: int = 0
    claimed: int = 0
    right: int = 0
    in_scope: int = 0
    reached: int = 0
    critical: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / max(1, self.claimed)

    @property
    def reach(self) -> float:
        return self.reached / max(1, self.in_scope)

    def __str__(self) -> str:
        return (
            f"{self.messages} messages: {self.claimed} claimed, {self.precision:.1%} of them right; {self.reached} of "
            f"{self.in_scope} in scope rightly claimed, {self.reach:.1%}; {len(self.critical)} critical"
        )


def corpus() -> Path:
    """Where the messages of others lie: `TURNERO_CORPORA`, else beside the project."""
    return Path(os.environ.get("TURNERO_CORPORA", "../shared/corpora")) / "messages_es.jsonl"


def labels(path: Path) -> list[Line]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def score(rows: Iterable[Line], reader: Callable[[Line], IntentExtractor | None] = lambda row: None) -> Score:
    """The score of labelled messages, each read by rules alone unless `reader` gives it an extractor."""
    total = Score()
    for row in rows:
        read = answer({**CLINIC, **row}, reader(row))
        kind, expect = read["intent"]["kind"], row["expect"]
        unsure = kind == "unknown" or bool(read["intent"].get("ambiguous"))
        wrongs = [] if unsure else wrong_with(expect, read)
        heard = f"{row['id']} [{row['state']}, {row['role']}] {row['text']!r}"
        said = f"{heard}\n      read {_short(read)}\n      expected {expect}"
        scoped = "unknown" not in expect["intent"]
        total.messages, total.in_scope = total.messages + 1, total.in_scope + scoped
        total.claimed += not unsure
        total.right += not unsure and not wrongs
        total.reached += scoped and not unsure and not wrongs
        if unsure and scoped:
            total.asked.append(said)
        if wrongs:
            total.wrong.append(f"{said}\n      {'; '.join(wrongs)}")
        total.critical += [f"{said}\n      {kind}" for kind in _critical(expect, read)]
    return total


def wrong_with(expect: Line, read: Line) -> list[str]:
    """What a claim says otherwise than its label; nothing where it is right."""
    intents = [read["intent"], *read["more"]]
    main = [i for i in intents if _names(i) & {*expect["intent"]}]
    wrongs = [] if _names(read["intent"]) & {*expect["intent"]} else [f"kind {read['intent']['kind']}"]
    told = read["intent"]["kind"] == "request_human"  # people are told all of it, as it was written
    checks: dict[str, Callable[[Any], bool]] = {
        "when": lambda said: _has_time(main, said),
        "option": lambda said: [i["option"] for i in intents if i["kind"] == "select_slot"] in ([said], []),
        "not_option": lambda said: not any(i["kind"] == "select_slot" for i in intents),
        "name": lambda said: same_name(_first(intents, "name"), said),
        "noname": lambda said: not _first(intents, "name"),
        "doctor": lambda said: (
            any(said_in(said, _first(intents, of)) for of in ("doctor", "of_doctor"))
            or said_in(said, _argument(intents, "doctor"))
        ),
        "not_with": lambda said: said_in(said, _first(intents, "not_with")),
        "whose": lambda said: told or is_whose(said, intents),
        "of": lambda said: told or said in _of(intents),
        "cands": lambda said: all(day in _days(intents) for day in said),
        "dates": lambda said: all(day in _days(intents) for day in said),
        "tool": lambda said: _first(intents, "tool") in (None, *said.split("|")),
    }
    return wrongs + [name for name, check in checks.items() if name in expect and not check(expect[name])]


def _names(intent: Line) -> set[str]:
    """What a label may call an intent. Who says that they come is shown their appointment here; who comes late or is
    here is handed to people; to "mande" and "espere" nothing is done but that it is asked again or waited."""
    comes = intent["kind"] == "list_appointments" or intent.get("reason") in ("late", "asked")
    waits = intent.get("manner") in ("wait", "pardon")
    return {intent["kind"], *(["attend"] if comes else []), *(["unknown"] if waits else [])}


def _critical(expect: Line, read: Line) -> list[str]:
    """What is claimed and could make, change or end something that nobody asked for."""
    intents, right = [read["intent"], *read["more"]], {*expect["intent"]}
    found = [i["kind"] for i in intents if i["kind"] in CRITICAL and not _allowed(i["kind"], right)]
    chosen = [i["option"] for i in intents if i["kind"] == "select_slot"]
    fits = [] if "not_option" in expect else [expect.get("option", next(iter(chosen), None))]
    if "select_slot" in right and chosen and chosen != fits:
        found.append(f"option {chosen}")
    name = _first(intents, "name")
    if name and (expect.get("noname") or ("name" in expect and not same_name(name, expect["name"]))):
        found.append(f"name {name}")
    return found


def _allowed(kind: str, right: set[str]) -> bool:
    return kind in right or (
        kind.startswith("cancel") and any(k.startswith("cancel") or k == "reschedule_appointment" for k in right)
    )


def _first(intents: list[Line], key: str) -> Any:
    return next((i[key] for i in intents if i.get(key)), None)


def _of(intents: list[Line]) -> str:
    """The time of the appointment that exists; what is cancelled has no other time."""
    cancelled = next((i for i in intents if i["kind"] == "cancel_appointment"), {})
    return json.dumps([_first(intents, "of"), cancelled.get("when")], default=str)


def _argument(intents: list[Line], name: str) -> str:
    given = next((i["arguments"] for i in intents if i.get("arguments")), [])
    return str(dict(given).get(name, ""))


def is_whose(said: str, intents: list[Line]) -> bool:
    """Whether somebody else's appointment is spoken of, or (of intents that change none there is) one is wanted for
    somebody else; by the name where the label has one."""
    whose = _first(intents, "whose") or {}
    wanted = not any(i.get("kind") in _OF_THEIRS for i in intents)
    if said[:1].islower():
        return not whose.get("own", True) or (wanted and bool(_first(intents, "for_other") or _first(intents, "other")))
    return said_in(said, whose.get("name") or (_first(intents, "name") if wanted else None))


def said_in(said: str, read: Any) -> bool:
    return bool(read) and any(_plain(one) in _plain(str(read)) for one in str(said).split("|"))


def _plain(text: str) -> str:
    return text.casefold().translate(str.maketrans("áéíóúü", "aeiouu"))


def same_name(read: Any, said: Any) -> bool:
    return bool(read) and any(_plain(str(read)) == _plain(one) for one in str(said).split("|"))


def _has_time(intents: list[Line], said: Line) -> bool:
    """Whether an intent's time, or all that will do, has what the label names; a choice carries its time by itself."""
    if any(i["kind"] == "select_slot" for i in intents):
        return True
    times = [time for i in intents for time in (i.get("when"), i.get("of"), *(i.get("candidates") or [])) if time]
    return any(all(time.get(key) == value for key, value in said.items()) for time in times)


def _days(intents: list[Line]) -> str:
    return json.dumps(intents, default=str)


def _short(read: Line) -> str:
    kept = [{k: v for k, v in i.items() if v not in (None, False, [], "")} for i in (read["intent"], *read["more"])]
    return json.dumps(kept, ensure_ascii=False, default=str) + (f" left {read['left']}" if read["left"] else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("files", nargs="*", type=Path, default=[corpus()])
    parser.add_argument("-v", "--verbose", action="store_true", help="print what is wrong and what is asked about")
    parser.add_argument("--stub", choices=["perfect", "lying"], help="a model beside the rules")
    parser.add_argument("--seed", type=int, default=0, help="of the lies")
    asked = parser.parse_args()
    for path in asked.files:
        unreached: list[str] = []
        if asked.stub is None:
            found = score(labels(path))
        else:
            from tests.nlu.stubs import stub  # not for rules alone: litellm takes its time

            with stub(asked.seed if asked.stub == "lying" else None) as model:
                found, unreached = score(labels(path), model.reader), model.unreached
        print(f"{path.name}: {found}" + (f"; no words say {len(unreached)} labels" if asked.stub == "perfect" else ""))
        more = (
            ("critical", found.critical),
            ("wrong", found.wrong),
            ("asked about", found.asked),
            ("no words", unreached),
        )
        for title, lines in more:
            if asked.verbose and lines:
                print(f"  {title}:", *lines, sep="\n    ")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
