// Everything here is a comfort: each page works without it.
(() => {
  const root = document.documentElement;
  const dark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  for (const button of document.querySelectorAll("[data-theme-button]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.theme = dark() ? "light" : "dark";
      localStorage.setItem("theme", root.dataset.theme);
    });
  }

  // Live regions: a person may hold them still, and they never pull away what somebody is using.
  const held = () => localStorage.getItem("live") === "held";
  const inUse = (region) => region.contains(document.activeElement) || region.contains(getSelection().anchorNode)
    && !getSelection().isCollapsed;

  const show = (button) => {
    button.setAttribute("aria-pressed", String(held()));
    button.querySelector("[data-live-word]").textContent = held() ? button.dataset.held : button.dataset.going;
  };
  for (const button of document.querySelectorAll("[data-live-button]")) {
    button.hidden = false;
    show(button);
    button.addEventListener("click", () => {
      localStorage.setItem("live", held() ? "going" : "held");
      show(button);
    });
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const region = event.target;
    if (!region.matches("[data-live]")) return;
    if (held() || document.hidden || inUse(region)) event.preventDefault();
  });

  // When the service does not answer, what is on the screen is old: say so, and say so no longer once it does.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.target.matches("[data-live]")) return;
    for (const note of document.querySelectorAll("[data-live-lost]")) note.hidden = event.detail.successful;
  });

  // The sentence for screen readers changes only when its words do.
  document.addEventListener("htmx:afterSwap", (event) => {
    const told = event.target.querySelector("[data-live-summary]");
    const status = document.getElementById("live-status");
    if (told && status && status.textContent !== told.textContent) status.textContent = told.textContent;
  });

  // Copy what stands in the field before the button; parts that come later have such buttons too.
  const copies = (part) => {
    for (const button of part.querySelectorAll("[data-copy-button]")) {
      const field = button.parentElement.querySelector("[data-copy]");
      if (!field || !navigator.clipboard) continue;
      button.hidden = false;
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(field.value ?? field.textContent);
        button.textContent = button.dataset.copied;
      });
    }
  };
  copies(document);
  document.addEventListener("htmx:afterSwap", (event) => copies(event.target));

  // Keep the current entry of a narrow navigation in sight.
  document.querySelector(".nav-strip [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
})();
