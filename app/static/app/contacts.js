// Ticking many contacts, and showing only what the chosen act asks for; the form works without it.
(() => {
  const settle = (form) => {
    const act = form.querySelector("[data-act]");
    if (!act) return;
    for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(act.value);
  };
  const begin = () => {
    for (const form of document.querySelectorAll("[data-picking]")) {
      const all = form.querySelector("[data-pick-all]");
      if (all) all.hidden = false;
      settle(form);
    }
  };
  document.addEventListener("change", (event) => {
    const form = event.target.closest("[data-picking]");
    if (!form) return;
    if (event.target.matches("[data-pick-all]")) {
      for (const box of form.querySelectorAll('[name="contact"]')) box.checked = event.target.checked;
    }
    if (event.target.matches("[data-act]")) settle(form);
  });
  document.addEventListener("htmx:afterSwap", begin);
  begin();
})();
