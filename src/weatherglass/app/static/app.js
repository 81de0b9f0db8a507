// What pages do beyond showing: progress of work, copying, closing the menu on small screens. Everything works without it, less smoothly.

for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector("pre").textContent);
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = label; }, 1500);
  });
}

const menu = document.querySelector(".menu details");
if (menu && matchMedia("(max-width: 56rem)").matches) menu.open = false;

const job = document.querySelector("[data-job]");
if (job) follow(job);

function follow(shown) {
  const status = shown.querySelector("[data-status]");
  const bar = shown.querySelector("[data-progress]");
  const what = shown.querySelector("[data-what]");
  const seconds = shown.querySelector("[data-seconds]");
  const share = shown.querySelector("[data-share]");
  const stream = new EventSource(`/api/jobs/${shown.dataset.job}/events`);
  let began = Date.now();
  const clock = setInterval(() => { seconds.textContent = `${Math.round((Date.now() - began) / 1000)} s`; }, 500);
  const phases = JSON.parse(document.getElementById("phases")?.textContent ?? "{}");
  for (const state of ["queued", "running", "done", "failed", "cancelled"]) {
    stream.addEventListener(state, (event) => {
      const told = JSON.parse(event.data);
      began = Date.now() - told.seconds * 1000;
      if (state === "queued" || state === "running") {
        if (told.what) what.textContent = said(phases, told.what);
        if (told.total) { bar.max = told.total; bar.value = told.done; } else { bar.removeAttribute("value"); }
        share.textContent = told.total > 1 ? `${told.done} / ${told.total}` : "";
      } else {
        stream.close();
        clearInterval(clock);
        location.replace(location.href);
      }
    });
  }
  stream.onerror = () => { status.classList.add("stale"); };
}

// Some phases name the file that they are about: "reading a.bin".
function said(phases, what) {
  if (what in phases) return phases[what];
  const [kind, ...about] = what.split(" ");
  return kind in phases ? `${phases[kind]} (${about.join(" ")})` : what;
}

// "/" goes to the search field, to that of the words where a page has none; "?" shows the keys.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  if (event.key === "?") location.assign("/methods#keys");
  if (event.key !== "/") return;
  event.preventDefault();
  const search = document.querySelector("[data-search]");
  if (search) search.focus(); else location.assign(document.querySelector(".menu [data-words]").href);
});
