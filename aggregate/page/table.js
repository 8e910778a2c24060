// SPDX-License-Identifier: BSD-3-Clause
// Tables that are sorted, filtered, and shown as far as is wanted.
const rowsAtOnce = 50;
const columnTitles = {
  time_s: "inclusive [s]", own_s: "exclusive [s]", entries: "count", mpi_s: "MPI [s]", useful_s: "useful [s]", wall_s: "wall [s]", place: "place", from_s: "from [s]", to_s: "to [s]",
  mean_s: "mean [s]", min_s: "min [s]", max_s: "max [s]", time_mean_s: "mean of ranks [s]", time_min_s: "least of ranks [s]", time_max_s: "most of ranks [s]", shortest_s: "shortest call [s]", longest_s: "longest call [s]",
};
const hiddenAtFirst = new Set(["file", "line", "module", "address", "routine", "status", "stddev_s", "cost_s", "unended", "stray", "folded", "rank_min_s", "rank_max_s", "max_rank", "slowest_rank", "thread_balance", "mark",
  "amount", "amount_error", "rank_min", "rank_max", "rank_mean", "min_s", "max_s", "time_max_rank", "min_rank", "stddev", "formula", "source", "description", "group", "kind", "title", "exact", "values", "before_mpi_s", "region_id"]);

class TableView {
  constructor(run, table, what, sort) {
    Object.assign(this, { run, table, what, filter: "", most: rowsAtOnce });
    this.columns = table.columns.map((column, i) => ({ ...column, i })).filter((column) => !table.isEmpty(column.i));
    this.chosen = new Set(this.columns.filter((column) => !hiddenAtFirst.has(column.name) && column.part === "key").map((column) => column.i));
    this.columns.filter((column) => column.part === "metric").slice(0, 6).forEach((column) => this.chosen.add(column.i));
    this.sort = { column: table.index.get(sort) ?? -1, down: true };
    this.search = table.rows.map((row) => row.filter((value) => typeof value === "string").join("\n").toLowerCase());
  }
  title(column) {
    if (column.part === "account") return (partTitles[column.name] || column.name.replace(/_s$/, "").replace(/_/g, ", ")) + " [s]";
    // Only a region's time holds that of others; samples know no callers.
    if (column.name === "time_s" && !this.table.index.has("own_s")) return "time [s]";
    return columnTitles[column.name] || column.name.replace(/_s$/, " [s]").replace(/_/g, " ");
  }
  isNumber(column) { return this.table.rows.some((row) => typeof row[column.i] === "number"); }
  rows() {
    const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = d3.range(this.table.rows.length).filter((row) => words.every((word) => this.search[row].includes(word) || String(this.table.value(row, rowWords(this.run).one)) === word));
    const { column, down } = this.sort;
    if (column < 0) return rows;
    const order = down ? d3.descending : d3.ascending;
    const gone = (value) => value === null || value === "";
    return rows.sort((a, b) => {
      const one = this.table.rows[a][column], two = this.table.rows[b][column];
      return gone(one) - gone(two) || order(one, two) || a - b;
    });
  }
  cell(row, column) {
    const value = this.table.rows[row][column.i], worth = this.table.worth(row, column.i), rating = this.table.rating(row, column.i) || this.ratingOfJob(row, column);
    const known = column.part === "metric" || column.part === "count" ? described(this.run, column.name) : null;
    if (typeof value === "string" || value === true) {
      const text = element("td", { class: "text" }, String(value));
      if (column.name === "place" || column.name === "region") text.append(this.sourceButton(row) || "");
      return text;
    }
    const title = [value !== null ? exactly(value) + (known && known.unit !== "1" && known.unit ? " " + known.unit : "") : null, worth || (known && value !== null && known.quality ? known.quality : null), rating].filter(Boolean).join(", ");
    return element("td", { class: ["number", rating, worth ? "noted" : ""].filter(Boolean).join(" "), title: title || null }, value === null && worth ? "–" : roughly(value, this.table.isRough(row, column.i)));
  }
  ratingOfJob(row, column) {
    const rating = column.name === "total" || column.name === "mean" ? this.table.value(row, "rating") : null;
    return rating ? (/suspect/.test(rating) ? "suspect" : rating) : "";
  }
  sourceButton(row) {
    const file = this.table.value(row, "file"), line = this.table.value(row, "line");
    if (!file || !line || !this.run.sources || !this.run.sources[file]) return null;
    return element("button", { type: "button", "aria-label": `source of line ${line} of ${baseName(file)}`, onclick: () => showSource(this.run, file, line) }, "source");
  }
  heading(column) {
    const known = column.part === "metric" || column.part === "count" ? described(this.run, column.name) : null;
    const on = this.sort.column === column.i;
    return element("th", { scope: "col", class: this.isNumber(column) ? "number" : null, "aria-sort": on ? (this.sort.down ? "descending" : "ascending") : "none", title: known ? [known.title, known.description, known.formula].filter(Boolean).join("\n") : null },
      element("button", { type: "button", onclick: () => { this.sort = { column: column.i, down: on ? !this.sort.down : this.isNumber(column) }; this.fill(column.i); } }, this.title(column) + (on ? (this.sort.down ? " ▾" : " ▴") : "")));
  }
  fill(focus) {
    const rows = this.rows(), shown = rows.slice(0, this.most), columns = this.columns.filter((column) => this.chosen.has(column.i));
    this.holder.replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, columns.map((column) => this.heading(column)))),
      element("tbody", {}, shown.map((row) => element("tr", {}, columns.map((column) => this.cell(row, column)))))));
    this.told.textContent = `${this.table.isShort ? "Without counts, which hpmagg --per has; " : ""}${number(shown.length)} of ${number(rows.length)} rows${rows.length < this.table.all ? `, of ${number(this.table.all)} in all` : ""}${this.table.chosenWords()}`;
    this.more.hidden = shown.length === rows.length;
    if (focus !== undefined) this.holder.querySelectorAll("thead button")[columns.findIndex((column) => column.i === focus)]?.focus();
  }
  build() {
    this.holder = element("div", { class: "wide tall", tabindex: "0", role: "region", "aria-label": this.what });
    this.told = element("span", { class: "soft", role: "status" });
    const input = element("input", { type: "search", oninput: () => { this.filter = input.value; this.fill(); } });
    this.more = element("button", { type: "button", onclick: () => { this.most = this.most < 500 ? this.most * 10 : Infinity; this.fill(); } }, "Show more");
    const all = element("div", {}, element("div", { class: "controls" }, labelled("Filter", input), this.told, this.more),
      element("details", { class: "choose" }, element("summary", {}, "Choose columns"), element("div", { class: "choices" }, this.columns.map((column) =>
        checkbox(this.title(column), this.chosen.has(column.i), (on) => { if (on) this.chosen.add(column.i); else this.chosen.delete(column.i); this.fill(); })))), this.holder);
    this.fill();
    return all;
  }
}

const keys = (...names) => names.map((name) => ({ name, part: "key" }));
const jobColumns = keys("name", "region", "total", "unit", "mean", "min", "max", "max_rank", "min_rank", "stddev", "imbalance", "quality", "coverage", "error", "missing", "reason", "rating", "suspect", "title", "description", "formula", "source");
const functionColumns = keys("function", "calls", "time_s", "time_mean_s", "time_min_s", "time_max_s", "time_max_rank", "shortest_s", "longest_s", "sent", "received", "kind", "group");

const capital = (word) => word[0].toUpperCase() + word.slice(1);

// Tabs: name, the table or null, what it is sorted by.
function tablesOf(run) {
  const listed = (objects, columns) => objects && objects.length ? Table.of(objects, columns) : null;
  return [["Regions", tableOf(run, "region"), "time_s"], ["Routines by samples", tableOf(run, "routine"), "samples"], ["Lines by samples", tableOf(run, "line"), "samples"], ["Callers by samples", tableOf(run, "caller"), "samples"],
    ["MPI functions", listed(run.mpi, functionColumns), "time_s"], ["Call sites of MPI", tableOf(run, "site"), "time_s"], [capital(rowWords(run).many), tableOf(run, "rank")], ["Threads", tableOf(run, "thread")], ["Hosts", tableOf(run, "host")],
    ["Intervals", tableOf(run, "interval")], ["Phases", tableOf(run, "phase")], ["Metrics", listed(run.metrics, jobColumns)], ["Counts", listed(run.events, jobColumns)]].filter(([, table]) => table && table.rows.length);
}

function tabKey(event, tabs) {
  const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!move) return;
  const next = tabs[(tabs.indexOf(event.currentTarget) + move + tabs.length) % tabs.length];
  next.focus();
  next.click();
}

function tableSection(run) {
  const tables = tablesOf(run);
  if (!tables.length) return null;
  const id = newId("panel"), panel = element("div", { role: "tabpanel", id }), views = new Map();
  const choose = (tab, [name, table, sort]) => {
    tabs.forEach((other) => { other.setAttribute("aria-selected", other === tab); other.tabIndex = other === tab ? 0 : -1; });
    if (!views.has(name)) views.set(name, new TableView(run, table, name, sort).build());
    panel.setAttribute("aria-label", name);
    panel.replaceChildren(views.get(name));
  };
  const tabs = tables.map((one) => element("button", { type: "button", role: "tab", "aria-controls": id, onclick: (event) => choose(event.currentTarget, one), onkeydown: (event) => tabKey(event, tabs) }, `${one[0]} (${number(one[1].all)})`));
  choose(tabs[0], tables[0]);
  return section("tables", "Tables", element("div", { class: "controls", role: "tablist", "aria-label": "Tables" }, tabs), panel);
}
