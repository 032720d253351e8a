#include "hw/register_virtualization/rename_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/sim/block_entry.hpp"
#include "hw/sm/sm_config.hpp"
#include "models/base/error.hpp"

namespace heddle {

RenameStage::RenameStage(unsigned registers, const RenamingTableConfig& table,
                         const RegisterAllocatorConfig& allocator, const SmTechniqueParts& parts)
    : physical_(registers),
      table_(make_block<RenamingTable>("renaming_table", table, parts.blocks)),
      allocator_(make_block<RegisterAllocator>("register_allocator", allocator, parts.blocks)),
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
  table_->io.clk(parts.clock);
  table_->io.rst_n(parts.rst_n);
  table_->io.access.port(access_pins_);
  table_->io.map.port(map_pins_);
  table_->io.answer.port(answer_pins_);
  table_->io.mapped.port(table_state_);
  allocator_->io.clk(parts.clock);
  allocator_->io.rst_n(parts.rst_n);
  allocator_->io.request.port(request_pins_);
  allocator_->io.freed.port(freed_pins_);
  allocator_->io.power.port(power_pins_);
  allocator_->io.fixed.port(fixed_pins_);
  allocator_->io.grant.port(grant_pins_);
  power_.payload.powered.fill(0xffff);
}

void RenameStage::begin(unsigned registers, unsigned fixed, unsigned warps, const ClusterCounts& free) {
  registers_ = registers;
  fixed_ = fixed;
  warps_ = warps;
  beginning_ = true;
  left_ = free;
  returning_ = {};
}

void RenameStage::start_warps(unsigned first, unsigned count) {
  for (unsigned r = first * fixed_; r < (first + count) * fixed_; ++r) touch(static_cast<RegisterId>(r));
  std::fill_n(written_.begin() + first, count, RegisterSet{0});
}

void RenameStage::touch(RegisterId r) {
  if (!touched_[r]) ++used_registers_;
  touched_[r] = true;
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
  for (unsigned k = 0; k < i.source_count; ++k) add(t, f.warp, i.sources[k], k, false);
  for (unsigned k = 0; k < i.destination_count; ++k)
    add(t, f.warp, i.destinations[k], ptx::max_sources + k, true);
  Claims claims;
  for (unsigned k = 0; k < t.count; ++k)
    if (t.lookups[k].allocate) {
      claims.registers[claims.count] = t.lookups[k].architected;
      claims.clusters[claims.count++] = t.lookups[k].cluster;
      --left_[t.lookups[k].cluster];
    }
  return claims;
}

bool RenameStage::finds_registers(unsigned w, const ptx::Instruction& i) const {
  ClusterCounts left = left_;
  for (unsigned k = 0; k < i.destination_count; ++k) {
    const unsigned r = i.destinations[k];
    if (r >= fixed_ && !has_place(entry(w, r)) && left[(w * registers_ + r) % clusters]-- == 0) return false;
  }
  return true;
}

/// Operand `operand` of an instruction is architected register r.
void RenameStage::add(Ticket& t, unsigned w, unsigned r, unsigned operand, bool written) {
  RegisterId& place = written ? t.f->destinations[operand - ptx::max_sources] : t.f->sources[operand];
  if (r < fixed_) {
    place = static_cast<RegisterId>(w * fixed_ + r);
    return;
  }
  const unsigned e = entry(w, r);
  const bool known = has_place(e);
  if (written) {
    written_[w] |= only(r);
  } else if (!known) {
    if ((written_[w] & only(r)) != 0)
      throw Error({.place = table_->name(),
                   .what = fmt::format("a source of the instruction in line {} has no mapping, although its "
                                       "warp has written it",
                                       t.f->instruction->line),
                   .value = fmt::format("warp {}, register {}", w, r)});
    place = no_register;
    return;
  }
  const auto bit = static_cast<std::uint16_t>(1u << operand);
  for (unsigned k = 0; k < t.count; ++k)
    if (t.lookups[k].entry == e) {
      t.lookups[k].operands |= bit;
      return;
    }
  t.lookups[t.count++] = {.operands = bit,
                          .entry = static_cast<std::uint16_t>(e),
                          .cluster = static_cast<std::uint8_t>((w * registers_ + r) % clusters),
                          .architected = static_cast<std::uint8_t>(r),
                          .allocate = !known};
}

InFlight* RenameStage::renamed() {
  for (auto at = order_.begin(); at != order_.end(); ++at) {
    const Ticket& t = tickets_[*at];
    if (t.age < stage_cycles || t.known != t.count) continue;
    const unsigned ticket = *at;
    order_.erase(at);
    return leave(ticket);
  }
  return nullptr;
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

bool RenameStage::release(unsigned w, unsigned r) {
  const unsigned e = entry(w, r), bank = e % table_banks;
  const auto bit = static_cast<std::uint8_t>(1u << bank);
  if (access_.payload.valid.value & bit) return false;
  access_.payload.valid.value |= bit;
  access_.payload.release.value |= bit;
  access_.payload.rows[bank] = static_cast<std::uint16_t>(e / table_banks);
  asking_.table[bank] = {.lookup = static_cast<std::uint8_t>(r),
                         .warp = static_cast<std::uint8_t>(w),
                         .release = true,
                         .open = true};
  under_way_ |= 1;
  return true;
}

bool RenameStage::free(RegisterId r) {
  FreedRegisters& f = freed_.payload;
  const auto lane = static_cast<unsigned>(std::countr_one(f.valid.value));
  if (lane >= clusters) return false;
  f.valid.value |= static_cast<std::uint8_t>(1u << lane);
  f.registers[lane] = r;
  ++returning_[cluster_of(r)];
  ++freed_count_;
  return true;
}

void RenameStage::check_balance(const Balance& balance) const {
  balance.none("instructions that look their registers up", order_.size());
  std::uint64_t mappings = 0;
  for (const std::uint64_t word : table_state_.shown().payload.entries)
    mappings += static_cast<unsigned>(std::popcount(word));
  balance.none("mappings in the renaming table", mappings);
}

void RenameStage::begin_cycle() {
  waiting_before_ = std::exchange(waiting_last_, waiting_);
  for (unsigned c = 0; c < clusters; ++c) left_[c] = static_cast<std::uint16_t>(left_[c] + returning_[c]);
  returning_ = {};
  answered_ = asked_;
  asked_ = asking_;
  asking_ = {};
  map_ = {};
  banks_to_map_ = 0;
  if (under_way_ & 2) take_answers();
  under_way_ = (under_way_ << 1) & 3;
  for (const unsigned ticket : order_) ++tickets_[ticket].age;
  access_ = {};
  request_ = {};
  freed_ = {};
}

void RenameStage::take_answers() {
  const TableAnswers& table = answer_pins_.shown().payload;
  for (unsigned b = 0; b < table_banks; ++b) {
    const Question& q = answered_.table[b];
    if (!q.open) continue;
    const bool mapped = (table.mapped.value >> b & 1) != 0;
    const RegisterId reg = mapped ? table.registers[b] : no_register;
    if (mapped && reg >= physical_)
      throw Error({.place = table_->name(),
                   .what = "a register is mapped to one that the file does not have",
                   .value = fmt::format("{}", reg),
                   .legal = fmt::format("0 to {}", physical_ - 1)});
    if (q.release)
      released(q.warp, q.lookup, reg);
    else
      answer(q, reg);
  }
  const AllocatedRegisters& grants = grant_pins_.shown().payload;
  for (unsigned i = 0; i < allocations; ++i) {
    const Question& q = answered_.allocator[i];
    if (!q.open) continue;
    const RegisterId reg = grants.registers[i];
    if ((grants.valid.value >> i & 1) == 0 || reg >= physical_)
      throw Error(
          {.place = allocator_->name(),
           .what = fmt::format("cluster {} has no register for an instruction that was issued", i / 2),
           .value = fmt::format("answer {}, register {}", grants.valid.value >> i & 1, reg)});
    Lookup& lookup = tickets_[static_cast<unsigned>(q.ticket)].lookups[q.lookup];
    const unsigned bank = lookup.entry % table_banks;
    map_.payload.valid.value |= static_cast<std::uint8_t>(1u << bank);
    map_.payload.rows[bank] = static_cast<std::uint16_t>(lookup.entry / table_banks);
    map_.payload.registers[bank] = reg;
    ++allocated_;
    touch(reg);
    answer(q, reg);
  }
}

void RenameStage::answer(const Question& q, RegisterId reg) {
  const auto ticket = static_cast<unsigned>(q.ticket);
  Ticket& t = tickets_[ticket];
  for (unsigned rest = t.lookups[q.lookup].operands; rest != 0; rest &= rest - 1) {
    const auto operand = static_cast<unsigned>(std::countr_zero(rest));
    if (operand < ptx::max_sources) {
      t.f->sources[operand] = reg;
    } else {
      if (reg == no_register)
        throw Error(
            {.place = table_->name(),
             .what = fmt::format("a destination of the instruction in line {} has lost its mapping",
                                 t.f->instruction->line),
             .value = fmt::format("warp {}, register {}", t.f->warp, t.lookups[q.lookup].architected)});
      t.f->destinations[operand - ptx::max_sources] = reg;
    }
  }
  ++t.known;
}

void RenameStage::look_up() {
  waiting_ = 0;
  unsigned head = 0;
  for (const unsigned unit : order_) {
    Ticket& t = tickets_[unit];
    if (t.asked == t.count) continue;
    if (head < heads) ask(unit, head++);
    waiting_ += t.asked != t.count;
    conflicts_ += t.count - t.asked;
  }
}

/// The head has a lane of its own in each cluster: registers of a warp that differ in their banks of the
/// table differ in their clusters, too.
void RenameStage::ask(unsigned ticket, unsigned head) {
  Ticket& t = tickets_[ticket];
  for (unsigned k = 0; k < t.count; ++k) {
    Lookup& lookup = t.lookups[k];
    if (lookup.asked) continue;
    const Question q{
        .ticket = static_cast<std::int8_t>(ticket), .lookup = static_cast<std::uint8_t>(k), .open = true};
    const unsigned bank = lookup.entry % table_banks;
    const auto bit = static_cast<std::uint8_t>(1u << bank);
    if (lookup.allocate) {
      if (banks_to_map_ & bit) continue;
      banks_to_map_ |= bit;
      const unsigned lane = heads * lookup.cluster + head;
      request_.payload.valid.value |= static_cast<std::uint8_t>(1u << lane);
      asking_.allocator[lane] = q;
    } else {
      if (access_.payload.valid.value & bit) continue;
      access_.payload.valid.value |= bit;
      access_.payload.rows[bank] = static_cast<std::uint16_t>(lookup.entry / table_banks);
      asking_.table[bank] = q;
      ++lookups_;
    }
    lookup.asked = true;
    ++t.asked;
    under_way_ |= 1;
  }
}

InFlight* RenameStage::leave(unsigned ticket) {
  InFlight& f = *tickets_[ticket].f;
  // What is merged with a register that had no place is nobody's value.
  if (f.merges)
    for (unsigned k = 0; k < f.instruction->destination_count; ++k) {
      const unsigned bit = 1u << (ptx::max_sources + k);
      bool fresh = false;
      for (unsigned n = 0; n < tickets_[ticket].count; ++n)
        if (tickets_[ticket].lookups[n].operands & bit) fresh = tickets_[ticket].lookups[n].allocate;
      f.sources[f.instruction->source_count + k] = fresh ? no_register : f.destinations[k];
    }
  return &f;
}

void RenameStage::end_cycle() {
  Beat<FixedRegisters> fixed;
  if (std::exchange(beginning_, false)) fixed = {{static_cast<std::uint16_t>(fixed_ * warps_)}, true};
  access_pins_.write(access_);
  map_pins_.write(map_);
  request_pins_.write(request_);
  freed_pins_.write(freed_);
  power_pins_.write(power_);
  fixed_pins_.write(fixed);
  told_ = access_.payload.valid.value != 0 || map_.payload.valid.value != 0 ||
          request_.payload.valid.value != 0 || freed_.payload.valid.value != 0 || fixed.valid;
}

}  // namespace heddle
