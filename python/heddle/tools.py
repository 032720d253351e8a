# SPDX-License-Identifier: Apache-2.0
"""RTL against the models, and what it costs."""

import json
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from heddle import program


@dataclass(frozen=True)
class Cosimulation:
    """Whether model and RTL had the same outputs at each clock edge; true as a condition where they had."""

    equal: bool
    report: str  #: with the first mismatch, where there is one

    def __bool__(self) -> bool:
        return self.equal


def cosim(
    block: str,
    *,
    rtl: str | Path | None = None,
    settings: Mapping[str, program.Values] | None = None,
    vectors: int | None = None,
    seed: int | None = None,
    options: Iterable[str] = (),
) -> Cosimulation:
    """Runs a block's model and its RTL, or yours, in lock-step. `options` are further ones of `heddle cosim`."""
    words = ["cosim", block, *program.settings(settings), *options]
    for option, value in (("--rtl", rtl), ("--vectors", vectors), ("--seed", seed)):
        if value is not None:
            words += [option, str(value)]
    return Cosimulation(*program.compare(words))


def estimate(block: str, *, rtl: str | Path | None = None, liberty: str | Path | None = None, options: Iterable[str] = ()) -> dict:
    """Area, critical path and energy of a block's RTL, or of yours, after synthesis, as `heddle estimate --json` has them."""
    words = ["estimate", block, *options]
    for option, value in (("--rtl", rtl), ("--liberty", liberty)):
        if value is not None:
            words += [option, str(value)]
    with tempfile.TemporaryDirectory() as folder:
        program.call([*words, "--json", f"{folder}/figures.json"])
        return json.loads((Path(folder) / "figures.json").read_text())[0]
