// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/warp_approximation/similar_registers.hpp"

namespace heddle {

template <>
inline constexpr unsigned pin_bits<PathChange> = 2;

/// Results of which something is known now: lane i writes the entry of a register and path. Of two lanes that
/// name one entry the last counts. Bit 5 of an entry does not matter.
inline constexpr unsigned similarity_updates = 4;
struct SimilarityUpdates {
  Bits<similarity_updates> valid;
  Bits<similarity_updates> path;
  std::array<std::uint8_t, similarity_updates> registers;
  std::array<std::uint8_t, similarity_updates> entries;  ///< RegisterSimilarity::pins
  bool operator==(const SimilarityUpdates&) const = default;
};

/// The paths of the warp change. Acts behind the updates of its cycle.
struct PathUpdate {
  PathChange change;
  std::array<LaneMask, divergence_paths> lanes;
  std::array<std::uint8_t, divergence_paths> representative;  ///< the lower five bits count
  bool operator==(const PathUpdate&) const = default;
};

/// Element 2 r + p: what is known of register r in path p.
struct KnownSimilarity {
  SimilarRegisters::Entries entries;
  bool operator==(const KnownSimilarity&) const = default;
};

struct SimilarRegisterTablePins : Pins {
  LevelIn<SimilarityUpdates> update{channels, "update"};
  BeatIn<PathUpdate> path{channels, "path"};
  LevelOut<KnownSimilarity> similarity{channels, "similarity"};
  LevelOut<WarpPaths> paths{channels, "paths"};
};

struct SimilarRegisterTableConfig {
  unsigned registers = most_warp_registers;

  static constexpr auto parameters() {
    using C = SimilarRegisterTableConfig;
    return std::tuple{parameter(&C::registers, "registers", "warp registers", 1u, most_warp_registers,
                                "Wong2016 section 5.1: the GTX 480, whose threads have up to 63",
                                "registers of the warp that have an entry")};
  }
};

/// What is known of the similarity of each register of a warp slot, for one level of divergence, and the
/// lanes and representatives of the warp's paths (Wong2016, sections 3.1.1 to 3.1.3); SimilarRegisters has
/// the rules. All outputs are flip-flops, and stand behind the edge that takes the inputs. An SM has one for
/// each warp.
class SimilarRegisterTable final : public BlockWith<SimilarRegisterTablePins> {
 public:
  using Config = SimilarRegisterTableConfig;
  using PinsType = SimilarRegisterTablePins;
  static constexpr const char* block_name = "similar_register_table";
  static unsigned settle(const Config&) { return 2; }

  SimilarRegisterTable(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), table_(config.registers) {}

  Cycle tick(Cycle now) override;
  /// What an edge does with these inputs, for an owner that leaves the pins out.
  void take(const SimilarityUpdates& update, const Beat<PathUpdate>& path);
  const SimilarRegisters& table() const { return table_; }

 private:
  SimilarRegisters table_;
};

}  // namespace heddle
