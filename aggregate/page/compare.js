// SPDX-License-Identifier: BSD-3-Clause
// What ran, what was found, and the runs side by side.
const baseName = (path) => (path || "").split("/").pop();

function runName(run) {
  const name = baseName(run.path);
  return runs.filter((other) => baseName(other.path) === name).length > 1 ? run.path : name;
}

const efficiencyTitles = { overall: "efficiency", processors: "processors", parallel: "parallel efficiency", load_balance: "load balance", communication: "communication efficiency" };
const numeric = (text, title, extra) => [text, { class: ("number " + (extra || "")).trim(), title: title || null }];

// Rows [title, text of a run], of what the runs are.
const facts = [
  ["command", (run) => run.run.command], ["started", (run) => run.run.start_time], [rowWords(runs[0]).many, (run) => number(run.run.ranks)],
  ["hosts", (run) => number(run.run.hosts) + (run.run.host_names.length ? ": " + run.run.host_names.slice(0, 4).join(", ") + (run.run.host_names.length > 4 ? ", …" : "") : "")],
  ["threads", (run) => number(run.run.threads)], ["run time", (run) => seconds(run.run.wall_s)],
  ["processor", (run) => run.run.cpu_model], ["MPI", (run) => run.run.mpi_library], ["job", (run) => run.run.job_id], ["user", (run) => run.run.user],
  [`${rowWords(runs[0]).many} missing`, (run) => run.run.ranks_missing ? number(run.run.ranks_missing) : ""], ["ranks cut short", (run) => run.run.ranks_partial ? number(run.run.ranks_partial) : ""],
  ["no hardware counters", (run) => run.run.hardware_counters],
];

function factRows() {
  return facts.map(([title, text]) => [title, ...runs.map((run) => text(run) || "")]).filter((row) => row.slice(1).some((text) => text !== ""));
}

function efficiencyRows() {
  const some = runs.filter((run) => run.efficiency);
  return Object.entries(efficiencyTitles).filter(([word]) => some.some((run) => typeof run.efficiency[word] === "number")).map(([word, title]) =>
    [title, ...runs.map((run) => run.efficiency && typeof run.efficiency[word] === "number" ? percent(run.efficiency[word]) : "")]);
}

function jobMetric(run, name) { return run.metrics.find((metric) => metric.name === name); }

const told = (metric) => metric.total ?? metric.mean;

function metricCell(run, name) {
  const metric = jobMetric(run, name);
  if (!metric || told(metric) === null || told(metric) === undefined) return numeric("", metric ? metric.reason : null);
  return numeric(roughly(told(metric), isRough(metric.quality)), worthOfJob(metric), /suspect/.test(metric.rating) ? "suspect" : metric.rating);
}

// What a number of the job is worth, and where it lies over the ranks.
function worthOfJob(one) {
  return [one.quality, one.reason ? "because " + one.reason : null, one.suspect, typeof one.coverage === "number" ? `counted ${percent(one.coverage)} of the time` : null,
    typeof one.error === "number" ? `± ${percent(one.error)}` : null, one.missing ? `${number(one.missing)} ${rowWords(runs[0]).many} have none` : null,
    typeof one.min === "number" ? `least ${number(one.min)} on ${rowWords(runs[0]).one} ${one.min_rank}, greatest ${number(one.max)} on ${rowWords(runs[0]).one} ${one.max_rank}` : null].filter(Boolean).join("; ");
}

function compareSection() {
  if (!runs.length) return null;
  const names = [...new Set(runs.flatMap((run) => run.metrics.map((metric) => metric.name)))];
  const title = (name) => { const found = runs.map((run) => jobMetric(run, name)).find(Boolean); return [`${found.title || name}${found.unit && found.unit !== "1" ? " [" + found.unit + "]" : ""}`, { title: [found.description, found.formula].filter(Boolean).join("\n") || null }]; };
  const metricRows = names.map((name) => [title(name), ...runs.map((run) => metricCell(run, name))]).filter((row) => row.slice(1).some((cell) => cell[0] !== ""));
  const head = ["", ...runs.map((run) => runName(run))];
  return section("ran", runs.length > 1 ? "The runs side by side" : "What ran", plainTable(runs.length > 1 ? head : null, [...factRows(), ...efficiencyRows()]),
    metricRows.length ? [element("h3", {}, "Metrics of the whole job"), plainTable(["metric", ...runs.map((run) => [runs.length > 1 ? runName(run) : "value", { class: "number" }])], metricRows),
      element("p", { class: "soft" }, "Coloured where the definition of a metric says what is ", element("span", { class: "good" }, "good"), ", ", element("span", { class: "poor" }, "poor"), " or ", element("span", { class: "suspect" }, "cannot be"), "; ~ stands before what is not exact. What a number is worth is shown where the pointer rests on it.")] : []);
}

function findings(list) {
  return element("ul", { class: "findings" }, list.map((finding) => element("li", {}, finding.text, finding.advice ? element("div", { class: "soft" }, finding.advice) : null)));
}

function verdictSection() {
  const parts = runs.filter((run) => (run.verdict && run.verdict.length) || (run.outliers && run.outliers.length)).map((run) => [
    runs.length > 1 ? element("h3", {}, runName(run)) : null,
    run.verdict && run.verdict.length ? findings(run.verdict) : null,
    run.outliers && run.outliers.length ? [element("h3", {}, "Out of line"), findings(run.outliers)] : null]);
  return parts.length ? section("verdict", "Verdict", ...parts.flat(3)) : null;
}

function provenanceSection(run) {
  const rows = Object.entries(run.run).filter(([, value]) => value !== null && value !== "" && typeof value !== "object").map(([name, value]) =>
    [name.replace(/_/g, " "), [typeof value === "number" ? number(value) : String(value), { class: "text", style: "white-space: pre-wrap" }]]);
  return section("provenance", "Where the numbers come from", plainTable(null, [["file", run.path], ...rows]),
    run.summary ? element("details", {}, element("summary", {}, "The summary as hpmagg prints it"), element("pre", { tabindex: "0" }, run.summary)) : null);
}
