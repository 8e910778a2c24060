// SPDX-License-Identifier: BSD-3-Clause
// Each rank over time: a row for each, coloured by what part of an interval it was so.
class RankTimes {
  constructor(run) {
    Object.assign(this, { run, times: run.rank_times, part: 1, row: 0, interval: 0 });
    this.count = this.times.edges.length - 1;
  }
  share(row, interval, part) { return this.times.rows[row][1 + interval * spanParts.length + part] ?? null; }
  // The rank of so many in a line that is furthest from the median of the interval.
  drawLine(context, from, to, y, height, x) {
    for (let i = 0; i < this.count; i++) {
      let shown = null;
      for (let row = from; row < to; row++) {
        const value = this.share(row, i, this.part);
        if (value !== null && (shown === null || Math.abs(value - this.middle[i]) > Math.abs(shown - this.middle[i]))) shown = value;
      }
      context.fillStyle = shown === null ? color("raised") : d3.interpolateCividis(shown / 100);
      // Whole pixels: two that share one would let the ground shine through.
      const left = Math.round(x(this.times.edges[i]));
      context.fillRect(left, y, Math.max(1, Math.round(x(this.times.edges[i + 1])) - left), height);
    }
  }
  picture(width, height, x) {
    const canvas = document.createElement("canvas"), ranks = this.times.rows.length, lines = Math.min(ranks, height);
    canvas.width = width;
    canvas.height = height;
    this.middle = d3.range(this.count).map((i) => d3.median(this.times.rows, (_, row) => this.share(row, i, this.part)) ?? 0);
    for (let line = 0; line < lines; line++) {
      const y = Math.round(line * height / lines);
      this.drawLine(canvas.getContext("2d"), Math.floor(line * ranks / lines), Math.floor((line + 1) * ranks / lines), y, Math.round((line + 1) * height / lines) - y, x);
    }
    return canvas.toDataURL();
  }
  draw(width) {
    const ranks = this.times.rows.length, left = 64, height = Math.max(60, Math.min(420, 14 * ranks)), inner = Math.max(50, Math.round(width - left - 12));
    const x = d3.scaleLinear([this.times.edges[0], this.times.edges[this.count]], [0, inner]), y = d3.scaleLinear([0, ranks], [0, height]);
    const svg = d3.create("svg").attr("viewBox", `0 0 ${left + inner + 12} ${height + 30}`).attr("role", "img").attr("aria-label", `Ranks over time, ${spanParts[this.part][1]}; hpmagg --per=interval-rank has the numbers`);
    svg.append("image").attr("x", left).attr("width", inner).attr("height", height).attr("preserveAspectRatio", "none").attr("href", this.picture(inner, height, x));
    svg.append("g").attr("class", "axis").attr("transform", `translate(${left},${height})`).call(d3.axisBottom(x).ticks(Math.max(2, inner / 110)).tickFormat((value) => value + " s"));
    const step = Math.ceil(ranks / 12);
    for (let row = 0; row < ranks; row += step)
      svg.append("text").attr("x", left - 6).attr("y", y(row + Math.min(step, 1) / 2) + 4).attr("text-anchor", "end").text(number(this.times.rows[row][0]));
    svg.node().addEventListener("pointermove", (event) => {
      const [px, py] = pointerIn(svg.node(), event);
      this.tell(Math.floor(y.invert(py)), d3.bisectRight(this.times.edges, x.invert(px - left)) - 1);
    });
    this.picturePlace.replaceChildren(svg.node());
  }
  tell(row, interval) {
    this.row = Math.max(0, Math.min(this.times.rows.length - 1, row));
    this.interval = Math.max(0, Math.min(this.count - 1, interval));
    const shares = spanParts.map(([name], part) => [name, this.share(this.row, this.interval, part)]);
    this.readout.textContent = `${rowWords(this.run).one} ${this.times.rows[this.row][0]}, ${number(this.times.edges[this.interval])} to ${number(this.times.edges[this.interval + 1])} s: ` +
      (shares.some(([, share]) => share === null) ? "not known" : shares.map(([name, share]) => `${name} ${share} %`).join(", "));
  }
  key(event) {
    const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -Infinity], End: [0, Infinity] }[event.key];
    if (!move) return;
    event.preventDefault();
    this.tell(this.row + move[0], this.interval + move[1]);
  }
  build() {
    this.readout = element("div", { class: "readout", role: "status", "aria-live": "polite" });
    this.picturePlace = element("div", { tabindex: "0", role: "application", "aria-label": "Ranks over time: arrow keys go through them", onkeydown: (event) => this.key(event) });
    const parts = spanParts.map(([, text], i) => [String(i), text]), many = rowWords(this.run).many;
    return [element("div", { class: "controls" }, labelled("Show", choice(parts, String(this.part), (value) => { this.part = Number(value); this.draw(this.picturePlace.clientWidth); }))),
      drawn(this.picturePlace, (width) => this.draw(width)), this.readout,
      element("p", { class: "soft" }, caption(`${number(this.times.rows.length)} ${many} from top to bottom; dark is nothing, bright all of the time of its threads. Where there are more ${many} than lines, a line shows that of its ${many} which is furthest from the median.`), ` What computing and blocked may err by is told by hpmagg --per=interval-rank.`)];
  }
}

function rankTimesSection(run) {
  return run.rank_times && run.rank_times.rows.length > 1 ? section("rank-times", "Each rank over time", new RankTimes(run).build()) : null;
}
