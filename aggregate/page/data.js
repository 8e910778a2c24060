// SPDX-License-Identifier: BSD-3-Clause
// The data of the runs, and numbers as people read them.
const runs = JSON.parse(document.getElementById("data").textContent);
// Of many runs, or null.
const past = JSON.parse(document.getElementById("history").textContent);

// What rows of ranks are: of hpmstat's files processors or processes; there may be no run.
function rowWords(run) {
  const many = (run?.run.rows || "ranks").split(" ")[0], one = { processors: "processor", processes: "process" }[many] || "rank";
  return { one, many: one === "rank" ? "ranks" : many };
}

const ratingWords = { "*": "good", "!": "poor", "?": "suspect" };

// Rows of one kind, as the file has them or made of a list of objects.
class Table {
  // `all`: how many rows the file has, of which these are some.
  constructor(columns, rows, notes, isShort, all) {
    this.isShort = isShort;
    this.all = all || rows.length;
    this.columns = columns;
    this.rows = rows;
    this.index = new Map(columns.map((column, i) => [column.name, i]));
    this.firstMetric = columns.findIndex((column) => column.part === "metric");
    this.notes = new Map((notes || []).map((note) => [note[0] * columns.length + note[1], note]));
  }
  static of(objects, columns) {
    return new Table(columns, objects.map((object) => columns.map((column) => object[column.name] ?? null)), []);
  }
  // What rows that stand for all are.
  chosenWords() {
    return this.all > this.rows.length ? ": those that have the least or most among their neighbours, and those that are named; hpmagg --per=rank has all" : "";
  }
  has(name) { return this.index.has(name); }
  value(row, name) { return this.index.has(name) ? this.rows[row][this.index.get(name)] : null; }
  rating(row, column) {
    const marks = this.columns[column].part === "metric" ? this.rows[row][this.columns.length] : null;
    return marks ? ratingWords[marks[column - this.firstMetric]] || "" : "";
  }
  // What the number is worth, "" where it is what was counted.
  worth(row, column) {
    const note = this.notes.get(row * this.columns.length + column);
    if (!note) return "";
    const [, , quality, reason, coverage, error] = note;
    return [quality, reason ? "because " + reason : null,
      coverage === null ? null : `counted ${number(100 * coverage)} % of the time`,
      error === null ? null : `± ${number(100 * error)} %`].filter(Boolean).join(", ");
  }
  // Whether the number is marked as in text: not exact, or with an error that is known.
  isRough(row, column) {
    const note = this.notes.get(row * this.columns.length + column);
    if (note) return isRough(note[2]) || note[5] !== null;
    const name = this.columns[column].name;
    return (name === "total" || name === "mean") && isRough(this.value(row, "quality"));
  }
  isEmpty(column) { return this.rows.every((row) => row[column] === null || row[column] === ""); }
}

function tableOf(run, name) {
  const made = run.made || (run.made = {});
  const data = run.tables[name];
  if (!made[name] && data) made[name] = new Table(data.columns, data.rows, data.notes, data.short, data.of);
  return made[name] || null;
}

function number(value) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toLocaleString("en-US").replace(/,/g, "\u202f");
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 1e-4)) return value.toExponential(3);
  return String(Number(value.toPrecision(size >= 1000 ? 6 : 4)));
}

const isRough = (quality) => quality === "scaled" || quality === "partial";

// "~" before what is not exact.
const roughly = (value, rough) => (rough && value !== null && value !== undefined ? "~" : "") + number(value);

// All digits, as far as a number of the browser holds them.
const exactly = (value) => Number.isInteger(value) && !Number.isSafeInteger(value) ? "about " + value.toExponential(14) : String(value);

function seconds(value) {
  if (value === null || value === undefined) return "";
  const size = Math.abs(value);
  if (size >= 1 || size === 0) return number(value) + " s";
  return size >= 1e-3 ? number(value * 1e3) + " ms" : number(value * 1e6) + " µs";
}

function bytes(value) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return number(value) + " " + units[unit];
}

const percent = (value) => number(100 * value) + " %";

// What is known of a metric or an event of the whole run, which comes before parts of it.
function described(run, name) {
  if (!run.byName) {
    run.byName = new Map();
    for (const one of [...run.events, ...run.metrics]) if (!run.byName.has(one.name)) run.byName.set(one.name, one);
  }
  return run.byName.get(name);
}
