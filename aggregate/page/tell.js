// SPDX-License-Identifier: BSD-3-Clause
// Elements.  Text from the runs gets onto the page as text only, never as HTML.
function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {}))
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  for (const child of children.flat())
    if (child !== null && child !== undefined) made.append(child);
  return made;
}

let counted = 0;
const newId = (stem) => `${stem}-${++counted}`;

// A label around a control.
const labelled = (text, control) => element("label", {}, text + " ", control);

function choice(options, chosen, change) {
  const select = element("select", { onchange: () => change(select.value) },
    options.map(([value, text]) => element("option", { value, selected: value === chosen }, text)));
  return select;
}

function checkbox(text, checked, change, title) {
  const box = element("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return element("label", { title }, box, " " + text);
}

// A section of the page; none where it has nothing to tell.
function section(id, title, ...children) {
  const there = children.flat().filter((child) => child !== null && child !== undefined);
  if (!there.length) return null;
  return element("section", { id, "aria-labelledby": id + "-title" }, element("h2", { id: id + "-title" }, title), there);
}

// The part of a note that goes with a picture wherever that is shown.
const caption = (...texts) => element("span", { class: "caption" }, ...texts);

// A small table of texts: headings, and rows of cells or [text, attributes].
function plainTable(headings, rows, caption) {
  const cell = (tag, what, attributes) => Array.isArray(what) ? element(tag, { ...attributes, ...what[1] }, what[0]) : element(tag, attributes, what);
  return element("div", { class: "wide" }, element("table", {},
    caption ? element("caption", { class: "soft" }, caption) : null,
    headings ? element("thead", {}, element("tr", {}, headings.map((text) => cell("th", text, { scope: "col" })))) : null,
    element("tbody", {}, rows.map(([first, ...others]) =>
      element("tr", {}, cell("th", first, { scope: "row" }), others.map((text) => cell("td", text, {})))))));
}

// Draw again whenever the room or the colours change.
const drawers = [];
function drawn(holder, draw) {
  const again = () => { if (holder.isConnected) draw(Math.max(200, holder.clientWidth)); };
  drawers.push(again);
  return holder;
}
function redraw() { drawers.forEach((again) => again()); }

// Where a pointer is, in the units of a picture.
function pointerIn(svg, event) {
  const box = svg.getBoundingClientRect(), [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  return [(event.clientX - box.left) * width / box.width, (event.clientY - box.top) * height / box.height];
}

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
