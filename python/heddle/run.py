# SPDX-License-Identifier: Apache-2.0
"""Kernels on the modelled GPU."""

import csv
import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from heddle import program


class Result(Mapping):
    """The statistics of a run by their paths, as result["sm_total.warp_instructions"]; `units` and `descriptions` say by the
    same paths what they count."""

    def __init__(self, report: str, folder: Path):
        self.report = report  #: what the program printed
        self._values: dict[str, float] = {}
        self.units: dict[str, str] = {}
        self.descriptions: dict[str, str] = {}
        with (folder / "stats.csv").open(newline="") as rows:
            for row in csv.DictReader(rows):
                path = row["path"]
                self._values[path] = float(row["value"]) if row["value"] else float("nan")
                self.units[path], self.descriptions[path] = row["unit"], row["description"]
        with (folder / "kernels.csv").open(newline="") as rows:
            self.kernels: list[dict[str, str]] = list(csv.DictReader(rows))  #: a row a launch
        self.manifest = json.loads((folder / "manifest.json").read_text())  #: all that the run was made from
        self.config = (folder / "config.yaml").read_text()  #: every parameter of the machine

    def __getitem__(self, path: str) -> float:
        return self._values[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def frame(self):
        """Path, value, unit and description of each statistic, as a pandas frame."""
        return program.frame(
            [
                {"path": p, "value": v, "unit": self.units[p], "description": self.descriptions[p]}
                for p, v in self._values.items()
            ]
        )


def words_of(
    target: str | Path | Iterable[str | Path],
    launch: str | Path | None,
    gpu: str | Path | None,
    techniques: str | Iterable[str],
    settings: Mapping[str, program.Values] | None,
    options: Iterable[str],
) -> list[str]:
    targets = [target] if isinstance(target, (str, Path)) else list(target)
    words = [str(t) for t in targets]
    if launch is not None:
        words += ["--launch", str(launch)]
    if gpu is not None:
        words += ["--gpu", str(gpu)]
    names = techniques if isinstance(techniques, str) else ",".join(techniques)
    if names:
        words += ["--with", names]
    return words + program.settings(settings) + list(options)


def run(
    target: str | Path | Iterable[str | Path],
    *,
    launch: str | Path | None = None,
    gpu: str | Path | None = None,
    techniques: str | Iterable[str] = (),
    settings: Mapping[str, program.Values] | None = None,
    small: bool = False,
    check: bool = False,
    options: Iterable[str] = (),
) -> Result:
    """Runs a workload, PTX files with their launch file, or a recording, on a machine with these techniques.

    `settings` are the machine's values by key ({"sm.schedulers": 1}); `options` further ones of `heddle run`, as they stand
    on its command line. Raises Error where the program refuses something, where a result is wrong, and where the kernel
    fails.
    """
    words = words_of(target, launch, gpu, techniques, settings, options)
    with tempfile.TemporaryDirectory() as folder:
        if small:
            words.append("--small")
        if check:
            words.append("--check")
        report = program.call(["run", *words, "--out", f"{folder}/result"])
        return Result(report, Path(folder) / "result")
