// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <utility>

#include "models/ptx/program/mbarrier.hpp"
#include "models/tandem/loaded_bytes.hpp"
#include "models/tandem/tandem.hpp"

/// mbarriers order memory within a CTA as barriers do. The executor counts arrivals by itself; a warp that
/// the platform let pass goes on here when the executor has executed all arrivals of that phase.
namespace heddle {
namespace {

std::uint64_t loaded_object(const ptx::Instruction& i, const TandemRecord& r, unsigned lane) {
  const LoadedBytes bytes = loaded_bytes(i, r, lane);
  std::uint64_t object = 0;
  std::memcpy(&object, bytes.data(), sizeof object);
  return object;
}

}  // namespace

/// Has the platform read a later phase than the executor has come to?
bool Tandem::awaits_phase(const TandemWarp& w, const TandemRecord& r, const ptx::Instruction& i) {
  if (i.memory.mbarrier != ptx::MbarrierAccess::read) return false;
  auto& mbarriers = cta_of(w).mbarriers;
  for (LaneMask rest = r.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t own = mbarriers[r.addresses[lane]].object;
    if (ptx::mbarrier::phase(loaded_object(i, r, lane)) > ptx::mbarrier::phase(own)) return true;
  }
  return false;
}

void Tandem::mbarrier(TandemWarp& w, const TandemRecord& r, const ptx::Instruction& i,
                      const ptx::LaneAddresses& addresses) {
  using Access = ptx::MbarrierAccess;
  Cta& cta = cta_of(w);
  const unsigned index = w.context.warp_id, width = i.memory.width;
  const TandemMbarrier::Clock clock =
      i.memory.mbarrier == Access::arrive ? cta.clocks.release(index) : TandemMbarrier::Clock{};
  for (LaneMask rest = r.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const ptx::Location at = ptx::resolve(i.memory.space, addresses[lane]);
    compare_address(w, r, lane, at.offset);
    TandemMbarrier& m = cta.mbarriers[at.offset];
    if (i.destination_count != 0) {  // a state, which tells what was there: the order of arrivals decides
      const LoadedBytes got = loaded_bytes(i, r, lane);
      ptx::load_value(i, operands_, lane, got.data());
    }
    if (i.memory.mbarrier == Access::read) {
      const std::uint64_t later =
          ptx::mbarrier::phase(m.object) - ptx::mbarrier::phase(loaded_object(i, r, lane));
      if (later < m.ended.size()) cta.clocks.acquire(index, m.ended[m.ended.size() - 1 - later]);
      continue;
    }
    const std::uint64_t before = m.object;
    if (i.memory.mbarrier == Access::create) m = {};
    m.object = i.memory.update(before, ptx::operand_bits(i, operands_, 1, width, lane),
                               ptx::operand_bits(i, operands_, 2, width, lane));
    if (i.memory.mbarrier != Access::arrive) continue;
    BarrierClocks::join(m.arrived, clock);
    if (ptx::mbarrier::phase(m.object) == ptx::mbarrier::phase(before)) continue;
    m.ended.push_back(m.arrived);
    if (m.ended.size() > TandemMbarrier::remembered) m.ended.pop_front();
    cta.phase_ended = true;
  }
  show(cta, w);
}

/// Executes the warps of the CTA that have waited for a phase which has ended now.
void Tandem::advance_waiting(TandemWarp& by) {
  Cta& cta = cta_of(by);
  if (!std::exchange(cta.phase_ended, false)) return;
  for (unsigned slot = cta.first; slot < cta.first + cta.warps; ++slot)
    if (warp(by.sm, slot).awaits_phase && slot != by.slot) advance(by.sm, slot);
}

}  // namespace heddle
