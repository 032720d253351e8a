#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "hw/sm/instruction_buffer.hpp"
#include "models/ptx/program.hpp"
#include "models/ptx/simt_stack.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {

/// Registers and predicates that instructions in flight read or write, as bit masks: bit r of the first word
/// is architected register r (below 64), bit p of the second is predicate p.
struct Names {
  std::uint64_t registers = 0, predicates = 0;
  bool meets(const Names& o) const { return ((registers & o.registers) | (predicates & o.predicates)) != 0; }
  Names& operator|=(const Names& o) {
    registers |= o.registers;
    predicates |= o.predicates;
    return *this;
  }
  Names& operator-=(const Names& o) {
    registers &= ~o.registers;
    predicates &= ~o.predicates;
    return *this;
  }
};

/// What the scoreboard must know of an instruction: made once a kernel.
struct Hazards {
  Names reads, writes;
  explicit Hazards(const ptx::Instruction& i) {
    for (unsigned k = 0; k < i.source_count; ++k) reads.registers |= std::uint64_t{1} << i.sources[k];
    for (unsigned k = 0; k < i.destination_count; ++k)
      writes.registers |= std::uint64_t{1} << i.destinations[k];
    for (unsigned k = 0; k < i.predicate_count; ++k)
      writes.predicates |= std::uint64_t{1} << i.predicate_destinations[k];
    reads.predicates = i.predicate_reads;
  }
};

/// Instructions whose operands are not read yet, counted a register: a younger write must not overtake them,
/// because values live in the banks and nowhere else.
class PendingReads {
 public:
  void add(const Names& names) { change(names, +1); }
  void remove(const Names& names) { change(names, -1); }
  const Names& names() const { return names_; }

 private:
  static void count(std::uint64_t bits, int step, std::array<std::int8_t, 64>& counts, std::uint64_t& set) {
    for (; bits != 0; bits &= bits - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(bits));
      counts[i] = static_cast<std::int8_t>(counts[i] + step);
      if (counts[i] == 0)
        set &= ~(std::uint64_t{1} << i);
      else
        set |= std::uint64_t{1} << i;
    }
  }
  void change(const Names& names, int step) {
    count(names.registers, step, registers_, names_.registers);
    count(names.predicates, step, predicates_, names_.predicates);
  }
  std::array<std::int8_t, 64> registers_{}, predicates_{};
  Names names_;
};

/// A warp slot of the SM.
struct Warp {
  bool live = false;                            ///< holds a warp that has not finished
  bool at_barrier = false;                      ///< waits until it opens
  std::uint32_t barrier = 0, barrier_line = 0;  ///< at which it waits
  LaneMask absent = 0;                          ///< of its barrier: lanes that never come
  unsigned cta = 0;                             ///< CTA slot
  LaneMask launched = 0;                        ///< lanes that the launch filled
  RegisterId base = 0;                          ///< physical register of architected register 0
  unsigned in_flight = 0;                       ///< instructions issued and not finished
  unsigned unsent = 0;                          ///< memory instructions that have not all been sent to memory
  Names writing;                                ///< results not yet in the banks
  std::uint64_t loading = 0;                    ///< of these registers, those that come from memory
  PendingReads reading;
  std::uint64_t releasing = 0;  ///< registers that are being given back: see RegisterPlace
  bool decoding = false;        ///< a pbr, ahead of its next instruction
  InstructionBuffer buffer;
  ptx::SimtStack stack;
  ptx::WarpContext context;
  ptx::PredicateFile predicates{};

  /// Nothing of it is under way any more, in the pipelines or on the way to the banks.
  bool settled() const { return in_flight == 0 && writing.registers == 0; }
  bool clear(const Hazards& h) const {
    return !writing.meets(h.reads) && !writing.meets(h.writes) && !reading.names().meets(h.writes) &&
           (releasing & (h.reads.registers | h.writes.registers)) == 0;
  }
};

}  // namespace heddle
