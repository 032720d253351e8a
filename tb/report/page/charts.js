// SPDX-License-Identifier: Apache-2.0
"use strict";
// Charts by Observable Plot, each with a caption for those who do not see it.

const scheme = ["#4269d0", "#efb118", "#d45b5b", "#4c9f8a", "#3c79b4", "#b07aa1", "#8c6d4f", "#8a8f98"];

function figure(caption, plot) {
  const made = Plot.plot({
    style: { fontSize: "12px", background: "transparent" }, width: 900, marginLeft: 150, marginRight: 40, marginBottom: 42,
    color: { range: scheme, legend: false }, ...plot,
  });
  const drawing = made.tagName.toLowerCase() === "svg" ? made : [...made.querySelectorAll("svg")].at(-1);
  drawing.querySelectorAll("[aria-label]").forEach((part) => part.removeAttribute("aria-label"));
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", caption);
  return element("figure", {}, made, element("figcaption", {}, caption));
}

/** Shares of a whole, one bar a row: rows of {row, kind, value}. */
function shares(caption, data, kinds, unit = "share") {
  return figure(caption, {
    height: 80 + 28 * new Set(data.map((d) => d.row)).size, color: { domain: kinds, range: scheme, legend: true },
    x: { label: unit, tickFormat: "%", domain: [0, 1] }, y: { label: null, domain: [...new Set(data.map((d) => d.row))] },
    marks: [Plot.barX(data, Plot.stackX({ offset: "normalize", x: "value", y: "row", fill: "kind", order: kinds,
      title: (d) => `${d.row}, ${d.kind}: ${shown(d.value)}` })), Plot.ruleX([0])],
  });
}

/** Values by name, the largest first: rows of {name, value, kind}. */
function bars(caption, data, unit, kinds) {
  const names = [...new Set(data.map((d) => d.name))];
  return figure(caption, {
    height: 70 + 22 * names.length, marginLeft: 230, color: { domain: kinds, range: scheme, legend: kinds.length > 1 },
    x: { label: unit, grid: true }, y: { label: null, domain: names },
    marks: [Plot.barX(data, { x: "value", y: "name", fill: "kind", title: (d) => `${d.name}: ${shown(d.value)} ${unit}` }),
      Plot.ruleX([0])],
  });
}

/** Values with spreads, in a group of bars a workload. */
function grouped(caption, data, series, unit, marks = []) {
  const groups = [...new Set(data.map((d) => d.group))], longest = d3.max(groups, (g) => g.length) ?? 0;
  return figure(caption, {
    width: Math.max(900, 26 * groups.length * Math.max(1, series.length / 2) + 120), height: 280 + 4 * longest,
    marginLeft: 60 + 2 * longest, marginBottom: 40 + 4 * longest,
    fx: { label: null, tickRotate: -40, domain: groups }, x: { axis: null, domain: series },
    y: { label: unit, grid: true }, color: { domain: series, range: scheme, legend: series.length > 1 },
    marks: [Plot.barY(data, { fx: "group", x: "series", y: "value", fill: "series",
      title: (d) => `${d.group}, ${d.series}: ${shown(d.value)}` }),
    Plot.ruleX(data.filter((d) => d.spread > 0), { fx: "group", x: "series", y1: (d) => d.value - d.spread,
      y2: (d) => d.value + d.spread, stroke: "currentColor" }), Plot.ruleY([0, ...marks], { stroke: "currentColor" })],
  });
}

/** Lines over x, with points and spreads. */
function lines(caption, data, xLabel, unit, ordinal = false) {
  const names = [...new Set(data.map((d) => d.series))];
  return figure(caption, {
    height: 260, marginLeft: 80, x: { label: xLabel, ...(ordinal ? { type: "point" } : {}) },
    y: { label: unit, grid: true }, color: { domain: names, range: scheme, legend: names.length > 1 },
    marks: [Plot.line(data, { x: "x", y: "value", stroke: "series", z: "series" }),
      ...(data.length > 200 ? [] : [Plot.dot(data, { x: "x", y: "value", fill: "series", r: 3,
        title: (d) => `${d.series} ${d.x}: ${shown(d.value)}` })]),
      Plot.ruleX(data.filter((d) => d.spread > 0), { x: "x", y1: (d) => d.value - d.spread,
        y2: (d) => d.value + d.spread, stroke: "series" })],
  });
}
