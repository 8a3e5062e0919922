"use strict";
// Answers and explanations, drawn. Nothing here asks the server.

const SHOWN_CLASSES = 5;
const MOST_SPOKEN = 5;
const EXCERPT = 240;

/** An element with attributes, and children that are elements or text; text is never read as HTML. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

function percent(share) {
  const value = 100 * share;
  return `${value >= 99.95 || value < 0.05 ? Math.round(value) : value.toFixed(1)} %`;
}

function many(count, one, several) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}

/** Shares of 1 with their names, as bars. */
function bars(shares) {
  const list = element("dl", { class: "bars" });
  for (const [name, share, said] of shares) {
    const filled = element("i");
    filled.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
    list.append(
      element("div", {},
        element("dt", {}, name),
        element("dd", { class: "bar", "aria-hidden": "true" }, filled),
        element("dd", {}, said ?? percent(share))));
  }
  return list;
}

/** The card of one answer; why is called with the card's place for reasons and its button. */
function answerCard(record, answer, number, why) {
  const classes = Object.entries(answer.probabilities ?? { [answer.label]: answer.probability }).sort((a, b) => b[1] - a[1]);
  const card = element("li", {},
    element("h3", { id: `record-${number}` }, answer.id ?? record.id),
    element("p", { class: "answer" }, element("strong", {}, answer.label), ` with ${percent(answer.probability)}`),
    element("p", { class: "record" }, record.text.length > EXCERPT ? `${record.text.slice(0, EXCERPT)}… (${many(record.text.length, "letter", "letters")})` : record.text),
    bars(classes.slice(0, SHOWN_CLASSES)));
  if (classes.length > SHOWN_CLASSES) {
    card.append(element("details", {}, element("summary", {}, `All ${classes.length} classes`), bars(classes)));
  }
  if (answer.warning) {
    card.append(element("p", { class: "note warn" }, element("strong", {}, "Mind: "), answer.warning));
  } else if (answer.known < 1) {
    card.append(element("p", { class: "note" }, `The model knows ${percent(answer.known)} of this record's tokens.`));
  }
  const place = element("div", { role: "status" });
  if (why) {
    const button = element("button", { type: "button", class: "why", "aria-describedby": `record-${number}` }, "What spoke for it?");
    button.addEventListener("click", () => why(place, button));
    card.append(button);
  }
  card.append(place);
  return card;
}

/** The card of a record that has no answer. */
function errorCard(record, message, number) {
  return element("li", {},
    element("h3", { id: `record-${number}` }, record.id),
    element("p", { class: "note warn" }, element("strong", {}, "No answer: "), message));
}

/** How many records got which label, where there are several. */
function summary(answers) {
  const counts = new Map();
  for (const answer of answers) {
    counts.set(answer.label, (counts.get(answer.label) ?? 0) + 1);
  }
  return bars([...counts].sort((a, b) => b[1] - a[1]).map(([label, count]) =>
    [label, count / answers.length, `${count.toLocaleString("en")} (${percent(count / answers.length)})`]));
}

/** What each letter of a record is worth: its piece's weight; where pieces overlap, shared among their letters and summed. */
function letterWeights(text, pieces) {
  const weights = new Float64Array(text.length);
  const overlap = pieces.some((piece, i) => i > 0 && piece.start < pieces[i - 1].end);
  for (const piece of pieces) {
    const start = Math.max(0, piece.start), end = Math.min(text.length, piece.end);
    for (let i = start; i < end; i++) {
      weights[i] += overlap ? piece.weight / (end - start) : piece.weight;
    }
  }
  return weights;
}

/** A record with its letters coloured by what they said; equal neighbours are one element. */
function spokenText(text, pieces, words) {
  const weights = letterWeights(text, pieces);
  const most = weights.reduce((largest, one) => Math.max(largest, Math.abs(one)), 0) || 1;
  const drawn = element("p", { class: words ? "spoken words" : "spoken" });
  let start = 0;
  while (start < text.length) {
    let end = start + 1;
    // A surrogate pair is one letter.
    while (end < text.length && (weights[end] === weights[start] || (text.charCodeAt(end) & 0xfc00) === 0xdc00)) {
      end++;
    }
    const share = Math.abs(weights[start]) / most;
    if (share < 0.02) {
      drawn.append(text.slice(start, end));
    } else {
      const span = element("span", { class: weights[start] > 0 ? "for" : "against" }, text.slice(start, end));
      span.style.setProperty("--share", (0.65 * share).toFixed(3));
      span.style.setProperty("--edge-share", (0.25 + 0.75 * share).toFixed(3));
      drawn.append(span);
    }
    start = end;
  }
  return drawn;
}

/** What spoke for a label, drawn on the record and said in words. */
function explanationView(text, explanation) {
  const pieces = explanation.pieces ?? [];
  const words = pieces.length > 0 && pieces.some((piece) => /\s/.test(text.slice(0, piece.start)));
  const view = document.createDocumentFragment();
  view.append(
    element("h4", {}, `What spoke for “${explanation.label}”`),
    element("p", { class: "key", "aria-hidden": "true" },
      element("span", {}, element("i", { class: "for" }), "for it"),
      element("span", {}, element("i", { class: "against" }), "against it")),
    spokenText(text, pieces, words));
  for (const [said, sign] of [["Most for it", 1], ["Most against it", -1]]) {
    const chosen = pieces.filter((piece) => piece.weight * sign > 0)
      .sort((a, b) => (b.weight - a.weight) * sign).slice(0, MOST_SPOKEN);
    if (chosen.length) {
      view.append(element("h4", {}, said), element("ul", { class: "most" },
        ...chosen.map((piece) => element("li", {}, `${piece.text} (${weight(piece.weight)}), from letter ${piece.start + 1}`))));
    }
  }
  if (explanation.parts?.length) {
    view.append(element("h4", {}, "Parts of the model"), element("ul", { class: "most" },
      ...explanation.parts.map((part) => element("li", {}, `${part.part}: ${weight(part.weight)}`))));
  }
  if (explanation.method) {
    view.append(element("p", { class: "hint" }, `Found by: ${explanation.method}.`));
  }
  return view;
}

function weight(value) {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toPrecision(2)}`;
}

/** What the server says of a model, whatever it says of it: names in words, numbers as they are. */
function madeView(model) {
  const list = element("dl", { class: "made" });
  for (const [key, value] of Object.entries(model)) {
    if (value !== null && value !== "" && !(Array.isArray(value) && !value.length)) {
      list.append(element("dt", {}, inWords(key)), element("dd", {}, said(value)));
    }
  }
  return list;
}

function inWords(key) {
  const words = key.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/_/g, " ").toLowerCase().replace(/\bf1\b/g, "F1");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function said(value) {
  if (Array.isArray(value)) {
    const short = value.every((one) => typeof one !== "object" && String(one).length <= 20);
    return short ? value.join(", ") : element("ul", {}, ...value.map((one) => element("li", {}, said(one))));
  }
  if (value !== null && typeof value === "object") {
    const deeper = Object.entries(value).filter((pair) => pair[1] !== null && typeof pair[1] === "object");
    if (deeper.length) {
      return element("ul", {}, ...deeper.map(([key, one]) => element("li", {}, `${inWords(key)}: `, said(one))));
    }
    return Object.entries(value).filter((pair) => pair[1] !== null && typeof pair[1] !== "object")
      .map(([key, one]) => `${inWords(key).toLowerCase().replace(/\bf1\b/g, "F1")} ${said(one)}`).join(", ");
  }
  return typeof value === "number" && !Number.isInteger(value) ? String(Number(value.toPrecision(4))) : String(value);
}
