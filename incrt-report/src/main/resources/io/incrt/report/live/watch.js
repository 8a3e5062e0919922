"use strict";
// The page asks for itself again and puts in place what has changed. What the run says is drawn by the server.

const EVERY = 2000;
const WHEN_UNSEEN = 20000;
const SLOWEST = 10000;
const at = (id) => document.getElementById(id);

const state = { tag: "", failed: 0, paused: false, timer: 0, heard: new Date(), shown: new Map() };

/** What a reader did to a part of the page: which details are open, how far tables are scrolled. */
function remember(part) {
  const kept = new Map();
  for (const one of part.querySelectorAll("details[id], .scroll[id]")) {
    kept.set(one.id, { open: one.open, left: one.scrollLeft });
  }
  return kept;
}

function restore(part, kept) {
  for (const one of part.querySelectorAll("details[id], .scroll[id]")) {
    const before = kept.get(one.id);
    if (before) {
      if (one.tagName === "DETAILS") {
        one.open = before.open;
      }
      one.scrollLeft = before.left;
    }
  }
}

/** The element with the focus, so that its successor can be found. */
function focusWithin(part) {
  const focus = document.activeElement;
  if (!focus || !part.contains(focus)) {
    return null;
  }
  const owner = focus.closest("[id]");
  return { id: owner.id, summary: focus.tagName === "SUMMARY" };
}

function refocus(focus) {
  const owner = focus && at(focus.id);
  const target = owner && (focus.summary ? owner.querySelector("summary") : owner);
  target?.focus({ preventScroll: true });
}

function put(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  for (const part of fresh.querySelectorAll("[data-live][id]")) {
    const old = at(part.id);
    const drawn = part.outerHTML;
    if (!old || state.shown.get(part.id) === drawn) {
      continue;
    }
    state.shown.set(part.id, drawn);
    const kept = remember(old);
    const focus = focusWithin(old);
    const placed = document.importNode(part, true);
    old.replaceWith(placed);
    restore(placed, kept);
    refocus(focus);
  }
  document.title = fresh.title;
  // Read out by screen readers, so it is touched only where its words are others.
  const said = fresh.getElementById("said").textContent;
  if (at("said").textContent !== said) {
    at("said").textContent = said;
  }
}

function trouble(message) {
  const place = at("trouble");
  if (place.textContent !== message) {
    place.textContent = message;
  }
  place.hidden = !message;
}

async function look() {
  clearTimeout(state.timer);
  try {
    const headers = state.tag ? { "If-None-Match": state.tag } : {};
    const answer = await fetch("./", { headers, cache: "no-store", signal: AbortSignal.timeout(SLOWEST) });
    if (answer.status === 200) {
      const text = await answer.text();
      if (!state.paused) {
        put(text);
        state.tag = answer.headers.get("ETag") ?? "";
      }
    } else if (answer.status !== 304) {
      throw new Error(`the server answers ${answer.status}`);
    }
    state.failed = 0;
    state.heard = new Date();
    trouble("");
  } catch {
    state.failed++;
    if (state.failed > 1) {
      trouble(`Whoever serves this page does not answer; what is shown is of ${state.heard.toLocaleTimeString()}. It goes on when there is an answer.`);
    }
  }
  next();
}

function next() {
  clearTimeout(state.timer);
  if (!state.paused) {
    state.timer = setTimeout(look, document.hidden ? WHEN_UNSEEN : Math.min(SLOWEST, EVERY * Math.max(1, state.failed)));
  }
}

at("pause").hidden = false;
at("pause").addEventListener("click", () => {
  state.paused = !state.paused;
  at("pause").setAttribute("aria-pressed", String(state.paused));
  if (!state.paused) {
    look();
  }
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !state.paused) {
    look();
  }
});
look();
