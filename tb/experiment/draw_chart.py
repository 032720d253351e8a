# SPDX-License-Identifier: Apache-2.0
"""Draws the chart of an experiment or a sweep: draw_chart.py TABLE.json CHART.svg.

The tables are those of ExperimentTable::json and SweepTable::json.
"""

import json
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "heddle"  # equal tables give equal files
import matplotlib.pyplot as pyplot  # noqa: E402

MISSING = float("nan")


def numbers(values):
    return [MISSING if v is None else v for v in values]


def draw_workloads(axes, table):
    """A group of bars a workload, and their mean behind them; series of one bar are stacked."""
    labels = table["workloads"] + ["mean"]
    bars = list(dict.fromkeys(s["bar"] for s in table["series"]))
    names = list(dict.fromkeys(s["name"] for s in table["series"]))
    legend = {}  # the parts of stacked bars look alike in each of them
    width = 0.8 / len(bars)
    # A gap sets the mean apart from the workloads.
    places = list(range(len(labels) - 1)) + [len(labels) - 0.5]
    for at, bar in enumerate(bars):
        left = [p - 0.4 + width * (at + 0.5) for p in places]
        floor = [0.0] * len(labels)
        for series in (s for s in table["series"] if s["bar"] == bar):
            heights = numbers(series["values"] + [series["mean"]])
            color = f"C{names.index(series['name']) % 10}"
            drawn = axes.bar(left, heights, width, bottom=floor, color=color, edgecolor="white", linewidth=0.3)
            legend.setdefault(series["name"], drawn)
            if "spread" in series:
                tops = [f + h for f, h in zip(floor, heights)]
                axes.errorbar(left, tops, numbers(series["spread"] + [series["mean_spread"]]), fmt="none",
                              ecolor="black", elinewidth=0.6, capsize=1.5)
            floor = [f + (0.0 if h != h else h) for f, h in zip(floor, heights)]
    axes.set_xticks(places, labels, rotation=60, ha="right")
    if len(names) > 1:
        title = "bars: " + ", ".join(bars) if bars != names else None
        axes.legend(legend.values(), legend.keys(), fontsize=7, title=title, title_fontsize=7,
                    ncols=min(4, len(names)), loc="lower center", bbox_to_anchor=(0.5, 1.0))
    draw_marks(axes, table, places[-1] - 0.5, places[-1] + 0.5)


def leading_number(label):
    try:
        return float(label.split()[0].rstrip("x%"))
    except (ValueError, IndexError):
        return None


def draw_series(axes, table):
    """The means of the series over the workloads: a bar each, or a line where the series are a sweep of a number."""
    labels = [s["name"] for s in table["series"]]
    means = numbers([s["mean"] for s in table["series"]])
    spreads = None  # matplotlib refuses to draw no spread at all
    if any(s.get("mean_spread") is not None for s in table["series"]):
        spreads = numbers([s.get("mean_spread") for s in table["series"]])
    sweep = [leading_number(label) for label in labels]
    if len(labels) > 2 and None not in sweep and sweep == sorted(set(sweep)):
        axes.errorbar(range(len(labels)), means, yerr=spreads, marker="o", markersize=4, capsize=2)
    else:
        axes.bar(range(len(labels)), means, 0.8, yerr=spreads, capsize=2)
    axes.set_xticks(range(len(labels)), labels)
    draw_marks(axes, table, -0.5, len(labels) - 0.5)


def draw_panels(table, workloads, draw, sharey, sharex=True):
    """A panel a workload, which `draw` fills."""
    columns = min(4, len(workloads))
    rows = -(-len(workloads) // columns)
    figure, grid = pyplot.subplots(rows, columns, figsize=(2.5 * columns + 1, 1.6 * rows + 1), sharex=sharex,
                                   sharey=sharey, squeeze=False, layout="constrained")
    panels = [axes for row in grid for axes in row]
    for axes, workload in zip(panels, workloads):
        draw(axes, workload)
        axes.set_title(workload["workload"], fontsize=8)
        axes.tick_params(labelsize=7)
        axes.grid(axis="y", alpha=0.3)
    panels[0].set_ylim(bottom=0 if sharey else None)
    for axes in panels[len(workloads):]:
        axes.set_visible(False)
    for axes in panels[max(0, len(workloads) - columns):len(workloads)]:
        axes.tick_params(labelbottom=True)  # also above a panel that is not there
    if len(panels[0].get_legend_handles_labels()[1]) > 1:
        panels[0].legend(fontsize=6)
    figure.supylabel(table["y"], fontsize=9)
    figure.supxlabel(table["x_label"] or "core cycle", fontsize=9)
    return figure


def draw_course(axes, course):
    """A line a series."""
    for series in course["series"]:
        axes.plot(course["cycles"], numbers(series["values"]), linewidth=0.8, label=series["name"])


def draw_lives(axes, workload):
    """A row a register, with a bar a life."""
    for row in workload["registers"]:
        spans = [(begin, end - begin) for begin, end in row["lives"]]
        axes.broken_barh(spans, (row["register"] - 0.4, 0.8), linewidth=0.2, edgecolor="white")
    axes.invert_yaxis()
    axes.yaxis.get_major_locator().set_params(integer=True)


def draw_pareto(table):
    """A panel a workload: a point a series, those of one bar alike, and the front of all."""
    bars = list(dict.fromkeys(s["bar"] for s in table["series"]))

    def draw(axes, workload):
        at = table["workloads"].index(workload["workload"])
        for k, bar in enumerate(bars):
            points = [(s["at"][at], s["values"][at]) for s in table["series"] if s["bar"] == bar]
            points = [p for p in points if None not in p]
            axes.plot([x for x, _ in points], [y for _, y in points], "osD^vP*X"[k % 8], markersize=3.5,
                      linestyle="none", label=bar, color=f"C{k % 10}")
        front = table["fronts"][at]
        axes.plot(front["at"], front["values"], linewidth=0.7, color="black", drawstyle="steps-post", zorder=0)

    return draw_panels(table, [{"workload": w} for w in table["workloads"]], draw, sharey=False, sharex=False)


def draw_curves(table):
    """A line a series over the values of x; points, and limits of x, that others published."""
    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for series in table["series"]:
        axes.plot(series["at"], series["values"], marker="o", markersize=3, label=series["name"])
    top = axes.get_ylim()[1]
    for k, mark in enumerate(table["published"]):
        if any(mark["values"]):
            axes.plot(mark["at"], mark["values"], "k" + "x+*"[k % 3], linestyle="none", label=mark["name"])
        else:
            axes.axvline(mark["at"][0], color="black", linestyle=":", linewidth=0.8 + 0.6 * k, label=mark["name"])
    axes.set_xlim(left=0)
    # Latencies of an overloaded machine are without bound.
    axes.set_ylim(0, min(top, 20 * min(v for s in table["series"] for v in s["values"])))
    axes.set_xlabel(table["x_label"])
    axes.set_ylabel(table["y"])
    axes.grid(alpha=0.3)
    axes.legend(fontsize=7)
    return figure


def draw_sweep(table):
    """A panel a measure; along one axis, a line (of numbers) or bars for each combination of the others."""
    measures, points, along = table["measures"], table["points"], table["along"]
    figure, panels = pyplot.subplots(len(measures), 1, figsize=(8, 2.4 * len(measures) + 1), squeeze=False,
                                     sharex=True, layout="constrained")
    ticks = table["axes"][along]["values"] if along is not None else [""]
    lines = {}
    for point in points:
        others = [f"{axis['name'].split('.')[-1]}={value}" for k, (axis, value) in
                  enumerate(zip(table["axes"], point["at"])) if k != along]
        lines.setdefault(", ".join(others), {})[point["at"][along] if along is not None else ""] = point
    width = 0.8 / len(lines)
    for m, (measure, axes) in enumerate(zip(measures, (row[0] for row in panels))):
        for k, (name, at) in enumerate(lines.items()):
            means = numbers([at[tick]["values"][m] if tick in at else None for tick in ticks])
            spreads = numbers([at[tick]["spreads"][m] if tick in at else None for tick in ticks])
            errors = spreads if any(s == s for s in spreads) else None
            if table["numbers"]:
                axes.errorbar(range(len(ticks)), means, yerr=errors, marker="o", markersize=4, capsize=2, label=name)
            else:
                left = [p - 0.4 + width * (k + 0.5) for p in range(len(ticks))]
                axes.bar(left, means, width, yerr=errors, capsize=2, label=name)
                if means[0] == means[0]:
                    axes.axhline(means[0], color=f"C{k % 10}", linestyle=":", linewidth=0.8)
        axes.set_ylabel(measure, fontsize=8)
        axes.grid(axis="y", alpha=0.3)
    turned = {} if sum(map(len, ticks)) < 60 else {"rotation": 35, "ha": "right"}
    panels[-1][0].set_xticks(range(len(ticks)), ticks, fontsize=8, **turned)
    if along is not None:
        panels[-1][0].set_xlabel(table["axes"][along]["name"])
    if len(lines) > 1:
        panels[0][0].legend(fontsize=7, ncols=min(4, len(lines)), loc="lower center", bbox_to_anchor=(0.5, 1.0))
    return figure


def draw_marks(axes, table, left, right):
    """Published means, as lines across the bars of the means."""
    for mark in (c["mark"] for c in table["compare"]):
        if mark is not None:
            axes.hlines(mark, left, right, colors="black", linestyles="dashed")
            axes.annotate("published", (right, mark), xytext=(0, 1.5), textcoords="offset points", fontsize=7,
                          ha="right", va="bottom")


def show_ratios(axes, table):
    """A line at 1, from which ratios differ, and an axis that begins a little below the least of them."""
    stacked = len({s["bar"] for s in table["series"]}) != len(table["series"])
    if table["mean"] != "geometric" or stacked:
        return
    values = [v for s in table["series"] for v in s["values"] + [s["mean"]] if v is not None]
    values += [c["mark"] for c in table["compare"] if c["mark"] is not None] + [1.0]
    low, high = min(values), max(values)
    axes.axhline(1.0, color="black", linewidth=0.8)
    axes.set_ylim(bottom=max(0.0, low - 0.1 * (high - low)))


def draw_bars(table):
    figure, axes = pyplot.subplots(figsize=(10, 4.5), layout="constrained")
    if table["x"] == "workloads":
        draw_workloads(axes, table)
    else:
        draw_series(axes, table)
    show_ratios(axes, table)
    axes.set_ylabel(table["y"])
    axes.set_xlabel(table["x_label"])
    axes.grid(axis="y", alpha=0.3)
    return figure


def main(source, target):
    with open(source, encoding="utf-8") as file:
        table = json.load(file)
    if table["x"] == "time":
        figure = draw_panels(table, table["courses"], draw_course, sharey=True)
    elif table["x"] == "lives":
        figure = draw_panels(table, table["lives"], draw_lives, sharey=False)
    elif table["x"] == "pareto":
        figure = draw_pareto(table)
    elif table["x"] == "curves":
        figure = draw_curves(table)
    elif table["x"] == "sweep":
        figure = draw_sweep(table)
    else:
        figure = draw_bars(table)
    figure.suptitle(f"{table['source']}: {table['title']}", fontsize=10)
    figure.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    main(*sys.argv[1:])
