// SPDX-License-Identifier: Apache-2.0
#include "models/host/livelock_error.hpp"

#include <fmt/format.h>

#include <utility>

#include "models/host/fault.hpp"

namespace heddle {
namespace {

const char* space_name(ptx::Space space) {
  return space == ptx::Space::shared ? "shared" : space == ptx::Space::local ? "local" : "global";
}

std::string polled(const Livelock& l) {
  if (l.poll.lanes == 0) return "they read nothing that could end it";
  return fmt::format("they wait for {} memory at {:#x}, which nobody changes", space_name(l.poll.space),
                     l.poll.address);
}

/// What holds back those who could change it.
std::string held_back(const Livelock& l) {
  std::string text;
  if (const StandingLanes s = standing_lanes(l.kernel, l.stack); s.lanes != 0)
    text += fmt::format(
        "; lanes {} of the warp stand {} until these have come; sm.divergence=threads lets each "
        "lane go on by itself",
        lane_list(s.lanes),
        s.line == 0 ? std::string("at the end") : "at line " + l.kernel.line_name(s.line));
  if (l.at_barrier != 0) text += fmt::format("; {} warps wait at barriers", l.at_barrier);
  if (l.starved != 0)
    text += fmt::format(
        "; {} warps get no issue slot or no registers meanwhile; sm.starvation_limit gives each a turn in "
        "the issue slots",
        l.starved);
  if (l.ctas_left != 0)
    text +=
        fmt::format("; {} CTAs of the grid begin only when others end, because the GPU is full", l.ctas_left);
  return text;
}

}  // namespace

StandingLanes standing_lanes(const ptx::Kernel& kernel, const ptx::SimtStack& stack) {
  StandingLanes s;
  bool first = true;
  s.lanes = stack.waiting_where([&](std::uint32_t pc) {
    if (std::exchange(first, false)) s.line = pc < kernel.code.size() ? kernel.code[pc].line : 0;
    return true;
  });
  return s;
}

ApiError livelock_error(const Livelock& l) {
  const bool polls = l.poll.lanes != 0;
  const std::uint32_t pc = polls ? l.poll.pc : l.stack.pc();
  const auto& cta = l.context.ctaid;
  return ApiError(Status::launch_timeout,
                  {.place = instruction_place(l.kernel, l.kernel.code[pc]),
                   .what = fmt::format(
                       "livelock in kernel '{}': {} {} the same instructions for ever and change nothing, "
                       "among them warp {} of CTA {},{},{}, lanes {}: {}{}",
                       l.kernel.name, l.warps == 1 ? "1 warp" : fmt::format("{} warps", l.warps),
                       l.warps == 1 ? "repeats" : "repeat", l.context.warp_id, cta[0], cta[1], cta[2],
                       lane_list(polls ? l.poll.lanes : l.stack.active()), polled(l), held_back(l)),
                   .legal = "a kernel whose loops end"});
}

}  // namespace heddle
