// Draws the figures of a page from the JSON beside them; without it their tables say the same.
(() => {
  const drawn = new Map();
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  // light-dark() is resolved by the browser alone: ask it through an element.
  const probe = document.createElement("span");
  probe.hidden = true;
  const colour = (tone) => {
    probe.className = "";
    probe.style.color = `var(--${tone})`;
    return getComputedStyle(probe).color;
  };

  const hatched = (context, shade) => {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 8;
    const pen = tile.getContext("2d");
    pen.strokeStyle = shade;
    pen.lineWidth = 1.5;
    for (const start of [-8, 0, 8]) {
      pen.beginPath();
      pen.moveTo(start, 8);
      pen.lineTo(start + 8, 0);
      pen.stroke();
    }
    return context.createPattern(tile, "repeat");
  };

  const dataset = (one, kind, context) => {
    const shade = colour(one.tone);
    const bars = kind === "bars" || kind === "stacked";
    return {
      label: one.name,
      data: one.values,
      borderColor: shade,
      backgroundColor: one.forecast ? (bars ? hatched(context, shade) : "transparent") : shade,
      borderWidth: bars ? (one.forecast ? 1 : 0) : 2,
      borderDash: one.forecast && !bars ? [5, 4] : [],
      borderRadius: bars ? 2 : 0,
      stepped: kind === "stairs",
      showLine: kind !== "dots",
      pointRadius: kind === "dots" ? 4 : 0,
      pointHitRadius: 12,
      tension: 0,
      spanGaps: false,
      maxBarThickness: 28,
    };
  };

  const options = (plot) => {
    const ink = colour("muted");
    const line = colour("line");
    const stacked = plot.kind === "stacked";
    return {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: "index", intersect: false },
      plugins: {
        legend: { display: plot.series.length > 1, position: "bottom", labels: { color: ink, boxWidth: 12, boxHeight: 12 } },
        tooltip: { callbacks: { label: (item) => `${item.dataset.label}: ${item.formattedValue}${plot.unit ? ` ${plot.unit}` : ""}` } },
      },
      scales: {
        x: { stacked, grid: { display: false }, border: { color: line }, ticks: { color: ink, maxRotation: 0, autoSkipPadding: 12 } },
        y: { stacked, beginAtZero: true, grid: { color: line }, border: { display: false }, ticks: { color: ink, precision: 0, maxTicksLimit: 6 } },
      },
    };
  };

  const draw = (figure) => {
    const source = figure.querySelector('script[type="application/json"]');
    const area = figure.querySelector(".plot-area");
    if (!source || !area || typeof Chart === "undefined") return;
    const plot = JSON.parse(source.textContent);
    area.hidden = false;
    const canvas = area.querySelector("canvas");
    drawn.get(canvas)?.destroy();
    const context = canvas.getContext("2d");
    const type = plot.kind === "bars" || plot.kind === "stacked" ? "bar" : "line";
    const datasets = plot.series.map((one) => dataset(one, plot.kind, context));
    drawn.set(canvas, new Chart(context, { type, data: { labels: plot.labels, datasets }, options: options(plot) }));
  };

  const all = (root) => {
    for (const [canvas, chart] of drawn) {
      if (canvas.isConnected) continue;
      chart.destroy();
      drawn.delete(canvas);
    }
    for (const figure of root.querySelectorAll("[data-plot]")) draw(figure);
  };

  document.addEventListener("DOMContentLoaded", () => {
    document.body.append(probe);
    if (typeof Chart !== "undefined") Chart.defaults.font.family = css("--bs-body-font-family");
    all(document);
    const again = () => all(document);
    new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  });
  document.addEventListener("htmx:afterSwap", (event) => all(event.target));
})();
