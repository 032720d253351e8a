// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "models/ptx/flow/simt_stack.hpp"
#include "models/ptx/program/memory_windows.hpp"
#include "models/tandem/shadow_memory.hpp"
#include "models/tandem/tandem_record.hpp"

namespace heddle {

/// A warp of the tandem executor: its state, the instructions that the platform has issued and the executor
/// has not executed, and the last ones executed.
struct TandemWarp {
  bool live = false;
  unsigned sm = 0, slot = 0, cta_slot = 0;
  LaneMask launched = 0;
  MemoryAgent agent{};
  ptx::WarpContext context{};
  ptx::PredicateFile predicates{};
  ptx::SimtStack stack{};
  bool waiting = false;       ///< at a barrier
  bool awaits_phase = false;  ///< of an mbarrier, which the executor has not opened yet
  LaneMask alive = 0;         ///< lanes that had not left the kernel at the instruction executed last
  std::vector<WarpRegister> registers{};
  std::vector<LaneMask> defined{};  ///< by register: lanes with a value of the program's
  std::vector<LaneMask> lost{};     ///< by register: lanes whose value went with an earlier physical register
  std::array<LaneMask, ptx::max_predicates> predicate_defined{};
  std::vector<std::byte> local{};         ///< [lane][byte]
  std::vector<LaneMask> local_defined{};  ///< by byte
  std::deque<TandemRecord*> queue{};      ///< issued and not executed here, in program order

  /// A register as the platform held it when the warp had finished.
  struct Final {
    unsigned reg = 0;
    RegisterId place = 0;
    WarpRegister value{};
  };
  std::vector<Final> last{};

  /// An instruction that has been executed: for the message about a difference.
  struct Past {
    std::uint32_t pc = 0;
    std::uint64_t issued = 0, collected = 0, executed = 0, committed = 0;
    std::array<RegisterId, ptx::max_destinations> registers{};
    std::array<std::uint8_t, ptx::max_destinations> encoding{};
  };
  static constexpr std::size_t remembered = 64;
  std::vector<Past> past{};  ///< a ring
  std::size_t executed = 0;

  void remember(const TandemRecord& r) {
    if (past.size() < remembered) past.resize(remembered);
    past[executed++ % remembered] = {r.pc,        r.issued,    r.collected, r.executed,
                                     r.committed, r.registers, r.encoding};
  }
};

/// The first lane of `lanes` in which a and b differ, or warp_size.
inline unsigned first_difference(const WarpRegister& a, const WarpRegister& b, LaneMask lanes) {
  if (a == b) return warp_size;
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    if (a[lane] != b[lane]) return lane;
  }
  return warp_size;
}

/// What differs.
struct TandemDifference {
  std::string what{};  ///< "source register 4"
  unsigned lane = warp_size;
  std::string expected{}, got{};
  int reg = -1;  ///< architected register: the message tells who touched it last
};

/// Throws Error: the platform and the executor differ. `record` may be null.
[[noreturn]] void fail_tandem(const ptx::Kernel&, const TandemWarp&, const TandemRecord* record,
                              const TandemDifference&);
/// Throws Error: the kernel itself uses a value that it has never set.
[[noreturn]] void fail_undefined(const ptx::Kernel&, const TandemWarp&, const ptx::Instruction&,
                                 const std::string& what, unsigned lane);

}  // namespace heddle
