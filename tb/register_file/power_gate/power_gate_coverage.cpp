// SPDX-License-Identifier: Apache-2.0
#include "tb/register_file/power_gate/power_gate_coverage.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

/// Counts the points of a family whose bit is set.
void count(std::vector<std::uint64_t*>& points, std::uint32_t bits) {
  for (; bits != 0; bits &= bits - 1) ++*points[static_cast<unsigned>(std::countr_zero(bits))];
}

const Arises against_protocol = bench_only("breaks the protocol on purpose");
const Arises never_let_go = never_in_system(
    "the write-back needs the domains of a write from the cycle in which it might ask for its banks until it "
    "has written them");
const Arises never_beyond = never_in_system("an SM with a power gate has at most 1024 registers");
const Arises never_twice = never_in_system(
    "the scoreboard lets one write to a register be under way, and an instruction waits for its MOVs");

}  // namespace

PowerGateCoverage::PowerGateCoverage(const PowerGateConfig& config)
    : rows_(config.rows_per_domain),
      groups_(bank_entries / rows_),
      entries_(rows_, config.wake_up),
      bank_awake_(coverage.points("bank {} awake", 0, register_banks - 1)),
      bank_gated_(coverage.points("bank {} gated again", 0, register_banks - 1)),
      group_awake_(coverage.points("domain {} of a bank awake", 0, groups_ - 1)),
      group_gated_(coverage.points("domain {} of a bank gated again", 0, groups_ - 1)),
      clear_from_(coverage.points("clear from cluster {} on", 0, clusters - 1)),
      clear_to_(coverage.points("clear up to cluster {}", 0, clusters - 1)),
      all_awake_(coverage.point("every domain awake")),
      all_gated_(coverage.point("every domain gated")),
      needed_again_(coverage.point("needed in the cycle in which it is gated")),
      woken_in_vain_(coverage.point("gated right after it was awake", never_let_go)),
      call_dropped_(config.wake_up != 0 ? coverage.point("not needed any more while waking", never_let_go)
                                        : impossible_),
      kept_by_entries_(coverage.point("not needed, awake for its entries")),
      kept_by_write_(coverage.point("not needed and empty, awake for this cycle's write")),
      written_gated_(coverage.point("written while gated (against the protocol)", against_protocol)),
      written_waking_(config.wake_up != 0
                          ? coverage.point("written while waking (against the protocol)", against_protocol)
                          : impossible_),
      held_gated_(coverage.point("gated with a valid entry (against the protocol)", against_protocol)),
      held_called_(coverage.point("needed, gated with a valid entry", against_protocol)),
      last_cleared_(coverage.point("the last entry of a domain cleared")),
      last_overwritten_(coverage.point("the last entry of a domain given up by a smaller form")),
      shrinks_(coverage.point("whole write in fewer banks")),
      grows_(coverage.point("whole write in more banks")),
      adds_(coverage.point("partial write adds banks")),
      eight_writes_(coverage.point("eight writes at once")),
      beyond_written_(coverage.point("write beyond the last register", never_beyond)),
      whole_whole_(coverage.point("two whole writes to a register at once", never_twice)),
      whole_partial_(coverage.point("a whole and then a partial write to a register at once", never_twice)),
      partial_whole_(coverage.point("a partial and then a whole write to a register at once", never_twice)),
      partial_partial_(coverage.point("two partial writes to a register at once", never_twice)),
      bank_twice_(
          coverage.point("two registers written in a bank at once (against the protocol)", against_protocol)),
      clear_all_(coverage.point("all registers cleared", never_in_system("a warp has at most 63 registers"))),
      clear_none_(coverage.point("clear of no register")),
      clear_past_(coverage.point("clear beyond the last register", never_beyond)),
      clear_beyond_(coverage.point("clear from beyond the last register on", never_beyond)),
      clear_past_16_bits_(coverage.point("clear of a range that ends beyond 16 bits", never_beyond)),
      cleared_and_written_(coverage.point(
          "register cleared and written at once",
          never_in_system("of a warp that has ended, the SM does not tell the write that ended it"))),
      reset_waking_(config.wake_up != 0 ? coverage.point("reset while waking", only_a_bench_resets())
                                        : impossible_),
      reset_awake_(coverage.point("reset while awake", only_a_bench_resets())),
      reset_holding_(coverage.point("reset while a domain holds an entry", only_a_bench_resets())) {}

void PowerGateCoverage::see(const DomainNeeds& need, const EntryWrites& write,
                            const Beat<RegisterRange>& clear, const DomainPower& power) {
  in_reset_ = false;
  see_power(need.domains, power);
  if (clear.valid) see_clear(clear.payload, write);
  see_writes(write);
  const DomainSet held_before = entries_.holding();
  std::vector<EntryWrite> writes;
  for (unsigned p = 0; p < write_requesters; ++p)
    if (write.valid.value >> p & 1)
      writes.push_back({write.registers[p], write.banks[p], (write.partial.value >> p & 1) != 0});
  entries_.step(++cycle_, need.domains, writes,
                clear.valid ? RegisterRange{clear.payload.first, clear.payload.count} : RegisterRange{});
  see_entries(need.domains, held_before, power, clear.valid);
  before_ = power;
}

void PowerGateCoverage::see_power(const DomainSet& need, const DomainPower& power) {
  bool all_awake = true, all_gated = true;
  for (unsigned g = 0; g < groups_; ++g) {
    const std::uint32_t rises = power.awake[g] & ~before_.awake[g];
    const std::uint32_t falls = power.gated[g] & before_.awake[g];
    count(bank_awake_, rises);
    count(bank_gated_, falls);
    *group_awake_[g] += rises != 0;
    *group_gated_[g] += falls != 0;
    all_awake &= power.awake[g] == ~0u;
    all_gated &= power.gated[g] == ~0u;
    needed_again_ += (falls & need[g]) != 0;
    woken_in_vain_ += (falls & risen_[g]) != 0;
    call_dropped_ += (~power.awake[g] & ~power.gated[g] & ~need[g]) != 0;
    risen_[g] = rises;
  }
  all_awake_ += all_awake;
  all_gated_ += all_gated;
}

void PowerGateCoverage::see_writes(const EntryWrites& write) {
  written_ = {};
  eight_writes_ += write.valid.value == 0xff;
  for (unsigned rest = write.valid.value; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<unsigned>(std::countr_zero(rest));
    const RegisterId r = write.registers[p];
    beyond_written_ += r >= bank_registers;
    if (r >= bank_registers) continue;
    const bool partial = (write.partial.value >> p & 1) != 0;
    const BankSet valid = entries_.valid(r);
    shrinks_ += !partial && (valid & ~write.banks[p]) != 0 && (write.banks[p] & ~valid) == 0;
    grows_ += !partial && valid != 0 && (write.banks[p] & ~valid) != 0;
    adds_ += partial && valid != 0 && (write.banks[p] & ~valid) != 0;
    written_[r / clusters / rows_] |= bank_mask(r, write.banks[p]);
    for (unsigned later = rest & (rest - 1); later != 0; later &= later - 1) {
      const auto q = static_cast<unsigned>(std::countr_zero(later));
      bank_twice_ += write.registers[q] != r &&
                     (bank_mask(r, write.banks[p]) & bank_mask(write.registers[q], write.banks[q])) != 0;
      if (write.registers[q] != r) continue;
      const bool then_partial = (write.partial.value >> q & 1) != 0;
      ++(partial ? (then_partial ? partial_partial_ : partial_whole_)
                 : (then_partial ? whole_partial_ : whole_whole_));
    }
  }
}

void PowerGateCoverage::see_clear(const RegisterRange& range, const EntryWrites& write) {
  const unsigned end = range.first + range.count;
  clear_all_ += range.first == 0 && end >= bank_registers;
  clear_none_ += range.count == 0;
  clear_past_ += range.first < bank_registers && end > bank_registers;
  clear_beyond_ += range.first >= bank_registers && range.count != 0;
  clear_past_16_bits_ += range.first < bank_registers && end > 65535;
  if (end <= bank_registers && range.count > clusters) {
    ++*clear_from_[range.first % clusters];
    ++*clear_to_[end % clusters];
  }
  for (unsigned p = 0; p < write_requesters; ++p)
    cleared_and_written_ +=
        (write.valid.value >> p & 1) != 0 && range.first <= write.registers[p] && write.registers[p] < end;
}

void PowerGateCoverage::see_entries(const DomainSet& need, const DomainSet& held_before,
                                    const DomainPower& power, bool cleared) {
  const DomainSet& held = entries_.holding();
  for (unsigned g = 0; g < groups_; ++g) {
    const std::uint32_t waking = ~power.awake[g] & ~power.gated[g];
    const std::uint32_t alone = power.awake[g] & ~need[g];
    kept_by_entries_ += (alone & held_before[g] & held[g]) != 0;
    kept_by_write_ += (alone & ~held_before[g] & held[g]) != 0;
    written_gated_ += (power.gated[g] & written_[g]) != 0;
    written_waking_ += (waking & written_[g]) != 0;
    held_gated_ += (power.gated[g] & held_before[g]) != 0;
    held_called_ += (power.gated[g] & held_before[g] & need[g]) != 0;
    const bool emptied = (held_before[g] & ~held[g]) != 0;
    last_cleared_ += emptied && cleared;
    last_overwritten_ += emptied && !cleared;
  }
}

void PowerGateCoverage::reset() {
  if (!in_reset_) {
    for (unsigned g = 0; g < groups_; ++g) {
      reset_waking_ += (~before_.awake[g] & ~before_.gated[g]) != 0;
      reset_awake_ += before_.awake[g] != 0;
      reset_holding_ += entries_.holding()[g] != 0;
    }
    entries_.reset();
  }
  in_reset_ = true;
  before_ = {};
  risen_ = {};
}

void PowerGateCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  if (!rst_n)
    reset();
  else
    see(reinterpret_cast<const Level<DomainNeeds>*>(in[0])->payload,
        reinterpret_cast<const Level<EntryWrites>*>(in[1])->payload,
        *reinterpret_cast<const Beat<RegisterRange>*>(in[2]),
        reinterpret_cast<const Level<DomainPower>*>(out[0])->payload);
}

}  // namespace heddle
