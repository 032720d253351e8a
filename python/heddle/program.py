# SPDX-License-Identifier: Apache-2.0
"""The program `heddle`: where it is, and how it is run."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

Values = str | int | float | bool | Iterable[str | int | float | bool]


class Error(RuntimeError):
    """What the program refused, in its own words: file, line or key, the value, and what is legal."""


def path() -> str:
    """The program. Raises Error where there is none."""
    named = os.environ.get("HEDDLE")
    built = Path(__file__).resolve().parents[2] / "build" / "release" / "heddle"
    found = named or (str(built) if built.exists() else shutil.which("heddle"))
    if not found:
        raise Error("there is no program heddle: build it, put it on the PATH, or name it in the environment variable HEDDLE")
    return found


def text_of(value: str | int | float | bool) -> str:
    """As the program's --set takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def settings(values: Mapping[str, Values] | None) -> list[str]:
    """--set for each key; several values stand for a sweep's, in turn."""
    words: list[str] = []
    for key, value in (values or {}).items():
        several = [value] if isinstance(value, (str, int, float, bool)) else list(value)
        words += ["--set", f"{key}={','.join(text_of(v) for v in several)}"]
    return words


def call(words: Iterable[str]) -> str:
    """Runs the program and returns what it prints. Raises Error with its message where it fails."""
    equal, report = compare(words)
    if not equal:
        raise Error(report.strip())
    return report


def compare(words: Iterable[str]) -> tuple[bool, str]:
    """Runs a command that compares. Returns whether it found no difference, and what it prints. Raises Error with its message
    where it could not compare."""
    ran = subprocess.run([path(), *words], capture_output=True, text=True, check=False)
    _, found, message = ran.stderr.partition("heddle: error: ")
    if found or ran.returncode not in (0, 1):
        raise Error(message.strip() or f"heddle ended with status {ran.returncode}")
    return ran.returncode == 0, ran.stdout


def frame(rows: list[dict]):
    """The rows as a pandas frame."""
    import pandas

    return pandas.DataFrame(rows)
