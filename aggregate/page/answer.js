// SPDX-License-Identifier: BSD-3-Clause
// What hpmagg --svg and --png ask a browser for: page.html#picture=NAME&as=svg,png becomes a page that has nothing but
// lines of a word and what it says in base64, since texts would be changed on their way through HTML.
const paperWidth = 900;

// Light, and of one width, whatever the browser is.
function onPaper() {
  for (const rule of [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]))
    if (rule.media && /dark/.test(rule.media.mediaText)) rule.media.mediaText = "not all";
  document.documentElement.style.colorScheme = "light";
  document.body.style.width = paperWidth + "px";
  redraw();
}

// Pictures of several runs as one, below each other with their names.
function stacked(made) {
  const svg = document.createElementNS(svgSpace, "svg"), width = d3.max(made, (one) => Number(one.svg.getAttribute("width")));
  const ground = svgElement(svg, "rect", { fill: color("ground") });
  let y = 0;
  for (const one of made) {
    svgElement(svg, "text", { x: 4, y: y + 18, fill: color("text"), "font-family": getComputedStyle(document.body).fontFamily, "font-size": 14, "font-weight": "bold" }, one.name);
    svg.append(one.svg);
    one.svg.setAttribute("y", y + 26);
    y += 26 + Number(one.svg.getAttribute("height")) + 12;
  }
  for (const [name, value] of Object.entries({ width, height: y })) for (const one of [svg, ground]) one.setAttribute(name, value);
  svg.setAttribute("viewBox", `0 0 ${width} ${y}`);
  svg.setAttribute("xmlns", svgSpace);
  return svg;
}

// Of all runs, where they have one each; null where none has.
function pictureOfAll(name) {
  const part = sectionOf(name);
  if (runs.length === 1 || (part && !ofRun.contains(part))) return part && pictureOf(part);
  const made = runs.map((run) => { fillRun(run); return { name: runName(run), svg: sectionOf(name) && pictureOf(sectionOf(name)) }; }).filter((one) => one.svg);
  return made.length ? stacked(made) : null;
}

const namesHad = () => pictureNames.filter((name) => runs.some((run) => { fillRun(run); return sectionOf(name); }));
const base64 = (text) => btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));

function tellAnswer(answers) {
  document.documentElement.replaceChildren(element("body", {}, element("pre", {}, "\n" + answers.map(([word, text]) => `${word} ${text}\n`).join(""))));
}

function answerPng(svg, answers) {
  raster(svg, (canvas) => {
    const [type, text] = (canvas ? canvas.toDataURL() : "").split(";base64,");
    tellAnswer([...answers, type === "data:image/png" && text ? ["png", text] : ["large", base64(`${canvas?.width} x ${canvas?.height}`)]]);
  });
}

function answerPicture(name, kinds) {
  onPaper();
  const svg = pictures[name] ? pictureOfAll(name) : null;
  if (!svg) return tellAnswer([["lacks", base64(pictures[name]?.[1] || "picture of that name")], ["has", base64(namesHad().join(", "))]]);
  const answers = kinds.includes("svg") ? [["svg", base64(markup(svg))]] : [];
  if (kinds.includes("png")) answerPng(svg, answers);
  else tellAnswer(answers);
}

const asked = new URLSearchParams(location.hash.slice(1));
if (asked.has("picture")) answerPicture(asked.get("picture"), (asked.get("as") || "svg").split(","));
