// SPDX-License-Identifier: BSD-3-Clause
// Which rank may run where: a box for each processor, in its core, NUMA node and socket.
const rankColors = d3.schemeTableau10, cellGap = 2;

// Numbers of "0-3,8,10-14:2", each with the sums of what stands behind "+": processors of a core.
function numberRuns(text) {
  return text.split(",").flatMap((run) => {
    const [, first, last, step, more] = run.match(/^(\d+)(?:-(\d+))?(?::(\d+))?((?:\+\d+)*)$/);
    const offsets = [0, ...more.split("+").slice(1).map(Number)];
    return d3.range(Number(first), Number(last ?? first) + 1, Number(step ?? 1)).map((one) => offsets.map((offset) => one + offset));
  });
}
const numbersOf = (text) => numberRuns(text).map(([one]) => one);

// Cores by socket and node; where they are not known, the processors that some rank may use.
function coresOf(picture) {
  if (!picture.topology) return d3.sort(new Set(picture.ranks.flatMap(([, mask]) => numbersOf(mask)))).map((one, i) => ({ number: i, processors: [one] }));
  const part = (name) => picture.topology.match(new RegExp(`(?:^| )${name} (\\S+)`))?.[1], sockets = new Map(), nodes = new Map();
  (part("sockets")?.split(";") || []).forEach((list, i) => numbersOf(list).forEach((one) => sockets.set(one, i)));
  for (const [node, ...list] of (part("nodes")?.split(";") || []).map((one) => one.split(":")))
    numbersOf(list.join(":")).forEach((one) => nodes.set(one, Number(node)));
  return numberRuns(part("cores")).sort((a, b) => a[0] - b[0]).map((processors, number) => ({ number, processors, socket: sockets.get(processors[0]), node: nodes.get(processors[0]) }));
}

// Who may run on each processor: rank, and the only one of its threads that may, where these are bound by themselves.
function tenantsOf(picture, cores) {
  const tenants = new Map(cores.flatMap((core) => core.processors).map((one) => [one, []])), all = tenants.size;
  picture.ranks.forEach(([rank, mask, threads], i) => {
    const lists = threads ? threads.split(";").map((list) => new Set(numbersOf(list))) : [], own = numbersOf(mask);
    for (const one of own) {
      const some = d3.range(lists.length).filter((thread) => lists[thread].has(one));
      tenants.get(one)?.push({ rank, i, thread: some.length === 1 ? some[0] : null, free: Boolean(picture.topology) && own.length === all && !threads });
    }
  });
  return tenants;
}

const placeOf = (core) => [core.socket === undefined ? null : `socket ${core.socket}`, core.node === undefined ? null : `NUMA node ${core.node}`].filter(Boolean).join(", ");

// "ranks 0-3, 8": who may run on some cores, where boxes have no room for it.
function ranksOn(cores, tenants) {
  const ranks = d3.sort(new Set(cores.flatMap((core) => core.processors).flatMap((one) => tenants.get(one).map(({ rank }) => rank)))), runs = [];
  for (const rank of ranks) {
    const run = runs[runs.length - 1];
    if (run && rank === run[1] + 1) run[1] = rank;
    else runs.push([rank, rank]);
  }
  const text = runs.map(([first, last]) => first === last ? first : `${first}-${last}`).join(", ");
  return !ranks.length ? "no rank" : ranks.length === 1 ? `rank ${text}` : text.length <= 60 ? `ranks ${text}` : `${number(ranks.length)} ranks, ${ranks[0]} to ${ranks[ranks.length - 1]}`;
}

// What there is to a few cells: hyper-threads of a core stand side by side.
function layOut(cores, width) {
  const all = d3.sum(cores, (core) => core.processors.length), small = all > 1024, cell = small ? { width: 9, height: 9 } : { width: 30, height: 20 };
  let y = 0;
  const groups = d3.groups(cores, placeOf).map(([name, list]) => {
    const wide = d3.max(list, (core) => core.processors.length) * (cell.width + cellGap) + 4, columns = Math.max(1, Math.floor((width - 14) / wide)), top = y;
    list.forEach((core, i) => Object.assign(core, { x: 8 + i % columns * wide, y: top + 22 + Math.floor(i / columns) * (cell.height + 6), wide: core.processors.length * (cell.width + cellGap) }));
    y = top + 22 + Math.ceil(list.length / columns) * (cell.height + 6) + 12;
    return { name, list, top, height: y - top - 8 };
  });
  return { groups, cell, small, height: y };
}

class BindingPicture {
  constructor(run) { Object.assign(this, { run, pictures: run.binding.pictures, at: 0 }); }
  name(picture) {
    const more = picture.hosts - 1;
    return picture.host + (more ? ` and ${number(more)} more host${more > 1 ? "s" : ""} alike` : "");
  }
  // A rank's colour; where several may run, none has it.
  fill(tenants) { return tenants.length === 1 && !tenants[0].free ? rankColors[tenants[0].i % rankColors.length] : tenants.length ? color("rule") : "transparent"; }
  words(processor, tenants) {
    const one = ({ rank, thread }) => `rank ${rank}` + (thread === null ? "" : ` thread ${thread}`);
    return `processor ${processor}: ` + (!tenants.length ? "no rank" : tenants.length <= 8 ? tenants.map(one).join(", ") : `${tenants.length} ranks, ${tenants[0].rank} to ${tenants[tenants.length - 1].rank}`);
  }
  label(tenants) {
    if (!tenants.length) return "";
    if (tenants.length > 1) return `${tenants.length}×`;
    const { rank, thread } = tenants[0], whole = thread === null ? String(rank) : `${rank}.${thread}`;
    return whole.length <= 5 ? whole : String(rank);
  }
  drawCore(svg, core, tenants, { cell, small }) {
    svg.append("rect").attr("x", core.x - 2).attr("y", core.y - 2).attr("width", core.wide + 2).attr("height", cell.height + 4).attr("fill", "none").attr("stroke", color("rule"));
    core.processors.forEach((processor, i) => {
      const mine = tenants.get(processor), fill = this.fill(mine), x = core.x + i * (cell.width + cellGap);
      svg.append("rect").attr("class", "processor").attr("x", x).attr("y", core.y).attr("width", cell.width).attr("height", cell.height).attr("fill", fill).attr("stroke", mine.length ? "none" : color("rule"))
        .append("title").text(this.words(processor, mine));
      if (!small && mine.length)
        svg.append("text").attr("x", x + cell.width / 2).attr("y", core.y + cell.height / 2 + 4).attr("text-anchor", "middle").attr("font-size", 10.5).attr("pointer-events", "none")
          .style("fill", mine.length === 1 && !mine[0].free ? (d3.lab(fill).l > 58 ? "#000" : "#fff") : color("text")).text(this.label(mine));
    });
  }
  draw(width) {
    const picture = this.pictures[this.at], cores = coresOf(picture), tenants = tenantsOf(picture, cores), lay = layOut(cores, width);
    const svg = d3.create("svg").attr("viewBox", `0 0 ${width} ${lay.height}`).attr("role", "img").attr("aria-label", `Processors of ${this.name(picture)}, with the ranks that may run on each; the table below says the same`);
    for (const group of lay.groups) {
      svg.append("rect").attr("class", "place").attr("x", 1).attr("y", group.top + 1).attr("width", width - 2).attr("height", group.height).attr("fill", color("raised")).attr("stroke", color("rule"));
      svg.append("text").attr("x", 8).attr("y", group.top + 15).text((group.name || "processors") + (picture.topology ? "" : ", of which no more is known") + (lay.small ? `: ${ranksOn(group.list, tenants)}` : ""));
      for (const core of group.list) this.drawCore(svg, core, tenants, lay);
    }
    this.holder.replaceChildren(svg.node());
    this.note.textContent = this.noteOn(picture, cores, tenants, lay);
    this.hint.textContent = lay.small ? " Who may run on a box is told where the pointer is." : "";
    this.below.replaceChildren(this.table(picture));
  }
  noteOn(picture, cores, tenants, lay) {
    const free = picture.ranks.length && [...tenants.values()].every((mine) => mine.length && mine.every((one) => one.free)), wide = d3.max(cores, (core) => core.processors.length);
    return [`A box is a processor${lay.small ? ", and above some stand the ranks that may run there" : ", with the rank that may run there"}`, wide > 1 ? "those in one frame are hyper-threads of a core" : "",
      free ? (picture.ranks.length > 1 ? "no rank is bound: each may use all of them" : "the rank is not bound: it may use all of them") : "", !lay.small && [...tenants.values()].some((mine) => mine.length > 1) ? "3× is three ranks" : "",
      picture.ranks.some(([, , threads]) => threads) ? "3.1 is thread 1 of rank 3" : "", picture.hosts > 1 ? `on hosts alike, other ranks take their places in the same order` : ""].filter(Boolean).join("; ") + ".";
  }
  table(picture) {
    const table = tableOf(this.run, "binding"), told = [["socket", "Socket"], ["node", "NUMA node"], ["cores", "Cores"], ["processors", "Processors"], ["ranks", "Ranks"], ["how", "How"]];
    const rows = d3.range(table ? table.rows.length : 0).filter((row) => table.value(row, "host") === picture.host), there = told.filter(([name]) => rows.some((row) => table.value(row, name) !== null));
    return plainTable(there.map(([, title]) => title), rows.map((row) => there.map(([name]) => table.value(row, name) ?? "–").map(String)), `Cores of ${this.name(picture)}`);
  }
  build() {
    this.holder = element("div", {});
    this.below = element("div", {});
    this.note = caption();
    this.hint = element("span", {});
    const left = this.run.binding.left, names = this.pictures.map((picture, i) => [String(i), this.name(picture)]);
    return [element("div", { class: "controls" }, labelled("Host", choice(names, "0", (value) => { this.at = Number(value); this.draw(Math.max(200, this.holder.clientWidth)); }))),
      drawn(this.holder, (width) => this.draw(width)), element("p", { class: "soft" }, this.note, this.hint), this.below,
      left ? element("p", { class: "soft" }, `${number(left)} more kinds of host: hpmagg --per=binding has all.`) : null];
  }
}

function bindingSection(run) {
  return run.binding && run.binding.pictures.length ? section("binding", "Binding", new BindingPicture(run).build()) : null;
}
