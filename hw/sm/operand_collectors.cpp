#include "hw/sm/operand_collectors.hpp"

#include <bit>

#include "hw/sm/stray_grant.hpp"

namespace heddle {

OperandCollectors::OperandCollectors(unsigned units, RegisterBanks& banks, RegisterForm& form,
                                     StatGroup& stats)
    : banks_(banks),
      form_(form),
      units_(units),
      accesses_(stats.counter("reads", "warp registers", "operands read from the register file")),
      bank_reads_(stats.counter("bank_reads", "banks", "bank accesses of reads")) {}

void OperandCollectors::allocate(InFlight& f) {
  unsigned unit = 0;
  while (units_[unit].instruction != nullptr) ++unit;
  units_[unit] = {&f, 0, {-1, -1}};
  ++used_;
  for (unsigned port = 0; port < ports; ++port) place(unit, port);
  if (f.instruction->source_count == 0) complete(f);
}

void OperandCollectors::place(unsigned unit, unsigned port) {
  Unit& u = units_[unit];
  const unsigned requester = unit * ports + port;
  if (u.next == u.instruction->instruction->source_count) {
    pending_ &= ~(1u << requester);
    return;
  }
  const RegisterId r = u.instruction->sources[u.next];
  u.operand[port] = static_cast<std::int8_t>(u.next++);
  masks_[requester] = bank_mask(r, form_.banks(r));
  pending_ |= 1u << requester;
}

void OperandCollectors::read(std::uint32_t granted) {
  if ((granted & ~pending_) != 0) throw stray_grant("read", granted & ~pending_);
  for (; granted != 0; granted &= granted - 1) {
    const auto requester = static_cast<unsigned>(std::countr_zero(granted));
    const unsigned unit = requester / ports, port = requester % ports;
    const auto operand = static_cast<unsigned>(units_[unit].operand[port]);
    const RegisterId r = units_[unit].instruction->sources[operand];
    const unsigned c = cluster_of(r);
    const auto set = static_cast<BankSet>(masks_[requester] >> (c * cluster_banks));
    ++accesses_;
    bank_reads_ += static_cast<unsigned>(std::popcount(set));
    form_.start_read(c, r, banks_.read(r, set));
    waiting_[c].push({unit, operand});
    place(unit, port);
  }
}

void OperandCollectors::request(ArbiterRequests& out) const {
  out.read_pending.value = pending_;
  for (std::uint32_t rest = pending_; rest != 0; rest &= rest - 1) {
    const auto requester = static_cast<unsigned>(std::countr_zero(rest));
    out.read_banks[requester] = masks_[requester];
  }
}

bool OperandCollectors::overtakes(const InFlight& f) const {
  for (const Unit& u : units_)
    if (u.instruction != nullptr && u.instruction->warp == f.warp && u.instruction->sequence < f.sequence &&
        u.instruction->instruction->unit == ptx::Unit::ldst)
      return true;
  return false;
}

InFlight* OperandCollectors::oldest(ptx::Unit unit) {
  InFlight* found = nullptr;
  for (InFlight* f : complete_for(unit))
    if ((found == nullptr || f->sequence < found->sequence) && (unit != ptx::Unit::ldst || !overtakes(*f)))
      found = f;
  return found;
}

void OperandCollectors::remove(InFlight& f) {
  std::erase(complete_for(f.instruction->unit), &f);
  for (Unit& u : units_)
    if (u.instruction == &f) {
      u.instruction = nullptr;
      --used_;
      return;
    }
}

}  // namespace heddle
