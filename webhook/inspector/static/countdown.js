/* Counts down what is held: the seconds left stand in data-quedan. */
"use strict";
setInterval(() => {
  for (const shown of document.querySelectorAll("[data-quedan]")) {
    const left = Math.max(0, Number(shown.dataset.quedan) - 1);
    shown.dataset.quedan = String(left);
    shown.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "venció";
  }
}, 1000);
