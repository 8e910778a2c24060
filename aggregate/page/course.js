// SPDX-License-Identifier: BSD-3-Clause
// The run over time.
function coursePoints(table, column) {
  return table.rows.map((row, i) => {
    const from = table.value(i, "from_s"), to = table.value(i, "to_s"), value = row[column.i];
    return { from, to, value: value === null ? null : column.part === "count" ? value / (to - from) : value };
  });
}

function drawPhases(svg, phases, x, height) {
  if (!phases) return;
  phases.rows.forEach((_, row) => {
    const from = x(phases.value(row, "from_s")), to = x(phases.value(row, "to_s"));
    svg.append("rect").attr("class", "band").attr("x", from + 1).attr("width", Math.max(0, to - from - 2)).attr("y", 0).attr("height", height);
    svg.append("text").attr("x", (from + to) / 2).attr("y", 12).attr("text-anchor", "middle").text(to - from > 50 ? phases.value(row, "phase") : "");
  });
}

function drawCourse(holder, table, phases, column, unit, width) {
  const height = 190, left = 64, points = coursePoints(table, column).filter((point) => point.value !== null);
  const svg = d3.create("svg").attr("viewBox", `0 0 ${width} ${height + 40}`).attr("role", "img").attr("aria-label", `${column.name} over time; the table of intervals has its numbers`);
  const x = d3.scaleLinear([0, d3.max(points, (point) => point.to) || 1], [left, width - 12]);
  const [low, high] = d3.extent(points, (point) => point.value);
  const y = d3.scaleLinear([Math.min(0, low || 0), high || 1], [height, 20]).nice();
  drawPhases(svg, phases, x, height);
  svg.append("g").attr("class", "axis").attr("transform", `translate(0,${height})`).call(d3.axisBottom(x).ticks(Math.max(2, width / 110)).tickFormat((value) => value + " s"));
  svg.append("g").attr("class", "axis").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(5).tickFormat(number));
  svg.append("path").attr("class", "line").attr("d", d3.line().x((point) => x(point[0])).y((point) => y(point[1]))(points.flatMap((point) => [[point.from, point.value], [point.to, point.value]])));
  for (const point of points)
    svg.append("rect").attr("x", x(point.from)).attr("width", Math.max(0.5, x(point.to) - x(point.from))).attr("y", 0).attr("height", height).attr("fill", "transparent")
      .append("title").text(`${number(point.from)} to ${number(point.to)} s: ${number(point.value)} ${unit}`);
  holder.replaceChildren(svg.node());
}

// What a course opens with: how busy the run was, where that changed; else what did.
const tellsMost = ["mpi_share", "utilization", "os::CPU_TIME"];

function openingOf(table, columns) {
  const changes = (column) => { const [low, high] = d3.extent(coursePoints(table, column), (point) => point.value); return high - low > 0.01 * Math.max(Math.abs(low), Math.abs(high)); };
  const first = tellsMost.map((name) => columns.find((column) => column.name === name)).filter(Boolean);
  const others = columns.filter((column) => column.name !== "os::WALL_TIME");
  return first.find(changes) || others.find(changes) || first[0] || columns[0];
}

function courseSection(run) {
  const table = tableOf(run, "interval"), phases = tableOf(run, "phase");
  if (!table || !table.rows.length) return null;
  const columns = table.columns.map((column, i) => ({ ...column, i })).filter((column) => (["count", "metric"].includes(column.part) || column.name === "mpi_share") && table.rows.some((row) => typeof row[column.i] === "number"));
  if (!columns.length) return null;
  let chosen = openingOf(table, columns);
  const unit = (column) => { const known = described(run, column.name)?.unit; return (known && known !== "1" ? known : "") + (column.part === "count" ? "/s" : ""); };
  const holder = element("div", {});
  const draw = (width) => drawCourse(holder, table, phases, chosen, unit(chosen), width);
  const names = columns.map((column) => [String(column.i), (column.name === "mpi_share" ? "part of the time in MPI" : column.name) + (unit(column) ? ` [${unit(column)}]` : "")]);
  return section("course", "Over time", element("div", { class: "controls" }, labelled("Show", choice(names, String(chosen.i), (value) => { chosen = columns.find((column) => String(column.i) === value); draw(holder.clientWidth); }))),
    drawn(holder, draw), element("p", { class: "soft" }, caption(`${number(table.rows.length)} intervals, all ${rowWords(run).many} together; counts are a second's.`)));
}

// Where the time of threads went in each interval: [part, what it is].
const spanParts = [["computing", "on a processor, outside MPI"], ["waiting", "in MPI"], ["blocked", "on no processor, outside MPI"]];
const spanColors = { computing: "#41a6c4", waiting: "#d6487a", blocked: "#8c6bb1" };

// Shares of an interval, null where it has no account.
function spanShares(table, row) {
  const parts = spanParts.map(([name]) => table.value(row, name + "_s")), whole = d3.sum(parts);
  if (parts.some((part) => part === null) || !(whole > 0)) return null;
  const to = d3.cumsum(parts, (part) => part / whole);
  return spanParts.map(([name], i) => ({ name, from: i ? to[i - 1] : 0, to: to[i], error: table.value(row, name + "_error_s") / whole }));
}

// A share that may err by more of the whole is drawn paler: nobody takes it for what was measured.
const unsureShare = 0.05;

function drawUnsure(svg, spans, x, y) {
  for (const { from, to, shares } of spans)
    for (const share of (shares || []).filter((one) => one.error > unsureShare))
      svg.append("rect").attr("class", "unsure").attr("x", x(from)).attr("width", x(to) - x(from)).attr("y", y(share.to)).attr("height", y(share.from) - y(share.to));
}

function drawSpanAccount(holder, table, phases, width) {
  const height = 150, left = 64;
  const svg = d3.create("svg").attr("viewBox", `0 0 ${width} ${height + 40}`).attr("role", "img").attr("aria-label", "Account of time over time; the table of intervals has its numbers");
  const spans = table.rows.map((_, row) => ({ from: table.value(row, "from_s"), to: table.value(row, "to_s"), shares: spanShares(table, row) }));
  const x = d3.scaleLinear([0, d3.max(spans, (span) => span.to) || 1], [left, width - 12]), y = d3.scaleLinear([0, 1], [height, 20]);
  drawPhases(svg, phases, x, height);
  svg.append("g").attr("class", "axis").attr("transform", `translate(0,${height})`).call(d3.axisBottom(x).ticks(Math.max(2, width / 110)).tickFormat((value) => value + " s"));
  svg.append("g").attr("class", "axis").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(5).tickFormat(percent));
  const ends = spans.flatMap((span) => [[span.from, span.shares], [span.to, span.shares]]);
  spanParts.forEach(([name], i) => svg.append("path").attr("class", "part").attr("fill", spanColors[name]).attr("d",
    d3.area().defined(([, shares]) => shares).x(([time]) => x(time)).y0(([, shares]) => y(shares[i].from)).y1(([, shares]) => y(shares[i].to))(ends)));
  drawUnsure(svg, spans, x, y);
  for (const { from, to, shares } of spans)
    svg.append("rect").attr("x", x(from)).attr("width", Math.max(0.5, x(to) - x(from))).attr("y", 20).attr("height", height - 20).attr("fill", "transparent")
      .append("title").text(`${number(from)} to ${number(to)} s: ` + (shares ? shares.map((one) => `${one.name} ${percent(one.to - one.from)} ± ${percent(one.error)}`).join(", ") : "no account"));
  holder.replaceChildren(svg.node());
}

function spanAccountSection(run) {
  const table = tableOf(run, "interval"), phases = tableOf(run, "phase");
  if (!table || !table.rows.some((_, row) => spanShares(table, row))) return null;
  const holder = element("div", {});
  return section("course-account", "Where the time went, over time", drawn(holder, (width) => drawSpanAccount(holder, table, phases, width)),
    element("p", {}, spanParts.map(([name, text]) => element("span", { class: "legend" }, element("span", { class: "swatch", style: `background:${spanColors[name]}` }), text))),
    element("p", { class: "soft" }, caption(`Shares of the time of all threads of the program together; paler ones may err by more than ${percent(unsureShare)}.`), " What each may err by is told where the pointer is."));
}
