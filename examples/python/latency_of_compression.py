# SPDX-License-Identifier: Apache-2.0
"""What does a slower compressor cost (as Lee2015 Figure 20 asks)? A sweep as a pandas frame; small inputs, one run a point."""

import heddle

swept = heddle.sweep(
    "pathfinder",
    size="small",
    techniques="warped_compression",
    settings={"warped_compression.compression_latency": [2, 4, 8]},
    measure=["cycles", "ipc"],
    perturb=1,
)
print(swept.frame()[[*swept.axes, "cycles", "cycles, change"]].to_string(index=False))
