// What the clinic's pages share: what was said goes away with the next thing asked for; a panel closes, and whoever
// opened it stands where they were; a box is empty once its text was sent.
(() => {
  let opener = null;
  const panel = () => document.getElementById("ficha");
  const live = (event) => /^(sse:)?(novedad|cambio)$/.test(event.detail.requestConfig?.triggeringEvent?.type || "");

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (live(event)) return;
    document.getElementById("dicho").textContent = "";
    if (event.detail.target === panel() && !panel().contains(event.detail.elt)) opener = event.detail.elt.id;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target !== panel()) return;
    panel().querySelector("#ficha-titulo")?.focus();
  });
  const refused = (xhr) => xhr.status >= 400 || xhr.getResponseHeader("HX-Retarget") === "#dicho";
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && !refused(event.detail.xhr) && event.detail.elt.matches("form[data-vaciar]")) event.detail.elt.reset();
  });
  const close = () => {
    panel().replaceChildren();
    if (opener) document.getElementById(opener)?.focus();
  };
  document.addEventListener("click", (event) => {
    const alone = panel()?.classList.contains("sola"); // then it is a link like any other
    if (alone || !event.target.closest("[data-cerrar]") || !panel()?.contains(event.target)) return;
    event.preventDefault();
    close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && panel()?.matches(":not(.sola):not(:empty)")) close();
  });
})();
