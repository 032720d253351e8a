// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/base/parameter.hpp"
#include "models/caba/subroutine.hpp"

namespace heddle {

class ConfigTree;

/// Events of the program that can trigger a user subroutine (Vijaykumar2015, sections 4.3 and 8).
enum class AssistEventKind : std::uint8_t {
  load,     ///< a load from global memory whose accesses are under way
  store,    ///< a store to it
  atomic,   ///< an atomic access to it
  miss,     ///< a load that misses a line in the L1 and requests it
  fill,     ///< that line comes; its parent is any warp
  split,    ///< a branch at which lanes of a warp diverge
  barrier,  ///< a warp comes to a barrier
  pc,       ///< an instruction is issued that stands in a given line of the PTX file
  warp,     ///< a warp begins
  fault,    ///< lanes access what is no memory, or reach a trap; the kernel goes on
  cycles,   ///< so many core cycles have passed; its parent is any warp
};
constexpr auto names_of(AssistEventKind) {
  using enum AssistEventKind;
  return std::array{Named{load, "load"},       Named{store, "store"},  Named{atomic, "atomic"},
                    Named{miss, "miss"},       Named{fill, "fill"},    Named{split, "split"},
                    Named{barrier, "barrier"}, Named{pc, "pc"},        Named{warp, "warp"},
                    Named{fault, "fault"},     Named{cycles, "cycles"}};
}

/// Of an assist warp: its parent waits for one of high priority; one of low priority has what issue slots are
/// left over.
enum class AssistPriority : std::uint8_t { low, high };
constexpr auto names_of(AssistPriority) {
  return std::array{Named{AssistPriority::low, "low"}, Named{AssistPriority::high, "high"}};
}

/// A word of a subroutine's memory that `heddle profile` shows.
struct ShownWordConfig {
  unsigned word = 0;
  std::string name{};
  std::string statistic{};

  static constexpr auto parameters() {
    using C = ShownWordConfig;
    return std::tuple{parameter(&C::word, "word", "8 bytes", 0u, (1u << 27) - 1, "Heddle", "its number"),
                      parameter(&C::name, "name", "Heddle", "what it means"),
                      parameter(&C::statistic, "statistic", "Heddle",
                                "the machine's statistic that must be equal; empty: there is none")};
  }
};

/// A register of the parent that a subroutine reads or writes.
struct LiveRegisterConfig {
  std::string reg{};

  static constexpr auto parameters() {
    return std::tuple{parameter(&LiveRegisterConfig::reg, "register", "Vijaykumar2015 section 4.3",
                                "its name in the kernel's PTX file")};
  }
};

/// A user subroutine, and what triggers it.
struct UserSubroutineConfig {
  std::string name{};
  std::string file{};
  AssistEventKind event = AssistEventKind::load;
  std::string kernel{};
  unsigned line = 0;
  unsigned every = 1000;
  AssistPriority priority = AssistPriority::low;
  unsigned memory = 0;
  bool drop_faults = false;
  bool lossy = false;
  std::vector<LiveRegisterConfig> live{};
  unsigned jump_to = 0;
  std::string memory_of{};
  std::vector<ShownWordConfig> shows{};

  static constexpr auto parameters() {
    using C = UserSubroutineConfig;
    return std::tuple{
        parameter(&C::name, "name", "Heddle", "of the subroutine in statistics and results: a word"),
        parameter(&C::file, "file", "Heddle",
                  "PTX with one entry: a path, or one below configs/subroutines without .ptx"),
        parameter(&C::event, "event", "Vijaykumar2015 section 4.3", "what triggers it"),
        parameter(&C::kernel, "kernel", "Heddle", "only in this kernel; empty: in all"),
        parameter(&C::line, "line", "", 0u, ~0u, "Heddle",
                  "only for instructions of this line of the PTX file; 0: of any (not with fill and "
                  "cycles)"),
        parameter(&C::every, "every", "core cycles", 1u, 1'000'000'000u, "Heddle",
                  "of the event cycles: that pass between two"),
        parameter(&C::priority, "priority", "Vijaykumar2015 section 4.2",
                  "high: its parent waits until it has ended; low: it has issue slots that are left over"),
        parameter(&C::memory, "memory", "bytes", 0u, 1u << 30, "Heddle",
                  "of device memory for it, and for those that name it in memory_of, zero at first; "
                  "results/.../NAME.csv shows it"),
        parameter(&C::drop_faults, "drop_faults", "modelling choice",
                  "accesses of its own to memory that does not exist are dropped, as a prefetch needs; "
                  "otherwise they end the run with an error"),
        parameter(&C::lossy, "lossy", "modelling choice",
                  "its events are lost, and counted, where half of the records are in use, so that no warp "
                  "waits for them, as a prefetch needs it; otherwise warps do"),
        section(&C::live, "live",
                "registers of the parent that mov.live_in and mov.live_out name by their place in this list"),
        parameter(&C::jump_to, "jump_to", "", 0u, ~0u, "Vijaykumar2015 section 8.1",
                  "line of the PTX file at which the parent resumes when mov.live_out.pc gives a value other "
                  "than 0; 0: it always resumes after the trigger"),
        parameter(
            &C::memory_of, "memory_of", "Heddle",
            "the subroutine whose memory it has instead of its own, ahead of it in the list; empty: its "
            "own"),
        section(&C::shows, "shows", "words of its memory that heddle profile shows")};
  }
  /// With its parent.
  bool shares_registers() const { return !live.empty() || jump_to != 0; }
  /// Throws Error for a missing name or file, a name that is no word, an event without its filter, and a
  /// shown word that its memory does not have.
  void validate() const;
};

/// Its code. Throws Error as load_subroutine does, and for code that is not there with the place of element
/// `number` of caba.subroutines.
Subroutine user_subroutine(const ConfigTree& tree, std::size_t number, const UserSubroutineConfig& config);
/// The first instruction of its kernel in this line of the PTX file, which `key` gives. Throws Error when
/// there is none.
std::uint32_t instruction_in(const UserSubroutineConfig& config, const ptx::Kernel& kernel,
                             std::uint32_t line, const char* key);

}  // namespace heddle
