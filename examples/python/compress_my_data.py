# SPDX-License-Identifier: Apache-2.0
"""How well does BDI compress warp registers with values such as mine? Each register goes through the model of the compressor."""

import collections
import random
import struct

import heddle

random.seed(1)
KINDS = {
    "thread numbers": lambda: [4 * lane + 4096 for lane in range(32)],
    "pixels": lambda: [random.randrange(256) for _ in range(32)],
    "floats in [0, 1)": lambda: [struct.unpack("I", struct.pack("f", random.random()))[0] for _ in range(32)],
    "equal": lambda: [7] * 32,
}
FORMS = ["4 B base alone", "<4,1>", "<4,2>", "uncompressed", "8 B base alone", "<8,1>", "<8,2>", "<8,4>"]

with heddle.Block("bdi_compressor") as compressor:
    for kind, draw in KINDS.items():
        forms = collections.Counter(
            FORMS[compressor.call(data=struct.pack("32I", *draw()))["encoding"]] for _ in range(50)
        )
        print(f"{kind:18} {dict(forms)}")
