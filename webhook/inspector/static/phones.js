// What a telephone does by itself: sends with Enter, stays at the newest message, opens lists, and says which one is looked at.
"use strict";
(() => {
  const NEAR = 80; // pixels from the end within which one reads the newest
  const seen = new Set();
  const looking = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const thread = entry.target;
      if (!entry.isIntersecting) seen.delete(thread.id);
      else if (!seen.has(thread.id)) { seen.add(thread.id); htmx.trigger(thread, "mirar"); }
    }
  }, { threshold: 0.5 });

  const toEnd = (thread) => { thread.scrollTop = thread.scrollHeight; };
  const atEnd = (thread) => thread.scrollHeight - thread.scrollTop - thread.clientHeight < NEAR;
  const grow = (area) => { area.style.height = "auto"; area.style.height = `${area.scrollHeight}px`; };

  function ready(root) {
    root.querySelectorAll(".hilo").forEach((thread) => { looking.observe(thread); toEnd(thread); });
  }

  function follow(number) {
    const machine = document.getElementById("maquina");
    if (!machine || !number || machine.dataset.telefono === number) return;
    machine.dataset.telefono = number;
    htmx.trigger(machine, "mirar");
  }

  document.addEventListener("DOMContentLoaded", () => ready(document));

  document.addEventListener("htmx:configRequest", (event) => {
    const asked = event.detail.elt;
    if (asked.id === "maquina") {
      const open = [...document.querySelectorAll(".telefono")].map((one) => one.dataset.telefono);
      event.detail.parameters.telefono = [...new Set([asked.dataset.telefono, ...open])];
    }
    if (asked.classList.contains("hilo")) {
      const shown = asked.querySelector(".mensajes");
      if (shown) event.detail.parameters.v = shown.dataset.v;
      if (seen.has(asked.id) && document.visibilityState === "visible") event.detail.parameters.visto = "1";
    }
  });

  // A list lies over the lower end of its telephone, as far as that is in view.
  function lay(sheet) {
    const box = sheet.closest(".telefono").getBoundingClientRect();
    const left = Math.max(box.left, 0), bottom = Math.min(box.bottom, innerHeight);
    sheet.style.width = `${Math.min(box.right, innerWidth) - left}px`;
    sheet.style.maxHeight = `${Math.max(box.height * .8, 240)}px`;
    sheet.style.left = `${left + scrollX}px`;
    sheet.style.top = `${bottom + scrollY - sheet.offsetHeight}px`;
  }
  function open(sheet) {
    if (!sheet) return;
    sheet.showModal();
    lay(sheet);
  }
  addEventListener("resize", () => document.querySelectorAll("dialog.lista[open]").forEach(lay));

  // What is there already stays as it is, with its focus and what is being pressed: messages only get new ticks.
  function merge(thread, html) {
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    const now = fresh.content.querySelector(".mensajes"), shown = thread.querySelector(".mensajes");
    const kept = new Set([...now.children].map((one) => one.id));
    shown.dataset.v = now.dataset.v;
    [...shown.children].forEach((old) => { if (!kept.has(old.id)) old.remove(); });
    let place = shown.firstElementChild;
    for (const one of [...now.children]) {
      if (place && place.id === one.id) {
        const was = place.querySelector(".pie"), is = one.querySelector(".pie");
        if (was && is && was.innerHTML !== is.innerHTML) was.replaceWith(is);
        place = place.nextElementSibling;
      } else {
        shown.insertBefore(one, place);
        htmx.process(one);
      }
    }
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const thread = event.detail.target;
    if (!thread.classList.contains("hilo") || event.detail.xhr.status !== 200) return;
    event.detail.shouldSwap = false;
    const follows = atEnd(thread) || event.detail.requestConfig.verb === "post";
    merge(thread, event.detail.serverResponse);
    if (follows) toEnd(thread);
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    const target = event.detail.target;
    if (target.classList.contains("sobre")) open(target.querySelector("dialog"));
    if (target.id === "probar") {
      const table = document.getElementById("probar");
      ready(table);
      const phone = document.getElementById(`tel-${table.dataset.foco}`);
      phone?.scrollIntoView({ inline: "center", block: "nearest" });
      phone?.querySelector("textarea")?.focus({ preventScroll: true });
    }
  });

  const refused = (xhr) => xhr.status >= 400 || xhr.getResponseHeader("HX-Retarget") === "#dicho";
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.detail.elt;
    if (!event.detail.successful || refused(event.detail.xhr) || !(form instanceof HTMLFormElement)) return;
    if (form.matches(".escribir, .adjuntar")) { form.reset(); const area = form.querySelector("textarea"); if (area) grow(area); }
    form.closest("dialog")?.close();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || !event.target.matches(".escribir textarea")) return;
    event.preventDefault();
    if (event.target.value.trim()) event.target.form.requestSubmit();
  });

  document.addEventListener("input", (event) => { if (event.target.matches(".escribir textarea")) grow(event.target); });
  document.addEventListener("change", (event) => { if (event.target.matches("[data-envia]")) event.target.form.requestSubmit(); });
  document.addEventListener("focusin", (event) => follow(event.target.closest(".telefono")?.dataset.telefono));
  document.addEventListener("click", (event) => { if (event.target.matches("dialog.lista")) event.target.close(); });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") seen.forEach((id) => { const thread = document.getElementById(id); if (thread) htmx.trigger(thread, "mirar"); });
  });
})();
