// SPDX-License-Identifier: BSD-3-Clause
// A strip of colours for each metric, over ranks or hosts.
const furthest = (values, middle) => values.reduce((best, value) => Math.abs(value.number - middle) > Math.abs(best.number - middle) ? value : best);

class HeatMap {
  constructor(run, table, what) {
    Object.assign(this, { run, table, what, order: "own", colors: "value", at: 0, strip: 0 });
    this.metrics = table.columns.map((column, i) => ({ ...column, i })).filter((column) => (column.part === "metric" || column.part === "account") && !table.isEmpty(column.i));
    const moving = this.metrics.filter((metric) => this.spread(metric) > 0);
    const first = this.metrics.filter((metric) => metric.part === "metric").slice(0, 8);
    this.chosen = new Set((moving.filter((metric) => metric.part === "metric").length ? moving.filter((metric) => metric.part === "metric").slice(0, 10) : first.length ? first : this.metrics.slice(0, 8)).map((metric) => metric.i));
  }
  title(metric) {
    return metric.part === "account" ? partTitles[metric.name] || metric.name : described(this.run, metric.name)?.title || metric.name;
  }
  numbers(metric) { return this.table.rows.map((row) => row[metric.i]).filter((value) => typeof value === "number"); }
  spread(metric) { const values = this.numbers(metric); return values.length ? d3.max(values) - d3.min(values) : 0; }
  name(row) {
    const one = rowWords(this.run).one, rank = this.table.value(row, one), host = this.table.value(row, "host");
    return this.what === "rank" ? `${one} ${rank}${host ? " on " + host : ""}` : host;
  }
  // Rows in the order of the picture.
  places() {
    const rows = d3.range(this.table.rows.length);
    if (this.order === "own") return rows;
    if (this.order === "host") return rows.sort((a, b) => d3.ascending(this.table.value(a, "host"), this.table.value(b, "host")) || a - b);
    const column = Number(this.order);
    return rows.sort((a, b) => d3.descending(this.table.rows[a][column] ?? -Infinity, this.table.rows[b][column] ?? -Infinity));
  }
  // As many bins as there are pixels, at most; each shows what is furthest out.
  bins(metric, places, count) {
    const values = this.numbers(metric), middle = d3.median(values);
    return d3.range(count).map((bin) => {
      const some = places.slice(Math.floor(bin * places.length / count), Math.max(Math.floor(bin * places.length / count) + 1, Math.floor((bin + 1) * places.length / count)))
        .map((row) => ({ row, number: this.table.rows[row][metric.i] })).filter((value) => typeof value.number === "number");
      return some.length ? { ...furthest(some, middle), count: some.length, least: d3.min(some, (value) => value.number), most: d3.max(some, (value) => value.number) } : null;
    });
  }
  fill(metric, scale, bin) {
    if (!bin) return color("raised");
    if (this.colors === "rating") return { good: "#3a9a4e", poor: "#d0342c", suspect: "#e6a117" }[this.table.rating(bin.row, metric.i)] || "#8a94a0";
    return d3.interpolateCividis(scale(bin.number));
  }
  tell(metric, bin) {
    const unit = metric.part === "account" ? "s" : described(this.run, metric.name)?.unit;
    const worth = bin ? this.table.worth(bin.row, metric.i) : "", rating = bin ? this.table.rating(bin.row, metric.i) : "";
    const title = this.title(metric);
    this.readout.textContent = !bin ? `${title}: no value` : `${this.name(bin.row)}: ${title} ${roughly(bin.number, this.table.isRough(bin.row, metric.i))}${unit && unit !== "1" ? " " + unit : ""}` +
      [rating, worth, bin.count > 1 ? `furthest out of ${bin.count}: ${number(bin.least)} to ${number(bin.most)}` : ""].filter(Boolean).map((text) => ", " + text).join("");
  }
  drawStrip(canvas, metric, places, width) {
    const bins = this.bins(metric, places, Math.min(places.length, Math.max(1, Math.floor(width))));
    const [low, high] = d3.extent(this.numbers(metric));
    const scale = high > low ? (value) => (value - low) / (high - low) : () => 0.5;
    const ratio = window.devicePixelRatio || 1, context = canvas.getContext("2d");
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(24 * ratio);
    bins.forEach((bin, i) => {
      const from = Math.round(i * canvas.width / bins.length), to = Math.round((i + 1) * canvas.width / bins.length);
      context.fillStyle = this.fill(metric, scale, bin);
      context.fillRect(from, 0, to - from - (bins.length < width / 6 ? ratio : 0), canvas.height);
    });
    canvas.bins = bins;
    canvas.metric = metric;
  }
  point(canvas, event) {
    const bin = Math.floor((event.clientX - canvas.getBoundingClientRect().left) / canvas.clientWidth * canvas.bins.length);
    this.at = Math.max(0, Math.min(canvas.bins.length - 1, bin));
    this.tell(canvas.metric, canvas.bins[this.at]);
  }
  key(event) {
    const strips = [...this.holder.querySelectorAll("canvas")];
    const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -Infinity], End: [0, Infinity] }[event.key];
    if (!move || !strips.length) return;
    event.preventDefault();
    this.strip = Math.max(0, Math.min(strips.length - 1, this.strip + move[0]));
    const canvas = strips[this.strip];
    this.at = Math.max(0, Math.min(canvas.bins.length - 1, this.at + move[1]));
    this.tell(canvas.metric, canvas.bins[this.at]);
  }
  stripOf(metric) {
    const canvas = element("canvas", { "aria-hidden": "true" });
    canvas.addEventListener("pointermove", (event) => this.point(canvas, event));
    const [low, high] = d3.extent(this.numbers(metric));
    const known = described(this.run, metric.name);
    const title = this.title(metric);
    return element("div", { class: "strip" }, element("div", { class: "name", title: known ? [metric.name, known.description].filter(Boolean).join(": ") : null }, title,
      element("div", { class: "soft" }, low === high ? `${number(low)} everywhere` : `${number(low)} to ${number(high)}`, metric.part === "account" ? " s" : known && known.unit && known.unit !== "1" ? " " + known.unit : "")), canvas);
  }
  draw() {
    const places = this.places();
    for (const [i, canvas] of [...this.holder.querySelectorAll("canvas")].entries())
      this.drawStrip(canvas, this.shown[i], places, Math.max(50, canvas.clientWidth));
  }
  fillHolder() {
    this.shown = this.metrics.filter((metric) => this.chosen.has(metric.i));
    this.holder.replaceChildren(...this.shown.map((metric) => this.stripOf(metric)));
    this.draw();
  }
  controls() {
    const rated = this.metrics.some((metric) => this.table.rows.some((row, i) => this.table.rating(i, metric.i)));
    const orders = [["own", this.what === "rank" ? rowWords(this.run).one : "as in the file"], ...(this.what === "rank" && this.run.run.hosts > 1 ? [["host", "host"]] : []), ...this.metrics.map((metric) => [String(metric.i), this.title(metric)])];
    return [element("div", { class: "controls" }, labelled("Order by", choice(orders, "own", (value) => { this.order = value; this.draw(); })),
      rated ? labelled("Colour by", choice([["value", "value"], ["rating", "good and poor"]], "value", (value) => { this.colors = value; this.draw(); })) : null),
    element("details", { class: "choose" }, element("summary", {}, "Choose metrics"), element("div", { class: "choices" }, this.metrics.map((metric) =>
      checkbox(this.title(metric), this.chosen.has(metric.i), (on) => { if (on) this.chosen.add(metric.i); else this.chosen.delete(metric.i); this.fillHolder(); }))))];
  }
  build() {
    this.readout = element("div", { class: "readout", role: "status", "aria-live": "polite" });
    this.holder = element("div", { class: "heat", tabindex: "0", role: "application", "aria-label": `Metrics by ${this.what === "rank" ? rowWords(this.run).one : this.what}: arrow keys go through them`, onkeydown: (event) => this.key(event) });
    drawn(this.holder, () => this.shown ? this.draw() : this.fillHolder());
    const more = this.what === "rank" ? rowWords(this.run).many : "hosts";
    return [...this.controls(), this.holder, this.readout, element("p", { class: "soft" }, caption(
      `${number(this.table.rows.length)}${this.table.all > this.table.rows.length ? ` of ${number(this.table.all)}` : ""} ${more} from left to right${this.table.chosenWords()}; dark is the least of its row, bright the greatest. Where there are more ${more} than pixels, a pixel shows that of its ${more} which is furthest from the median.`))];
  }
}

function heatSection(run, name) {
  const table = tableOf(run, name);
  if (!table || table.rows.length < 2) return null;
  const map = new HeatMap(run, table, name);
  return map.metrics.length ? section("heat-" + name, `Metrics by ${name === "rank" ? rowWords(run).one : name}`, map.build()) : null;
}
