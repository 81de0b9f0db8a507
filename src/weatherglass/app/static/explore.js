// Words on axes, drawn from the table beside: points can be reached by keys, and choosing some of them leaves only their rows.

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 4, MOST_NAMED = 60, NEAR = 12, TALLEST = 560;

const plane = document.querySelector("[data-plane]");
const table = document.querySelector("[data-points]");
if (plane && table) start();

function start() {
  const rows = [...table.tBodies[0].rows];
  const two = "y" in (rows[0]?.dataset ?? {});
  const points = rows.map((row) => ({
    row, word: row.querySelector("th").textContent, x: Number(row.dataset.x), y: Number(row.dataset[two ? "y" : "rank"]),
    said: [...row.cells].slice(1, -1).map((cell) => cell.textContent.trim()).join(", "), chosen: false,
  }));
  if (!points.length) return;
  // On one axis words stand one above the other, the most frequent at the top.
  if (!two) sorted(points, "y").forEach((p, i) => { p.y = points.length - i; });
  const status = document.querySelector("[data-count]"), clear = document.querySelector("[data-clear]");
  const orders = { x: sorted(points, "x"), y: sorted(points, "y") };
  let current = orders.x[orders.x.length - 1], width = 0, tip = null, svg = null;

  const make = (name, attributes, parent, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    parent?.append(made);
    return made;
  };

  function draw() {
    const hadFocus = svg?.contains(document.activeElement);
    width = Math.max(260, Math.min(plane.clientWidth, 900));
    const height = Math.min(width, TALLEST);
    const edge = { left: two ? 58 : 30, right: 14, top: 26, bottom: 52 };
    svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
    const across = scale(points.map((p) => p.x), edge.left, width - edge.right, true);
    const up = scale(points.map((p) => p.y), height - edge.bottom, edge.top, two);
    const frame = make("g", { "aria-hidden": "true" }, svg);
    for (const at of ticks(across)) {
      make("line", { class: at ? "grid" : "zero", x1: across.to(at), x2: across.to(at), y1: edge.top, y2: height - edge.bottom }, frame);
      make("text", { class: "tick", x: across.to(at), y: height - edge.bottom + 16, "text-anchor": "middle" }, frame, signed(at));
    }
    for (const at of two ? ticks(up) : []) {
      make("line", { class: at ? "grid" : "zero", x1: edge.left, x2: width - edge.right, y1: up.to(at), y2: up.to(at) }, frame);
      make("text", { class: "tick", x: edge.left - 6, y: up.to(at) + 4, "text-anchor": "end" }, frame, signed(at));
    }
    const half = Math.floor((width - edge.left) / 2 / 7.5), foot = height - 14;
    make("text", { class: "pole", x: edge.left, y: foot }, frame, `← ${cut(plane.dataset.left, half)}`);
    make("text", { class: "pole", x: width - edge.right, y: foot, "text-anchor": "end" }, frame, `${cut(plane.dataset.right, half)} →`);
    const tall = Math.floor((height - edge.bottom) / 2 / 7.5);
    const upright = (at, anchor, text) => make("text", { class: "pole", transform: `translate(14 ${at}) rotate(-90)`, "text-anchor": anchor }, frame, text);
    upright(height - edge.bottom, "start", `← ${cut(plane.dataset.bottom, tall)}`);
    upright(edge.top, "end", `${cut(plane.dataset.top, tall)} →`);
    const all = make("g", { role: "listbox", "aria-multiselectable": "true", "aria-label": plane.dataset.label }, svg);
    for (const p of points) {
      p.left = across.to(p.x);
      p.top = up.to(p.y);
      p.mark = make("circle", { class: "point", role: "option", cx: p.left, cy: p.top, r: RADIUS, tabindex: p === current ? 0 : -1, "aria-selected": p.chosen, "aria-label": `${p.word}: ${p.said}` }, all);
    }
    names(frame);
    tip = null;
    plane.replaceChildren(svg);
    if (hadFocus) current.mark.focus();
  }

  function names(frame) {
    const taken = points.map((p) => [p.left - RADIUS, p.top - RADIUS, p.left + RADIUS, p.top + RADIUS]);
    const middle = { x: mean(points, "x"), y: mean(points, "y") };
    const out = (p) => (two ? Math.hypot(p.x - middle.x, p.y - middle.y) : Math.abs(p.x - middle.x));
    const far = [...points].sort((a, b) => out(b) - out(a));
    let named = 0;
    for (const p of far.slice(0, 400)) {
      if (named === MOST_NAMED) break;
      const wide = p.word.length * 6.4 + 4;
      for (const [left, anchor] of [[p.left + 6, "start"], [p.left - 6 - wide, "end"]]) {
        const box = [left, p.top - 6, left + wide, p.top + 7];
        if (left < 2 || box[2] > width - 2 || taken.some((t) => t[0] < box[2] && t[2] > box[0] && t[1] < box[3] && t[3] > box[1])) continue;
        taken.push(box);
        make("text", { class: "name", x: anchor === "start" ? left : p.left - 6, y: p.top + 4, "text-anchor": anchor }, frame, p.word);
        named += 1;
        break;
      }
    }
  }

  function show(p) {
    tip?.remove();
    tip = null;
    if (!p) return;
    const text = `${p.word}  ${p.said}`, wide = text.length * 7 + 12;
    const left = Math.max(2, Math.min(p.left + 8, width - wide - 2)), top = p.top > 34 ? p.top - 30 : p.top + 10;
    tip = make("g", { class: "tip", "aria-hidden": "true" }, svg);
    make("rect", { x: left, y: top, width: wide, height: 22, rx: 4 }, tip);
    make("text", { x: left + 6, y: top + 15 }, tip, text);
  }

  function go(p) {
    current.mark.setAttribute("tabindex", -1);
    current = p;
    p.mark.setAttribute("tabindex", 0);
    p.mark.focus({ preventScroll: true });
  }

  function tell() {
    const chosen = points.filter((p) => p.chosen).length;
    for (const p of points) {
      p.mark.setAttribute("aria-selected", p.chosen);
      p.row.hidden = chosen > 0 && !p.chosen;
    }
    clear.hidden = !chosen;
    status.textContent = (chosen ? plane.dataset.chosen : plane.dataset.all).replace("{chosen}", chosen).replace("{total}", points.length);
  }

  function choose(test, add = false) {
    for (const p of points) p.chosen = test(p) || (add && p.chosen);
    tell();
  }

  const none = () => choose(() => false);
  clear.addEventListener("click", () => { none(); go(current); });
  const at = (target) => points.find((p) => p.mark === target);
  plane.addEventListener("focusin", (event) => show(at(event.target)));
  plane.addEventListener("focusout", () => show(null));
  plane.addEventListener("keydown", (event) => {
    const step = { ArrowRight: ["x", 1], ArrowLeft: ["x", -1], ArrowUp: ["y", 1], ArrowDown: ["y", -1] }[event.key];
    const order = step && orders[step[0]];
    if (step) {
      const next = order[Math.max(0, Math.min(order.length - 1, order.indexOf(current) + step[1]))];
      if (event.shiftKey) choose((p) => p === current || p === next, true);
      go(next);
    } else if (event.key === "Home") go(orders.x[0]);
    else if (event.key === "End") go(orders.x[orders.x.length - 1]);
    else if (event.key === " ") { current.chosen = !current.chosen; tell(); }
    else if (event.key === "Escape") none();
    else return;
    event.preventDefault();
  });

  // After a rectangle the keys belong to the page, not to a point.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !event.target.closest("input, textarea, select")) none();
  });

  // A rectangle is drawn with a mouse or a pen; a finger scrolls, and touches single points.
  let from = null, brush = null;
  const place = (event) => { const box = svg.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
  const nearest = ([x, y]) => points.reduce((best, p) => { const far = Math.hypot(p.left - x, p.top - y); return far < best[1] ? [p, far] : best; }, [null, NEAR])[0];
  plane.addEventListener("pointerdown", (event) => { if (event.button === 0 && event.pointerType !== "touch") { from = place(event); plane.setPointerCapture(event.pointerId); event.preventDefault(); } });
  plane.addEventListener("pointermove", (event) => {
    const to = place(event);
    if (!from) { if (!svg.contains(document.activeElement)) show(nearest(to)); return; }
    brush ??= make("rect", { class: "brush", "aria-hidden": "true" }, svg);
    const [x, y] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
    for (const [key, value] of Object.entries({ x, y, width: Math.abs(to[0] - from[0]), height: Math.abs(to[1] - from[1]) })) brush.setAttribute(key, value);
  });
  plane.addEventListener("pointerup", (event) => {
    const to = place(event), began = from;
    brush?.remove();
    from = brush = null;
    if (!began || Math.hypot(to[0] - began[0], to[1] - began[1]) < 4) { const p = nearest(to); if (p) go(p); return; }
    const [x1, x2] = [began[0], to[0]].sort((a, b) => a - b), [y1, y2] = [began[1], to[1]].sort((a, b) => a - b);
    choose((p) => p.left >= x1 && p.left <= x2 && p.top >= y1 && p.top <= y2, event.shiftKey);
  });
  plane.addEventListener("pointercancel", () => { brush?.remove(); from = brush = null; });
  plane.addEventListener("pointerleave", () => { if (!svg.contains(document.activeElement)) show(null); });

  document.querySelector("[data-keys]").hidden = false;
  draw();
  tell();
  new ResizeObserver(() => { if (Math.abs(Math.max(260, Math.min(plane.clientWidth, 900)) - width) > 1) draw(); }).observe(plane);
}

function mean(points, key) { return points.reduce((sum, p) => sum + p[key], 0) / points.length; }

function sorted(points, key) { return [...points].sort((a, b) => a[key] - b[key]); }

// From values to places; zero is always in sight on an axis of cosines.
function scale(values, from, to, withZero) {
  let low = Math.min(...values, ...(withZero ? [0] : [])), high = Math.max(...values, ...(withZero ? [0] : []));
  const room = (high - low || 0.1) * 0.06;
  low -= room;
  high += room;
  return { low, high, to: (value) => from + ((value - low) / (high - low)) * (to - from) };
}

function ticks({ low, high }) {
  const rough = (high - low) / 5, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((by) => by * power).find((by) => by >= rough), found = [];
  for (let i = Math.ceil(low / step); i * step <= high; i += 1) found.push(i === 0 ? 0 : Number((i * step).toPrecision(6)));
  return found;
}

function signed(value) { return value > 0 ? `+${value}` : String(value).replace("-", "−"); }

function cut(text, most) { return text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text; }
