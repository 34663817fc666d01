// Ticking many contacts, and showing only what the chosen act or column asks for; the forms work without it.
(() => {
  const settle = (form) => {
    const act = form.querySelector("[data-act]");
    if (!act) return;
    for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(act.value);
  };
  const NAMED = ["custom", "foreign_state", "protected"];
  const name = (select) => {
    document.getElementById(select.dataset.becomes).hidden = !NAMED.includes(select.value);
  };
  const begin = () => {
    document.querySelectorAll("[data-becomes]").forEach(name);
    for (const form of document.querySelectorAll("[data-picking]")) {
      const all = form.querySelector("[data-pick-all]");
      if (all) all.hidden = false;
      settle(form);
    }
  };
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-becomes]")) name(event.target);
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
