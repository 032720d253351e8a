#include "models/tandem/tandem.hpp"

#include <fmt/format.h>

/// What others than the program do to a warp: assist warps write its registers, and let it go on elsewhere.
namespace heddle {

void Tandem::jump(unsigned sm, unsigned slot, std::uint32_t pc, LaneMask active) {
  TandemRecord& r = issue(sm, slot);
  r.kind = TandemRecord::Kind::jumped;
  r.pc = pc;
  r.active = active;
  advance(sm, slot);
}

void Tandem::write(unsigned sm, unsigned slot, unsigned reg, LaneMask lanes, const WarpRegister& value) {
  TandemRecord& r = issue(sm, slot);
  r.kind = TandemRecord::Kind::written;
  r.mask = lanes;
  r.registers[0] = static_cast<RegisterId>(reg);
  r.held[0] = value;
  advance(sm, slot);
}

/// Takes over what is no instruction of the program; true: it was that.
bool Tandem::take_from_others(TandemWarp& w, TandemRecord& r) {
  if (r.kind == TandemRecord::Kind::instruction) return false;
  if (r.kind == TandemRecord::Kind::jumped) {
    if (w.stack.active() != r.active)
      fail_tandem(*kernel_, w, nullptr,
                  {.what = "other lanes jump for an assist warp than are active",
                   .expected = fmt::format("{:#x}", w.stack.active()),
                   .got = fmt::format("{:#x}", r.active)});
    w.stack.branch(r.active, r.pc, r.pc);
  } else {
    const unsigned reg = r.registers[0];
    for (unsigned lane = 0; lane < warp_size; ++lane)
      if ((r.mask >> lane & 1) != 0) w.registers[reg][lane] = r.held[0][lane];
    w.defined[reg] |= r.mask;
    w.lost[reg] &= ~r.mask;
  }
  w.queue.pop_front();
  free_.push_back(&r);
  return true;
}

}  // namespace heddle
