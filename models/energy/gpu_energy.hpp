// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/energy/gpu_costs.hpp"

namespace heddle {

/// A cache of an SM: its capacity and the bytes that an access moves, and the lines of a set. A capacity of 0
/// means that there is no cache.
struct EnergyCache {
  double bytes = 0, line = 128, ways = 4;
};

/// The properties of a GPU on which its energy depends, besides events.
struct EnergyMachine {
  unsigned sms = 0, channels = 0, l2_slices = 0;
  unsigned sp_lanes = 0;      ///< of all SP units of an SM
  unsigned scalar_lanes = 0;  ///< of its scalar units
  EnergyCache l1i{}, l1d{}, l1c{}, l1t{};
  bool prefetches_instructions = false;
  double shared = 0;  ///< bytes of an SM
  double l2 = 0;      ///< bytes of a slice
  unsigned shared_banks = 32;
  unsigned l2_port = 32;  ///< bytes that the L2 moves in a cycle
  double core_ns = 0;     ///< period of the core clock
  double bit_ns = 0;      ///< time of a bit on a pin of the memory
};

/// Energy that is proportional to the sum of some statistics.
struct EnergyTerm {
  /// cores, caches, interconnect, memory_controllers, dram, dram_pins, line_codecs, beside_blocks
  std::string component;
  std::string name;
  std::string description;
  double pj = 0;                     ///< of each
  std::vector<std::string> paths{};  ///< of the statistics that are added
  bool is_static = false;            ///< over time: leakage and standby, and what gating saves of it
};

/// Every term of the GPU but the register files', which register_file_energy.hpp has.
std::vector<EnergyTerm> energy_terms(const GpuCosts& costs, const EnergyMachine& machine);

/// The leakage of a lane of an SP unit, in mW.
double sp_lane_leakage_mw(const GpuCosts& costs, const EnergyMachine& machine);

/// A statistic by its path; 0 for one that the GPU does not have.
using EventCount = std::function<double(std::string_view path)>;

/// Returns the energy of a term, in pJ.
double energy_of(const EnergyTerm& term, const EventCount& count);

}  // namespace heddle
