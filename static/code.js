// The keys of the coding page. Each presses a button or follows a link that is on the page anyway.
import { getDigit, getLetter, isForPage } from "./keys.js";

const form = document.getElementById("decide");
const byId = (id) => document.getElementById(id);
let isLeaving = false;

/** Say that something is on its way, and take no second key for it. */
function leave() {
  isLeaving = true;
  const state = byId("state");
  if (state) {
    const dot = document.createElement("span");
    dot.className = "dot wait";
    state.replaceChildren(dot, " Saving");
  }
}

function chooseLabel(button, isUncertain) {
  if (isUncertain) byId("uncertain").checked = true;
  for (const other of form.querySelectorAll(".lab.on")) other.classList.remove("on");
  button.classList.add("on");
  form.requestSubmit(button);
}

function open(details) {
  if (!details) return;
  details.open = true;
  details.querySelector("textarea, .lab").focus({ preventScroll: true });
}

function toggleCodebook() {
  const aside = byId("codebook");
  if (aside) aside.hidden = !aside.hidden;
}

function follow(id) {
  const link = byId(id);
  if (!link) return;
  isLeaving = true;
  link.click();
}

const ACTIONS = {
  U: () => { const box = byId("uncertain"); if (box) box.checked = !box.checked; },
  N: () => open(byId("note")),
  X: () => open(byId("cannot")),
  S: () => byId("later")?.requestSubmit(),
  Z: () => follow("undo"),
  C: toggleCodebook,
  Backspace: () => follow("undo"),
  Delete: () => { const clear = byId("clear"); if (clear) form.requestSubmit(clear); },
  ArrowLeft: () => follow("back"),
  ArrowRight: () => follow("on"),
  "?": () => byId("keys")?.showPopover(),
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target instanceof Element) {
    const sheet = event.target.closest(".sheet[open]");
    if (sheet) {
      sheet.open = false;
      document.activeElement.blur();
    }
    return;
  }
  if (isLeaving || !isForPage(event)) return;
  const letter = getLetter(event);
  const key = getDigit(event) || letter;
  const kind = byId("cannot")?.open ? "reason" : "key"; // with its sheet open, digits choose the reason
  const button = key && form ? form.querySelector(`.lab[data-${kind}="${key}"]`) : null;
  if (button) {
    event.preventDefault();
    chooseLabel(button, event.shiftKey);
    return;
  }
  const act = ACTIONS[event.key] ?? (event.shiftKey ? undefined : ACTIONS[letter]);
  if (act) {
    event.preventDefault();
    act();
  }
});

for (const each of document.querySelectorAll("#decide, #later")) {
  each.addEventListener("submit", (event) => {
    if (isLeaving || event.submitter?.formMethod === "dialog") event.preventDefault();
    else leave();
  });
}

// A page that comes back from the browser's memory is asked for anew: it may show an old label.
window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });

byId("codebook-link")?.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  toggleCodebook();
});
document.querySelector("#codebook [data-close]")?.addEventListener("click", toggleCodebook);
byId("codebook-search")?.addEventListener("input", (event) => {
  const words = event.target.value.trim().toLowerCase();
  for (const section of document.querySelectorAll("#codebook [data-words]")) {
    for (const part of section.querySelectorAll("li, figure")) part.hidden = words !== "" && !part.textContent.toLowerCase().includes(words);
    section.hidden = words !== "" && !section.textContent.toLowerCase().includes(words);
  }
});

document.body.dataset.keys = "on"; // from here on keys work
