"use strict";
// What was pasted or dropped, as records. Nothing here touches the page.

const TEXT_COLUMNS = ["text", "sentence", "sequence"];
const MOST_RECORDS = 1000;
const MOST_BYTES = 8 * 1024 * 1024;

/** The records of a text: {kind, records: [{id, text}], left: how many more there were}. */
function readRecords(given) {
  const text = given.replace(/^\uFEFF/, "");
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines.find((line) => line.trim()) ?? "";
  let read;
  if (first.startsWith(">")) {
    read = { kind: "FASTA", records: fasta(lines) };
  } else if (first.trim().startsWith("{")) {
    read = { kind: "JSON lines", records: jsonLines(lines) };
  } else if (TEXT_COLUMNS.some((name) => columns(first).includes(name)) && first.includes("\t")) {
    read = { kind: "a table", records: table(lines) };
  } else {
    read = { kind: "one a line", records: plain(lines) };
  }
  read.left = Math.max(0, read.records.length - MOST_RECORDS);
  read.records = read.records.slice(0, MOST_RECORDS);
  return read;
}

function columns(line) {
  return line.split("\t").map((name) => name.trim().toLowerCase());
}

function plain(lines) {
  return lines.map((line, i) => ({ id: `line ${i + 1}`, text: line.trim() })).filter((one) => one.text);
}

function fasta(lines) {
  const records = [];
  for (const line of lines) {
    if (line.startsWith(">")) {
      records.push({ id: line.slice(1).trim() || `record ${records.length + 1}`, text: "" });
    } else if (records.length && !line.startsWith(";")) {
      records[records.length - 1].text += line.trim();
    }
  }
  return records.filter((one) => one.text);
}

function table(lines) {
  const start = lines.findIndex((line) => line.trim());
  const names = columns(lines[start]);
  const text = names.findIndex((name) => TEXT_COLUMNS.includes(name));
  const id = names.indexOf("id");
  return lines
    .slice(start + 1)
    .map((line, i) => {
      const cells = line.split("\t");
      return { id: (id >= 0 && cells[id]) || `line ${start + i + 2}`, text: (cells[text] ?? "").trim() };
    })
    .filter((one) => one.text);
}

function jsonLines(lines) {
  const records = [];
  lines.forEach((line, i) => {
    if (!line.trim()) {
      return;
    }
    let read;
    try {
      read = JSON.parse(line);
    } catch {
      throw new Error(`Line ${i + 1} is not JSON.`);
    }
    const name = TEXT_COLUMNS.find((column) => typeof read?.[column] === "string");
    if (!name) {
      throw new Error(`Line ${i + 1} has no "text", "sentence" or "sequence".`);
    }
    records.push({ id: String(read.id ?? `line ${i + 1}`), text: read[name] });
  });
  return records;
}

/** The text of a file; what is no text, or too much of it, is refused in words. */
async function readFile(file) {
  if (file.size > MOST_BYTES) {
    throw new Error(`${file.name} is larger than 8 MB; ./incrt predict --data takes files of any size.`);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file.name} is not text in UTF-8; unpack it first if it is packed.`);
  }
}
