// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/base/parameter.hpp"
#include "models/base/value.hpp"
#include "models/energy/gpu_energy.hpp"

// What of a machine stands beside its blocks: storage that no block holds, and work that it does by the model
// of a block. Whoever has some declares it, so that its area and energy are charged.

namespace heddle {

/// sram: static memory; flip_flops: a small table; cam: a table that compares a key with all its entries.
enum class StorageKind : std::uint8_t { sram, flip_flops, cam };
constexpr auto names_of(StorageKind) {
  return std::array{Named{StorageKind::sram, "sram"}, Named{StorageKind::flip_flops, "flip_flops"},
                    Named{StorageKind::cam, "cam"}};
}

/// Parts of a machine that have such things, one in each.
enum class MachinePart : std::uint8_t { sm, l2_slice, channel };
constexpr auto names_of(MachinePart) {
  return std::array{Named{MachinePart::sm, "sm"}, Named{MachinePart::l2_slice, "l2_slice"},
                    Named{MachinePart::channel, "channel"}};
}
unsigned count_of(MachinePart part, const EnergyMachine& machine);

/// Bits of the address of a line: 40 less those within a line, as of a tag (SramCosts::tag_bytes).
inline constexpr unsigned line_address_bits = 33;

struct Storage {
  std::string name{};  ///< of its group of statistics, in `in`
  /// The statistics of the parts that have it, summed: "sm_total", or a group below it; l2_total, dram_total.
  std::string in{};
  std::string description{};
  StorageKind kind = StorageKind::sram;
  std::uint64_t entries = 0;  ///< in one of these parts
  unsigned bits = 0;          ///< of an entry: what an access moves
  unsigned ports = 1;         ///< entries that are read in a cycle
  /// Statistics that count its accesses, beside those that it counts itself (StorageUse).
  std::vector<std::string> accesses{};
  bool counts = true;  ///< has a StorageUse

  MachinePart part() const;
  /// Its group of statistics, summed over the machine.
  std::string path() const { return in + ".storage." + name; }
  /// Its name among those of all parts: "sm_part_copies".
  std::string full_name() const;
  double bytes() const { return static_cast<double>(entries) * bits / 8; }  ///< in one part
};

/// Work that the machine does by the model of a block that does not stand there. It is charged as if it did.
struct ModelledBlock {
  std::string name{}, in{}, description{};  ///< as of Storage
  std::string block{};                      ///< its name
  unsigned count = 1;                       ///< in one part
  double pj = 0;                            ///< of an operation
  std::vector<std::string> operations{};    ///< statistics

  MachinePart part() const;
  std::string full_name() const;
};

struct BesideBlocks {
  std::vector<Storage> storage{};
  std::vector<ModelledBlock> blocks{};
  std::vector<std::string> outside{};  ///< what is not charged, and why: sentences

  void add(const BesideBlocks& other);
};

/// Costs of small tables, at the node of the technology.
struct StorageCosts {
  double table_bit_um2 = 10.5;
  double read_port_um2 = 2.2;
  double compare_bit_um2 = 3.8;

  static constexpr auto parameters() {
    using C = StorageCosts;
    constexpr auto ours = "synthesis, scaled to 45 nm: tests/estimate/storage_costs_test.cpp";
    return std::tuple{
        parameter(
            &C::table_bit_um2, "table_bit_um2", "um2", 0.0, 1e6, ours,
            "area of a bit of a small table in flip-flops, with its share of a write port and a read port"),
        parameter(&C::read_port_um2, "read_port_um2", "um2", 0.0, 1e6, ours,
                  "area of such a bit's share of each further read port"),
        parameter(&C::compare_bit_um2, "compare_bit_um2", "um2", 0.0, 1e6, ours,
                  "area of the comparison of such a bit with one of a key")};
  }
};

/// Component of the GPU's energy.
inline constexpr const char* beside_blocks = "beside_blocks";

/// Its energy. An access takes what one of a static memory of that size and width takes, whatever the storage
/// is made of; a search in a CAM reads all entries. Leakage is that of a static memory, too.
std::vector<EnergyTerm> energy_terms(const BesideBlocks& beside, const GpuCosts& costs,
                                     const EnergyMachine& machine);
/// mW of leakage in the whole machine.
double leakage_mw(const Storage& storage, const GpuCosts& costs, const EnergyMachine& machine);

}  // namespace heddle
