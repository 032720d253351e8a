// SPDX-License-Identifier: Apache-2.0
"use strict";
// Estimates and verifications of blocks.

function estimateSection(source) {
  const all = JSON.parse(source.files["result.json"]), figures = (b) => b.scaled ?? b.library;
  const data = all.map((b) => ({ name: `${b.block} ${b.set}`, kind: "area", value: figures(b).area_um2 })).sort((a, b) => b.value - a.value);
  return [bars("Area of the blocks", data, "µm²", ["area"]), table(["block", "set", "area, µm²", "flip-flops", "gates", "critical path, ns",
    "clock, MHz", "cycles", "leakage, mW", "energy, pJ", "operation"], all.map((b) => {
    const f = figures(b), e = (f.energy_per_operation ?? [])[0];
    return [b.block, b.set, f.area_um2, b.flip_flops, b.gates, f.critical_path_ns, f.highest_clock_mhz, b.pipeline_cycles, b.leakage_mw,
      e?.without_glitches_pj, e?.vectors];
  }), "Estimates"), element("p", { class: "quiet" }, "Medians over orders of synthesis, without glitches; at the node of the technology file where it scales.")];
}

function verifySection(source) {
  const all = JSON.parse(source.files["result.json"]);
  return [table(["block", "level", "passed", "what it found"], all.flatMap((b) => b.levels.map((l) => [b.block, l.name,
    element("span", { class: l.passed ? "good" : "bad" }, l.passed ? "yes" : "NO"), l.figures])), "Levels of verification")];
}
