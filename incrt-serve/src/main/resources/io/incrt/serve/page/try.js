"use strict";
// The page: what is asked of the server, and when.

const AT_ONCE = 50;
const SHOWN_AT_FIRST = 50;
const TRIES = 6;
const at = (id) => document.getElementById(id);

const state = { models: [], token: "", shown: [], asked: 0, explains: true };

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Asks the server; waits and asks again where it is full. */
async function ask(path, body) {
  for (let attempt = 1; ; attempt++) {
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    if (state.token) {
      headers.Authorization = `Bearer ${state.token}`;
    }
    let response;
    try {
      response = await fetch(path, { method: body === undefined ? "GET" : "POST", headers, body: body && JSON.stringify(body) });
    } catch {
      throw new Refused(0, "The server does not answer; is it still running?");
    }
    if (response.ok) {
      return response.json();
    }
    if (response.status === 429 && attempt < TRIES) {
      at("state").textContent = "The server has much to do; asking again …";
      const wait = Number(response.headers.get("Retry-After")) || 1;
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 10) * 1000));
      continue;
    }
    const said = await response.json().catch(() => ({}));
    throw new Refused(response.status, said.error ?? `The server answered ${response.status}.`);
  }
}

function trouble(message) {
  const place = at("trouble");
  place.textContent = message;
  place.hidden = !message;
}

/** Shows what went wrong; where a token is missing, asks for it. */
function tell(failure) {
  if (failure.status === 401 || failure.status === 403) {
    at("token-form").hidden = false;
    at("token").focus();
  }
  trouble(failure.message);
}

async function loadModels() {
  try {
    const before = at("model").value;
    state.models = (await ask("models")).models;
    at("model").replaceChildren(...state.models.map((model) => new Option(model.name, model.name)));
    at("model-field").hidden = state.models.length < 2;
    if (state.models.some((model) => model.name === before)) {
      at("model").value = before;
    }
    at("token-form").hidden = true;
    trouble("");
    showModel();
  } catch (failure) {
    tell(failure);
  }
}

function chosenModel() {
  return state.models.find((model) => model.name === at("model").value);
}

function showModel() {
  const model = chosenModel();
  at("about").hidden = !model;
  if (model) {
    at("made").replaceChildren(madeView(model));
  }
  showCurl();
}

function showCurl() {
  const model = chosenModel();
  let text = "…";
  try {
    text = readRecords(at("records").value).records[0]?.text ?? text;
  } catch {
    // What cannot be read is told when it is sent.
  }
  const body = JSON.stringify({ ...(state.models.length > 1 && model ? { model: model.name } : {}), text: text.length > 200 ? "…" : text });
  const token = state.token ? " \\\n  -H \"Authorization: Bearer $TOKEN\"" : "";
  at("curl").textContent = `curl ${new URL("predict", location.href)} \\\n  -H 'Content-Type: application/json'${token} \\\n  -d '${body.replaceAll("'", "'\\''")}'`;
}

function showSeen() {
  let said = "";
  try {
    const read = readRecords(at("records").value);
    if (read.records.length) {
      said = `${many(read.records.length, "record", "records")}, read as ${read.kind}`;
      said += read.left ? `; ${many(read.left, "more is", "more are")} left out: ./incrt predict takes them all.` : ".";
    }
  } catch (failure) {
    said = failure.message;
  }
  at("records-seen").textContent = said;
  showCurl();
}

async function predict() {
  if (at("send").getAttribute("aria-disabled") === "true") {
    return;
  }
  trouble("");
  let records;
  try {
    ({ records } = readRecords(at("records").value));
  } catch (failure) {
    trouble(failure.message);
    return;
  }
  if (!records.length) {
    trouble("There is nothing to predict: write or drop a record first.");
    at("records").focus();
    return;
  }
  const model = at("model").value || undefined;
  at("send").setAttribute("aria-disabled", "true");
  state.shown = [];
  state.asked++;
  state.explains = true;
  at("list").replaceChildren();
  at("summary").replaceChildren();
  try {
    for (let start = 0; start < records.length; start += AT_ONCE) {
      at("state").textContent = `${start} of ${many(records.length, "record", "records")} answered …`;
      state.shown.push(...await answers(records.slice(start, start + AT_ONCE), model));
    }
  } catch (failure) {
    tell(failure);
  }
  at("send").setAttribute("aria-disabled", "false");
  showAnswers(model);
}

/** Records with their answers; where the server refuses them together, each is asked alone. */
async function answers(records, model) {
  try {
    const given = (await ask("predict", { model, records })).predictions;
    return records.map((record, i) => ({ record, answer: given[i], error: given[i].error }));
  } catch (failure) {
    if (records.length === 1 || failure.status !== 400) {
      if (records.length === 1 && (failure.status === 400 || failure.status === 413)) {
        return [{ record: records[0], error: failure.message }];
      }
      throw failure;
    }
    const each = [];
    for (const record of records) {
      each.push(...await answers([record], model));
    }
    return each;
  }
}

function showAnswers(model) {
  const answered = state.shown.filter((one) => !one.error);
  const failed = state.shown.length - answered.length;
  at("state").textContent = state.shown.length
    ? `${many(answered.length, "record", "records")} answered${failed ? `, ${failed} without an answer` : ""}.` : "";
  at("answers").hidden = !state.shown.length;
  if (answered.length > 1) {
    at("summary").replaceChildren(summary(answered.map((one) => one.answer)));
  }
  showMore(model);
  if (state.shown.length) {
    at("answers").focus();
  }
  if (state.shown.length === 1 && answered.length === 1) {
    at("list").querySelector("button.why").click();
  }
}

function showMore(model) {
  const list = at("list");
  const start = list.children.length;
  for (let i = start; i < Math.min(state.shown.length, start + SHOWN_AT_FIRST); i++) {
    const { record, answer, error } = state.shown[i];
    list.append(error ? errorCard(record, error, i)
      : answerCard(record, answer, i, state.explains ? (place, button) => explain(record, model, place, button) : undefined));
  }
  const left = state.shown.length - list.children.length;
  at("more").hidden = left <= 0;
  at("more").textContent = `Show ${Math.min(left, SHOWN_AT_FIRST)} more of ${left}`;
  at("more").onclick = () => {
    const next = list.children.length;
    showMore(model);
    list.children[next].querySelector("button, summary")?.focus();
  };
}

/** Asks what spoke for an answer and draws it; a server that cannot say is asked no more. */
async function explain(record, model, place, button) {
  if (button.getAttribute("aria-disabled") === "true") {
    return;
  }
  const asked = state.asked;
  button.setAttribute("aria-disabled", "true");
  place.textContent = "Looking for what spoke for it …";
  try {
    const explanation = await ask("explain", { model, text: record.text });
    place.replaceChildren(explanationView(record.text, explanation));
    button.remove();
  } catch (failure) {
    if (failure.status === 404 || failure.status === 501) {
      place.textContent = "This server does not say what spoke for an answer; ./incrt explain does.";
      if (asked === state.asked) {
        state.explains = false;
        document.querySelectorAll("#list button.why").forEach((other) => other.remove());
      }
    } else {
      place.textContent = `No reasons: ${failure.message}`;
      button.setAttribute("aria-disabled", "false");
    }
  }
}

async function takeFile(file) {
  try {
    at("records").value = await readFile(file);
    trouble("");
    showSeen();
    at("records").focus();
  } catch (failure) {
    trouble(failure.message);
  }
}

at("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  predict();
});
at("ask").addEventListener("reset", (event) => {
  event.preventDefault();
  at("records").value = "";
  at("answers").hidden = true;
  at("state").textContent = "";
  trouble("");
  showSeen();
  at("records").focus();
});
at("token-form").addEventListener("submit", (event) => {
  event.preventDefault();
  state.token = at("token").value.trim();
  loadModels();
});
at("records").addEventListener("input", showSeen);
at("records").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    predict();
  }
});
at("model").addEventListener("change", showModel);
at("file").addEventListener("change", () => {
  if (at("file").files.length) {
    takeFile(at("file").files[0]);
    at("file").value = "";
  }
});
// A file may be dropped anywhere; the browser would otherwise leave the page for it.
for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) {
      return;
    }
    event.preventDefault();
    at("records").classList.toggle("over", name === "dragenter" || name === "dragover");
    if (name === "drop" && event.dataTransfer.files.length) {
      takeFile(event.dataTransfer.files[0]);
    }
  });
}
loadModels();
showSeen();
