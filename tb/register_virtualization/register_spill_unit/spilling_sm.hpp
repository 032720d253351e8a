// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "hw/register_virtualization/register_spill_unit/register_spill_unit.hpp"
#include "models/base/random.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {

/// The inputs of a spill unit in a cycle.
struct SpillInputs {
  SpillState state{};
  Beat<SpillDone> done{};
};

/// An SM with one CTA around a spill unit, at random: its warps claim registers of a file that holds one of
/// them but not all, give them back, stand at barriers that open when all have arrived, and end. Commands are
/// carried out register by register. Violations of the rules are counted.
class SpillingSm {
 public:
  struct Launch {
    WarpSet warps = 3;       ///< slots of the CTA
    unsigned registers = 8;  ///< that a warp may hold
    std::array<unsigned, clusters> capacity{2, 2, 2, 2};
    unsigned delay = 1;      ///< edges more until the unit sees what the SM tells
    unsigned most_work = 8;  ///< instructions to the next barrier
    unsigned barriers = 2;
    bool hoards = false;  ///< warps give nothing back before they end
    unsigned most() const { return (registers + clusters - 1) / clusters; }  ///< of a cluster, by one warp
  };

  explicit SpillingSm(std::uint64_t seed) : random_(seed) {}

  Launch draw();
  void begin(const Launch& launch);
  /// One cycle: the SM's inputs to the spill unit, given the outputs that it sees.
  SpillInputs tick(const Beat<SpillCommand>& command, WarpSet hold);
  bool ended() const { return live_ == 0 && !moves_; }

  struct Counts {
    std::uint64_t instructions = 0, spills = 0, fills = 0, opened = 0;
    std::uint64_t wrong = 0;     ///< fills of other registers than were spilled, and impossible commands
    std::uint64_t crowded = 0;   ///< cycles in which a fill found no register
    unsigned most_commands = 0;  ///< in a row, without an instruction between them
  };
  const Counts& counts() const { return counts_; }

 private:
  struct Warp {
    unsigned flight = 0;  ///< cycles until its instruction has ended
    unsigned work = 0, barriers = 0;
    RegisterSet mapped = 0, expected = 0;  ///< registers that it has, and that it has or has in memory
    RegisterSet spilled = 0, claim = 0, release = 0;  ///< the latter two of its next instruction
  };
  static unsigned cluster(unsigned warp, unsigned r) { return (warp + r) % clusters; }
  bool finds(unsigned w) const;
  void plan(Warp& warp);
  void give_back(unsigned w, RegisterSet set);
  void accept(const SpillCommand& command);
  void move(SpillInputs& told);
  void run(WarpSet hold);
  void issue(unsigned w);
  void arrive_or_end(unsigned w);
  SpillState state(WarpSet hold) const;

  Random random_;
  Launch launch_{};
  std::array<Warp, spilled_warps> warps_{};
  std::array<unsigned, clusters> free_{};
  WarpSet live_ = 0, waiting_ = 0;
  bool moves_ = false;  ///< a command is carried out
  SpillCommand command_{};
  RegisterSet to_move_ = 0;
  std::deque<SpillInputs> on_the_way_;
  unsigned commands_ = 0;  ///< since the last instruction
  Counts counts_{};
};

}  // namespace heddle
