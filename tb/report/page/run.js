// SPDX-License-Identifier: Apache-2.0
"use strict";
// What one run shows.

/** A run's files, parsed. */
function readRun(source) {
  const of = (name) => (source.files[name] === undefined ? null : JSON.parse(source.files[name]));
  const stats = of("stats.json"), manifest = of("manifest.json");
  const config = (source.files["config.yaml"] ?? "").split("\n");
  const value = (key) => {
    const line = config.find((text) => text.startsWith(`${key}: `));
    return line === undefined ? NaN : parseFloat(line.slice(key.length + 2));
  };
  const schedulers = parseFloat(config.find((text) => text.startsWith("  schedulers: "))?.slice(14));
  return { name: source.name, source, stats, manifest, config, mhz: value("core_mhz"), sms: value("sms"), schedulers };
}

const slotKinds = { active: "issuing", memory_stall: "load/store path", compute_stall: "pipelines",
  data_dependence: "earlier results", idle: "no instruction" };

/** Rows of the shares of issue slots of runs. */
function slotRows(runs) {
  return runs.flatMap((run) => Object.entries(slotKinds).map(([path, kind]) =>
    ({ row: run.name, kind, value: at(run.stats, `sm_total.issue_slots.${path}`) ?? 0 })));
}

const slots = (runs) => shares("Where the issue slots went: what a scheduler did, or waited for, in a cycle",
  slotRows(runs), Object.values(slotKinds), "share of the issue slots");

function figuresOf(run) {
  const s = run.stats, checked = at(s, "result.checked"), wrong = at(s, "result.mismatches");
  const result = checked === 0 ? ["nothing was expected", "quiet"]
    : wrong === 0 ? [`right: ${shown(checked)} elements`, "good"]
      : s.quality ? [`approximated: ${shown(wrong)} of ${shown(checked)} differ`, ""]
        : [`WRONG: ${shown(wrong)} of ${shown(checked)}`, "bad"];
  return [["result", ...result], ["cycles", shown(s.cycles)], ["time", `${shown(s.cycles / run.mhz)} µs`],
    ["IPC", shown(at(s, "summary.ipc"))], ["energy", `${shown(at(s, "energy.total") / 1000)} µJ`],
    ["power", `${shown(at(s, "energy.power"))} W`], ["DRAM", `${shown(at(s, "dram_total.bandwidth"))} GB/s`]];
}

function caches(run) {
  const names = { l1i: "L1 instructions", l1d: "L1 data", l1c: "L1 constants", l1t: "L1 textures" };
  const all = [...Object.entries(names).map(([key, name]) => [name, at(run.stats, `sm_total.${key}`)]), ["L2", run.stats.l2_total]];
  const data = all.filter(([, c]) => c && c.accesses > 0).flatMap(([row, c]) => [
    { row, kind: "hits", value: c.hits },
    { row, kind: "on their way", value: c.read_hits_reserved + c.write_hits_reserved }, { row, kind: "misses", value: c.misses }]);
  return data.length === 0 ? null : shares("Caches: what became of accesses", data, ["hits", "on their way", "misses"],
    "share of the accesses");
}

function energy(run) {
  const data = Object.entries(run.stats.energy ?? {}).filter(([, part]) => part instanceof Object).flatMap(([name, part]) =>
    ["dynamic", "static"].map((kind) => ({ name: name.replaceAll("_", " "), kind, value: part[kind] / 1000 })));
  const total = (name) => d3.sum(data.filter((d) => d.name === name), (d) => d.value);
  data.sort((a, b) => total(b.name) - total(a.name));
  return data.length === 0 ? null : bars("Energy by part of the machine", data, "µJ", ["dynamic", "static"]);
}

/** Thread instructions a byte of DRAM, and a second, of the run and of each kernel, below what issue and DRAM allow. */
function roofline(run) {
  const dram = run.stats.dram_total, peakBytes = dram && dram.bw_util > 0 ? dram.bandwidth / dram.bw_util : NaN;
  const peak = run.sms * run.schedulers * 32 * run.mhz / 1000;
  const point = (name, s) => ({ name, x: at(s, "sm_total.thread_instructions") / at(s, "dram_total.bytes"),
    y: at(s, "sm_total.thread_instructions") / s.cycles * run.mhz / 1000 });
  const points = [["the whole run", run.stats], ...(Object.keys(run.stats.kernels ?? {}).length > 1 ? Object.entries(run.stats.kernels) : [])]
    .map(([name, s]) => point(name, s)).filter((p) => isFinite(p.x) && p.x > 0 && p.y > 0);
  if (points.length === 0 || !isFinite(peakBytes) || !isFinite(peak)) return null;
  const ridge = peak / peakBytes, left = Math.min(ridge / 8, ...points.map((p) => p.x / 2)),
    right = Math.max(ridge * 8, ...points.map((p) => p.x * 2));
  const low = Math.min(left * peakBytes, ...points.map((p) => p.y)) / 2;
  const roof = [{ x: left, y: left * peakBytes }, { x: ridge, y: peak }, { x: right, y: peak }];
  return figure(`Roofline: at most ${shown(peak)} G thread instructions a second (a warp instruction a scheduler and cycle) ` +
    `and ${shown(peakBytes)} GB/s of DRAM`, {
    height: 320, marginLeft: 70, marginRight: 160, x: { type: "log", label: "thread instructions a byte of DRAM", grid: true },
    y: { type: "log", label: "G thread instructions/s", grid: true, domain: [low, 2 * peak] },
    marks: [Plot.line(roof, { x: "x", y: "y", stroke: "currentColor" }),
      Plot.dot(points, { x: "x", y: "y", fill: scheme[0], r: 4, title: (p) => `${p.name}: ${shown(p.x)}, ${shown(p.y)}` }),
      Plot.text(points, { x: "x", y: "y", text: "name", dx: 8, textAnchor: "start", fill: "currentColor" })],
  });
}

function kernels(run) {
  const rows = d3.csvParse(run.source.files["kernels.csv"] ?? "");
  const columns = [["launch", "launch"], ["kernel", "kernel"], ["grid", "grid"], ["block", "block"], ["cycles", "cycles"], ["ipc", "IPC"],
    ["sm_total.warp_instructions", "warp instructions"], ["sm_total.l1d.misses", "L1 misses"], ["l2_total.misses", "L2 misses"],
    ["dram_total.bursts", "DRAM bursts"], ["energy.total", "energy, nJ"]].filter(([key]) => rows.columns.includes(key));
  const text = ["kernel", "grid", "block"];
  return searched(columns.map(([, head]) => head), rows.map((row) => columns.map(([key]) =>
    (text.includes(key) ? row[key] : row[key] === "" ? NaN : +row[key]))), "Launches");
}

function overTime(run) {
  return Object.entries(run.source.files).filter(([name]) => name.endsWith(".csv") && !["stats.csv", "kernels.csv"].includes(name))
    .map(([name, text]) => {
      const rows = d3.csvParse(text), [x, ...series] = rows.columns;
      return lines(`${name}: statistics over time`, rows.flatMap((row) => series.map((s) => ({ x: +row[x], series: s, value: +row[s] }))), x, "");
    });
}

/** Keys of the configuration, by their indentation, with value and origin. */
function configuration(run) {
  const rows = [], path = [];
  for (const line of run.config) {
    const [, blanks, key, rest] = /^( *)([^\s:#][^:]*):\s*(.*)$/.exec(line) ?? [];
    if (key === undefined) continue;
    path.length = blanks.length / 2;
    path.push(key);
    if (rest === "") continue;
    const [value, comment = ""] = rest.split(/\s+# (.*)/), parts = comment.split("; ");
    rows.push([path.join("."), value, parts.length > 1 ? parts[0] : "", parts.at(-1)]);
  }
  return searched(["key", "value", "unit", "from"], rows, "Configuration");
}

function madeFrom(run) {
  const m = run.manifest, quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  return element("div", {}, element("p", {}, `Heddle ${m.heddle?.version ?? "?"}, commit ${m.heddle?.commit ?? "?"}. To repeat it, in ${m.folder ?? "?"}:`),
    element("pre", {}, ["heddle", ...(m.command ?? []).slice(1)].map(quoted).join(" ")),
    table(["kind", "file", "bytes", "hash"], (m.read ?? []).map((f) => [f.kind, f.path, f.bytes, f.hash]), "Files that were read"));
}

function runSection(run) {
  const s = run.stats;
  const blocks = run.source.blocks.length === 0 ? null
    : element("div", {}, element("h3", {}, "Blocks"), table(["block", "did", "waited"], run.source.blocks.map((b) =>
      [b.block, b.did.join(", "), b.stalls.join(", ")]), "What the blocks did"));
  const ratio = at(s, "summary.compression_ratio");
  const dram = s.dram_total ?? {};
  return [cards(figuresOf(run)), slots([run]), roofline(run), caches(run), cards([["DRAM row hits", percent(dram.row_hit_rate)],
    ["DRAM bus", percent(dram.bw_util)], ["a read of DRAM", `${shown(dram.read_latency)} cycles`],
    ...(ratio === undefined ? [] : [["register compression", shown(ratio)]])]), energy(run), blocks, ...overTime(run),
  element("h3", {}, "Launches"), kernels(run), folded("All statistics", () => searched(["statistic", "value", "unit", "what it counts"],
    d3.csvParse(run.source.files["stats.csv"] ?? "").map((r) => [r.path, r.value === "" ? NaN : +r.value, r.unit, r.description]), "Statistics")),
  folded("Configuration, with the origin of each value", () => configuration(run)), folded("What it was made from", () => madeFrom(run))];
}
