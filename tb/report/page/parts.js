// SPDX-License-Identifier: Apache-2.0
"use strict";
// Elements, numbers and tables.

/** An element with attributes and children; a child that is no element becomes text. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** 1234567.8 as "1,234,568", 0.01234 as "0.01234"; what is no number as it is. */
function shown(value) {
  if (value === null || value === undefined || (typeof value === "number" && !isFinite(value))) return "-";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value) || Math.abs(value) >= 1e4) return Math.round(value).toLocaleString("en-US");
  return value.toLocaleString("en-US", { maximumSignificantDigits: 4 });
}

const percent = (share) => (isFinite(share) ? `${(100 * share).toFixed(1)} %` : "-");
const signed = (share) => (isFinite(share) ? `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)} %` : "-");

/** The value at a dotted path; undefined where there is none. */
const at = (object, path) => path.split(".").reduce((inner, key) => inner?.[key], object);

/** Figures under their names. */
function cards(figures) {
  return element("dl", { class: "cards" }, figures.map(([name, text, kind]) =>
    element("div", {}, element("dt", {}, name), element("dd", kind ? { class: kind } : {}, text))));
}

/** A table whose columns sort when their head is clicked. Rows are lists of values. */
function table(heads, rows, caption) {
  const body = element("tbody");
  const numeric = heads.map((_, k) => rows.some((row) => typeof row[k] === "number"));
  const fill = () => body.replaceChildren(...rows.map((row) => element("tr", {}, row.map((value, k) =>
    element("td", numeric[k] ? { class: "number" } : {}, value instanceof Node ? value : shown(value))))));
  let sorted = -1, down = false;
  const buttons = heads.map((head, k) => {
    const cell = element("th", { scope: "col", ...(numeric[k] ? { class: "number" } : {}) });
    const button = element("button", { type: "button", title: "Sort" }, head);
    button.addEventListener("click", () => {
      down = sorted === k ? !down : numeric[k];
      sorted = k;
      const order = (a, b) => (a[k] ?? -Infinity) < (b[k] ?? -Infinity) ? -1 : 1;
      rows.sort((a, b) => (down ? -1 : 1) * order(a, b));
      buttons.forEach((other) => other.removeAttribute("aria-sort"));
      cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      fill();
    });
    cell.append(button);
    return cell;
  });
  fill();
  return element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption }, element("table", {},
    element("thead", {}, element("tr", {}, buttons)), body));
}

/** A table of which a word chooses the rows. */
function searched(heads, rows, caption, most = 300) {
  const place = element("div");
  const field = element("input", { type: "search", placeholder: "Search", "aria-label": `Search: ${caption}` });
  const fill = () => {
    const word = field.value.toLowerCase();
    const found = rows.filter((row) => row.some((value) => String(value).toLowerCase().includes(word)));
    place.replaceChildren(table(heads, found.slice(0, most), caption), element("p", { class: "quiet" },
      found.length > most ? `${most} of ${found.length} rows are shown` : `${found.length} rows`));
  };
  field.addEventListener("input", fill);
  fill();
  return element("div", {}, field, place);
}

/** What is made when it is opened. */
function folded(summary, make) {
  const details = element("details", {}, element("summary", {}, summary));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(make());
  });
  return details;
}
