// Keys of the inbox. Every one of them presses something that is on the page anyway.
(() => {
  const told = document.getElementById("inbox-keys");
  const help = document.querySelector("[data-keys]");
  if (!told || !help) return;
  const keys = JSON.parse(told.textContent);
  const typing = (place) => place.closest("input, textarea, select, [contenteditable], dialog[open]");

  const step = (by) => {
    const talks = [...document.querySelectorAll("[data-talk]")];
    if (!talks.length) return;
    const at = talks.indexOf(document.activeElement);
    talks[Math.min(Math.max(at + by, 0), talks.length - 1)].focus();
  };
  const press = (selector) => document.querySelector(selector)?.requestSubmit();
  const go = (query) => {
    const link = document.querySelector("[data-label]");
    if (link) location.assign(link.href + query);
  };
  const acts = {
    next: () => step(1),
    previous: () => step(-1),
    answer: () => document.querySelector("[data-answer]")?.focus(),
    done: () => press("[data-done]"),
    snooze: () => press("[data-snooze]"),
    label: () => go(""),
    not_interested: () => go("?outcome=unsubscribed"),
    help: () => help.showModal(),
  };

  const button = document.querySelector("[data-keys-button]");
  if (button) {
    button.hidden = false;
    button.addEventListener("click", acts.help);
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing(event.target)) return;
    const name = Object.keys(keys).find((one) => keys[one] === event.key);
    if (!name) return;
    event.preventDefault();
    acts[name]();
  });
})();
