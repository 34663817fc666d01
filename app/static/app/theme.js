// Runs before the first paint, so that a chosen theme does not flash. Without it the system's choice holds.
(() => {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
