// SPDX-License-Identifier: BSD-3-Clause
// A picture of the page as a file of its own, for papers: SVG, or PNG of twice its size.

// What a picture is called in file names and by hpmagg --picture: [its section, what a run is drawn by that has it].
const pictures = {
  account: ["account", "account of time"],
  hosts: ["heat-host", "metrics of several hosts"],
  ranks: ["heat-rank", "metrics of several ranks"],
  binding: ["binding", "processors that ranks may run on"],
  regions: ["flame", "marked regions (hpm(3) and hpmrun --functions make them)"],
  callers: ["stacks", "samples with callers (hpmrun --sample=callers takes them)"],
  course: ["course", "counts over time"],
  "course-account": ["course-account", "account of time over time (runs of several intervals have it)"],
  "rank-times": ["rank-times", "times of ranks over time (hpmrun --interval keeps them)"],
  sizes: ["sizes", "messages by size (where calls of MPI are timed, and send some)"],
};
const pictureNames = Object.keys(pictures);
const sectionOf = (name) => document.getElementById(pictures[name][0]);
const nameOf = (part) => pictureNames.find((name) => pictures[name][0] === part.id) || part.id;

const svgSpace = "http://www.w3.org/2000/svg";
const kept = ["fill", "stroke", "stroke-width", "paint-order", "font-family", "font-size", "text-anchor", "opacity"];

// A copy that needs no style sheet: what counts of its styles is in each element.
function standAlone(svg) {
  const copy = svg.cloneNode(true), [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const originals = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((one, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of ["class", "style", "tabindex", "role"]) one.removeAttribute(name);
    for (const name of kept) one.setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", svgSpace);
  return { svg: copy, width, height };
}

function svgElement(parent, tag, attributes, text) {
  const made = parent.appendChild(document.createElementNS(svgSpace, tag));
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// The strips of a heat map, each with its name and what it reaches from and to.
function stripsAlone(heat) {
  const strips = [...heat.querySelectorAll(".strip")], left = 260, row = 34;
  const width = left + (d3.max(strips, (strip) => strip.querySelector("canvas").clientWidth) || 0);
  const svg = document.createElementNS(svgSpace, "svg"), { fontFamily } = getComputedStyle(heat);
  for (const [name, value] of Object.entries({ xmlns: svgSpace, "font-family": fontFamily, "font-size": 12, fill: color("text") })) svg.setAttribute(name, value);
  strips.forEach((strip, i) => {
    const canvas = strip.querySelector("canvas"), name = strip.querySelector(".name");
    svgElement(svg, "text", { x: 0, y: i * row + 13 }, name.firstChild.textContent);
    svgElement(svg, "text", { x: 0, y: i * row + 27, "font-size": 10.5 }, name.querySelector(".soft").textContent);
    svgElement(svg, "image", { x: left, y: i * row + 2, width: canvas.clientWidth, height: 24, preserveAspectRatio: "none", href: canvas.toDataURL() });
  });
  return { svg, width, height: strips.length * row };
}

// What the page tells beside the picture: what was chosen to be shown, and the colours of its table.
function legendOf(part) {
  const chosen = [...part.querySelectorAll(".controls select")], swatches = [...part.querySelectorAll(".swatch")];
  return [...chosen.map((one) => ({ text: one.selectedOptions[0].textContent })),
    ...swatches.map((one) => ({ fill: getComputedStyle(one).backgroundColor, text: one.parentNode.textContent }))];
}

// Words in lines of so many characters.
function folded(text, most) {
  const lines = [];
  for (const word of text.split(" ").filter(Boolean))
    if (lines.length && lines[lines.length - 1].length + 1 + word.length <= most) lines[lines.length - 1] += " " + word;
    else lines.push(word);
  return lines;
}

function pictureOf(part) {
  const drawing = part.querySelector("svg"), picture = drawing ? standAlone(drawing) : stripsAlone(part.querySelector(".heat")), { svg, width } = picture;
  let x = 0, y = picture.height + 18;
  for (const { fill, text } of drawing ? legendOf(part) : []) {
    const room = 7 * text.length + 30;
    if (x > 0 && x + room > width) { x = 0; y += 18; }
    if (fill) svgElement(svg, "rect", { x, y: y - 10, width: 11, height: 11, fill });
    svgElement(svg, "text", { x: x + (fill ? 16 : 0), y, fill: color("text"), "font-size": 12 }, text);
    x += room;
    picture.height = y + 4;
  }
  for (const text of folded(part.querySelector(".caption")?.textContent || "", Math.floor(width / 5.6))) {
    picture.height += 16;
    svgElement(svg, "text", { x: 0, y: picture.height, fill: color("soft"), "font-size": 10.5 }, text);
  }
  // With room for what stands out, on the ground of the page.
  const size = { width: width + 16, height: picture.height + 8 };
  for (const [name, value] of Object.entries({ ...size, viewBox: `-4 -4 ${size.width} ${size.height}` })) svg.setAttribute(name, value);
  svg.prepend(svgElement(svg, "rect", { x: -4, y: -4, ...size, fill: color("ground") }));
  return svg;
}

// XML has no control characters.
const markup = (svg) => new XMLSerializer().serializeToString(svg).replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "?");

function saveAs(name, blob) {
  const link = element("a", { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const filesOf = (part) => ofRun.contains(part) ? [shown] : part.id === "trend" ? [past] : runs;
const fileOf = (part, kind) => `${filesOf(part).map((one) => baseName(one.path).replace(/\.(h5|csv)$/, "")).slice(0, 2).join("-")}-${nameOf(part)}.${kind}`;

function saveSvg(part) {
  saveAs(fileOf(part, "svg"), new Blob([markup(pictureOf(part))], { type: "image/svg+xml" }));
}

// `done` gets it on a canvas, or null; the page is not loaded before that.
function raster(svg, done) {
  const image = new Image(), canvas = document.createElement("canvas");
  image.onload = () => {
    canvas.width = 2 * svg.getAttribute("width");
    canvas.height = 2 * svg.getAttribute("height");
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    done(canvas);
  };
  image.onerror = () => done(null);
  image.src = "data:image/svg+xml," + encodeURIComponent(markup(svg));
}

function savePng(part) {
  raster(pictureOf(part), (canvas) => canvas?.toBlob((blob) => saveAs(fileOf(part, "png"), blob)));
}

// Buttons in each section with a picture that has none yet.
function offerPictures() {
  for (const part of document.querySelectorAll("main section"))
    if (part.querySelector("svg, canvas") && !part.querySelector(".save"))
      part.append(element("div", { class: "controls save" }, "Save the picture as",
        element("button", { type: "button", onclick: () => saveSvg(part) }, "SVG"), element("button", { type: "button", onclick: () => savePng(part) }, "PNG")));
}
