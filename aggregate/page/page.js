// SPDX-License-Identifier: BSD-3-Clause
// The page: what is about all runs, then what is about the one that is chosen.
const main = document.getElementById("main"), head = document.getElementById("head");
const ofRun = element("div", {});
let shown = runs[0];

function fillRun(run) {
  shown = run;
  drawers.length = ofAll;
  ofRun.replaceChildren(...[heatSection(run, "host"), heatSection(run, "rank"), bindingSection(run), flameSection(run), stackSection(run), courseSection(run), spanAccountSection(run), rankTimesSection(run), tableSection(run), sourceSection(run), sizesSection(run), provenanceSection(run)].filter(Boolean));
  fillNavigation();
  redraw();
  offerPictures();
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
document.title = runs.map(runName).join(", ") + " – hpmmpi";
head.append(element("h1", {}, runs.length > 1 ? `${runs.length} runs` : baseName(runs[0].run.program || runs[0].run.command) || runName(runs[0])),
  element("p", { class: "soft" }, runs.length > 1 ? runs.map(runName).join(", ") : [runName(runs[0]), runs[0].run.start_time, `${number(runs[0].run.ranks)} ${rowWords(runs[0])[runs[0].run.ranks === 1 ? "one" : "many"]}`, seconds(runs[0].run.wall_s)].filter(Boolean).join(" · ")), navigation);
main.append(...[verdictSection(), accountSection(), compareSection(), runChoice(), ofRun].filter(Boolean));
const ofAll = drawers.length;
fillRun(runs[0]);

let waiting = 0;
window.addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(redraw, 80); });
window.addEventListener("beforeprint", () => { document.querySelectorAll("main details:not(.choose)").forEach((one) => { one.open = true; }); redraw(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
