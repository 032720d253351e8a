#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/register_virtualization/renaming_map.hpp"

namespace heddle {

/// One access a bank: lane b reads an entry of bank b, and with `release` ends its mapping.
struct TableAccesses {
  Bits<table_banks> valid;
  Bits<table_banks> release;
  std::array<std::uint16_t, table_banks> rows;
  bool operator==(const TableAccesses&) const = default;
};

/// One mapping a bank: lane b writes an entry of bank b. Of a number, ten bits are kept.
struct TableMappings {
  Bits<table_banks> valid;
  std::array<std::uint16_t, table_banks> rows;
  std::array<RegisterId, table_banks> registers;
  bool operator==(const TableMappings&) const = default;
};

/// Behind the edge that took the accesses, lane by lane.
struct TableAnswers {
  Bits<table_banks> valid;                        ///< there was an access
  Bits<table_banks> mapped;                       ///< and it found a mapping
  std::array<RegisterId, table_banks> registers;  ///< the physical register; 0 where there is none
  bool operator==(const TableAnswers&) const = default;
};

/// The valid bits of all entries.
struct TableState {
  MappedEntries entries;
  bool operator==(const TableState&) const = default;
};

struct RenamingTablePins : Pins {
  LevelIn<TableAccesses> access{channels, "access"};
  LevelIn<TableMappings> map{channels, "map"};  ///< acts behind the releases of its cycle
  LevelOut<TableAnswers> answer{channels, "answer"};
  LevelOut<TableState> mapped{channels, "mapped"};
};

struct RenamingTableConfig {
  unsigned entries = 820;

  static constexpr auto parameters() {
    using C = RenamingTableConfig;
    return std::tuple{parameter(&C::entries, "entries", "entries", 4u, most_table_entries,
                                "Jeon2015 section 7.1: 1 KB of 10 bits, in four banks alike",
                                "mappings that the table holds, a multiple of 4")};
  }
  /// Throws Error when the banks cannot share the entries.
  void validate() const { RenamingMap{entries}; }
};

/// The renaming table of an SM (Jeon2015 section 7.1): four banks with one read port and one write port each.
/// An access is answered behind the next edge; it sees the table as it was before that edge. Whoever asks
/// sends one access a bank, so that names that meet in a bank follow each other. The valid bits are
/// flip-flops, which all can see.
class RenamingTable final : public BlockWith<RenamingTablePins> {
 public:
  using Config = RenamingTableConfig;
  using PinsType = RenamingTablePins;
  static constexpr const char* block_name = "renaming_table";
  static unsigned settle(const Config&) { return 2; }

  RenamingTable(sc_core::sc_module_name name, const Config& config) : BlockWith(name), map_(config.entries) {}

  Cycle tick(Cycle now) override;

 private:
  RenamingMap map_;
};

}  // namespace heddle
