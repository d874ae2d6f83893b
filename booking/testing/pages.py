"""Pages of `docs/` written from the code: the table, the diagram, the repair matrix, the invariants, the tools, the
templates.

`turnero fsm docs` writes them; a test writes them in memory and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path

from booking.conversation.fsm.conversation_machine import describe
from booking.conversation.fsm.diagram import mermaid
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.templates import TEMPLATES
from booking.conversation.replies.texts import TEXTS
from booking.models import State, SubState
from booking.testing.invariants import INVARIANTS, Invariant, every_turn_replays
from booking.testing.repair_rules import statements
from booking.testing.repairs import PLACES, REPAIRS, Cell, matrix
from booking.verification.goals import GOALS
from booking.verification.memo import called
from booking.verification.proof import CONTENDED, EVERY_ROW_FIRES
from booking.verification.properties import PROPERTIES
from booking.verification.state_invariants import STANDING
from tools.catalog import CATALOG

_HEAD = "<!-- Written by `turnero fsm docs` from the code. Do not edit. -->\n\n"

_SHORT = 100
"""Of a text no more letters than these are shown."""


def table_page() -> str:
    """Every row, in the order in which it is tried, by trigger; then what is said to what, by place."""
    columns = ("source", "guards", "to", "lookups", "reads", "writes", "reply", "then", "on_refusal")
    lines = [
        "# The transition table",
        "",
        "Of the rows that fit a trigger and a place, the first whose guards all hold acts. `stay` keeps the place;",
        "`then` is fired next; `on refusal` is what a write that could not be made becomes.",
        "`booking/conversation/fsm/table.py` is the source.",
        "",
    ]
    for trigger in Trigger:
        rows = [row for row in TABLE if trigger in row.on]
        lines += [f"## {trigger.value}", "", _row([c.replace("_", " ") for c in columns]), _rule(len(columns))]
        lines += [_row([str(describe(row)[column] or "") for column in columns]) for row in rows]
        lines.append("")
    lines += ["# What is said where", "", "The same by place, with the beginning of what is said.", ""]
    for place in SubState:
        inside = f" ({place.parent})" if place.value != place.parent.value else ""
        lines += [f"## {place}{inside}", "", _row(["what happens", "if", "to", "said", "then"]), _rule(5)]
        for trigger, row in product(Trigger, TABLE):
            if trigger in row.on and place in row.source:
                lines.append(_row([trigger.value, *_there(row, place)]))
        lines.append("")
    return _page(lines)


def _there(row: Row, place: SubState) -> list[str]:
    """What a row comes to in this place: its guards, where it leads, what it says, what follows."""
    *cases, (_, last) = row.says_in(place)
    said = [f"if {guard and guard.__doc__}: {_words(key)}" for guard, key in cases]
    said.append(f"else {_words(last)}" if said else _words(last))
    follows = row.follows_in(place) or ""
    if follows and row.then_if is not None and not isinstance(row.then_if, tuple):
        follows = f"{follows} (if {row.then_if.__doc__})"
    there = row.goes(place)
    return [describe(row)["guards"], there if there is not place else "", "; ".join(said), follows]


def _words(key: ReplyKey | None) -> str:
    if key is None:
        return "nothing"
    text = " ".join(TEXTS[key].body.split())
    return f"«{text[:_SHORT].rstrip()}{'…' if len(text) > _SHORT else ''}»"


def diagram_page() -> str:
    """The states and what leads from one to another."""
    return _page(
        [
            "# The diagram",
            "",
            "What moves the conversation or writes. `turnero fsm diagram --all` draws an arrow for each row.",
            "",
            "```mermaid",
            mermaid(TABLE),
            "```",
            "",
        ]
    )


def repairs_page() -> str:
    """The matrix of repairs, and what each must come to."""
    cells = {(cell.repair, cell.place.name): cell for cell in matrix()}
    lines = [
        "# The repair matrix",
        "",
        "What people do when a conversation goes astray, in every place where it may stand. A cell says where the",
        "conversation stands afterwards and what was answered; each is run on the real engine and held against the",
        "statements below, which know no row of the table (`booking/testing/repair_rules.py`).",
        "",
        _row(["", *(place.name for place in PLACES)]),
        _rule(len(PLACES) + 1),
    ]
    for repair in REPAIRS:
        lines.append(_row([f"**{repair}**", *(_cell(cells[repair, place.name]) for place in PLACES)]))
    lines += ["", "## What each must come to", ""]
    for repair in REPAIRS:
        lines += [f"**{repair}**", ""]
        lines += [f"- {_first(statement.__doc__)}" for statement in statements(repair)]
        lines.append("")
    return _page(lines)


def invariants_page() -> str:
    """What must always hold."""
    lines = [
        "# What must always hold",
        "",
        "Plain functions over a `Clinic` (`booking/testing/invariants.py`), checked after every generated step, on",
        "fakes and on PostgreSQL, and after every step of a scripted conversation.",
        "",
        _row(["invariant", "what it says"]),
        _rule(2),
    ]
    invariants: tuple[Invariant, ...] = (*INVARIANTS, every_turn_replays)
    lines += [_row([f"`{i.__name__}`", _first(i.__doc__)]) for i in invariants]
    lines += [
        "",
        "## What is proven of every situation",
        "",
        "`turnero fsm verify` explores every situation that a conversation can reach, under every input and every",
        "answer of the services (`booking/verification/`), and holds these against it:",
        "",
        *(f"- {called(holds)}." for holds in PROPERTIES),
        *(f"- {called(stands)}." for stands in STANDING),
        *(f"- {goal.name}, in at most {goal.within} messages or waits, from everywhere." for goal in GOALS),
        f"- {EVERY_ROW_FIRES}.",
        f"- {CONTENDED}.",
    ]
    return _page([*lines, ""])


def tools_page() -> str:
    """Every tool: who may use it, what it takes and gives."""
    lines = [
        "# The tools",
        "",
        "What doctors and staff may have done for them, by chat and with `turnero tools usar`. Patients have none:",
        "they book by the conversation. A doctor works with their own appointments and patients, staff and",
        "administrators with all. Whatever writes is proposed first and done after a yes.",
        "`tools/catalog.py` is the source.",
        "",
    ]
    for tool in CATALOG:
        roles = ", ".join(sorted(tool.roles))
        lines += [f"## {tool.name}", "", f"{tool.says} ({'writes' if tool.writes else 'reads'}; {roles})", ""]
        lines += [_row(["parameter", "", "what it is"]), _rule(3)]
        needed = tool.required
        lines += [_row([f"`{n}`", "required" if n in needed else "", says]) for n, says in tool.fields.items()]
        lines += ["", f"Gives: {', '.join(f'`{name}`' for name in tool.result.model_fields)}.", ""]
        lines += [f"Staff say: {', '.join(f'«{sample}»' for sample in tool.samples)}.", ""]
    return _page(lines)


def templates_page() -> str:
    """Every template that a clinic submits to WhatsApp, in its words, with its samples."""
    lines = [
        "# The templates",
        "",
        "What goes out to whoever has not written for 24 hours has words that WhatsApp has approved. A clinic submits",
        "each of these, under its name, in WhatsApp Manager: with its category, language, words, samples and buttons,",
        "in this order, as quick replies. `turnero plantillas listar` shows them too, and `turnero plantillas",
        "comprobar` tells which of them the account has not, or has otherwise. Until one is approved, what would be",
        "said by it is not sent. `booking/conversation/replies/templates/` is the source.",
        "",
        _row(["name", "category", "to", "when it is sent"]),
        _rule(4),
    ]
    every = TEMPLATES.values()
    lines += [_row([f"[`{one.name}`](#{one.name})", one.category.value, one.to, one.about]) for one in every]
    for one in every:
        lines += ["", f"## {one.name}", "", f"{one.category.value}, `{one.language}`, to {one.to}. {one.about}", ""]
        lines += [f"> {line}".rstrip() for line in one.body.splitlines()]
        lines += ["", _row(["place", "what", "sample"]), _rule(3)]
        samples = enumerate(one.parameters.items(), start=1)
        lines += [_row([f"`{{{{{number}}}}}`", name, sample]) for number, (name, sample) in samples]
        lines += ["", f"Buttons: {', '.join(f'«{button.title}»' for button in one.buttons) or 'none'}."]
    return _page([*lines, ""])


PAGES: dict[str, Callable[[], str]] = {
    "fsm-table.md": table_page,
    "fsm-diagram.md": diagram_page,
    "repairs.md": repairs_page,
    "invariants.md": invariants_page,
    "tools.md": tools_page,
    "templates.md": templates_page,
}
"""Every page, by its name in `docs/`."""


def write(folder: Path) -> list[Path]:
    """Write the pages that are not current; which ones they were."""
    stale = outdated(folder)
    for path in stale:
        path.write_text(PAGES[path.name](), encoding="utf-8")
    return stale


def outdated(folder: Path) -> list[Path]:
    """Pages that are missing, or are not what the code says."""
    paths = [(folder / name, page) for name, page in PAGES.items()]
    return [path for path, page in paths if not path.exists() or path.read_text(encoding="utf-8") != page()]


def _cell(cell: Cell) -> str:
    after = cell.after
    stands = after.state.value if after.state is not State.IDLE else "IDLE"
    human = ", a human has it" if after.control == "human" else ""
    silent = ", silent" if after.person.opted_out else ""
    return f"{stands}{human}{silent}: {' → '.join(cell.exchange.keys)}"


def _page(lines: Iterable[str]) -> str:
    return _HEAD + "\n".join(lines)


def _first(text: str | None) -> str:
    """A docstring on one line."""
    return " ".join((text or "").split())


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _rule(columns: int) -> str:
    return "|" + "---|" * columns
