// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/banks/bank_power.hpp"

#include <fmt/format.h>

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {

BankPower::BankPower(const PowerGateConfig& config, unsigned registers, RegisterBanks& banks,
                     ClockDomain& clock, Wire<bool>& rst_n, const BlockMaker& blocks, Clocked& sm,
                     StatGroup& stats)
    : rows_(config.rows_per_domain),
      groups_((registers + clusters * rows_ - 1) / (clusters * rows_)),
      banks_(banks),
      block_(make_block<PowerGate>("power_gate", config, blocks)),
      gated_cycles_(stats.counter("gated_domain_cycles", "domain cycles",
                                  "power domains of the register banks that were switched off")),
      wake_ups_(stats.counter("wake_ups", "domains", "power domains that were switched on")),
      waiting_(stats.counter("wake_up_stalls", "request cycles", "writes that waited for a bank to wake")) {
  stats.counter("domains", "domains", "power domains of the register banks") += register_banks * groups_;
  for (unsigned b = 0; b < register_banks; ++b)
    by_bank_[b] = &stats.counter(fmt::format("gated_cycles_bank{}", b), "domain cycles",
                                 "power domains of this bank that were switched off");
  block_->io.clk(clock);
  block_->io.rst_n(rst_n);
  block_->io.need.port(need_pins_);
  block_->io.write.port(write_pins_);
  block_->io.clear.port(clear_pins_);
  block_->io.power.port(power_);
  power_.add_reader(sm);
}

void BankPower::begin_cycle() {
  if (const DomainSet& gated = power_.shown().payload.gated; gated != gated_) switched(gated);
  need_ = {};
  if (!told_) return;
  write_.payload.valid.value = write_.payload.partial.value = 0;
  clear_.valid = false;
}

void BankPower::switched(const DomainSet& gated) {
  count();
  domains_ = 0;
  for (unsigned g = 0; g < groups_; ++g) {
    domains_ += static_cast<unsigned>(std::popcount(gated[g]));
    wake_ups_ += static_cast<unsigned>(std::popcount(gated_[g] & ~gated[g]));
    for (std::uint32_t off = gated[g] & ~gated_[g]; off != 0; off &= off - 1)
      banks_.lose(static_cast<unsigned>(std::countr_zero(off)), g * rows_, rows_);
  }
  gated_ = gated;
}

bool BankPower::ready(RegisterId r, BankSet banks) {
  need_.payload.domains[group(r)] |= bank_mask(r, banks);
  if (awake(r, banks)) return true;
  ++waiting_;
  return false;
}

void BankPower::written(unsigned requester, const RegisterWrite& w) {
  EntryWrites& e = write_.payload;
  const auto bit = static_cast<std::uint8_t>(1u << requester);
  e.valid.value |= bit;
  if (w.partial) e.partial.value |= bit;
  e.registers[requester] = w.reg;
  e.banks[requester] = w.banks;
}

void BankPower::clear(RegisterRange range) {
  clear_ = {range, true};
  // The last write of the warp may come in this cycle: the gate clears first, and would then keep it.
  EntryWrites& e = write_.payload;
  for (unsigned i = 0; i < write_requesters; ++i)
    if (e.registers[i] >= range.first && e.registers[i] < range.first + range.count)
      e.valid.value = static_cast<std::uint8_t>(e.valid.value & ~(1u << i));
}

/// Marks a register as free in the gate, by a write of the whole register to none of its banks. That takes a
/// port that no write uses; false when there is none.
bool BankPower::forget(RegisterId r) {
  EntryWrites& e = write_.payload;
  const auto port = static_cast<unsigned>(std::countr_one(e.valid.value));
  if (port >= write_requesters) return false;
  e.valid.value = static_cast<std::uint8_t>(e.valid.value | 1u << port);
  e.registers[port] = r;
  e.banks[port] = 0;
  return true;
}

void BankPower::end_cycle() {
  need_pins_.write(need_);
  write_pins_.write(write_);
  clear_pins_.write(clear_);
  told_ = write_.payload.valid.value != 0 || clear_.valid;
}

void BankPower::credit(Cycle elapsed) {
  gated_cycles_ += elapsed * domains_;
  held_ += elapsed;
}

void BankPower::count() {
  if (held_ == 0) return;
  for (unsigned g = 0; g < groups_; ++g)
    for (std::uint32_t rest = gated_[g]; rest != 0; rest &= rest - 1)
      *by_bank_[static_cast<unsigned>(std::countr_zero(rest))] += held_;
  held_ = 0;
}

}  // namespace heddle
