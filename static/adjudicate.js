// The keys of the adjudicator's desk, and rules that go into the rationale.
import { getDigit, getLetter, isForPage } from "./keys.js";

const form = document.getElementById("decision");
const rationale = document.getElementById("rationale");
const rules = document.getElementById("rules");
let isLeaving = false;

function showRules() {
  const chosen = form.querySelector('[name="label"]:checked')?.value;
  for (const chip of rules.children) {
    const isOffered = chip.dataset.offered === "yes";
    chip.hidden = !isOffered && chip.dataset.code !== chosen;
  }
  rules.hidden = [...rules.children].every((chip) => chip.hidden);
}

function insertRule(text) {
  const before = rationale.value.trimEnd();
  rationale.value = before ? `${before}\n${text} ` : `${text} `;
  rationale.focus();
  rationale.setSelectionRange(rationale.value.length, rationale.value.length);
}

function choose(key) {
  const radio = key && form.querySelector(`[name="label"][data-key="${key}"]`);
  if (!radio) return false;
  radio.checked = true;
  showRules();
  return true;
}

if (form) {
  for (const chip of rules.children) {
    chip.dataset.offered = chip.hidden ? "no" : "yes";
    chip.addEventListener("click", () => insertRule(chip.dataset.rule));
  }
  showRules();
  form.addEventListener("change", showRules);
  form.addEventListener("submit", (event) => {
    if (isLeaving) event.preventDefault();
    isLeaving = true;
    const dot = document.createElement("span");
    dot.className = "dot wait";
    document.getElementById("state").replaceChildren(dot, " Saving");
  });
}

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.matches("textarea, input[type='text']");
  if (event.key === "Escape" && isTyping) {
    event.target.blur();
    return;
  }
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && form && isTyping && !event.repeat && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit(document.getElementById("save"));
    return;
  }
  if (isLeaving || !isForPage(event)) return;
  const letter = getLetter(event);
  let isDone = true;
  if (form && !event.shiftKey && choose(getDigit(event) || letter)) isDone = true;
  else if (form && letter === "N" && !event.shiftKey) rationale.focus();
  else if (letter === "C" && !event.shiftKey) document.querySelector(".bar a[href*='codebook']")?.click();
  else if (event.key === "Backspace") document.getElementById("back")?.click();
  else if (form && event.key === "Enter" && !(event.target instanceof Element && event.target.closest("a, button, summary"))) form.requestSubmit(document.getElementById("save"));
  else isDone = false;
  if (isDone) event.preventDefault();
});

window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });

document.body.dataset.keys = "on"; // from here on keys work
