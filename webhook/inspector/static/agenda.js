// An appointment is dragged to another time: with a mouse or pen at once, with a finger once it was held for a moment
// (what moves before that scrolls). Letting go asks the question that the clinic asks anywhere else, and nothing has
// moved before its yes. By keyboard: open it, «Mover…», choose a time.
(() => {
  const FAR = 6, STEP = 5, LINE = 7, HOLD_MS = 400, EDGE = 24, GLIDE = 6;
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
  const follow = () => {
    held.ghost.style.transform = `translate(${held.x + 8}px, ${held.y + 8}px)`;
    unmark();
    place(held.x, held.y)?.mark.classList.add("destino");
  };
  // At an edge of the grid what lies beyond it comes.
  const glide = () => {
    if (!held?.ghost) return;
    const board = document.querySelector(".lienzo"), box = board.getBoundingClientRect();
    const by = (at, low, high) => (at < low + EDGE ? -GLIDE : at > high - EDGE ? GLIDE : 0);
    const across = by(held.x, Math.max(box.left, 0), Math.min(box.right, innerWidth));
    const down = by(held.y, Math.max(box.top, 0), Math.min(box.bottom, innerHeight));
    if (across || down) { board.scrollBy(across, down); follow(); }
    requestAnimationFrame(glide);
  };
  const lift = () => {
    held.ghost = held.cell.cloneNode(true);
    held.ghost.removeAttribute("id");
    held.ghost.classList.add("fantasma");
    document.body.append(held.ghost);
    held.cell.classList.add("arrastrando");
    follow();
    requestAnimationFrame(glide);
  };
  const end = () => {
    unmark();
    clearTimeout(held?.timer);
    held?.ghost?.remove();
    held?.cell.classList.remove("arrastrando");
    held = null;
    if (missed) htmx.trigger(document.body, "cambio");
    missed = false;
  };

  document.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("a[data-cita]");
    if (!cell || event.button !== 0 || !event.isPrimary) return;
    held = { cell, x: event.clientX, y: event.clientY };
    if (event.pointerType === "touch") held.timer = setTimeout(lift, HOLD_MS);
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      if (event.pointerType === "touch") { end(); return; }
      lift();
    }
    [held.x, held.y] = [event.clientX, event.clientY];
    follow();
  });
  document.addEventListener("pointerup", () => {
    if (!held?.ghost) { end(); return; }
    const id = held.cell.dataset.cita, to = place(held.x, held.y);
    const back = held.cell.contains(document.elementFromPoint(held.x, held.y));
    end();
    const swallow = (click) => { click.preventDefault(); click.stopPropagation(); };
    addEventListener("click", swallow, { capture: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
    if (to && !back) htmx.ajax("GET", `/agenda/citas/${id}/mover?${new URLSearchParams({ inicio: to.start, doctor: to.doctor })}`, { target: "#ficha" });
  });
  document.addEventListener("pointercancel", end);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") end(); });
  // A finger that holds something neither scrolls nor opens the menu of a link.
  document.querySelector(".agenda").addEventListener("touchmove", (event) => { if (held?.ghost) event.preventDefault(); }, { passive: false });
  document.addEventListener("contextmenu", (event) => { if (held?.timer) event.preventDefault(); });
  // While something is held the grid stays under the hand; what is new is fetched when it is let go.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!held || event.detail.target.id !== "rejilla") return;
    event.detail.shouldSwap = false;
    missed = true;
  });

  // Why a time is not free is told below the grid to who points at it, taps it or goes there by keyboard.
  const tell = (event) => {
    const line = document.querySelector(".por-que"), cell = event.target.closest("span.celda");
    if (line) line.textContent = (cell ?? document.activeElement?.closest("span.celda"))?.title ?? "";
  };
  ["pointerover", "focusin", "focusout", "click"].forEach((kind) => document.addEventListener(kind, tell));

  // The hours under way are what one looks for, and in a week today.
  const scroll = () => {
    const board = document.querySelector(".lienzo");
    const now = board?.querySelector(".ahora"), tops = [...(board?.querySelectorAll(".cita, a.libre") ?? [])].map((one) => one.getBoundingClientRect().top);
    if (!now && !tops.length) return;
    const side = (one) => one.getBoundingClientRect();
    if (now) board.scrollLeft = side(now.closest(".cuerpo")).left - side(board).left - side(board.querySelector(".horas")).width;
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
