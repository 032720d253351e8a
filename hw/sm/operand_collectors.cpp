#include "hw/sm/operand_collectors.hpp"

#include <bit>

#include "hw/sm/stray_grant.hpp"

namespace heddle {

OperandCollectors::OperandCollectors(const CollectorConfig& config, RegisterBanks& banks, RegisterForm& form,
                                     StatGroup& stats)
    : banks_(banks),
      form_(form),
      units_(config.units),
      for_moves_(form.partial_writes() == PartialWrites::after_move),
      all_((1u << config.units) - 1),
      free_(all_),
      limits_{config.sp, config.sfu, config.memory},
      accesses_(stats.counter("reads", "warp registers", "operands read from the register file")),
      bank_reads_(stats.counter("bank_reads", "banks", "bank accesses of reads")) {}

bool OperandCollectors::allocate(InFlight& f) {
  const auto unit = static_cast<unsigned>(std::countr_zero(free_));
  const CollectorKind kind = collector_kind(f.instruction->unit);
  units_[unit] = {&f, 0, {-1, -1}};
  f.collector = static_cast<std::uint8_t>(unit);
  free_ &= ~(1u << unit);
  if (kind == CollectorKind::memory) in_memory_ |= 1u << unit;
  ++taken_[static_cast<unsigned>(kind)];
  for (unsigned port = 0; port < ports; ++port) place(unit, port);
  if (f.arrived != f.reads) return false;
  complete(f);
  return true;
}

void OperandCollectors::place(unsigned unit, unsigned port) {
  Unit& u = units_[unit];
  const unsigned requester = unit * ports + port;
  InFlight& f = *u.instruction;
  for (; u.next < f.reads && f.sources[u.next] == RegisterPlace::nowhere; ++f.arrived)
    operand(f, u.next++) = WarpRegister{};
  if (u.next == f.reads) {
    pending_ &= ~(1u << requester);
    return;
  }
  const RegisterId r = f.sources[u.next];
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
    const WarpRegister bytes = banks_.read(r, set);
    if (wires != nullptr) wires->read(r, set, bytes);
    form_.start_read(c, r, bytes);
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
  for (std::uint32_t rest = in_memory_; rest != 0; rest &= rest - 1) {
    const InFlight& other = *units_[static_cast<unsigned>(std::countr_zero(rest))].instruction;
    if (other.warp == f.warp && other.sequence < f.sequence) return true;
  }
  return false;
}

InFlight* OperandCollectors::oldest(ptx::Unit unit) {
  InFlight* found = nullptr;
  for (InFlight* f : complete_for(unit))
    if ((held_ >> f->collector & 1) == 0 && (found == nullptr || f->sequence < found->sequence) &&
        (unit != ptx::Unit::ldst || !overtakes(*f)))
      found = f;
  return found;
}

void OperandCollectors::remove(InFlight& f) {
  std::erase(complete_for(f.instruction->unit), &f);
  units_[f.collector].instruction = nullptr;
  free_ |= 1u << f.collector;
  in_memory_ &= ~(1u << f.collector);
  --taken_[static_cast<unsigned>(collector_kind(f.instruction->unit))];
}

}  // namespace heddle
