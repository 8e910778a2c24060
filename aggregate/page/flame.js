// SPDX-License-Identifier: BSD-3-Clause
// Regions inside regions, as wide as their time.
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

function drawFlame(holder, root, around, width, zoom) {
  const cells = flameCells(around, 0, 0, []).filter((cell) => cell.node.time / around.time * width > 0.7), height = 22;
  const svg = d3.create("svg").attr("viewBox", `0 0 ${width} ${(d3.max(cells, (cell) => cell.depth) + 1) * height}`).attr("role", "group").attr("aria-label", "Regions by time; the table of regions has the numbers");
  const hue = d3.scaleOrdinal(["#f2b56b", "#e89a5d", "#f0cf7d", "#dd8452", "#e8b04a"]);
  for (const { node, depth, from } of cells) {
    const x = from / around.time * width, w = node.time / around.time * width;
    const told = `${node.path || node.name}: ${seconds(node.time)}, ${percent(node.time / root.time)} of all regions`;
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

function flameSection(run) {
  const table = tableOf(run, "region");
  if (!table || !table.rows.length) return null;
  const root = regionTree(table), holder = element("div", {});
  if (!(root.time > 0)) return null;
  let around = root.children.length === 1 ? root.children[0] : root;
  const draw = (width) => drawFlame(holder, root, around, width, (node) => { around = node; draw(holder.clientWidth); holder.querySelector("rect").focus(); });
  return section("flame", "Regions inside regions", drawn(holder, draw), element("p", { class: "soft" }, "Times of all ranks and threads; a region fills the page when it is chosen, and gives way when it is chosen again."));
}
