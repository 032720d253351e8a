# SPDX-License-Identifier: Apache-2.0
"""Heddle from Python: runs and sweeps of kernels on the modelled GPU, co-simulations and estimates of its blocks, and the
blocks' cycle-exact models themselves.

The package needs the program `heddle` and nothing else; pandas only where something is asked for as a frame. The program is
the one that the environment variable HEDDLE names, else that of the source tree around the package, else the one on the
PATH.
"""

from heddle.block import Block, elements
from heddle.program import Error
from heddle.run import Result, run
from heddle.sweep import Sweep, sweep
from heddle.tools import Cosimulation, cosim, estimate

__all__ = ["Block", "Cosimulation", "Error", "Result", "Sweep", "cosim", "elements", "estimate", "run", "sweep"]
