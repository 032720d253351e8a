// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/base/config_tree.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

// What events and time cost in a GPU outside its register files (RegisterFileCosts). A technology file states
// every key of these sections, each with its source; the defaults repeat
// configs/technologies/lee2015_45nm.yaml.

/// The pipelines of one SM. A lane operation is one thread's part of a warp instruction.
struct CoreCosts {
  double control_pj = 48.0;
  double integer_pj = 1.45;
  double integer_multiply_pj = 26.7;
  double float_pj = 31.9;
  double double_pj = 63.8;
  double special_pj = 52.2;
  double execution_leakage_mw = 800;
  double sp_leakage_mw = 652;
  double other_leakage_mw = 480;
  double sm_mm2 = 22;

  static constexpr auto parameters() {
    using C = CoreCosts;
    constexpr auto gpuwattch = "GPUWattch: logic.cc and gpuwattch_gtx480.xml";
    constexpr auto idle = "GPUWattch: idle SM of gpuwattch_gtx480.xml, less the parts counted elsewhere";
    return std::tuple{
        parameter(
            &C::control_pj, "control_pj", "pJ", 0.0, 1e6, "Horowitz, ISSCC 2014, figure 1.1.9",
            "energy of fetch, decode and scheduling of a warp instruction, without the instruction cache"),
        parameter(&C::integer_pj, "integer_pj", "pJ", 0.0, 1e6, gpuwattch,
                  "energy of an integer lane operation"),
        parameter(&C::integer_multiply_pj, "integer_multiply_pj", "pJ", 0.0, 1e6,
                  "float_pj times the ratio of 32-bit multiplications in Horowitz, ISSCC 2014",
                  "energy of an integer multiplication, multiply-add or division of a lane"),
        parameter(&C::float_pj, "float_pj", "pJ", 0.0, 1e6, gpuwattch,
                  "energy of a single-precision lane operation"),
        parameter(&C::double_pj, "double_pj", "pJ", 0.0, 1e6, gpuwattch,
                  "energy of a double-precision lane operation"),
        parameter(&C::special_pj, "special_pj", "pJ", 0.0, 1e6, gpuwattch,
                  "energy of a lane operation of a special function"),
        parameter(&C::execution_leakage_mw, "execution_leakage_mw", "mW", 0.0, 1e6, gpuwattch,
                  "leakage of the execution units of an SM"),
        parameter(&C::sp_leakage_mw, "sp_leakage_mw", "mW", 0.0, 1e6, gpuwattch,
                  "of execution_leakage_mw, leakage of the SP lanes of an SM, which lane gating can save"),
        parameter(&C::other_leakage_mw, "other_leakage_mw", "mW", 0.0, 1e6, idle,
                  "leakage of an SM without register file, execution units, caches and shared memory"),
        parameter(&C::sm_mm2, "sm_mm2", "mm2", 0.0, 1e3, "Lee2015 section 6.1: the die photo of GF100",
                  "area of an SM; 0 when it is not known")};
  }
};

/// Static memories: the energy of an access grows with the square root of the capacity.
struct SramCosts {
  double access_pj = 12.3;
  double leakage_mw_per_kib = 1.45;

  static constexpr auto parameters() {
    using C = SramCosts;
    return std::tuple{
        parameter(&C::access_pj, "access_pj", "pJ", 0.0, 1e6, "Horowitz, ISSCC 2014, table of figure 1.1.9",
                  "energy of an access of 8 bytes to a memory of 8 KiB"),
        parameter(&C::leakage_mw_per_kib, "leakage_mw_per_kib", "mW/KiB", 0.0, 1e6, "Lee2015 Table 3",
                  "leakage of all static memories outside the register file")};
  }

  /// Bytes of a line's tag: an address of 40 bits without those within a line and those of the set, and the
  /// line's state.
  static constexpr double tag_bytes = 4;
  /// pJ of an access of `width` bytes to a memory of `capacity` bytes.
  double pj(double capacity, double width) const;
};

/// The wires of the crossbar.
struct InterconnectCosts {
  double wire_capacitance_ff_per_mm = 300;
  double wire_mm = 11.5;
  double wire_activity = 0.5;
  double voltage = 1;

  static constexpr auto parameters() {
    using C = InterconnectCosts;
    return std::tuple{parameter(&C::wire_capacitance_ff_per_mm, "wire_capacitance_ff_per_mm", "fF/mm", 0.0,
                                1e6, "Lee2015 Table 3", "capacitance of one wire"),
                      parameter(&C::wire_mm, "wire_mm", "mm", 0.0, 1e3,
                                "half the side of GF100's die of 529 mm2", "mean length of a byte's path"),
                      parameter(&C::wire_activity, "wire_activity", "", 0.0, 1.0, "Lee2015 section 6.1",
                                "share of the wires that change state"),
                      parameter(&C::voltage, "voltage", "V", 0.0, 10.0, "Lee2015 Table 3", "supply voltage")};
  }

  /// pJ of `bytes` that cross: C V^2 / 2 of each wire that changes. Wires of a flit that carry none of a
  /// packet's bytes stay as they are.
  double wires_pj(double bytes) const {
    return bytes * 8 * wire_capacitance_ff_per_mm * 1e-3 * voltage * voltage / 2 * wire_activity * wire_mm;
  }
};

/// Memory controllers and GDDR5 devices of 32 pins; currents of the data sheet in mA, its times in ns.
struct DramCosts {
  double controller_burst_pj = 879;
  double voltage = 1.5;
  double idd0 = 490, idd2n = 250, idd3n = 450, idd4r = 1080, idd4w = 1160, idd5 = 450;
  double t_rc_ns = 40.02, t_ras_ns = 28.01, t_rfc_ns = 65.4, burst_ns = 1.334;
  double pull_down_ohm = 40, termination_ohm = 60, zeros = 0.5;

  static constexpr auto parameters() {
    using C = DramCosts;
    constexpr auto sheet = "GDDR5 of 1 Gb x32 at 6 Gb/s, as in DRAMsim3's GDDR5_1Gb_x32.ini";
    constexpr auto jedec = "JESD212: POD15";
    return std::tuple{
        parameter(&C::controller_burst_pj, "controller_burst_pj", "pJ", 0.0, 1e6,
                  "McPAT: memoryctrl.cc, Cadence ChipEstimator",
                  "energy of a memory controller for 32 B, without its pin drivers"),
        parameter(&C::voltage, "voltage", "V", 0.0, 10.0, sheet, "VDD and VDDQ"),
        parameter(&C::idd0, "idd0", "mA", 0.0, 1e5, sheet, "current of activates and precharges in turn"),
        parameter(&C::idd2n, "idd2n", "mA", 0.0, 1e5, sheet, "standby current, all rows closed"),
        parameter(&C::idd3n, "idd3n", "mA", 0.0, 1e5, sheet, "standby current, a row open"),
        parameter(&C::idd4r, "idd4r", "mA", 0.0, 1e5, sheet, "current of read bursts without a gap"),
        parameter(&C::idd4w, "idd4w", "mA", 0.0, 1e5, sheet, "current of write bursts without a gap"),
        parameter(&C::idd5, "idd5", "mA", 0.0, 1e5, sheet, "current of refreshes"),
        parameter(&C::t_rc_ns, "t_rc_ns", "ns", 0.0, 1e6, sheet,
                  "time from activate to activate while idd0 is measured"),
        parameter(&C::t_ras_ns, "t_ras_ns", "ns", 0.0, 1e6, sheet,
                  "part of t_rc_ns in which the row is open"),
        parameter(&C::t_rfc_ns, "t_rfc_ns", "ns", 0.0, 1e6, sheet, "time of a refresh"),
        parameter(&C::burst_ns, "burst_ns", "ns", 0.0, 1e6, sheet,
                  "time of a burst of 32 B while idd4r and idd4w are measured"),
        parameter(&C::pull_down_ohm, "pull_down_ohm", "ohm", 1.0, 1e6, jedec,
                  "resistance of a data pin's driver"),
        parameter(&C::termination_ohm, "termination_ohm", "ohm", 1.0, 1e6, jedec,
                  "termination resistance of a data pin, to VDDQ"),
        parameter(&C::zeros, "zeros", "", 0.0, 1.0, "random data",
                  "share of the bits that draw current through the termination")};
  }

  /// pJ of an activate and its precharge: what idd0 draws above standby over a row cycle.
  double activate_pj() const {
    return voltage * (idd0 * t_rc_ns - idd3n * t_ras_ns - idd2n * (t_rc_ns - t_ras_ns));
  }
  /// pJ of a burst of 32 B in the device.
  double read_pj() const { return voltage * (idd4r - idd3n) * burst_ns; }
  double write_pj() const { return voltage * (idd4w - idd3n) * burst_ns; }
  double refresh_pj() const { return voltage * (idd5 - idd2n) * t_rfc_ns; }
  /// mW of a device in standby. Rows stay open, so it is the active one.
  double background_mw() const { return voltage * idd3n; }
  /// pJ of the pins for 32 B, each bit `bit_ns` long.
  double io_pj(double bit_ns) const {
    return 256 * zeros * voltage * voltage / (pull_down_ohm + termination_ohm) * 1e3 * bit_ns;
  }
};

/// The costs of all components.
struct GpuCosts {
  CoreCosts core{};
  SramCosts sram{};
  InterconnectCosts interconnect{};
  DramCosts dram{};

  static constexpr auto parameters() {
    using C = GpuCosts;
    return std::tuple{section(&C::core, "core", "one SM's pipelines"),
                      section(&C::sram, "sram", "static memories"),
                      section(&C::interconnect, "interconnect", "the crossbar"),
                      section(&C::dram, "dram", "memory controllers and GDDR5")};
  }
};

/// Reads the section gpu_costs. Throws Error for the first key that no file states: half a technology would
/// silently be mixed with another.
GpuCosts resolve_gpu_costs(const ConfigTree& tree);

}  // namespace heddle
