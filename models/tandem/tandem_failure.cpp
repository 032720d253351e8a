// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/host/fault.hpp"
#include "models/tandem/tandem_warp.hpp"

namespace heddle {
namespace {

std::string where(const TandemWarp& w, unsigned lane) {
  const auto& id = w.context.ctaid;
  std::string text =
      fmt::format("SM {}, CTA {},{},{}, warp {}", w.sm, id[0], id[1], id[2], w.context.warp_id);
  if (lane < warp_size) text += fmt::format(", lane {}", lane);
  return text;
}

bool touches(const ptx::Instruction& i, int reg) {
  const auto is = [&](std::uint8_t r) { return r == reg; };
  return std::any_of(i.sources.begin(), i.sources.begin() + i.source_count, is) ||
         std::any_of(i.destinations.begin(), i.destinations.begin() + i.destination_count, is);
}

std::string times(const ptx::Kernel& kernel, const TandemWarp::Past& p) {
  const ptx::Instruction& i = kernel.code[p.pc];
  std::string text =
      fmt::format("\n  {}: issued in cycle {}, operands read {}, executed {}, committed {}",
                  instruction_place(kernel, i), p.issued, p.collected, p.executed, p.committed);
  for (unsigned k = 0; k < i.destination_count; ++k)
    text += fmt::format("; register {} in physical {}, encoding {}", i.destinations[k], p.registers[k],
                        p.encoding[k]);
  return text;
}

/// Describes the instruction itself, and the last three before it that read or wrote the register.
std::string history(const ptx::Kernel& kernel, const TandemWarp& w, const TandemRecord* r, int reg) {
  std::string text;
  if (r != nullptr)
    text +=
        times(kernel, {r->pc, r->issued, r->collected, r->executed, r->committed, r->registers, r->encoding});
  const std::size_t most = std::min(w.executed, TandemWarp::remembered);
  unsigned found = 0;
  for (std::size_t back = 1; back <= most && found < 3; ++back) {
    const TandemWarp::Past& p = w.past[(w.executed - back) % TandemWarp::remembered];
    if (reg < 0 || !touches(kernel.code[p.pc], reg)) continue;
    text += times(kernel, p);
    ++found;
  }
  return text;
}

}  // namespace

void fail_tandem(const ptx::Kernel& kernel, const TandemWarp& w, const TandemRecord* r,
                 const TandemDifference& d) {
  const std::string place = r != nullptr && r->pc < kernel.code.size()
                                ? instruction_place(kernel, kernel.code[r->pc])
                                : fmt::format("{}: kernel {}", kernel.file, kernel.name);
  std::string text = fmt::format("check: {} ({})", d.what, where(w, d.lane));
  if (!d.got.empty()) text += fmt::format(": got {}", d.got);
  if (!d.expected.empty()) text += fmt::format(", expected {}", d.expected);
  throw Error({.place = place, .what = text + history(kernel, w, r, d.reg)});
}

void fail_undefined(const ptx::Kernel& kernel, const TandemWarp& w, const ptx::Instruction& i,
                    const std::string& what, unsigned lane) {
  throw Error({.place = instruction_place(kernel, i),
               .what = fmt::format("check: the kernel has never set {} ({})", what, where(w, lane))});
}

}  // namespace heddle
