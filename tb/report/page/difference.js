// SPDX-License-Identifier: Apache-2.0
"use strict";
// What differs between runs.

function sumTable(name, sum) {
  const change = sum.after - sum.before;
  const row = (part, before, after) => [part, before, after, after - before, change === 0 ? "-" : percent((after - before) / change)];
  return table([name, "before", "after", "change", "share"], [row("in all", sum.before, sum.after),
    ...sum.parts.map((p) => row(p.name, p.before, p.after))], name);
}

function differenceSection(d) {
  const listed = (name, figures) => figures.length === 0 ? null : element("div", {}, element("h3", {}, name), table([name, "before", "after", "change"],
    figures.map((f) => [f.name, f.before, f.after, signed(f.after / f.before - 1)]), name));
  return [element("p", {}, d.sentences.join(" ")), element("p", { class: "quiet" }, "Of one run each: heddle sweep tells whether a small change is noise."),
    element("h3", {}, "Cycles, by what a scheduler did in them"), sumTable("cycles", d.cycles),
    element("h3", {}, "Energy, nJ"), sumTable("energy", d.energy), listed("Kernels, cycles", d.kernels), listed("Events", d.counts)];
}

/** Key figures of all runs, against the first one. */
function sideBySide(runs) {
  const rows = [["cycles", "cycles"], ["IPC", "summary.ipc"], ["energy, nJ", "energy.total"], ["power, W", "energy.power"],
    ["warp instructions", "sm_total.warp_instructions"], ["L1 data misses", "sm_total.l1d.misses"], ["L2 misses", "l2_total.misses"],
    ["DRAM bursts", "dram_total.bursts"]].map(([name, path]) => [name, ...runs.map((run, k) => {
    const own = at(run.stats, path), first = at(runs[0].stats, path);
    return k === 0 || own === undefined ? own : `${shown(own)} (${signed(own / first - 1)})`;
  })]);
  return [table(["", ...runs.map((run) => run.name)], rows, "Runs side by side"), slots(runs)];
}
