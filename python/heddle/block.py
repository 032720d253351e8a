# SPDX-License-Identifier: Apache-2.0
"""The cycle-exact model of a block, pin by pin. The program simulates it in a process of its own; the two take turns at
memory that they share (tb/serve/client/heddle_client.h)."""

import ctypes
import json
import mmap
import os
import struct
import subprocess
from collections.abc import Mapping
from typing import SupportsBytes

from heddle import program

_HEAD = struct.Struct("=IIII")  # bytes, turn, asleep, rst_n
_TURN, _ASLEEP, _RST_N = 4, 8, 12
_SIMULATOR, _MODEL = 0, 1
_FUTEX_NUMBER = {"x86_64": 202, "aarch64": 98}
_FUTEX_WAIT, _FUTEX_WAKE = 0, 1


Pin = int | SupportsBytes


def number(value: Pin) -> int:
    """A pin's value as a natural number."""
    return value if isinstance(value, int) else int.from_bytes(bytes(value), "little")


class _Timespec(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long)]


class Block:
    """A block's model with the pins of its RTL.

        with heddle.Block("bdi_compressor", latency=2) as b:
            b.pins["req_data_i"] = register
            b.pins["req_valid_i"] = 1
            b.edge()

    `pins` has the values by name: inputs to be set, and outputs as they are after the last edge. A value is a natural number
    (of a vector the first element in the lowest bits), or bytes or an array whose bytes have it in little-endian order. A new
    block has been reset. Raises Error for an unknown block, parameter or value, and where the model ends.
    """

    def __init__(self, block: str, *, parameter_set: str | None = None, **parameters: str | int | bool):
        """`parameter_set`: a named one; `parameters`: single ones, which count before it."""
        self._futex_number = _FUTEX_NUMBER.get(os.uname().machine)
        if self._futex_number is None:
            raise program.Error(f"blocks in Python need Linux on {' or '.join(_FUTEX_NUMBER)}; this is {os.uname().machine}")
        words = ["serve", block, *(["--sets", parameter_set] if parameter_set else []), *program.settings(parameters)]
        described = json.loads(program.call(words))
        self.name: str = block
        self.parameters: dict[str, str] = described["parameters"]  #: as the RTL names them
        self.ports: list[dict] = described["ports"]  #: name, bits, input, valid
        self.pins: dict[str, Pin] = {p["name"]: 0 for p in self.ports}
        self._inputs = [p for p in self.ports if p["input"]]
        self._outputs = [p for p in self.ports if not p["input"]]
        file = os.memfd_create("heddle")
        size = _HEAD.size + described["bytes"]
        os.ftruncate(file, size)
        self._memory = mmap.mmap(file, size)
        self._memory[: _HEAD.size] = _HEAD.pack(described["bytes"], _SIMULATOR, 0, 0)
        self._turn = ctypes.c_uint32.from_buffer(self._memory, _TURN)
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._process = subprocess.Popen(
            [program.path(), *words, "--memory", str(file)], pass_fds=[file], stderr=subprocess.PIPE, text=True
        )
        os.close(file)
        self.reset()

    def reset(self, edges: int = 2) -> None:
        """Holds the reset for so many clock edges, with all inputs 0."""
        for port in self._inputs:
            self.pins[port["name"]] = 0
        for _ in range(edges):
            self.edge(rst_n=0)

    def edge(self, rst_n: int = 1) -> Mapping[str, Pin]:
        """One rising edge of the clock: the block takes the inputs and shows its outputs. Returns the pins."""
        for port in self._inputs:
            self._put(port)
        struct.pack_into("=I", self._memory, _RST_N, 1 if rst_n else 0)
        self._turn.value = _MODEL
        self._futex(_FUTEX_WAKE, 1)
        tenth = _Timespec(0, 100_000_000)
        while self._turn.value != _SIMULATOR:
            struct.pack_into("=I", self._memory, _ASLEEP, 1)
            if self._turn.value != _SIMULATOR:
                self._futex(_FUTEX_WAIT, _MODEL, tenth)
            if self._turn.value != _SIMULATOR and self._process.poll() is not None:
                raise program.Error(self._process.stderr.read().strip() or f"the model of {self.name} has ended")
        for port in self._outputs:
            self.pins[port["name"]] = self._get(port)
        return self.pins

    def call(self, most_edges: int = 1000, **request: Pin) -> dict[str, int]:
        """For a block that answers each request once: drives the named members of its request channel for one edge and waits
        for the answer. call(data=register) of bdi_compressor gives {"data": ..., "encoding": ...}."""
        valid = {p["valid"] for p in self._inputs if p["valid"]}
        answer = {p["valid"] for p in self._outputs if p["valid"]}
        if len(valid) != 1 or len(answer) != 1:
            raise program.Error(f"{self.name} has no single channel of requests and of answers: drive its pins by edge()")
        (valid_in,), (valid_out,) = valid, answer
        channel_in, channel_out = valid_in.removesuffix("_valid_i"), valid_out.removesuffix("_valid_o")
        for member, value in request.items():
            if f"{channel_in}_{member}_i" not in self.pins:
                raise program.Error(f"{self.name} has no input {channel_in}_{member}_i")
            self.pins[f"{channel_in}_{member}_i"] = value
        self.pins[valid_in] = 1
        self.edge()
        self.pins[valid_in] = 0
        for _ in range(most_edges):
            if self.pins[valid_out]:
                return {
                    p["name"].removeprefix(channel_out + "_").removesuffix("_o"): self.pins[p["name"]]
                    for p in self._outputs
                    if p["valid"] == valid_out
                }
            self.edge()
        raise program.Error(f"{self.name} has not answered within {most_edges} edges")

    def close(self) -> None:
        """Ends the process of the model."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._process.stderr.close()

    def __del__(self) -> None:
        if hasattr(self, "_process"):
            self.close()

    def __enter__(self) -> "Block":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _put(self, port: dict) -> None:
        value = number(self.pins[port["name"]])
        if not 0 <= value < 1 << port["bits"]:
            raise program.Error(f"{port['name']} has {port['bits']} bits; the value is {value:#x}")
        at, size = _HEAD.size + port["at"], (port["bits"] + 31) // 32 * 4
        self._memory[at : at + size] = value.to_bytes(size, "little")

    def _get(self, port: dict) -> int:
        at, size = _HEAD.size + port["at"], (port["bits"] + 31) // 32 * 4
        return int.from_bytes(self._memory[at : at + size], "little")

    def _futex(self, operation: int, value: int, timeout: _Timespec | None = None) -> None:
        self._libc.syscall(
            self._futex_number,
            ctypes.byref(self._turn),
            operation,
            value,
            ctypes.byref(timeout) if timeout is not None else None,
            None,
            0,
        )


def elements(pin: int, count: int, bits: int = 32) -> list[int]:
    """The elements of a pin, the first from the lowest bits."""
    return [pin >> (k * bits) & ((1 << bits) - 1) for k in range(count)]
