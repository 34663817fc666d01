// A comfort of the text editor: "{{" offers the fields a text may name. Without it they are typed, or copied from the list.
(() => {
  const form = document.getElementById("text-form");
  if (!form) return;
  const fields = form.dataset.fields.split(" ").filter(Boolean);
  let menu = null, field = null, chosen = 0;

  const close = () => { menu?.remove(); menu = null; field?.removeAttribute("aria-controls"); };
  const begun = (input) => /\{\{\s*([\w-]*)$/.exec(input.value.slice(0, input.selectionStart));

  const insert = (name) => {
    const found = begun(field);
    const start = found ? field.selectionStart - found[0].length : field.selectionStart;
    field.setRangeText(`{{ ${name} }}`, start, field.selectionStart, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    close();
    field.focus();
  };

  const mark = () => menu.querySelectorAll("li").forEach((row, at) => row.setAttribute("aria-selected", String(at === chosen)));

  const offer = (input) => {
    close();
    field = input;
    const found = begun(input);
    const names = found ? fields.filter((name) => name.startsWith(found[1])).slice(0, 12) : [];
    if (!names.length) return;
    menu = document.createElement("ul");
    menu.className = "field-menu";
    menu.id = "field-menu";
    menu.setAttribute("role", "listbox");
    for (const name of names) {
      const row = document.createElement("li");
      row.setAttribute("role", "option");
      row.textContent = name;
      row.addEventListener("mousedown", (event) => { event.preventDefault(); insert(name); });
      menu.append(row);
    }
    input.after(menu);
    input.setAttribute("aria-controls", "field-menu");
    chosen = 0;
    mark();
  };

  for (const input of form.querySelectorAll("textarea, input[name=subject]")) {
    input.addEventListener("input", () => offer(input));
    input.addEventListener("blur", close);
    input.addEventListener("focus", () => { field = input; });
    input.addEventListener("keydown", (event) => {
      if (!menu || field !== input) return;
      const rows = menu.querySelectorAll("li");
      if (event.key === "Escape") { close(); event.preventDefault(); }
      else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        chosen = (chosen + (event.key === "ArrowDown" ? 1 : rows.length - 1)) % rows.length;
        mark();
        event.preventDefault();
      } else if (event.key === "Enter" || event.key === "Tab") { insert(rows[chosen].textContent); event.preventDefault(); }
    });
  }

  // The frame is shown when something was put into it.
  const button = form.querySelector("[data-frame-button]");
  button?.addEventListener("click", () => {
    const frame = document.querySelector("iframe[name=framed]");
    if (frame) frame.hidden = false;
  });
})();
