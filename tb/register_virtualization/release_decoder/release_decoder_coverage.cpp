// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/release_decoder/release_decoder_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

constexpr unsigned last_register = no_released_register - 1;
constexpr std::uint64_t opcode_bits = std::uint64_t{63} << 58 | 15;
constexpr std::uint64_t pbr = std::uint64_t{pbr_opcode >> 4} << 58 | (pbr_opcode & 15);

const Arises never_named = never_in_system("an instruction names registers up to 62, in rows of up to four");
const Arises never_so_many = never_in_system("the workloads' kernels have fewer registers");
const Arises only_pbr = never_in_system("only a pbr is sent here");

}  // namespace

ReleaseDecoderCoverage::ReleaseDecoderCoverage(const ReleaseDecoderConfig&)
    : by_instruction_(coverage.points("instruction {} has read", 0, release_reads - 1)),
      unflagged_(coverage.point("an instruction without a flag",
                                never_in_system("what releases nothing is not sent"))),
      flagged_(coverage.points("an instruction with {} flags", 1, flagged_operands)),
      operand_(coverage.points("operand {} released", 0, flagged_operands - 1)),
      count_(coverage.points("an operand of {} registers released", 1, 2)),
      idle_(coverage.point("nothing to decode")),
      both_(coverage.point("two instructions at once")),
      upper_flags_(
          coverage.point("flags of operands that there are not", never_in_system("a pir has three flags"))),
      upper_operand_(
          coverage.point("operand bits that do not matter", never_in_system("they are wired to zero"))),
      no_operand_(coverage.point("a flag of no operand", never_in_system("such a flag is never set"))),
      overlap_(coverage.point("a register that two operands release",
                              never_in_system("the first operand's flag stands for both"))),
      many_(coverage.point("an operand of three registers or more")),
      highest_(coverage.point("register 62 released by a flag", never_so_many)),
      beyond_(coverage.point("an operand that goes beyond register 63", never_named)),
      places_(coverage.points("a pbr of {} registers", 1, registers_of_pbr)),
      pir_(coverage.point("a pir instead of a pbr", only_pbr)),
      other_(coverage.point("a word that is neither pir nor pbr", only_pbr)),
      near_(coverage.point("an opcode one bit away from pbr", only_pbr)),
      empty_(coverage.point("a pbr without a register",
                            never_in_system("a pbr is put into the code when there is one"))),
      highest_place_(coverage.point("register 62 released by a pbr", never_so_many)),
      gap_(coverage.point("an empty place ahead of a register",
                          never_in_system("the compiler fills places from the first on"))),
      twice_(coverage.point("a register twice in a pbr", never_in_system("a pbr names a set of registers"))),
      everywhere_(coverage.point("the same register in all places of a pbr",
                                 never_in_system("a pbr names a set of registers"))),
      branch_and_reads_(coverage.point("a pbr beside two instructions")),
      reset_(coverage.point("reset while something is given back", only_a_bench_resets())) {}

void ReleaseDecoderCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  if (!rst_n) {
    reset_ += shows_;
    shows_ = false;
    return;
  }
  shows_ = reinterpret_cast<const Level<DecodedFlags>*>(out[0])->payload.valid.value != 0 ||
           reinterpret_cast<const Beat<DecodedBranch>*>(out[1])->valid;
  const ReadInstructions& read = reinterpret_cast<const Level<ReadInstructions>*>(in[0])->payload;
  const auto& branch = *reinterpret_cast<const Beat<BranchRelease>*>(in[1]);
  const bool both = read.valid.value == (1u << release_reads) - 1;
  idle_ += read.valid.value == 0 && !branch.valid;
  both_ += both;
  branch_and_reads_ += both && branch.valid;
  for (unsigned i = 0; i < release_reads; ++i)
    if (read.valid.value >> i & 1) see_read(i, read);
  if (branch.valid) see_branch(branch.payload.word);
}

void ReleaseDecoderCoverage::see_read(unsigned instruction, const ReadInstructions& read) {
  const unsigned flags = read.flags[instruction];
  ++*by_instruction_[instruction];
  const auto count = static_cast<unsigned>(std::popcount(flags & 7));
  ++(count == 0 ? unflagged_ : *flagged_[count - 1]);
  upper_flags_ += flags >> flagged_operands != 0;
  RegisterSet all = 0;
  for (unsigned k = 0; k < flagged_operands; ++k) {
    const std::uint16_t pins = read.operands[instruction * flagged_operands + k];
    const FlaggedOperand operand = operand_of(pins);
    if ((flags >> k & 1) == 0) continue;
    const RegisterSet set = first_registers(operand.count) << operand.first;
    ++*operand_[k];
    upper_operand_ += (pins & 0xf8c0) != 0;
    no_operand_ += operand.count == 0;
    if (operand.count == 1 || operand.count == 2) ++*count_[operand.count - 1u];
    many_ += operand.count > 2;
    beyond_ += operand.first + operand.count > 64;
    highest_ += (set & only(last_register)) != 0;
    overlap_ += (all & set) != 0;
    all |= set;
  }
}

void ReleaseDecoderCoverage::see_branch(std::uint64_t word) {
  const Metadata kind = metadata_of(word);
  pir_ += kind == Metadata::pir;
  other_ += kind == Metadata::none;
  near_ += std::popcount((word ^ pbr) & opcode_bits) == 1;
  if (kind != Metadata::pbr) return;
  RegisterSet all = 0;
  bool empty = false;
  for (unsigned k = 0; k < registers_of_pbr; ++k) {
    const auto r = static_cast<unsigned>(word >> (4 + 6 * k) & 63);
    if (r != no_released_register) {
      gap_ += empty;
      twice_ += (all & only(r)) != 0;
      all |= only(r);
    } else {
      empty = true;
    }
  }
  everywhere_ += !empty && std::has_single_bit(all);
  highest_place_ += (all & only(last_register)) != 0;
  if (all == 0)
    ++empty_;
  else
    ++*places_[static_cast<unsigned>(std::popcount(all)) - 1];
}

}  // namespace heddle
