// SPDX-License-Identifier: BSD-3-Clause
// The page: what is about all runs, then what is about the one that is chosen.
const main = document.getElementById("main"), head = document.getElementById("head");
const ofRun = element("div", {});
let shown = runs[0];

function fillRun(run) {
  shown = run;
  drawers.length = ofAll;
  ofRun.replaceChildren(...(run ? sectionsOf(run) : []));
  fillNavigation();
  redraw();
  offerPictures();
}

function sectionsOf(run) {
  return [heatSection(run, "host"), heatSection(run, "rank"), bindingSection(run), flameSection(run), stackSection(run), courseSection(run), spanAccountSection(run), rankTimesSection(run), tableSection(run), sourceSection(run), sizesSection(run), provenanceSection(run)].filter(Boolean);
}

function fillNavigation() {
  navigation.replaceChildren(element("ul", {}, [...document.querySelectorAll("main section")].map((one) => element("li", {}, element("a", { href: "#" + one.id }, one.querySelector("h2").textContent)))));
}

function runChoice() {
  if (runs.length < 2) return null;
  const group = newId("run");
  return element("fieldset", { class: "runs" }, element("legend", {}, "Below, show"), runs.map((run, i) => {
    const button = element("input", { type: "radio", name: group, checked: i === 0, onchange: () => fillRun(run) });
    return element("label", {}, button, runName(run));
  }));
}

const navigation = element("nav", { "aria-label": "Sections" });
document.title = (runs.length ? runs.map(runName).join(", ") : baseName(past.path)) + " – hpmmpi";
// What the page is of: its title, and what is said below that.
function titleOf() {
  if (!runs.length) return [baseName(past.path), `a history of ${number(past.runs.length)} ${past.runs.length === 1 ? "run" : "runs"}`];
  if (runs.length > 1) return [`${runs.length} runs`, runs.map(runName).join(", ")];
  const { run } = runs[0];
  return [baseName(run.program || run.command) || runName(runs[0]),
    [runName(runs[0]), run.start_time, `${number(run.ranks)} ${rowWords(runs[0])[run.ranks === 1 ? "one" : "many"]}`, seconds(run.wall_s)].filter(Boolean).join(" · ")];
}
const [title, below] = titleOf();
head.append(element("h1", {}, title), element("p", { class: "soft" }, below), navigation);
main.append(...[verdictSection(), accountSection(), compareSection(), trendSection(), runChoice(), ofRun].filter(Boolean));
const ofAll = drawers.length;
fillRun(runs[0]);

let waiting = 0;
window.addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(redraw, 80); });
window.addEventListener("beforeprint", () => { document.querySelectorAll("main details:not(.choose)").forEach((one) => { one.open = true; }); redraw(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
