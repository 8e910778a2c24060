// SPDX-License-Identifier: BSD-3-Clause
// Regions inside regions, as wide as their time, and functions by how they were called.
function regionTree(table) {
  const places = new Map(), root = { name: "all regions", children: [], time: 0 };
  table.rows.forEach((_, row) => places.set(table.value(row, "region"), { row, path: table.value(row, "region"), time: table.value(row, "time_s") || 0, children: [] }));
  for (const node of places.values()) {
    let end = node.path.lastIndexOf("/");
    while (end > 0 && !places.has(node.path.slice(0, end))) end = node.path.lastIndexOf("/", end - 1);
    const around = end > 0 ? places.get(node.path.slice(0, end)) : root;
    node.name = end > 0 ? node.path.slice(end + 1) : node.path;
    around.children.push(node);
  }
  root.time = d3.sum(root.children, (node) => node.time);
  return root;
}

function flameCells(node, depth, from, list) {
  list.push({ node, depth, from });
  for (const child of node.children) {
    flameCells(child, depth + 1, from, list);
    from += child.time;
  }
  return list;
}

// The page has callers before what they call, as [caller, name, samples in it and below].
function stackTree(run) {
  const root = { name: "all samples", children: [], time: 0 };
  const nodes = run.stacks.map(([, name, samples]) => ({ name, time: samples, children: [] }));
  run.stacks.forEach(([caller], i) => (caller < 0 ? root : nodes[caller]).children.push(nodes[i]));
  root.time = d3.sum(root.children, (node) => node.time);
  return root;
}

// What the two pictures say of a box.
const flameOf = {
  regions: { about: "Regions by time; the table of regions has the numbers", tell: (node, whole) => `${node.path || node.name}: ${seconds(node.time)}, ${percent(node.time / whole)} of all regions` },
  samples: { about: "Functions by samples, below the functions that called them; the table of callers has the numbers", tell: (node, whole) => `${node.name}: ${number(node.time)} samples, ${percent(node.time / whole)}` },
};

function drawFlame(holder, { about, tell }, root, around, width, zoom) {
  const cells = flameCells(around, 0, 0, []).filter((cell) => cell.node.time / around.time * width > 0.7), height = 22;
  const svg = d3.create("svg").attr("viewBox", `0 0 ${width} ${(d3.max(cells, (cell) => cell.depth) + 1) * height}`).attr("role", "group").attr("aria-label", about);
  const hue = d3.scaleOrdinal(["#f2b56b", "#e89a5d", "#f0cf7d", "#dd8452", "#e8b04a"]);
  for (const { node, depth, from } of cells) {
    const x = from / around.time * width, w = node.time / around.time * width;
    const told = tell(node, root.time);
    const go = () => zoom(node === around ? root : node);
    const group = svg.append("g").attr("transform", `translate(${x},${depth * height})`);
    const box = group.append("rect").attr("class", "cell").attr("width", w).attr("height", height).attr("fill", hue(node.name)).attr("tabindex", 0).attr("role", "button").attr("aria-label", told).style("cursor", "pointer");
    box.append("title").text(told);
    box.node().addEventListener("click", go);
    box.node().addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); go(); } });
    const fits = Math.floor((w - 8) / 7);
    if (fits > 2) group.append("text").attr("x", 4).attr("y", 15).style("fill", "#1b1f24").style("pointer-events", "none").text(node.name.length > fits ? node.name.slice(0, fits - 1) + "…" : node.name);
  }
  holder.replaceChildren(svg.node());
}

function flamePicture(id, title, of, root, ...note) {
  if (!(root.time > 0)) return null;
  const holder = element("div", {});
  let around = root.children.length === 1 ? root.children[0] : root;
  const draw = (width) => drawFlame(holder, of, root, around, width, (node) => { around = node; draw(holder.clientWidth); holder.querySelector("rect").focus(); });
  return section(id, title, drawn(holder, draw), element("p", { class: "soft" }, note));
}

function flameSection(run) {
  const table = tableOf(run, "region");
  return table && table.rows.length ? flamePicture("flame", "Regions inside regions", flameOf.regions, regionTree(table), caption("Times of all ranks and threads."), " A region fills the page when it is chosen, and gives way when it is chosen again.") : null;
}

function stackSection(run) {
  return run.stacks ? flamePicture("stacks", "Functions by how they were called", flameOf.samples, stackTree(run), caption("Samples of all ranks; boxes of less than a part in two thousand are left out."), " A function fills the page when it is chosen, and gives way when it is chosen again.") : null;
}
