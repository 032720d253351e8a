# SPDX-License-Identifier: Apache-2.0
"""Is this RTL the model, and what does it cost? `rtl=` of both calls takes RTL of your own."""

import heddle

found = heddle.cosim("value_broadcaster", vectors=5000, options=["--no-rates"])
print(found.report)
figures = heddle.estimate("value_broadcaster")
library = figures["library"]
print(f"{'equal' if found else 'not equal'}; {library['area_um2']:.0f} um2, {library['critical_path_ns']:.2f} ns, {figures['flip_flops']} flip-flops")
