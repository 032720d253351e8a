// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/register_virtualization/register_allocator/allocation_pins.hpp"
#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/register_virtualization/register_availability.hpp"

namespace heddle {

/// Registers that are free again, of any clusters. One that is free already stays so.
struct FreedRegisters {
  Bits<clusters> valid;
  std::array<RegisterId, clusters> registers;
  bool operator==(const FreedRegisters&) const = default;
};

/// Bit s of element c: subarray s of cluster c is powered.
struct PoweredSubarrays {
  std::array<std::uint16_t, clusters> powered;
  bool operator==(const PoweredSubarrays&) const = default;
};

/// Registers below `count` are not renamed; all others become free.
struct FixedRegisters {
  std::uint16_t count;
  bool operator==(const FixedRegisters&) const = default;
};

struct RegisterAllocatorPins : Pins {
  LevelIn<AllocationRequests> request{channels, "request"};
  LevelIn<FreedRegisters> freed{channels, "freed"};
  LevelIn<PoweredSubarrays> power{channels, "power"};
  BeatIn<FixedRegisters> fixed{channels, "fixed"};  ///< at the begin of a launch; no request counts with it
  LevelOut<AllocatedRegisters> grant{channels, "grant"};
};

struct RegisterAllocatorConfig {
  unsigned registers = 1024;
  unsigned rows_per_subarray = 64;

  static constexpr auto parameters() {
    using C = RegisterAllocatorConfig;
    return std::tuple{parameter(&C::registers, "registers", "warp registers", 64u, bank_registers,
                                "Jeon2015 section 7.1: 128 KB; section 8.1 has 64 KB",
                                "physical registers of the file, a multiple of 4"),
                      parameter(&C::rows_per_subarray, "rows_per_subarray", "rows", 16u, bank_entries,
                                "Jeon2015 section 8.2: four subarrays a bank",
                                "of a cluster that are powered together: 16, 32, 64, 128 or 256")};
  }
  /// Throws Error for a file that the clusters cannot share, or rows that do not divide a bank.
  void validate() const { RegisterAvailability{registers, rows_per_subarray}; }
};

/// Gives free physical registers away (Jeon2015 sections 7.1 and 8.2): a vector of 256 availability bits for
/// each cluster (the paper's register bank), two requests a cluster and cycle. A request is answered behind
/// the next edge; of two requests of a cluster the first one is served first. A register that is freed in a
/// cycle can be given away in the next one.
class RegisterAllocator final : public BlockWith<RegisterAllocatorPins> {
 public:
  using Config = RegisterAllocatorConfig;
  using PinsType = RegisterAllocatorPins;
  static constexpr const char* block_name = "register_allocator";
  static unsigned settle(const Config&) { return 2; }

  RegisterAllocator(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), available_(config.registers, config.rows_per_subarray) {}

  Cycle tick(Cycle now) override;

 private:
  RegisterAvailability available_;
};

}  // namespace heddle
