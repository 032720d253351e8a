// SPDX-License-Identifier: Apache-2.0
"use strict";
// Puts the page together.

function showPage() {
  const data = JSON.parse(document.getElementById("data").textContent);
  const main = document.getElementById("main"), list = element("ul");
  main.replaceChildren();
  const add = (title, parts) => {
    const id = `s${list.children.length + 1}`;
    main.append(element("section", { "aria-labelledby": id }, element("h2", { id }, title), parts));
    list.append(element("li", {}, element("a", { href: `#${id}` }, title)));
  };
  const runs = data.sources.filter((source) => source.kind === "run").map(readRun);
  if (runs.length > 1) add("Runs side by side", sideBySide(runs));
  for (const d of data.differences) add(`From ${d.from} to ${d.to}`, differenceSection(d));
  for (const run of runs) add(`${run.manifest.request?.target ?? "Run"}: ${run.name}`, runSection(run));
  const others = { experiment: experimentSection, sweep: sweepSection, estimate: estimateSection, verify: verifySection };
  for (const source of data.sources.filter((s) => s.kind !== "run")) add(source.name, others[source.kind](source));
  document.getElementById("contents").append(list);
  document.getElementById("footer").append(element("p", { class: "quiet" }, `Made by Heddle ${data.version}, commit ${data.commit}.`));
  document.title = `Heddle: ${data.sources.map((s) => s.name).join(", ")}`;
}

showPage();
