"""Whatever is changed at the desk, by page or by command, leaves the same rows, events and notices."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.admin.conftest import Stage, _memory, _stage
from tests.inspector.desk_in_memory import NAME, Desk, books

_HIDDEN = re.compile(r'name="(version|sello)" value="([^"]+)"')
HOURS = ("2026-11-23 09:30", "2026-11-23 10:30", "2026-11-24 09:00", "2026-11-24 10:00", "2026-11-24 16:00")
MARKS = ("llego", "inicia", "completa", "no-asistio")
PEOPLE = (("Eva Luna", "6645550001"), ("Iván Paz", "6645550002"), ("Ana  Gómez", None))

words = st.sampled_from((None, "no puede venir", "<b>urge</b>"))
untold = st.booleans()


@dataclass(frozen=True)
class Deed:
    """One change: as a command, and as the form of a page. `shown` is where its question is asked first. `{c0}` stands
    for the first appointment there is, `{n0}`, `{w0}`, `{h0}` for the first notice, who waits first, the first chat."""

    command: tuple[str, ...]
    path: str
    form: tuple[tuple[str, str | None], ...] = ()
    shown: str | None = None

    def by_command(self, stage: Stage) -> None:
        there = numbers(stage)
        stage.run(*(word.format(**there) for word in self.command), "--como", NAME)

    def by_page(self, desk: Desk) -> None:
        there = numbers(desk.stage)
        form = {name: said and said.format(**there) for name, said in self.form}
        if self.shown is not None:
            form |= dict(_HIDDEN.findall(desk.get(self.shown.format(**there)).text)) or {"version": "1"}
        desk.post(self.path.format(**there), **form)


def numbers(stage: Stage) -> dict[str, str]:
    """Those of the first few of each kind; 999 where there are not so many."""
    with stage.begin() as uow:
        kinds = {
            "c": [one.id for one in uow.appointments.list()],
            "n": [one.id for one in uow.notices.list()],
            "w": [one.id for one in uow.waiting_list.list()],
            "h": [one.id for one in uow.conversations.list()],
        }
    padded = {kind: [*sorted(ids), *[999] * 4] for kind, ids in kinds.items()}
    return {f"{kind}{n}": str(ids[n]) for kind, ids in padded.items() for n in range(4)}


def _told(no: bool, *command: str) -> tuple[str, ...]:
    return (*command, "--sin-avisar") if no else command


@st.composite
def bookings(draw: st.DrawFn) -> Deed:
    (name, phone), at, doctor = draw(st.sampled_from(PEOPLE)), draw(st.sampled_from(HOURS)), draw(st.sampled_from("12"))
    no, over, why = draw(untold), draw(st.booleans()), draw(words)
    command = ["citas", "agendar", "--doctor", doctor, "--inicio", at, "--nuevo", name]
    command += ["--telefono", phone] if phone else []
    command += ["--motivo", why] if why else []
    command += ["--sobrecupo"] if over else []
    form = {"doctor": doctor, "inicio": at, "nuevo": name, "telefono": phone, "motivo": why, "tipo": "primera_vez"}
    form |= {"sobrecupo": "1" if over else None, "sin_avisar": "1" if no else None}
    return Deed(_told(no, *command), "/agenda/nueva", tuple(form.items()))


@st.composite
def changes(draw: st.DrawFn) -> Deed:
    id, at, no, why = (
        draw(st.sampled_from(("{c0}", "{c0}", "{c1}", "{c2}"))),
        draw(st.sampled_from(HOURS)),
        draw(untold),
        draw(words),
    )
    said = (("motivo", why), ("sin_avisar", "1" if no else None))
    kind = draw(st.sampled_from(("mover", "cancelar", "marcar")))
    path = f"/agenda/citas/{id}/{kind}"
    reason = ("--motivo", why) if why else ()
    if kind == "mover":
        over = draw(st.booleans())
        command = _told(no, "citas", "mover", id, "--inicio", at, *reason, *(("--sobrecupo",) if over else ()))
        form = (("inicio", at), *said, ("sobrecupo", "1" if over else None))
        return Deed(command, path, form, f"{path}?inicio={at}")
    if kind == "cancelar":
        return Deed(_told(no, "citas", "cancelar", id, "--si", *reason), path, said, path)
    mark, undo = draw(st.sampled_from(MARKS)), draw(st.booleans())
    command = ("citas", mark, id, *(("--deshacer",) if undo else ()))
    return Deed(command, path, (("marca", mark), ("deshacer", "1" if undo else None)))


@st.composite
def of_chats(draw: st.DrawFn) -> Deed:
    what = draw(st.sampled_from(("tomar", "responder", "devolver")))
    said = draw(st.sampled_from(("Buenos días", "", "¿A las 5?")))
    command = ("chats", what, "{h0}", *((said,) if what == "responder" else ()))
    return Deed(command, f"/chats/{{h0}}/{what}", (("texto", said),))


@st.composite
def of_the_rest(draw: st.DrawFn) -> Deed:
    n = draw(st.integers(0, 2))
    notice, mine, wait = f"{{n{n}}}", f"{{c{n}}}", f"{{w{n}}}"
    return draw(
        st.sampled_from(
            (
                Deed(("chats", "visto", notice), f"/avisos/{notice}/visto"),
                Deed(("chats", "atendido", notice), f"/avisos/{notice}/atendido"),
                Deed(("lista-espera", "agregar", "--cita", mine), "/espera/agregar", (("cita", mine),)),
                Deed(("lista-espera", "quitar", wait), f"/espera/{wait}/quitar"),
                Deed(("recordatorios", "pausar"), "/recordatorios/pausa", (("pausar", "1"),)),
                Deed(("recordatorios", "reanudar"), "/recordatorios/pausa"),
                _away(),
            )
        )
    )


def _away() -> Deed:
    """The doctor will not be there: who is asked to move, and the closed agenda."""
    asked = {"que": "ofrecer", "doctor": "1", "fecha": "2026-11-24", "motivo": "congreso"}
    command = ("agenda", "ofrecer", "--doctor", "1", "--fecha", "2026-11-24", "--motivo", "congreso", "--si")
    shown = "/agenda/ausencia?" + "&".join(f"{name}={value}" for name, value in asked.items())
    return Deed(command, "/agenda/ausencia", tuple(asked.items()), shown)


def begun() -> Stage:
    """Somebody has written, and asked for a person."""
    stage = _stage(_memory())
    stage.chat("hola", "humano", number="5216645550001")
    return stage


minutes = st.integers(1, 90)


@settings(max_examples=20, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(
    st.lists(st.one_of(bookings(), bookings(), changes(), changes(), of_chats(), of_the_rest(), minutes), max_size=7)
)
def test_by_page_and_by_command_the_same_is_written(deeds: list[Deed | int]) -> None:
    by_command, by_page = begun(), begun()
    desk = Desk(by_page)
    for deed in deeds:
        if isinstance(deed, int):
            for stage in (by_command, by_page):
                stage.wired.clock.advance(dt.timedelta(minutes=deed))
        else:
            deed.by_command(by_command)
            deed.by_page(desk)
        one, other = books(by_command), books(by_page)
        assert {what for what in one if one[what] != other[what]} == set(), deed
