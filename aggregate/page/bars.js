// SPDX-License-Identifier: BSD-3-Clause
// The account of time, and messages by size.
const partColors = {
  user: "#2c7fb8", kernel: "#7fcdbb", computing: "#41a6c4", waiting: "#e6842a", blocked: "#8c6bb1", outside: "#b3b3b3",
  mpi_running: "#c51b4a", mpi_waiting: "#f4a582", mpi_blocked: "#e078a0", mpi: "#d6487a",
  running: "#2c9a7a", ready: "#e6b422", idle: "#9e9ac8", unknown: "#999999", own: "#555555",
};
const partTitles = {
  user: "computing, user", kernel: "computing, system", computing: "computing, user or system", waiting: "waiting for a processor", blocked: "blocked",
  outside: "not divided", mpi_running: "in MPI, on a processor", mpi_waiting: "in MPI, waiting for a processor", mpi_blocked: "in MPI, blocked",
  mpi: "in MPI, not divided", running: "on a processor", ready: "waiting for a processor", idle: "blocked", unknown: "not divided",
  own: "timing calls of MPI", mpi_arrival: "in collectives before the last rank came",
};

// Parts that add up: those of others are left out.
const partsOf = (account) => account.parts.filter((part) => part.place !== "within the time in MPI");

// As in the summary, what is less than that is not told.
const leastShare = 0.0005;

function drawAccounts(holder, accounts, width) {
  const height = 26, gap = 22;
  const svg = d3.create("svg").attr("viewBox", `0 0 ${width} ${accounts.length * (height + gap)}`).attr("role", "img")
    .attr("aria-label", "Account of time: the table below has its numbers");
  accounts.forEach(({ name, account }, i) => {
    const y = i * (height + gap) + gap - 4;
    svg.append("text").attr("x", 0).attr("y", y - 5).text(name);
    let from = 0;
    for (const part of partsOf(account)) {
      const share = part.time_s / account.whole_s;
      const box = svg.append("rect").attr("class", "cell").attr("x", from * width).attr("y", y).attr("width", share * width).attr("height", height).attr("fill", partColors[part.part] || "#888");
      box.append("title").text(`${partTitles[part.part] || part.part}: ${seconds(part.time_s)}, ${percent(share)}${part.error_s ? ", ± " + seconds(part.error_s) : ""}`);
      if (share * width > 40) svg.append("text").attr("x", (from + share / 2) * width).attr("y", y + 17).attr("text-anchor", "middle").style("fill", "#fff").style("paint-order", "stroke").style("stroke", "#0008").style("stroke-width", 2.5).style("pointer-events", "none").text(percent(Math.round(share * 100) / 100));
      from += share;
    }
  });
  holder.replaceChildren(svg.node());
}

function accountTable(accounts) {
  const names = [...new Set(accounts.flatMap(({ account }) => account.parts.filter((part) => part.share >= leastShare).map((part) => part.part)))];
  const cells = (name) => accounts.map(({ account }) => {
    const part = account.parts.find((one) => one.part === name);
    return part ? [`${seconds(part.time_s)}  (${percent(part.share)})`, { class: "number", title: part.error_s ? "± " + seconds(part.error_s) : null }] : ["", {}];
  });
  return plainTable(["part", ...accounts.map(({ name }) => [name, { class: "number" }])], names.map((name) =>
    [[element("span", {}, partColors[name] ? element("span", { class: "swatch", style: `background:${partColors[name]}` }) : null, (partColors[name] ? "" : "within the time in MPI: ") + (partTitles[name] || name)), {}], ...cells(name)]));
}

function accountSection() {
  const accounts = runs.filter((run) => run.account).map((run) => ({ name: runName(run), account: run.account }));
  if (!accounts.length) return null;
  const holder = element("div", { class: "account" });
  return section("account", "Where the time went", drawn(holder, (width) => drawAccounts(holder, accounts, width)), accountTable(accounts),
    element("p", { class: "soft" }, caption("Shares of the time of all threads of the program together."), " The table has its seconds."));
}

function drawSizes(holder, sizes, width) {
  const kinds = [...new Set(sizes.map((size) => size.kind))];
  const floors = [...new Set(sizes.map((size) => size.from))].sort((a, b) => a - b);
  const height = 130, left = 10;
  const svg = d3.create("svg").attr("viewBox", `0 0 ${width} ${kinds.length * (height + 50)}`).attr("role", "img").attr("aria-label", "Messages by size: the table below has the numbers");
  const x = d3.scaleBand(floors, [left, width - left]).padding(0.15);
  kinds.forEach((kind, k) => {
    const those = sizes.filter((size) => size.kind === kind);
    const top = k * (height + 50) + 20;
    const y = d3.scaleLinear([0, d3.max(those, (size) => size.messages)], [height - 20, 14]);
    svg.append("text").attr("x", left).attr("y", top - 6).text(kind + ": messages");
    for (const size of those) {
      svg.append("rect").attr("class", "bar").attr("x", x(size.from)).attr("width", x.bandwidth()).attr("y", top + y(size.messages)).attr("height", Math.max(1, height - 20 - y(size.messages)))
        .append("title").text(`from ${bytes(size.from)}: ${number(size.messages)} messages, ${bytes(size.bytes)}`);
      const told = number(size.messages);
      if (7 * told.length < x.step()) svg.append("text").attr("x", x(size.from) + x.bandwidth() / 2).attr("y", top + y(size.messages) - 3).attr("text-anchor", "middle").text(told);
    }
    const every = Math.ceil(floors.length / Math.max(1, Math.floor(width / 60)));
    floors.forEach((floor, i) => { if (i % every === 0) svg.append("text").attr("x", x(floor) + x.bandwidth() / 2).attr("y", top + height - 4).attr("text-anchor", "middle").text(bytes(floor)); });
  });
  holder.replaceChildren(svg.node());
}

function sizesSection(run) {
  const sizes = run.message_sizes || [];
  if (!sizes.length) return null;
  const holder = element("div", {});
  const right = { class: "number" };
  return section("sizes", "Sizes of messages", drawn(holder, (width) => drawSizes(holder, sizes, width)),
    element("details", {}, element("summary", {}, "As a table"), plainTable(["kind", ["from", right], ["messages", right], ["bytes", right]],
      sizes.map((size) => [size.kind, [bytes(size.from), right], [number(size.messages), right], [number(size.bytes), right]]))));
}
