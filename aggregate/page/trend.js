// SPDX-License-Identifier: BSD-3-Clause
// A quantity over the runs of a history: those of one program on one number of ranks, which alone can be compared.
const sizeOf = (one) => one.program + "\n" + one.ranks;

// Runs as the history has them, numbered from 1; `names` are those of the page's files that are this run.
function pastRuns() {
  return past.runs.map(([start, program, ranks, status, ...values], i) => ({ number: i + 1, start, program, ranks, status, values, time: Date.parse(start),
    names: runs.filter(({ run }) => run.start_time === start && run.program === program && run.ranks === ranks).map(runName) }));
}

class Trend {
  constructor() {
    this.all = pastRuns();
    this.sizes = d3.group(this.all, sizeOf);
    const ofPage = runs.map(({ run }) => sizeOf(run)).find((size) => this.sizes.has(size));
    this.size = ofPage || sizeOf(this.all[this.all.length - 1]);
    this.columns = past.columns.map((column, i) => ({ ...column, i })).filter(({ i }) => this.all.some((one) => one.values[i] !== null));
    this.column = this.columns.find(({ name }) => name === "wall") || this.columns[0];
    this.along = "number";
    this.at = null;
  }
  get runs() { return this.sizes.get(this.size); }
  heading({ name, unit }) { return name + (unit && unit !== "1" ? ` [${unit}]` : ""); }
  sizeWords(size) {
    const [first] = this.sizes.get(size), count = this.sizes.get(size).length, programs = new Set(this.all.map((one) => one.program));
    const isAlone = [...programs].filter((one) => baseName(one) === baseName(first.program)).length === 1;
    return `${(isAlone ? baseName(first.program) : first.program) || "no name"}, ${first.ranks === null ? "ranks not known" : `${number(first.ranks)} ${first.ranks === 1 ? "rank" : "ranks"}`} (${number(count)} ${count === 1 ? "run" : "runs"})`;
  }
  // The median of the runs before one, undefined where none has a value; and how far a value is off that, in %.
  usual(column, run) { return d3.median(this.runs.filter((one) => one.number < run.number), (one) => one.values[column.i] ?? NaN); }
  changeWords(column, run) {
    const value = run.values[column.i], usual = this.usual(column, run);
    return value === null || !usual ? "" : `${value < usual ? "\u2212" : "+"}${number(Number(Math.abs(100 * (value - usual) / usual).toPrecision(3)))} %`;
  }
  // Points that have both coordinates, from left to right.
  points() { return this.runs.filter((one) => !isNaN(one[this.along])).sort((a, b) => a[this.along] - b[this.along]); }
  scales(points, width) {
    const values = points.map((one) => one.values[this.column.i]).filter((value) => value !== null), [low = 0, high = 1] = d3.extent(values);
    const room = (high - low) * 0.06 || Math.abs(high) * 0.05 || 1, least = low >= 0 && low <= high / 2 ? 0 : low - room;
    const [from, to] = d3.extent(points, (one) => one[this.along]), side = from === to ? (this.along === "time" ? 43200000 : 0.5) : 0;
    return { x: (this.along === "time" ? d3.scaleUtc : d3.scaleLinear)([(from ?? 0) - side, (to ?? 1) + side], [this.left, width - 16]), y: d3.scaleLinear([least, high + room], [this.bottom, 20]).nice() };
  }
  axes(svg, { x, y }, width) {
    const bottom = d3.axisBottom(x).ticks(Math.max(2, width / 110));
    if (this.along === "number") bottom.tickFormat((value) => Number.isInteger(value) ? number(value) : "");
    svg.append("g").attr("class", "axis").attr("transform", `translate(0,${this.bottom})`).call(bottom);
    svg.append("g").attr("class", "axis").attr("transform", `translate(${this.left},0)`).call(d3.axisLeft(y).ticks(5).tickFormat(number));
    svg.append("text").attr("x", width - 16).attr("y", this.bottom + 34).attr("text-anchor", "end").text(this.along === "time" ? "start of the run (UTC)" : "number of the run in the history");
    svg.append("text").attr("x", 0).attr("y", 10).text(this.heading(this.column));
  }
  // Of very many runs those alone have a point that a line does not show: with a gap on both sides, or of this page.
  hasPoint(points, i, isFew) {
    const isGap = (one) => !one || one.values[this.column.i] === null;
    return !isGap(points[i]) && (isFew || points[i].names.length > 0 || (isGap(points[i - 1]) && isGap(points[i + 1])));
  }
  drawPoints(svg, points, { x, y }, width) {
    const isFew = points.length * 7 < width, drawn = points.filter((_, i) => this.hasPoint(points, i, isFew));
    for (const one of drawn.sort((a, b) => Math.sign(a.names.length) - Math.sign(b.names.length)))
      svg.append("circle").attr("class", one.names.length ? "shown" : one.status === "complete" ? "point" : "point partial").attr("cx", x(one[this.along])).attr("cy", y(one.values[this.column.i])).attr("r", one.names.length ? 6 : 2.5);
  }
  drawUsual(svg, { y }, width) {
    const usual = this.usual(this.column, this.runs[this.runs.length - 1]);
    if (usual === undefined) return;
    svg.append("line").attr("class", "usual").attr("stroke-dasharray", "4 4").attr("x1", this.left).attr("x2", width - 16).attr("y1", y(usual)).attr("y2", y(usual));
  }
  draw(width) {
    Object.assign(this, { left: 64, bottom: 210 });
    const points = this.points(), scales = this.scales(points, width), { x, y } = scales, { i } = this.column;
    const svg = d3.create("svg").attr("viewBox", `0 0 ${width} ${this.bottom + 42}`).attr("role", "img").attr("aria-label", `${this.column.name} over the runs; the tables below have its numbers`);
    this.axes(svg, scales, width);
    this.drawUsual(svg, scales, width);
    svg.append("path").attr("class", "line").attr("d", d3.line().defined((one) => one.values[i] !== null).x((one) => x(one[this.along])).y((one) => y(one.values[i]))(points));
    this.drawPoints(svg, points, scales, width);
    for (const what of ["pointermove", "pointerdown"])
      svg.node().addEventListener(what, (event) => { const [at] = pointerIn(svg.node(), event); this.tell(d3.least(points, (one) => Math.abs(x(one[this.along]) - at))); });
    Object.assign(this, { svg, drawn: scales });
    this.place.replaceChildren(svg.node());
    this.showCursor();
  }
  // Where the reader is; gone when he is elsewhere, so that it is in no picture that is saved.
  showCursor() {
    const { x, y } = this.drawn, run = this.at, value = run && run.values[this.column.i];
    this.svg.selectAll(".cursor").remove();
    if (!run || isNaN(run[this.along])) return;
    const at = x(run[this.along]);
    if (value === null) this.svg.append("line").attr("class", "cursor").attr("x1", at).attr("x2", at).attr("y1", 20).attr("y2", this.bottom);
    else this.svg.append("circle").attr("class", "cursor").attr("cx", at).attr("cy", y(value)).attr("r", 8);
  }
  leave() { this.at = null; this.showCursor(); }
  tell(run) {
    if (!run) return;
    this.at = this.last = run;
    const { name, unit } = this.column, value = run.values[this.column.i], change = this.changeWords(this.column, run);
    this.readout.textContent = [`run ${run.number}`, run.start || "start not known", ...run.names, run.status === "complete" ? null : run.status].filter(Boolean).join(", ") +
      (value === null ? `: no ${name}` : `: ${name} ${number(value)}${unit && unit !== "1" ? " " + unit : ""}`) + (change ? `, ${change} of the median before` : "");
    this.showCursor();
  }
  key(event) {
    const points = this.points(), at = points.indexOf(this.at || this.last), move = { ArrowLeft: -1, ArrowRight: 1, PageUp: -Math.ceil(points.length / 10), PageDown: Math.ceil(points.length / 10), Home: -Infinity, End: Infinity }[event.key];
    if (!move) return;
    event.preventDefault();
    this.tell(points[Math.max(0, Math.min(points.length - 1, (at >= 0 ? at : move < 0 ? points.length : -1) + move))]);
  }
  fill() {
    Object.assign(this, { at: null, last: null });
    this.readout.textContent = "";
    this.draw(Math.max(200, this.place.clientWidth));
    this.table.replaceChildren(this.summary());
  }
  // As hpmagg --history prints them, but for runs of another program or size.
  summary() {
    const right = { class: "number" }, last = this.runs[this.runs.length - 1];
    return plainTable(["quantity", [`run ${number(last.number)}`, right], ["median before", right], ["change", right]],
      this.columns.filter((column) => this.runs.some((one) => one.values[column.i] !== null)).map((column) => [this.heading(column),
        numeric(number(last.values[column.i]), last.values[column.i] === null ? null : exactly(last.values[column.i])), numeric(number(this.usual(column, last))), numeric(this.changeWords(column, last))]));
  }
  everyRun() {
    const of = { run: {}, events: [], metrics: this.columns.map((column) => ({ ...column, name: this.heading(column) })) };
    const columns = [...keys("run", "of_this_page", "start_time", "program", "ranks", "status"), ...this.columns.map((column) => ({ name: this.heading(column), part: "metric" }))];
    const rows = this.all.map((one) => [one.number, one.names.join(", "), one.start, one.program, one.ranks, one.status, ...this.columns.map(({ i }) => one.values[i])]);
    return new TableView(of, new Table(columns, rows), "Runs of the history", "run").build();
  }
  controls() {
    const change = (what) => (value) => { this[what] = value; this.fill(); };
    const sizes = [...this.sizes.keys()].map((size) => [size, this.sizeWords(size)]);
    return element("div", { class: "controls" },
      labelled("Show", choice(this.columns.map((column) => [String(column.i), this.heading(column)]), String(this.column.i), (value) => change("column")(this.columns.find(({ i }) => String(i) === value)))),
      sizes.length > 1 ? labelled("of", choice(sizes, this.size, change("size"))) : null,
      labelled("by", choice([["number", "number of the run"], ["time", "time of the run"]], this.along, change("along"))));
  }
  notes() {
    const shown = this.all.some((one) => one.names.length), absent = runs.filter((run) => !this.all.some((one) => one.names.includes(runName(run))));
    const partial = this.all.some((one) => one.status !== "complete");
    return [shown ? element("p", {}, element("span", { class: "legend" }, element("span", { class: "swatch shown" }), runs.length > 1 ? "runs of this page" : "the run of this page")) : null,
      absent.length ? element("p", { class: "soft" }, `Not in this history: ${absent.map(runName).join(", ")}; hpmagg --history=FILE appends a run.`) : null,
      element("p", { class: "soft" }, `${number(this.all.length)} ${this.all.length === 1 ? "run" : "runs"} in ${baseName(past.path)}${this.sizes.size > 1 ? `, of ${number(this.sizes.size)} kinds: only those of one program on as many ranks are comparable, and drawn together` : `: ${this.sizeWords(this.size)}`}. ` +
        `${this.all.length > 1 ? "The dashed line is the median of the runs before the last, as in the table. " : ""}${partial ? "Hollow points are of runs with ranks missing or cut short. " : ""}The axis begins at 0 only where the least value is below half of the greatest.`)];
  }
  build() {
    this.readout = element("div", { class: "readout", role: "status", "aria-live": "polite" });
    this.table = element("div", {});
    this.place = element("div", { tabindex: "0", role: "application", "aria-label": "A quantity over the runs: arrow keys go through them", onkeydown: (event) => this.key(event), onblur: () => this.leave(), onpointerleave: () => this.leave() });
    this.table.replaceChildren(this.summary());
    return [this.controls(), drawn(this.place, (width) => this.draw(width)), this.readout, ...this.notes(), this.table,
      element("details", {}, element("summary", {}, "Every run as a table"), this.everyRun())];
  }
}

function trendSection() {
  if (!past) return null;
  const trend = new Trend();
  return trend.columns.length ? section("trend", "From run to run", trend.build()) : null;
}
