// When a key press is meant for the page, and what it says, whatever the keyboard's layout.

/** Whether somebody is typing, choosing or reading a dialog, so that keys belong to that. */
function isBusy(target) {
  if (!(target instanceof Element)) return false;
  if (target.closest("[popover]:popover-open, dialog[open]") || document.querySelector("[popover]:popover-open, dialog[open]")) return true;
  if (target.isContentEditable) return true;
  const field = target.closest("input, textarea, select");
  return field !== null && !(field instanceof HTMLInputElement && ["checkbox", "radio", "button", "submit"].includes(field.type));
}

/** Whether the page may act on this event. */
export function isForPage(event) {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.keyCode === 229) return false;
  if (event.ctrlKey || event.altKey || event.metaKey || event.getModifierState("AltGraph")) return false;
  return !isBusy(event.target);
}

/** The digit under the finger: some layouts type digits only with Shift, so the key's place counts. */
export function getDigit(event) {
  const place = /^Digit([0-9])$/.exec(event.code);
  if (place) return place[1];
  const pad = /^Numpad([0-9])$/.exec(event.code);
  return pad && /^[0-9]$/.test(event.key) ? pad[1] : "";
}

/** The letter that was meant, in capitals: the one typed, or the key's place where another script is on. */
export function getLetter(event) {
  if (/^[a-z]$/i.test(event.key)) return event.key.toUpperCase();
  const place = /^Key([A-Z])$/.exec(event.code);
  return place && event.key.length === 1 && event.key.charCodeAt(0) > 127 ? place[1] : "";
}
