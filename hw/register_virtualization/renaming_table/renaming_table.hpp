// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/register_virtualization/register_allocator/allocation_pins.hpp"
#include "hw/register_virtualization/renaming_table/unmapped_registers.hpp"
#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/register_virtualization/rename_queue.hpp"

namespace heddle {

inline constexpr unsigned renamed_slots = 2;  ///< instructions that enter in a cycle
static_assert(RenameQueue::heads == allocations / clusters, "each head has a request in each cluster");

/// Instructions that enter; slot s has bits [n s, n s + n) of a member of n bits a slot. One that has no
/// registers to be asked for does not enter.
struct EnteringInstructions {
  Bits<renamed_slots * renamed_registers> registers;  ///< bit k of a slot: register k, sources first
  Bits<renamed_slots * ptx::max_destinations> fresh;  ///< bit d of a slot: destination d has no mapping
  Bits<renamed_slots * 4> units;                      ///< the collector unit, by which the answers go
  Bits<renamed_slots * 2> rotations;                  ///< the cluster of an entry, less its bank
  std::array<std::uint16_t, renamed_slots * renamed_registers> entries;  ///< twelve bits are kept
  bool operator==(const EnteringInstructions&) const = default;
};

/// What enters in slot s.
WaitingInstruction entering_instruction(const EnteringInstructions& enter, unsigned s);

inline constexpr unsigned release_tag_bits = 12;  ///< a warp and an architected register, six bits each
using ReleaseTags = Bits<release_tag_bits * table_banks>;
/// The tag in the lane of a bank.
constexpr unsigned tag_of(const ReleaseTags& tags, unsigned bank) {
  return static_cast<unsigned>(tags.value >> release_tag_bits * bank & ((1u << release_tag_bits) - 1));
}

/// One a bank: lane b ends the mapping of an entry of bank b, when no lookup takes the last read port of the
/// bank. The tag, twelve bits a lane, comes back with the answer.
struct TableReleases {
  Bits<table_banks> valid;
  std::array<std::uint16_t, table_banks> rows;
  ReleaseTags tags;
  bool operator==(const TableReleases&) const = default;
};

inline constexpr unsigned lookup_lanes = RenameQueue::lookup_lanes;

/// Behind the edge that asked the banks. Lane 4p + b is read port p of bank b, 0 where the bank has no such
/// port; `units` and `lookups` say whose answer it is, four bits a lane: a register's number among those of
/// its instruction. A release is answered by its bank, and in the lane of the bank's last port.
struct TableAnswers {
  Bits<lookup_lanes> valid;      ///< an instruction's register was looked up
  Bits<table_banks> released;    ///< a mapping was ended
  Bits<table_banks> refused;     ///< a release found its port taken
  Bits<lookup_lanes> mapped;     ///< there was a mapping
  Bits<4 * lookup_lanes> units;  ///< 0 where nothing was looked up, as lookups
  Bits<4 * lookup_lanes> lookups;
  std::array<RegisterId, lookup_lanes> registers;  ///< the physical register; 0 where there is none
  ReleaseTags tags;                                ///< of a release, done or refused; else 0
  bool operator==(const TableAnswers&) const = default;
};

/// For whom the allocator is asked. Request k of each cluster is for the instruction in unit k.
struct AllocationTags {
  Bits<RenameQueue::heads * 4> units;  ///< four bits each; 0 where the instruction wants no register
  Bits<allocations * 2> destinations;  ///< by request, two bits each; 0 where there is none
  unsigned unit_of(unsigned request) const { return units.value >> 4 * (request % RenameQueue::heads) & 15; }
  unsigned destination_of(unsigned request) const { return destinations.value >> 2 * request & 3; }
  bool operator==(const AllocationTags&) const = default;
};

/// The valid bits of all entries.
struct TableState {
  MappedEntries entries;
  bool operator==(const TableState&) const = default;
};

struct QueueState {
  Bits<3> waiting;  ///< instructions
  bool operator==(const QueueState&) const = default;
};

struct RenamingTablePins : Pins {
  LevelIn<EnteringInstructions> enter{channels, "enter"};
  LevelIn<TableReleases> release{channels, "release"};
  LevelIn<AllocatedRegisters> grant{channels, "grant"};  ///< of the allocator, an edge behind `request`
  LevelOut<TableAnswers> answer{channels, "answer"};
  LevelOut<AllocationRequests> request{channels, "request"};  ///< to the allocator
  LevelOut<AllocationTags> tag{channels, "tag"};
  LevelOut<TableState> mapped{channels, "mapped"};
  LevelOut<QueueState> queue{channels, "queue"};
  LevelOut<UnmappedRegisters> unmapped{channels, "unmapped"};  ///< of the mappings that releases have ended
  LevelOut<AllocationRequests> asked{channels, "asked"};       ///< `request` and `tag` of the cycle before:
  LevelOut<AllocationTags> asked_tag{channels, "asked_tag"};   ///< what the allocator answers now
};

struct RenamingTableConfig {
  unsigned entries = 820;
  unsigned ports = 4;

  static constexpr auto parameters() {
    using C = RenamingTableConfig;
    return std::tuple{parameter(&C::entries, "entries", "entries", 4u, most_table_entries,
                                "Jeon2015 section 7.1: 1 KB of 10 bits, in four banks alike",
                                "mappings that the table holds, a multiple of 4"),
                      parameter(&C::ports, "ports", "ports", 1u, RenameQueue::most_ports, "modelling choice",
                                "read ports of a bank: 1, which two instructions share, 2 or 4, of which "
                                "each has half, and a write port")};
  }
  /// Throws Error when the banks cannot share the entries, or the instructions the ports.
  void validate() const {
    RenamingMap{entries};
    RenameQueue{ports};
  }
};

/// The renaming table of an SM (Jeon2015 section 7.1): a queue of instructions, and four banks with one or
/// more read ports each, and a write port or two. The queue asks for the registers of its two oldest
/// instructions: the banks for those that have a mapping, the allocator for others. An instruction may ask at
/// the edge that takes it. A lookup is answered behind the edge that asks, by what the table was before it. A
/// register that the allocator gives is mapped two edges behind the one that asked. The valid bits are
/// flip-flops, which all can see.
class RenamingTable final : public BlockWith<RenamingTablePins> {
 public:
  using Config = RenamingTableConfig;
  using PinsType = RenamingTablePins;
  static constexpr const char* block_name = "renaming_table";
  static unsigned settle(const Config&) { return 4; }
  /// The same instructions enter again at each edge, and those that wait may ask for the same at each edge.
  static bool rests(const PinsType& pins);

  RenamingTable(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), map_(config.entries), queue_(config.ports) {}

  Cycle tick(Cycle now) override;

 private:
  /// A mapping that waits for its register.
  struct Mapping {
    bool valid = false;
    std::uint8_t request = 0;
    std::uint16_t row = 0;
  };
  using Mappings = std::array<Mapping, RenameQueue::mapping_lanes>;

  void look_up(const RenameQueue::Questions& questions);
  void release(unsigned bank, bool port_taken);
  Mappings request(const RenameQueue::Questions& questions);
  bool map(const Mappings& mappings);

  RenamingMap map_;
  RenameQueue queue_;
  Mappings requested_{}, granted_{};  ///< at the edge before, and at the one before that
  Level<AllocationRequests> request_{};
  Level<AllocationTags> tag_{};
  Level<TableAnswers> answer_{};  ///< of this edge
  Level<UnmappedRegisters> unmapped_{};
};

}  // namespace heddle
