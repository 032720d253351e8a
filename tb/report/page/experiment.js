// SPDX-License-Identifier: Apache-2.0
"use strict";
// Experiments and sweeps.

function experimentSection(source) {
  const t = JSON.parse(source.files["table.json"]), parts = [element("p", {}, `${t.source}: ${t.title}`)];
  const names = t.series.map((s) => (s.bar === s.name ? s.name : `${s.bar}: ${s.name}`));
  const data = t.series.flatMap((s, k) => t.workloads.map((group, w) => ({ group, series: names[k], value: s.values[w], spread: s.spread?.[w] ?? 0 }))
    .concat({ group: "mean", series: names[k], value: s.mean, spread: s.mean_spread ?? 0 })).filter((d) => d.value !== null);
  if (data.length > 0) {
    const published = t.compare.filter((c) => c.mark !== null).map((c) => c.mark);
    parts.push(grouped(`${t.y || t.title}; lines inside the bars: 95 % intervals` + (published.length > 0 ? "; across: published" : ""),
      data, names, t.y, published));
    parts.push(folded("As a table", () => table(["workload", ...names], [...t.workloads, "mean"].map((w) => [w, ...names.map((n) =>
      data.find((d) => d.group === w && d.series === n)?.value)]), t.title)));
  }
  for (const course of t.courses ?? [])
    parts.push(lines(`${course.workload} over time`, course.series.flatMap((s) => s.values.map((value, k) =>
      ({ x: course.cycles[k], series: s.name, value }))).filter((d) => d.value !== null), "core cycle", t.y));
  if (t.compare.length > 0)
    parts.push(element("h3", {}, "Against what was published"), table(["what", "published", "measured", "±", "difference", "source", "why"],
      t.compare.map((c) => [c.name, c.published, c.measured, c.spread, c.difference === null ? "-" : signed(c.difference), c.source, c.why]),
      "Published and measured"));
  return parts;
}

function sweepSection(source) {
  const t = JSON.parse(source.files["sweep.json"]), parts = [];
  const others = (p) => p.at.map((v, k) => `${t.axes[k].name.split(".").at(-1)}=${v}`).filter((_, k) => k !== t.along).join(", ");
  t.measures.forEach((measure, m) => {
    const data = t.points.map((p) => ({ x: t.along === null ? "" : p.at[t.along], group: t.along === null ? "" : p.at[t.along],
      series: others(p) || measure, value: p.values[m], spread: p.spreads[m] ?? 0 })).filter((d) => d.value !== null);
    const caption = `${measure}; upright lines: 95 % intervals`, x = t.along === null ? "" : t.axes[t.along].name;
    parts.push(t.numbers ? lines(caption, data, x, measure, true) : grouped(caption, data, [...new Set(data.map((d) => d.series))], measure));
  });
  parts.push(table([...t.axes.map((a) => a.name), ...t.measures.flatMap((m) => [m, "±", "change"])], t.points.map((p) => [...p.at,
    ...t.measures.flatMap((_, m) => [p.values[m], p.spreads[m], signed(p.changes[m])])]), "All points"));
  return parts;
}
