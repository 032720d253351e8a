// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/rename_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "hw/register_virtualization/release_tag.hpp"
#include "hw/sim/block_entry.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

/// Operand `operand` of an instruction, sources first.
unsigned architected(const ptx::Instruction& i, unsigned operand) {
  return operand < ptx::max_sources ? i.sources[operand] : i.destinations[operand - ptx::max_sources];
}

}  // namespace

RenameStage::RenameStage(unsigned registers, const RenamingTableConfig& table,
                         const RegisterAllocatorConfig& allocator, const SmTechniqueParts& parts)
    : physical_(registers),
      schedulers_(parts.config.schedulers),
      release_lane_(table_banks * (table.ports - 1)),
      table_(make_block<RenamingTable>("renaming_table", table, parts.blocks)),
      allocator_(make_block<RegisterAllocator>("register_allocator", allocator, parts.blocks)),
      counter_(make_block<FreeRegisterCounter>("free_register_counter", {}, parts.blocks)),
      tickets_(parts.config.collectors.units),
      touched_(registers),
      lookups_(stats_of(parts).counter("lookups", "registers", "looked up in the renaming table")),
      conflicts_(
          stats_of(parts).counter("lookup_conflicts", "lookup cycles",
                                  "lookups that waited for a bank of the renaming table or the allocator")),
      allocated_(stats_of(parts).counter("allocations", "warp registers",
                                         "given to an architected register that was written")),
      freed_count_(stats_of(parts).counter("releases", "warp registers", "that are free again")),
      used_registers_(stats_of(parts).counter("registers_used", "warp registers",
                                              "physical registers that warps had at least once")) {
  const auto clocked = [&parts](auto& io) {
    io.clk(parts.clock);
    io.rst_n(parts.rst_n);
  };
  clocked(table_->io);
  clocked(allocator_->io);
  clocked(counter_->io);
  table_->io.enter.port(enter_pins_);
  table_->io.release.port(release_pins_);
  table_->io.grant.port(grant_pins_);
  table_->io.answer.port(answer_pins_);
  table_->io.request.port(request_pins_);
  table_->io.tag.port(tag_pins_);
  table_->io.queue.port(queue_pins_);
  table_->io.mapped.port(table_state_);
  table_->io.unmapped.port(unmapped_pins_);
  table_->io.asked.port(asked_pins_);
  table_->io.asked_tag.port(asked_tag_pins_);
  allocator_->io.request.port(request_pins_);
  allocator_->io.freed.port(freed_pins_);
  allocator_->io.power.port(power_pins_);
  allocator_->io.fixed.port(fixed_pins_);
  allocator_->io.grant.port(grant_pins_);
  counter_->io.launch.port(launch_pins_);
  counter_->io.claim.port(claim_pins_);
  counter_->io.freed.port(freed_pins_);
  counter_->io.free.port(free_pins_);
  power_.payload.powered.fill(0xffff);
}

void RenameStage::begin(unsigned registers, unsigned fixed, unsigned warps, const ClusterCounts& free) {
  registers_ = registers;
  fixed_ = fixed;
  warps_ = warps;
  beginning_ = true;
  launch_ = {{free}, true};
}

void RenameStage::start_warps(unsigned first, unsigned count) {
  for (unsigned r = first * fixed_; r < (first + count) * fixed_; ++r) touch(static_cast<RegisterId>(r));
  std::fill_n(written_.begin() + first, count, RegisterSet{0});
}

/// A subarray counts as powered when its cluster's lowest bank is: compressed registers have that at least.
void RenameStage::powered(const DomainSet& gated) {
  if (gated == gated_) return;
  gated_ = gated;
  for (unsigned c = 0; c < clusters; ++c) {
    unsigned on = 0;
    for (unsigned g = 0; g < gated.size(); ++g)
      if ((gated[g] >> c * cluster_banks & 1) == 0) on |= 1u << g;
    power_.payload.powered[c] = static_cast<std::uint16_t>(on);
  }
}

RenameStage::Claims RenameStage::enter(InFlight& f) {
  order_.push_back(f.collector);
  Ticket& t = tickets_[f.collector];
  t = Ticket{};
  t.f = &f;
  const ptx::Instruction& i = *f.instruction;
  for (unsigned k = 0; k < i.source_count; ++k) add(t, k);
  for (unsigned k = 0; k < i.destination_count; ++k) add(t, ptx::max_sources + k);
  t.ungranted = t.fresh;
  if (t.open != 0) show(t);
  Claims claims;
  for (unsigned k = 0; k < i.destination_count; ++k)
    if (t.fresh >> k & 1) {
      const unsigned c = cluster(f.warp, i.destinations[k]);
      claims.registers[claims.count] = i.destinations[k];
      claims.clusters[claims.count++] = static_cast<std::uint8_t>(c);
      claim(c);
    }
  return claims;
}

void RenameStage::claim(unsigned cluster) {
  ClaimedRegisters& c = claim_.payload;
  const auto lane = static_cast<unsigned>(std::countr_one(c.valid.value));
  c.valid.value = static_cast<std::uint8_t>(c.valid.value | 1u << lane);
  c.clusters.value = static_cast<std::uint16_t>(c.clusters.value | cluster << 2 * lane);
  --left_[cluster];
}

/// The counter's pins show what it has counted, and what it is to count at this edge.
void RenameStage::count_left() {
  left_ = free_pins_.shown().payload.counts;
  const ClaimedRegisters& claimed = claim_pins_.shown().payload;
  for (unsigned rest = claimed.valid.value; rest != 0; rest &= rest - 1)
    --left_[claimed.cluster_of(static_cast<unsigned>(std::countr_zero(rest)))];
  const auto& [valid, registers] = freed_pins_.shown().payload;
  for (unsigned rest = valid.value; rest != 0; rest &= rest - 1)
    ++left_[cluster_of(registers[static_cast<unsigned>(std::countr_zero(rest))])];
}

/// Puts the instruction on the renaming table's pins.
void RenameStage::show(const Ticket& t) {
  EnteringInstructions& e = enter_.payload;
  const unsigned s = entered_++, w = t.f->warp;
  e.registers.value |= std::uint32_t{t.open} << renamed_registers * s;
  e.fresh.value |= static_cast<std::uint8_t>(t.fresh << ptx::max_destinations * s);
  e.units.value |= static_cast<std::uint8_t>(t.f->collector << 4 * s);
  e.rotations.value |= static_cast<std::uint8_t>((w + 1) * fixed_ % clusters << 2 * s);
  for (unsigned rest = t.open; rest != 0; rest &= rest - 1) {
    const auto k = static_cast<unsigned>(std::countr_zero(rest));
    e.entries[renamed_registers * s + k] =
        static_cast<std::uint16_t>(entry(w, architected(*t.f->instruction, k)));
  }
}

bool RenameStage::finds_registers(unsigned w, const ptx::Instruction& i) const {
  ClusterCounts left = left_;
  for (unsigned k = 0; k < i.destination_count; ++k) {
    const unsigned r = i.destinations[k];
    if (r >= fixed_ && !has_place(entry(w, r)) && left[cluster(w, r)]-- == 0) return false;
  }
  return true;
}

void RenameStage::add(Ticket& t, unsigned operand) {
  const bool written = operand >= ptx::max_sources;
  RegisterId& place = written ? t.f->destinations[operand - ptx::max_sources] : t.f->sources[operand];
  const unsigned w = t.f->warp, r = architected(*t.f->instruction, operand);
  if (r < fixed_) {
    place = static_cast<RegisterId>(w * fixed_ + r);
    return;
  }
  place = no_register;
  const bool known = has_place(entry(w, r));
  if (written) {
    written_[w] |= only(r);
    if (!known) t.fresh |= static_cast<std::uint8_t>(1u << (operand - ptx::max_sources));
  } else if (!known) {
    if ((written_[w] & only(r)) != 0)
      throw Error({.place = table_->name(),
                   .what = fmt::format("a source of the instruction in line {} has no mapping, although its "
                                       "warp has written it",
                                       t.f->instruction->line),
                   .value = fmt::format("warp {}, register {}", w, r)});
    return;
  }
  const auto bit = static_cast<std::uint16_t>(1u << operand);
  for (unsigned rest = t.open; rest != 0; rest &= rest - 1) {
    const auto k = static_cast<unsigned>(std::countr_zero(rest));
    if (architected(*t.f->instruction, k) != r) continue;
    t.operands[k] |= bit;
    return;
  }
  t.operands[operand] = bit;
  t.open |= bit;
}

InFlight* RenameStage::renamed() {
  InFlight* const f = starting_.empty() ? nullptr : starting_.front();
  if (f != nullptr) starting_.erase(starting_.begin());
  return f;
}

void RenameStage::take_lookups() {
  for (unsigned rest = answer_pins_.shown().payload.valid.value; rest != 0; rest &= rest - 1)
    take_lookup(static_cast<unsigned>(std::countr_zero(rest)));
  take_requests();
  for (const unsigned unit : order_)
    if (Ticket& t = tickets_[unit]; ++t.age >= stage_edges)
      conflicts_ += static_cast<unsigned>(std::popcount(t.open));
  if (!held_) start();
}

void RenameStage::start() {
  std::erase_if(order_, [this](unsigned unit) {
    const Ticket& t = tickets_[unit];
    if (starting_.size() == schedulers_ || t.age < stage_edges || t.open != 0) return false;
    starting_.push_back(leave(unit));
    return true;
  });
}

RegisterSet RenameStage::mapped(unsigned w) const {
  const unsigned n = registers_ - fixed_;
  if (n == 0) return 0;
  const unsigned word = w * n / 64, bit = w * n % 64;
  const auto& words = table_state_.shown().payload.entries;
  RegisterSet set = words[word] >> bit;
  if (bit + n > 64) set |= words[word + 1] << (64 - bit);
  return (set & first_registers(n)) << fixed_;
}

void RenameStage::release(unsigned w, unsigned r) {
  const unsigned e = entry(w, r), bank = e % table_banks;
  const auto bit = static_cast<std::uint8_t>(1u << bank);
  if (release_.payload.valid.value & bit) return;
  release_.payload.valid.value |= bit;
  release_.payload.rows[bank] = static_cast<std::uint16_t>(e / table_banks);
  release_.payload.tags.value |= ReleasedRegister{w, r}.tag() << release_tag_bits * bank;
}

unsigned RenameStage::releases_under_way() const {
  return static_cast<unsigned>(std::popcount(release_.payload.valid.value) +
                               std::popcount(release_pins_.shown().payload.valid.value));
}

/// Their tags stand on the table's pins, or will.
RegisterSet RenameStage::releasing(unsigned w) const {
  RegisterSet set = 0;
  for (const TableReleases* sent : {&release_.payload, &release_pins_.shown().payload})
    for (unsigned rest = sent->valid.value; rest != 0; rest &= rest - 1) {
      const auto [warp, reg] =
          ReleasedRegister::of(sent->tags, static_cast<unsigned>(std::countr_zero(rest)));
      if (warp == w) set |= only(static_cast<std::uint8_t>(reg));
    }
  return set;
}

bool RenameStage::free(RegisterId r) {
  FreedRegisters& f = freed_.payload;
  const auto lane = static_cast<unsigned>(std::countr_one(f.valid.value));
  if (lane >= clusters) return false;
  f.valid.value |= static_cast<std::uint8_t>(1u << lane);
  f.registers[lane] = r;
  ++freed_count_;
  return true;
}

void RenameStage::check_balance(const Balance& balance) const {
  balance.none("instructions that look their registers up", order_.size() + starting_.size());
  std::uint64_t mappings = 0;
  for (const std::uint64_t word : table_state_.shown().payload.entries)
    mappings += static_cast<unsigned>(std::popcount(word));
  balance.none("mappings in the renaming table", mappings);
  balance.none("physical registers that are not free again", allocated_.value() - freed_count_.value());
}

void RenameStage::begin_cycle() {
  count_left();
  for (unsigned b = 0; b < table_banks; ++b) take_release(b);
  take_grants();
  entered_ = 0;
  enter_ = {};
  release_ = {};
  freed_ = {};
  claim_ = {};
}

/// The register in a lane of the table's answers, or none.
RegisterId RenameStage::answered(unsigned lane) const {
  const TableAnswers& a = answer_pins_.shown().payload;
  if ((a.mapped.value >> lane & 1) == 0) return no_register;
  if (a.registers[lane] >= physical_)
    throw Error({.place = table_->name(),
                 .what = "a register is mapped to one that the file does not have",
                 .value = fmt::format("{}", a.registers[lane]),
                 .legal = fmt::format("0 to {}", physical_ - 1)});
  return a.registers[lane];
}

void RenameStage::take_lookup(unsigned lane) {
  const TableAnswers& a = answer_pins_.shown().payload;
  const auto k = static_cast<unsigned>(a.lookups.value >> 4 * lane & 15);
  const Ticket& t = asked(static_cast<unsigned>(a.units.value >> 4 * lane & 15), k);
  const RegisterId reg = answered(lane);
  ++lookups_;
  for (unsigned rest = t.operands[k]; rest != 0; rest &= rest - 1) {
    const auto operand = static_cast<unsigned>(std::countr_zero(rest));
    if (operand < ptx::max_sources) {
      t.f->sources[operand] = reg;
    } else {
      if (reg == no_register)
        throw Error(
            {.place = table_->name(),
             .what = fmt::format("a destination of the instruction in line {} has lost its mapping",
                                 t.f->instruction->line),
             .value = fmt::format("warp {}, register {}", t.f->warp, architected(*t.f->instruction, k))});
      t.f->destinations[operand - ptx::max_sources] = reg;
    }
  }
}

void RenameStage::take_release(unsigned bank) {
  const TableAnswers& a = answer_pins_.shown().payload;
  if ((a.released.value >> bank & 1) == 0) return;
  const auto [w, r] = ReleasedRegister::of(a.tags, bank);
  if (w >= warps_ || r < fixed_ || r >= registers_)
    throw Error({.place = table_->name(),
                 .what = "a release was answered that nobody asked for",
                 .value = fmt::format("bank {}, warp {}, register {}", bank, w, r)});
  released(w, r, answered(release_lane_ + bank));
}

/// The table's requests to the allocator, whose grants come in the next cycle.
void RenameStage::take_requests() {
  const AllocationTags& tags = tag_pins_.shown().payload;
  for (unsigned rest = request_pins_.shown().payload.valid.value; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    asked(tags.unit_of(i), ptx::max_sources + tags.destination_of(i));
  }
}

void RenameStage::take_grants() {
  const AllocatedRegisters& grants = grant_pins_.shown().payload;
  const AllocationTags& tags = asked_tag_pins_.shown().payload;
  for (unsigned rest = asked_pins_.shown().payload.valid.value; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    const RegisterId reg = grants.registers[i];
    if ((grants.valid.value >> i & 1) == 0 || reg >= physical_)
      throw Error(
          {.place = allocator_->name(),
           .what = fmt::format("cluster {} has no register for an instruction that was issued", i / 2),
           .value = fmt::format("answer {}, register {}", grants.valid.value >> i & 1, reg)});
    const unsigned unit = tags.unit_of(i), destination = tags.destination_of(i);
    if (unit >= tickets_.size() || (tickets_[unit].ungranted >> destination & 1) == 0)
      throw Error({.place = table_->name(),
                   .what = "a register was given to a destination that waits for none",
                   .value = fmt::format("collector unit {}, destination {}", unit, destination)});
    tickets_[unit].ungranted &= static_cast<std::uint8_t>(~(1u << destination));
    ++allocated_;
    touch(reg);
    tickets_[unit].f->destinations[destination] = reg;
  }
}

RenameStage::Ticket& RenameStage::asked(unsigned unit, unsigned k) {
  if (unit >= tickets_.size() || k >= renamed_registers || (tickets_[unit].open >> k & 1) == 0)
    throw Error({.place = table_->name(),
                 .what = "it asked for a register that no instruction waits for",
                 .value = fmt::format("collector unit {}, register {}", unit, k)});
  Ticket& t = tickets_[unit];
  t.open &= static_cast<std::uint16_t>(~(1u << k));
  return t;
}

InFlight* RenameStage::leave(unsigned ticket) {
  const Ticket& t = tickets_[ticket];
  InFlight& f = *t.f;
  // What is merged with a register that had no place is nobody's value.
  if (f.merges)
    for (unsigned k = 0; k < f.instruction->destination_count; ++k)
      f.sources[f.instruction->source_count + k] = (t.fresh >> k & 1) != 0 ? no_register : f.destinations[k];
  return &f;
}

void RenameStage::end_cycle() {
  Beat<FixedRegisters> fixed;
  if (std::exchange(beginning_, false)) fixed = {{static_cast<std::uint16_t>(fixed_ * warps_)}, true};
  enter_pins_.write(enter_);
  release_pins_.write(release_);
  freed_pins_.write(freed_);
  power_pins_.write(power_);
  fixed_pins_.write(fixed);
  launch_pins_.write(launch_);
  launch_.valid = false;
  claim_pins_.write(claim_);
  told_ = enter_.payload.registers.value != 0 || release_.payload.valid.value != 0 ||
          freed_.payload.valid.value != 0 || fixed.valid;
}

}  // namespace heddle
