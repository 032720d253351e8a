#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Energy of a netlist by a route that shares nothing with heddle estimate: Icarus Verilog simulates the netlist with the
library vendor's own cell models, and the liberty's tables are read here, with slews propagated here.

  cell_energy.py NETLIST.json NETLIST.v TOP LIBERTY CELLS.v OPERATIONS WARM_UP LOAD_FF

NETLIST.json and NETLIST.v are the same netlist as yosys writes it. OPERATIONS: a line "pin:bits pin:bits ...", then a line of
hexadecimal values for each operation. Prints JSON: pJ an operation on clock pins, in registers, in logic; without glitches.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def parse_liberty(text):
    """Nested groups (kind, names, attributes, groups) of a liberty."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S).replace("\\\n", " ")
    tokens = re.findall(r'"[^"]*"|[A-Za-z0-9_.+-]+|[(){}:;,]', text)
    at = 0

    def group(kind, names):
        nonlocal at
        attributes, groups = {}, []
        while tokens[at] != "}":
            name = tokens[at]
            at += 1
            if name == ";":
                continue
            if tokens[at] == ":":
                at += 1
                value = []
                while tokens[at] != ";" and not (len(value) and tokens[at + 1] in ":("):
                    value.append(tokens[at].strip('"'))
                    at += 1
                attributes[name] = " ".join(value)
            else:
                end = tokens.index(")", at)
                values = [t.strip('"') for t in tokens[at + 1:end] if t != ","]
                at = end + 1
                if tokens[at] == "{":
                    at += 1
                    groups.append(group(name, values))
                else:
                    attributes[name] = values
        at += 1
        return kind, names, attributes, groups

    at = tokens.index("{") + 1
    return group("library", [])


class Table:
    """Linear interpolation, and extrapolation at the ends, in one or two variables: (load, slew) or slew alone."""

    def __init__(self, group):
        _, _, attributes, _ = group
        numbers = lambda key: [float(x) for x in re.split(r"[ ,]+", " ".join(attributes[key]).strip())]
        self.first = numbers("index_1")
        self.second = numbers("index_2") if "index_2" in attributes else None
        self.values = numbers("values")

    @staticmethod
    def place(axis, x):
        if len(axis) == 1:
            return 0, 0.0
        k = max(0, min(len(axis) - 2, sum(a <= x for a in axis) - 1))
        return k, (x - axis[k]) / (axis[k + 1] - axis[k])

    def __call__(self, load, slew):
        if self.second is None:
            k, f = self.place(self.first, slew)
            return self.values[k] * (1 - f) + self.values[k + 1] * f
        i, f = self.place(self.first, load)
        j, g = self.place(self.second, slew)
        n = len(self.second)
        at = lambda a, b: self.values[a * n + b]
        return ((at(i, j) * (1 - g) + at(i, j + 1) * g) * (1 - f)
                + (at(i + 1, j) * (1 - g) + at(i + 1, j + 1) * g) * f)


class Pin:
    def __init__(self, group):
        _, names, attributes, groups = group
        self.name = names[0]
        self.output = attributes["direction"] == "output"
        self.clock = attributes.get("clock") == "true"
        self.capacitance = float(attributes.get("capacitance", 0))
        self.power, self.slews = [], []  # (related pin, rise, fall)
        for kind, _, inner, tables in groups:
            named = {t[0]: t for t in tables}
            related = inner.get("related_pin")
            if kind == "internal_power":
                if "power" in named:
                    named["rise_power"] = named["fall_power"] = named["power"]
                self.power.append((related, Table(named["rise_power"]), Table(named["fall_power"])))
            elif kind == "timing" and "rise_transition" in named and "fall_transition" in named:
                self.slews.append((related, Table(named["rise_transition"]), Table(named["fall_transition"])))


def read_cells(liberty):
    cells = {}
    for kind, names, _, groups in liberty[3]:
        if kind == "cell":
            pins = [Pin(g) for g in groups if g[0] == "pin"]
            cells[names[0]] = ({p.name: p for p in pins}, any(g[0] == "ff" for g in groups))
    return cells


def simulate(verilog, cells, top, ports, operations, warm_up, folder):
    """Rises and falls of each net name (with its bit) over the operations behind the first `warm_up`."""
    header, *rows = pathlib.Path(operations).read_text().splitlines()
    pins = [p.split(":") for p in header.split()]
    width = sum(int(bits) for _, bits in pins)
    words = []
    for row in rows:
        value = 0
        for (_, bits), text in zip(pins, row.split()):
            value = value << int(bits) | int(text, 16)
        words.append(f"{value:x}")
    # The last operations run first, as a warm-up.
    words = [words[(i - warm_up) % len(words)] for i in range(len(words) + warm_up)]
    (folder / "words.hex").write_text("\n".join(words) + "\n")
    outputs = [p for p, (direction, _) in ports.items() if direction == "output"]
    driven = {name for name, _ in pins}
    idle = [p for p, (direction, _) in ports.items()
            if direction == "input" and p not in driven and p not in ("clk_i", "rst_ni")]
    declare = "".join(f"  wire [{ports[p][1] - 1}:0] {p};\n" for p in outputs)
    declare += "".join(f"  reg [{int(b) - 1}:0] {n} = 0;\n" for n, b in pins)
    declare += "".join(f"  wire [{ports[p][1] - 1}:0] {p} = 0;\n" for p in idle)
    assign = ", ".join(n for n, _ in pins)
    (folder / "bench.v").write_text(f"""`timescale 1ns/10ps
module bench;
  reg clk_i = 0, rst_ni = 0;
{declare}  reg [{width - 1}:0] words [0:{len(words) - 1}];
  integer i;
  {top} dut ({", ".join(f".{p}({p})" for p in ports)});
  initial begin
    $readmemh("words.hex", words);
    $dumpfile("nets.vcd");
    #5 rst_ni = 1;
    for (i = 0; i < {len(words)}; i = i + 1) begin
      if (i == {warm_up}) $dumpvars(1, dut);
      #4 clk_i = 1;
      #1 {{{assign}}} = words[i];
      #5 clk_i = 0;
    end
    $finish;
  end
endmodule
""")
    subprocess.run(["iverilog", "-g2005", "-s", "bench", "-o", "bench.vvp", "bench.v", pathlib.Path(verilog).resolve(),
                    pathlib.Path(cells).resolve()], cwd=folder, check=True, capture_output=True)
    subprocess.run(["vvp", "bench.vvp"], cwd=folder, check=True, capture_output=True)
    return len(rows), read_vcd(folder / "nets.vcd")


def read_vcd(file):
    names = collections.defaultdict(list)
    rises, falls, last = collections.Counter(), collections.Counter(), {}

    def change(code, value):
        before = last.get(code)
        last[code] = value
        if before is None or before == value:
            return
        width = max(len(before), len(value))
        before, value = before.rjust(width, "0"), value.rjust(width, "0")
        for bit in range(width):
            a, b = before[width - 1 - bit], value[width - 1 - bit]
            if a == "0" and b == "1":
                rises[code, bit] += 1
            elif a == "1" and b == "0":
                falls[code, bit] += 1

    with open(file) as lines:
        for line in lines:
            if line.startswith("$var"):
                words = line.split()
                names[words[3]].append(words[4].removeprefix("\\"))
            elif line[0] in "01xz":
                change(line[1:].strip(), line[0])
            elif line[0] == "b":
                value, code = line[1:].split()
                change(code, value)
    by_name = {}
    for (code, bit) in set(rises) | set(falls):
        for name in names[code]:
            by_name[name, bit] = (rises[code, bit], falls[code, bit])
    return by_name


def main():
    netlist_json, netlist_v, top, liberty_file, cells_v, operations, warm_up, load_ff = sys.argv[1:]
    liberty = parse_liberty(pathlib.Path(liberty_file).read_text())
    voltage = float(liberty[2]["nom_voltage"])
    cells = read_cells(liberty)
    module = json.loads(pathlib.Path(netlist_json).read_text())["modules"][top]
    ports = {name: (p["direction"], len(p["bits"])) for name, p in module["ports"].items()}
    with tempfile.TemporaryDirectory() as name:
        count, changes = simulate(netlist_v, cells_v, top, ports, operations, int(warm_up), pathlib.Path(name))

    toggles = {}
    for name, net in module["netnames"].items():
        for bit, number in enumerate(net["bits"]):
            if (name, bit) in changes:
                toggles[number] = changes[name, bit]
    load = collections.Counter()
    for p in module["ports"].values():
        if p["direction"] == "output":
            for number in p["bits"]:
                load[number] += float(load_ff) * 1e-3
    for instance in module["cells"].values():
        pins, _ = cells[instance["type"]]
        for pin, bits in instance["connections"].items():
            if bits and not pins[pin].output:
                load[bits[0]] += pins[pin].capacitance

    clock_net = module["ports"]["clk_i"]["bits"][0]
    drivers = {}
    for instance in module["cells"].values():
        pins, flip_flop = cells[instance["type"]]
        for pin, bits in instance["connections"].items():
            if bits and pins[pin].output:
                drivers[bits[0]] = (instance, pin)
    buffer_pins, _ = cells["BUFX2"]
    (buffer_output,) = [p for p in buffer_pins.values() if p.output]
    slew = {clock_net: (0.0, 0.0), "0": (0.0, 0.0), "1": (0.0, 0.0)}

    def slew_of(net):
        stack = [net]
        while stack:
            n = stack[-1]
            if n in slew:
                stack.pop()
                continue
            if n not in drivers:  # an input, behind a buffer
                tables = buffer_output.slews
                inputs = {related: (0.0, 0.0) for related, _, _ in tables}
            else:
                instance, pin = drivers[n]
                tables = cells[instance["type"]][0][pin].slews
                nets = {related: instance["connections"][related][0] for related, _, _ in tables}
                missing = [m for m in nets.values() if m not in slew]
                if missing:
                    stack += missing
                    continue
                inputs = {related: slew[m] for related, m in nets.items()}
            rise = max(t(load[n], max(inputs[r])) for r, t, _ in tables)
            fall = max(t(load[n], max(inputs[r])) for r, _, t in tables)
            slew[n] = (rise, fall)
            stack.pop()
        return slew[net]

    energy = collections.Counter()
    for instance in module["cells"].values():
        pins, flip_flop = cells[instance["type"]]
        nets = {pin: bits[0] for pin, bits in instance["connections"].items() if bits}
        for name, net in nets.items():
            pin = pins[name]
            rises, falls = (count, count) if net == clock_net else toggles.get(net, (0, 0))
            kind = "clock" if net == clock_net else "registers" if flip_flop else "logic"
            if pin.output:
                energy[kind] += (rises + falls) * 0.5 * load[net] * voltage ** 2
                groups = [g for g in pin.power if g[0] in nets and (not flip_flop or nets[g[0]] == clock_net)]
                for related, rise, fall in groups:
                    s = max(slew_of(nets[related]))
                    energy[kind] += (rises * rise(load[net], s) + falls * fall(load[net], s)) / len(groups)
            else:
                for _, rise, fall in pin.power:
                    s = max(slew_of(net))
                    energy[kind] += rises * rise(0, s) + falls * fall(0, s)
    print(json.dumps({k: energy[k] / count for k in ("clock", "registers", "logic")}))


main()
