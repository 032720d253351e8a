// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/release_points.hpp"

#include "models/register_virtualization/simt_liveness.hpp"
#include "models/register_virtualization/source_groups.hpp"

namespace heddle {
namespace {

using ptx::CodeFlow;
using ptx::Control;
using ptx::Instruction;

RegisterSet writes(const Instruction& i) {
  return set_of(std::span(i.destinations).first(i.destination_count));
}

/// The flags of one instruction; what they release is taken out of `dying`.
std::uint8_t flags_of(const Instruction& i, RegisterSet& dying) {
  std::uint8_t flags = 0;
  const auto groups = source_groups(i);
  for (unsigned k = 0; k < flagged_operands; ++k) {
    if (groups[k] == 0 || (groups[k] & ~dying) != 0) continue;
    flags |= static_cast<std::uint8_t>(1u << k);
    dying &= ~groups[k];
  }
  return flags;
}

/// Which registers may be mapped ahead of each instruction, forwards along all ways. `keep` says what a head
/// leaves mapped, `freed` what flags release.
class Mapped {
 public:
  Mapped(const std::vector<Instruction>& code, const CodeFlow& flow, const std::vector<RegisterSet>& keep,
         const std::vector<RegisterSet>& freed, RegisterSet renamed)
      : before(code.size()) {
    for (bool changed = true; changed;) {
      changed = false;
      const auto arrive = [&](std::uint32_t at, RegisterSet mapped) {
        changed |= (mapped & ~before[at]) != 0;
        before[at] |= mapped;
      };
      for (std::uint32_t i = 0; i < code.size(); ++i) {
        const RegisterSet behind = (before[i] & keep[i] & ~freed[i]) | (writes(code[i]) & renamed);
        for (const std::uint32_t s : flow.successors[i]) arrive(s, behind);
        if (code[i].control == Control::call) arrive(code[i].target, behind);
        if (code[i].control != Control::ret) continue;
        for (const std::uint32_t call : flow.calls)
          if (code[call].target == flow.function[i] && call + 1 < code.size()) arrive(call + 1, behind);
      }
    }
  }
  std::vector<RegisterSet> before;
};

}  // namespace

ReleasePoints release_points(const std::vector<Instruction>& code, unsigned exempt) {
  const CodeFlow flow = code_flow(code);
  const SimtLiveness live = simt_liveness(code, flow);
  const RegisterSet renamed = ~first_registers(exempt);

  ReleasePoints points;
  points.head = flow.head;
  std::vector<RegisterSet> freed(code.size()), keep(code.size(), ~RegisterSet{0});
  for (std::size_t i = 0; i < code.size(); ++i) {
    const Instruction& at = code[i];
    const RegisterSet read = set_of(std::span(at.sources).first(at.source_count));
    const RegisterSet dying = read & renamed & ~(live.out[i] | live.held[i] | writes(at));
    RegisterSet left = dying;
    points.flags.push_back(flags_of(at, left));
    freed[i] = dying & ~left;
    const bool ends = at.control == Control::exit && at.guard < 0;
    if (flow.head[i] && !ends) keep[i] = live.in[i] | live.held[i];
  }
  points.ahead = Mapped(code, flow, keep, freed, renamed).before;
  for (std::size_t i = 0; i < code.size(); ++i) points.ahead[i] &= ~keep[i];
  return points;
}

}  // namespace heddle
