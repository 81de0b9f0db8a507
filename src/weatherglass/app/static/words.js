// The editor of word sets: what is found is told while one types, and a click adds a spelling. Without it, "Check" does the same.

const form = document.querySelector("form.editor");
const shown = document.querySelector("[data-coverage]");
const sets = shown.querySelector("[data-sets]");
const problem = shown.querySelector("[data-problem]");
const WAIT = 350; // milliseconds after the last key
let timer, latest = 0;

const text = (name) => form.elements[name]?.value ?? "";

function written() {
  const named = (pattern) => [...form.elements].map((each) => each.name?.match(pattern)).filter(Boolean);
  return {
    language: text("language"),
    vectors: text("vectors"),
    sets: named(/^(targets|attributes)-(\d+)-words$/).map(([field, role, number]) => ({ role, name: text(`${role}-${number}-name`), text: text(field) })),
    pairs: named(/^pairs-(\d+)-one$/).map(([field, number]) => ({ name: text(`pairs-${number}-name`), one: text(field), other: text(`pairs-${number}-other`) })),
  };
}

async function check() {
  const asked = written();
  if (!asked.vectors || !form.dataset.open) return;
  const mine = ++latest;
  const answer = await fetch(`/api/coverage?ui=${document.documentElement.lang}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked),
  });
  const told = await answer.json();
  if (mine !== latest) return; // something newer was asked for
  shown.hidden = false;
  problem.hidden = answer.ok;
  if (answer.ok) sets.replaceChildren(...told.sets.map(block)); else problem.textContent = told.problem;
}

function made(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

function block(each) {
  const meter = made("meter", { min: 0, max: 1, low: 0.5, high: 0.8, optimum: 1, value: each.coverage, "aria-label": each.said });
  return made("section", { class: "checked", "data-state": each.state },
    made("h3", {}, made("span", { class: "role" }, each.role_said), " ", made("bdi", {}, each.name)),
    made("p", { class: "coverage" }, meter, " ", made("strong", {}, each.said), ` ${each.verdict}`),
    made("ul", { class: "chips", dir: "auto", lang: text("language") }, ...each.words.map(chip)));
}

function chip(word) {
  const said = word.state === "found" ? [] : [" ", made("small", { lang: document.documentElement.lang }, word.said)];
  return made("li", { class: `chip ${word.state}`, title: word.said },
    made("span", { class: "sign", "aria-hidden": "true" }, word.sign), " ", made("bdi", {}, word.text), ...said);
}

form.addEventListener("input", (event) => {
  if (event.target.name === "vectors") return; // whether those are open is known to the server
  clearTimeout(timer);
  timer = setTimeout(check, WAIT);
});
form.elements.vectors.addEventListener("change", () => form.querySelector('[formmethod="get"]').click());

for (const link of document.querySelectorAll("a.also")) {
  link.addEventListener("click", (event) => {
    const fields = [...form.querySelectorAll("textarea")];
    const changed = fields.filter((field) => {
      const before = field.value;
      field.value = before.split("\n").map((line) => (line.trim().split("|")[0] === link.dataset.word ? `${line.trim()}|${link.dataset.also}` : line)).join("\n");
      return field.value !== before;
    });
    if (!changed.length) return; // not on a line of its own: the link does it
    event.preventDefault();
    link.closest("dd").replaceChildren(made("bdi", {}, `${link.dataset.word}|${link.dataset.also}`));
    changed[0].focus();
    check();
  });
}
