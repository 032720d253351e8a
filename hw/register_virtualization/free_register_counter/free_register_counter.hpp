// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/register_virtualization/register_allocator/register_allocator.hpp"
#include "hw/sim/block.hpp"
#include "models/ptx/program/program.hpp"
#include "models/register_virtualization/free_registers.hpp"

namespace heddle {

/// Destinations of the instructions that are issued in a cycle: two instructions of four each.
inline constexpr unsigned counted_claims = 2 * ptx::max_destinations;

/// At the begin of a launch: registers of each cluster that can be given away. Nine bits of each count.
struct FreeAtLaunch {
  ClusterCounts counts;
  bool operator==(const FreeAtLaunch&) const = default;
};

/// Registers that issued instructions claim; lane k has bits 2k + 1 and 2k of `clusters`.
struct ClaimedRegisters {
  Bits<counted_claims> valid;
  Bits<2 * counted_claims> clusters;
  unsigned cluster_of(unsigned k) const { return clusters.value >> 2 * k & 3; }
  bool operator==(const ClaimedRegisters&) const = default;
};

/// By cluster; the bits above the ninth are zero.
struct FreeCounts {
  ClusterCounts counts;
  bool operator==(const FreeCounts&) const = default;
};

struct FreeRegisterCounterPins : Pins {
  BeatIn<FreeAtLaunch> launch{channels, "launch"};
  LevelIn<ClaimedRegisters> claim{channels, "claim"};
  LevelIn<FreedRegisters> freed{channels, "freed"};  ///< wired to the allocator's pins of the same name
  LevelOut<FreeCounts> free{channels, "free"};
};

struct FreeRegisterCounterConfig {
  static constexpr auto parameters() { return std::tuple{}; }
};

/// Counts the free registers of each cluster for the issue: an instruction claims registers for its
/// destinations when it is issued, which is before the renaming table asks the allocator for them. In a cycle
/// a launch acts first; then claims and registers that are free again count. The counts show behind the edge.
class FreeRegisterCounter final : public BlockWith<FreeRegisterCounterPins> {
 public:
  using Config = FreeRegisterCounterConfig;
  using PinsType = FreeRegisterCounterPins;
  static constexpr const char* block_name = "free_register_counter";
  static unsigned settle(const Config&) { return 2; }
  /// The same claims count again at each edge.
  static bool rests(const PinsType& pins);

  FreeRegisterCounter(sc_core::sc_module_name name, const Config&) : BlockWith(name) {}

  Cycle tick(Cycle now) override;

 private:
  FreeRegisters free_;
};

}  // namespace heddle
