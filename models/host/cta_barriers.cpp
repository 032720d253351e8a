// SPDX-License-Identifier: Apache-2.0
#include "models/host/cta_barriers.hpp"

#include <fmt/format.h>

#include <bit>

#include "models/host/fault.hpp"
#include "models/ptx/program/operand_source.hpp"

namespace heddle {
namespace {

using Reduction = ptx::Barrier::Reduction;

std::uint32_t uniform(const ptx::Kernel& kernel, const ptx::Instruction& i, const ptx::WarpContext& context,
                      const ptx::Operands& operands, LaneMask lanes, unsigned k) {
  const ptx::Source<std::uint32_t> values(i.operand[k], context, operands);
  const std::uint32_t first = values[static_cast<unsigned>(std::countr_zero(lanes))];
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
    if (const auto lane = static_cast<unsigned>(std::countr_zero(rest)); values[lane] != first)
      throw ApiError(Status::launch_failed,
                     {.place = instruction_place(kernel, i),
                      .what = "lanes of a warp name different barriers or thread counts",
                      .value = fmt::format("{}, and {} in lane {}", first, values[lane], lane),
                      .legal = "one value for all lanes that take part"});
  return first;
}

}  // namespace

BarrierArrival barrier_arrival(const ptx::Kernel& kernel, const ptx::Instruction& i,
                               const ptx::WarpContext& context, const ptx::Operands& operands, LaneMask lanes,
                               unsigned cta_warps) {
  BarrierArrival arrival;
  arrival.number = uniform(kernel, i, context, operands, lanes, 0);
  if (arrival.number >= CtaBarriers::count)
    throw ApiError(Status::launch_failed, {.place = instruction_place(kernel, i),
                                           .what = "no such barrier",
                                           .value = fmt::format("{}", arrival.number),
                                           .legal = fmt::format("0 to {}", CtaBarriers::count - 1)});
  if (i.operand[1].kind != ptx::OperandRef::Kind::none) {
    const std::uint32_t threads = uniform(kernel, i, context, operands, lanes, 1);
    if (threads == 0 || threads % warp_size != 0)
      throw ApiError(Status::launch_failed, {.place = instruction_place(kernel, i),
                                             .what = "a barrier counts whole warps; threads that take part",
                                             .value = fmt::format("{}", threads),
                                             .legal = fmt::format("a multiple of {}, not 0", warp_size)});
    arrival.warps = threads / warp_size == cta_warps ? 0 : threads / warp_size;
  }
  if (i.barrier.reduction != Reduction::none) {
    arrival.threads = static_cast<std::uint32_t>(std::popcount(lanes));
    arrival.true_threads =
        static_cast<std::uint32_t>(std::popcount(lanes & ptx::predicate_of(i, 2, operands)));
  }
  return arrival;
}

LaneMask gathered_lanes(const ptx::Instruction& i, const ptx::WarpContext& context,
                        const ptx::Operands& operands, LaneMask lanes) {
  const ptx::Source<std::uint32_t> masks(i.operand[0], context, operands);
  LaneMask all = lanes;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
    all |= masks[static_cast<unsigned>(std::countr_zero(rest))];
  return all;
}

LaneMask lanes_that_never_come(const ptx::Kernel& kernel, const ptx::SimtStack& stack, LaneMask lanes) {
  const LaneMask absent = stack.alive() & ~lanes;
  if (absent == 0) return 0;
  return absent & ~stack.waiting_where([&](std::uint32_t pc) {
    return pc < kernel.code.size() && kernel.code[pc].control == ptx::Control::exit &&
           kernel.code[pc].guard < 0;
  });
}

CtaBarriers::WarpSet CtaBarriers::arrive(const ptx::Kernel& kernel, const ptx::Instruction& i, unsigned warp,
                                         const BarrierArrival& arrival) {
  State& state = barriers_[arrival.number];
  if (state.arrivals != 0 && state.expected != arrival.warps) {
    const auto threads = [](unsigned warps) {
      return warps == 0 ? std::string("the whole CTA") : fmt::format("{} threads", warps * warp_size);
    };
    throw ApiError(Status::launch_failed,
                   {.place = instruction_place(kernel, i),
                    .what = fmt::format("warp {} expects another number of threads at barrier {} than the "
                                        "warps that are there",
                                        warp, arrival.number),
                    .value = threads(arrival.warps),
                    .legal = threads(state.expected)});
  }
  const WarpSet bit = WarpSet{1} << warp;
  state.expected = arrival.warps;
  ++state.arrivals;
  state.arrived |= bit;
  state.threads += arrival.threads;
  state.true_threads += arrival.true_threads;
  if (i.barrier.waits) {
    state.waiting |= bit;
    reductions_[warp] = i.barrier.reduction;
  }
  return open_if_complete(state);
}

CtaBarriers::WarpSet CtaBarriers::leave(unsigned warp) {
  ended_ |= WarpSet{1} << warp;
  WarpSet released = 0;
  for (State& state : barriers_)
    if (state.arrivals != 0) released |= open_if_complete(state);
  return released;
}

CtaBarriers::WarpSet CtaBarriers::open_if_complete(State& state) {
  const bool complete =
      state.expected == 0 ? (state.arrived | ended_) == all_ : state.arrivals >= state.expected;
  if (!complete) return 0;
  const WarpSet released = state.waiting;
  for (WarpSet rest = released; rest != 0; rest &= rest - 1) {
    const auto w = static_cast<unsigned>(std::countr_zero(rest));
    results_[w] = reductions_[w] == Reduction::count ? state.true_threads
                  : reductions_[w] == Reduction::all ? state.true_threads == state.threads
                                                     : state.true_threads != 0;
  }
  state = {};
  return released;
}

}  // namespace heddle
