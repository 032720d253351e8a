# SPDX-License-Identifier: Apache-2.0
"""The Python package against the program. CTest runs it with HEDDLE and PYTHONPATH set (tests/CMakeLists.txt)."""

import array
import json
import os
import re
import subprocess
from pathlib import Path

import heddle
import pytest

SOURCE = Path(__file__).resolve().parents[2]
RTL = SOURCE / "rtl_ref/warp_approximation/representative_selector.sv"


def test_a_run_has_the_statistics_that_the_program_writes(tmp_path):
    subprocess.run([os.environ["HEDDLE"], "run", "vectoradd", "--small", "--with", "warped_compression", "--set", "sms=2", "--out", str(tmp_path / "r")], check=True, capture_output=True)
    written = dict(re.findall(r'^([\w.]+),([^,]+),', (tmp_path / "r/stats.csv").read_text(), re.M))
    r = heddle.run("vectoradd", small=True, techniques="warped_compression", settings={"sms": 2})
    assert len(r) > 1000 and r["cycles"] == float(written["cycles"]) and r["energy.total"] == float(written["energy.total"])
    assert r.units["cycles"] == "core cycles"
    assert len(r.kernels) == 1 and r.kernels[0]["kernel"] == "vectoradd"
    assert "passed" in r.report and "sms: 2" in r.config
    frame = r.frame().set_index("path")
    assert frame.value["cycles"] == r["cycles"]


def test_the_package_has_the_programs_version():
    said = subprocess.run([os.environ["HEDDLE"], "--version"], check=True, capture_output=True, text=True).stdout
    assert f'version = "{said.split()[1].rstrip(",")}"' in (SOURCE / "python/pyproject.toml").read_text()


def test_what_the_program_refuses_is_an_error_in_its_words():
    with pytest.raises(heddle.Error, match="did you mean 'vectoradd'"):
        heddle.run("vectorad")
    with pytest.raises(heddle.Error, match="sm.schedulers"):
        heddle.run("vectoradd", small=True, settings={"sm.schedulers": 99})


def test_a_wrong_result_is_an_error(tmp_path):
    ptx = (SOURCE / "configs/launches/saxpy.ptx").read_text()
    assert "fma.rn.f32" in ptx
    (tmp_path / "saxpy.ptx").write_text(ptx.replace("fma.rn.f32", "fma.rz.f32").replace("mul.rn.f32", "mul.rz.f32"))
    launch = (SOURCE / "configs/launches/saxpy.yaml").read_text()
    (tmp_path / "saxpy.yaml").write_text(re.sub(r"expect: \{.*?\}", "expect: {kind: iota}", launch))
    with pytest.raises(heddle.Error, match="FAILED|differ"):
        heddle.run(tmp_path / "saxpy.ptx", launch=tmp_path / "saxpy.yaml", options=["--no-write"])


def test_a_sweep_is_a_frame(tmp_path):
    s = heddle.sweep("vectoradd", size="small", settings={"sms": [1, 2, 4]}, measure=["cycles", "ipc"], perturb=1, options=["--points", str(tmp_path)])
    frame = s.frame()
    assert list(frame.sms) == ["1", "2", "4"] and s.axes == ["sms"]
    assert frame.cycles.is_monotonic_decreasing
    alone = heddle.run("vectoradd", small=True, settings={"sms": 4})
    assert frame.cycles[2] == alone["cycles"]
    assert frame["cycles, change"][2] == pytest.approx(alone["cycles"] / frame.cycles[0] - 1)


def test_the_blocks_rtl_is_the_model_and_a_faulty_one_is_not(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the wave of a mismatch is written to the working folder
    assert heddle.cosim("representative_selector", vectors=2000, options=["--sets", "default", "--no-rates"])
    text = RTL.read_text()
    right = "assign lane = ~found;"
    assert right in text
    (tmp_path / "mine.sv").write_text(text.replace(right, "assign lane = found;"))
    found = heddle.cosim("representative_selector", rtl=tmp_path / "mine.sv", settings={"policy": 1}, vectors=2000, options=["--no-rates"])
    assert not found and "rsp_lane" in found.report
    with pytest.raises(heddle.Error, match="no_such.sv"):
        heddle.cosim("representative_selector", rtl="no_such.sv")


def test_an_estimate_has_area_and_clock():
    e = heddle.estimate("value_broadcaster", options=["--orders", "1", "--workload", "none"])
    assert e["block"] == "value_broadcaster" and e["library"]["area_um2"] > 0 and e["library"]["critical_path_ns"] > 0


def test_a_block_answers_after_its_latency():
    affine = array.array("I", [1000 + lane for lane in range(32)])
    for latency in (1, 2, 5):
        with heddle.Block("bdi_compressor", latency=latency) as b:
            assert b.parameters["Latency"] == str(latency)
            b.pins["req_data_i"] = affine
            b.pins["req_valid_i"] = 1
            b.edge()
            b.pins["req_valid_i"] = 0
            after = 1
            while not b.pins["rsp_valid_o"]:
                b.edge()
                after += 1
            assert after == latency
            assert b.pins["rsp_encoding_o"] == 1  # <4,1>: a base and 31 differences of a byte (Lee2015 Figure 4)
            assert heddle.elements(b.pins["rsp_data_o"], 1) == [1000]
            assert heddle.elements(b.pins["rsp_data_o"] >> 32, 31, 8) == list(range(1, 32))


def test_compressed_registers_come_back():
    with heddle.Block("bdi_compressor") as compressor, heddle.Block("bdi_decompressor") as decompressor:
        for data in (bytes(128), os.urandom(128), array.array("I", range(7, 39)).tobytes()):
            packed = compressor.call(data=data)
            back = decompressor.call(**packed)
            assert back["data"] == int.from_bytes(data, "little")


def test_bad_blocks_parameters_and_values_are_refused():
    with pytest.raises(heddle.Error, match="did you mean 'bdi_compressor'"):
        heddle.Block("bdi_compresor")
    with pytest.raises(heddle.Error, match="latency is out of range: '99'"):
        heddle.Block("bdi_compressor", latency=99)
    with heddle.Block("representative_selector", policy=3) as b:
        b.pins["req_valid_i"] = 2
        with pytest.raises(heddle.Error, match="req_valid_i has 1 bits"):
            b.edge()
        with pytest.raises(heddle.Error, match="no input req_lanes_i"):
            b.call(lanes=1)


def test_a_model_that_ends_is_an_error():
    with heddle.Block("representative_selector") as b:
        b._process.kill()
        b._process.wait()
        with pytest.raises(heddle.Error, match="representative_selector has ended"):
            b.edge()


@pytest.mark.parametrize("name", sorted(p.name for p in (SOURCE / "examples/python").glob("*.ipynb")))
def test_the_notebooks_run(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((SOURCE / "examples/python" / name).read_text())
    names = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, "notebooks are kept without results"
            exec(compile("".join(cell["source"]), name, "exec"), names)
    assert capsys.readouterr().out.count("\n") > 3
