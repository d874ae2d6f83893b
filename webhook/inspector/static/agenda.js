// An appointment is dragged to another time with a mouse or pen: letting go asks the question that the clinic asks
// anywhere else, and nothing has moved before its yes. By keyboard and finger: open it, «Mover…», choose a time.
(() => {
  const FAR = 6, STEP = 5, LINE = 7;
  let held = null, missed = false;

  const minutes = (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  const two = (n) => String(n).padStart(2, "0");

  const place = (x, y) => {
    const under = document.elementFromPoint(x, y);
    const free = under?.closest("a.libre");
    const column = under?.closest(".cuerpo");
    if (!column) return null;
    if (free) return { mark: free, start: free.dataset.inicio, doctor: column.dataset.doctor };
    const inside = y - column.getBoundingClientRect().top - 6;
    const line = Math.max(0, Math.floor(inside / LINE / 3) * 3);
    const at = minutes(column.dataset.desde) + line * STEP;
    return { mark: column, start: `${column.dataset.fecha} ${two(Math.floor(at / 60))}:${two(at % 60)}`, doctor: column.dataset.doctor };
  };
  const unmark = () => document.querySelectorAll(".destino").forEach((one) => one.classList.remove("destino"));
  const end = () => {
    unmark();
    held?.ghost?.remove();
    held?.cell.classList.remove("arrastrando");
    held = null;
    if (missed) htmx.trigger(document.body, "cambio");
    missed = false;
  };

  document.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("a[data-cita]");
    if (!cell || event.button !== 0 || event.pointerType === "touch") return;
    held = { cell, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      held.ghost = held.cell.cloneNode(true);
      held.ghost.removeAttribute("id");
      held.ghost.classList.add("fantasma");
      document.body.append(held.ghost);
      held.cell.classList.add("arrastrando");
    }
    held.ghost.style.transform = `translate(${event.clientX + 8}px, ${event.clientY + 8}px)`;
    unmark();
    place(event.clientX, event.clientY)?.mark.classList.add("destino");
  });
  document.addEventListener("pointerup", (event) => {
    if (!held?.ghost) { end(); return; }
    const id = held.cell.dataset.cita, to = place(event.clientX, event.clientY);
    const back = held.cell.contains(document.elementFromPoint(event.clientX, event.clientY));
    end();
    const swallow = (click) => { click.preventDefault(); click.stopPropagation(); };
    addEventListener("click", swallow, { capture: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    if (to && !back) htmx.ajax("GET", `/agenda/citas/${id}/mover?${new URLSearchParams({ inicio: to.start, doctor: to.doctor })}`, { target: "#ficha" });
  });
  document.addEventListener("pointercancel", end);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") end(); });
  // While something is held the grid stays under the hand; what is new is fetched when it is let go.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!held || event.detail.target.id !== "rejilla") return;
    event.detail.shouldSwap = false;
    missed = true;
  });

  // The hours under way are what one looks for.
  const scroll = () => {
    const board = document.querySelector(".lienzo");
    const now = board?.querySelector(".ahora"), tops = [...(board?.querySelectorAll(".cita, a.libre") ?? [])].map((one) => one.getBoundingClientRect().top);
    if (!now && !tops.length) return;
    const first = now ? now.getBoundingClientRect().top : Math.min(...tops);
    board.scrollTop = Math.max(0, first - board.getBoundingClientRect().top - board.querySelector(".cabeza").offsetHeight - 50);
  };
  let kept = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const board = document.querySelector(".lienzo");
    if (event.detail.target.id === "rejilla" && board) kept = [board.scrollLeft, board.scrollTop];
  });
  document.addEventListener("htmx:afterSettle", () => {
    const board = document.querySelector(".lienzo");
    if (kept && board) [board.scrollLeft, board.scrollTop] = kept;
    kept = null;
  });
  document.addEventListener("DOMContentLoaded", scroll);
})();
