// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/tandem/tandem.hpp"

/// What assist warps do to a warp of the program: they read and write its registers, and let it resume
/// elsewhere.
namespace heddle {

void Tandem::jump(unsigned sm, unsigned slot, std::uint32_t pc, LaneMask active) {
  TandemRecord& r = issue(sm, slot);
  r.kind = TandemRecord::Kind::jumped;
  r.pc = pc;
  r.active = active;
  advance(sm, slot);
}

void Tandem::write(unsigned sm, unsigned slot, unsigned reg, LaneMask lanes, const WarpRegister& value) {
  put(TandemRecord::Kind::written, sm, slot, reg, lanes, value);
}

void Tandem::read(unsigned sm, unsigned slot, unsigned reg, LaneMask lanes, const WarpRegister& value) {
  put(TandemRecord::Kind::read, sm, slot, reg, lanes, value);
}

void Tandem::put(TandemRecord::Kind kind, unsigned sm, unsigned slot, unsigned reg, LaneMask lanes,
                 const WarpRegister& value) {
  TandemRecord& r = issue(sm, slot);
  r.kind = kind;
  r.mask = lanes;
  r.registers[0] = static_cast<RegisterId>(reg);
  r.held[0] = value;
  advance(sm, slot);
}

/// Was it an assist warp that did this? Then it is taken over, or compared, and the record is free again.
bool Tandem::assisted(TandemWarp& w, TandemRecord& r) {
  const unsigned reg = r.registers[0];
  switch (r.kind) {
    case TandemRecord::Kind::instruction:
      return false;
    case TandemRecord::Kind::jumped:
      if (w.stack.active() != r.active)
        fail_tandem(*kernel_, w, nullptr,
                    {.what = "other lanes resume elsewhere for an assist warp than are active",
                     .expected = fmt::format("{:#x}", w.stack.active()),
                     .got = fmt::format("{:#x}", r.active)});
      w.stack.branch(r.active, r.pc, r.pc);
      break;
    case TandemRecord::Kind::written:
      for (unsigned lane = 0; lane < warp_size; ++lane)
        if ((r.mask >> lane & 1) != 0) w.registers[reg][lane] = r.held[0][lane];
      w.defined[reg] |= r.mask;
      w.lost[reg] &= ~r.mask;
      break;
    case TandemRecord::Kind::read:
      ++counts_.values;
      const unsigned lane =
          first_difference(w.registers[reg], r.held[0], r.mask & w.defined[reg] & w.launched);
      if (lane != warp_size)
        fail_tandem(*kernel_, w, nullptr,
                    {.what = fmt::format("register {} as an assist warp has read it", reg),
                     .lane = lane,
                     .expected = fmt::format("{:#010x}", w.registers[reg][lane]),
                     .got = fmt::format("{:#010x}", r.held[0][lane]),
                     .reg = static_cast<int>(reg)});
      break;
  }
  w.queue.pop_front();
  free_.push_back(&r);
  return true;
}

}  // namespace heddle
