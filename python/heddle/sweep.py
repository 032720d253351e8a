# SPDX-License-Identifier: Apache-2.0
"""A kernel on machines that differ in some values."""

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from heddle import program
from heddle.run import words_of


class Sweep:
    """A row a machine: its values on the axes, each measure, its spread over perturbed runs, and its change against the
    first machine."""

    def __init__(self, report: str, found: dict):
        self.report = report  #: what the program printed
        self.axes: list[str] = [axis["name"] for axis in found["axes"]]
        self.measures: list[str] = found["measures"]
        self.rows: list[dict] = []
        for point in found["points"]:
            row = dict(zip(self.axes, point["at"], strict=True))
            for k, measure in enumerate(self.measures):
                row[measure] = point["values"][k]
                row[f"{measure}, spread"] = point["spreads"][k]
                row[f"{measure}, change"] = point["changes"][k]
                row[f"{measure}, spread of the change"] = point["change_spreads"][k]
            self.rows.append(row)

    def frame(self):
        """The rows as a pandas frame."""
        return program.frame(self.rows)


def sweep(
    target: str | Path | Iterable[str | Path],
    *,
    settings: Mapping[str, program.Values] | None = None,
    measure: Iterable[str] = ("cycles", "ipc", "energy.total"),
    launch: str | Path | None = None,
    gpu: str | Path | None = None,
    techniques: str | Iterable[str] = (),
    size: str | None = None,
    perturb: int | None = None,
    options: Iterable[str] = (),
) -> Sweep:
    """Runs the target on each machine of the axes: `settings` with several values ({"sms": [1, 2, 4]} or {"sms": "1..8:*2"}).

    `measure` are statistics or expressions over them; `perturb` how many runs a point has, in which irrelevant latencies
    are moved by a cycle; `options` further ones of `heddle sweep`. Finished points are kept (--points) and not run again.
    """
    words = words_of(target, launch, gpu, techniques, settings, options)
    words += ["--measure", ",".join(measure)]
    if size is not None:
        words += ["--size", size]
    if perturb is not None:
        words += ["--perturb", str(perturb)]
    with tempfile.TemporaryDirectory() as folder:
        report = program.call(["sweep", *words, "--no-chart", "--out", folder])
        return Sweep(report, json.loads((Path(folder) / "sweep.json").read_text()))
