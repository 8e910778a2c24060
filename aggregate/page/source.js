// SPDX-License-Identifier: BSD-3-Clause
// Lines of source with what was counted at them.
let sourcePane = null;

// A mark knows its file without the folders.
const isSameFile = (one, other) => one === other || (one && (!one.includes("/") || !other.includes("/")) && baseName(one) === baseName(other));

// Numbers by line of a file, of a table that has such columns.
function byLine(run, name, file, column) {
  const table = tableOf(run, name), found = new Map();
  if (table) table.rows.forEach((_, row) => {
    if (!isSameFile(table.value(row, "file"), file)) return;
    const line = table.value(row, "line");
    found.set(line, (found.get(line) || 0) + (table.value(row, column) || 0));
  });
  return found;
}

function fillSource(run, file, line) {
  const source = run.sources[file], samples = byLine(run, "line", file, "samples"), calls = byLine(run, "site", file, "time_s");
  const cells = source.lines.flatMap(([at, text]) => {
    const here = at === line ? "here" : null;
    return [element("span", { class: ["soft", here].filter(Boolean).join(" ") }, String(at)),
      element("span", { class: here }, samples.has(at) ? `${number(samples.get(at))} samples` : ""), element("span", { class: here }, calls.has(at) ? `MPI ${seconds(calls.get(at))}` : ""),
      element("span", { class: here, id: here ? "source-here" : null }, text)];
  });
  const select = choice(Object.keys(run.sources).map((name) => [name, name]), file, (name) => fillSource(run, name, run.sources[name].lines[0]?.[0]));
  sourcePane.replaceChildren(labelled("File", select),
    source.newer ? element("p", { class: "suspect" }, "This file was written to after the run had begun: its lines may not be those that ran.") : "",
    element("div", { class: "source tall", tabindex: "0", role: "region", "aria-label": "Lines of " + file }, cells));
  const pane = sourcePane.querySelector(".source"), marked = sourcePane.querySelector("#source-here");
  if (marked) pane.scrollTop = marked.offsetTop - pane.offsetTop - pane.clientHeight / 2;
}

function showSource(run, file, line) {
  fillSource(run, file, line);
  sourcePane.closest("section").scrollIntoView({ block: "nearest" });
  sourcePane.querySelector(".source").focus({ preventScroll: true });
}

function sourceSection(run) {
  const files = Object.keys(run.sources || {});
  if (!files.length) return null;
  sourcePane = element("div", {});
  const lines = tableOf(run, "line"), top = lines ? lines.rows.findIndex((_, row) => run.sources[lines.value(row, "file")]) : -1;
  const made = section("source", "Source", sourcePane);
  if (top >= 0) fillSource(run, lines.value(top, "file"), lines.value(top, "line"));
  else fillSource(run, files[0], run.sources[files[0]].lines[0]?.[0]);
  return made;
}
