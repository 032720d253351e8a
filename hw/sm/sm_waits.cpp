// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/sm_waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "models/ptx/program/async_copy.hpp"

namespace heddle {
namespace {

const std::array<std::string, collector_kinds> held_collectors{
    "a collector unit for the SP pipelines", "a collector unit for the SFU and DP pipelines",
    "a collector unit for memory instructions"};
const std::string merging = "merge buffers", merging_loads = "merge buffers for memory instructions",
                  load_store_queue = "a place in the load/store unit";

const std::string& units_for(CollectorKind kind) { return held_collectors[static_cast<unsigned>(kind)]; }

bool of_memory(const InFlight& f) { return collector_kind(f.instruction->unit) == CollectorKind::memory; }

}  // namespace

SmWaits::SmWaits(bool named, const Stations& stations) : graph(named), s_(stations) {
  draw_collectors();
  draw_load_store();
  draw_lines();
  draw_textures();
  draw_oldest();
  draw_merge_buffers();
  draw_warps();
}

SmWaits::Node SmWaits::warp(unsigned w) {
  const Node node = graph.of(&s_.warps[w]);
  graph.name(node, [&] {
    const Warp& warp = s_.warps[w];
    if (warp.program.stack.done()) return fmt::format("warp {}", w);
    return fmt::format("warp {} (CTA {},{},{}) in line {}", w, warp.context.ctaid[0], warp.context.ctaid[1],
                       warp.context.ctaid[2], s_.launch.kernel->code[warp.program.stack.pc()].line);
  });
  return node;
}

SmWaits::Node SmWaits::instruction(const InFlight& f) {
  const Node node = graph.of(&f);
  graph.name(node, [&] {
    return fmt::format("the instruction of line {} of {} in warp {}", f.instruction->line,
                       f.context->code != nullptr ? f.context->code->name : s_.launch.kernel->name, f.warp);
  });
  return node;
}

/// One that reads its operands goes on; one that has them may wait for the load/store unit.
void SmWaits::draw_collectors() {
  for (unsigned u = 0; u < s_.collectors.units(); ++u)
    if (const InFlight* f = s_.collectors.instruction(u)) collecting_.push_back(f);
  for (const InFlight* f : s_.collectors.complete(ptx::Unit::ldst)) {
    in_memory_.push_back(f);
    graph.wait_for(instruction(*f), load_store_queue);
  }
  for (unsigned k = 0; k < collector_kinds; ++k) {
    const auto kind = static_cast<CollectorKind>(k);
    if (s_.collectors.room(kind)) continue;
    std::vector<Node> holders;
    for (const InFlight* f : collecting_)
      if (!s_.collectors.own_kind_is_full(kind) || collector_kind(f->instruction->unit) == kind)
        holders.push_back(instruction(*f));
    graph.taken(units_for(kind), std::move(holders));
  }
}

void SmWaits::draw_load_store() {
  const Ring<InFlight*>& queue = s_.load_store.queue();
  if (queue.empty()) return;
  const Node oldest = instruction(*queue.front());
  if (!s_.load_store.accepts()) graph.taken(load_store_queue, {oldest});
  for (std::size_t k = 0; k < queue.size(); ++k) in_memory_.push_back(queue[k]);
  for (std::size_t k = 1; k < queue.size(); ++k)
    graph.wait(instruction(*queue[k]), "the oldest instruction in the load/store unit", {oldest});
}

SmWaits::Node SmWaits::line(std::uint64_t address) {
  const Node node = graph.line(address);
  graph.name(node, [&] { return fmt::format("the line at {:#x}", address); });
  return node;
}

void SmWaits::see_load(const InFlight& f) {
  const Node load = instruction(f);
  if (std::find(loads_.begin(), loads_.end(), load) != loads_.end()) return;
  loads_.push_back(load);
  in_memory_.push_back(&f);
}

/// A load waits for each of its lines that is on its way.
void SmWaits::draw_lines() {
  for (const auto& entry : s_.load_store.data_cache().mshrs().all()) {
    if (!entry.used) continue;
    lines_.push_back(line(entry.line));
    for (const LineWaiter& w : entry.waiting) {
      see_load(*w.instruction);
      graph.wait(instruction(*w.instruction), "its bytes", {lines_.back()});
    }
  }
}

/// Texture accesses leave in order.
void SmWaits::draw_textures() {
  const InFlight* oldest = nullptr;
  s_.load_store.texture_cache().each([&](const LineWaiter& w, std::uint64_t address) {
    see_load(*w.instruction);
    const Node load = instruction(*w.instruction);
    if (address != 0) graph.wait(load, "its texels", {line(address)});
    if (oldest == nullptr)
      oldest = w.instruction;
    else if (oldest != w.instruction)
      graph.wait(load, "its turn in the texture cache", {instruction(*oldest)});
  });
  if (oldest != nullptr && s_.load_store.lacks_texture_access())
    graph.wait(instruction(*s_.load_store.queue().front()), "a place in the texture cache's queue",
               {instruction(*oldest)});
}

/// What the load/store unit works on may wait for any line, or for any load. Loads that wait for no line that
/// is drawn go on.
void SmWaits::draw_oldest() {
  if (s_.load_store.queue().empty()) return;
  const Node oldest = instruction(*s_.load_store.queue().front());
  if (s_.load_store.lacks_line()) graph.wait(oldest, "a line of the L1 or its MSHR", lines_);
  if (s_.load_store.lacks_load() && loads_.size() == s_.load_store.loads())
    graph.wait(oldest, "a place among the loads that wait for memory", loads_);
}

void SmWaits::draw_merge_buffers() {
  if (!s_.merge_buffers.room(false)) draw_merge_buffers(merging, false, s_.merge_buffers.taken());
  if (!s_.merge_buffers.room(true)) {
    const bool all = !s_.merge_buffers.room(false);
    draw_merge_buffers(merging_loads, !all,
                       all ? s_.merge_buffers.taken() : s_.merge_buffers.taken_by_memory());
  }
}

/// Those of instructions that execute, or whose results are on the way to the banks, come back by themselves.
void SmWaits::draw_merge_buffers(const std::string& resource, bool only_memory, unsigned taken) {
  std::vector<const InFlight*> holders;
  const auto take = [&](const InFlight* f) {
    if (f->merges && (!only_memory || of_memory(*f)) &&
        std::find(holders.begin(), holders.end(), f) == holders.end())
      holders.push_back(f);
  };
  for (const InFlight* f : collecting_) take(f);
  for (const InFlight* f : in_memory_) take(f);
  unsigned seen = 0;
  std::vector<Node> nodes;
  for (const InFlight* f : holders) {
    seen += f->instruction->destination_count - f->delivered;
    nodes.push_back(instruction(*f));
  }
  if (seen >= taken) graph.taken(resource, std::move(nodes));
}

void SmWaits::draw_warps() {
  for (unsigned w = 0; w < s_.warps.size(); ++w) {
    const Warp& warp = s_.warps[w];
    if (!warp.live || warp.collecting) continue;
    if (warp.at_barrier) {
      std::vector<Node> others;
      for (unsigned o = 0; o < s_.warps.size(); ++o)
        if (s_.warps[o].live && s_.warps[o].cta == warp.cta && !s_.warps[o].at_barrier)
          others.push_back(this->warp(o));
      if (!others.empty()) graph.wait(this->warp(w), "its barrier", std::move(others));
      continue;
    }
    if (warp.program.buffer.empty()) continue;
    const std::uint32_t index = warp.program.buffer.front().index;
    const ptx::Instruction& i = s_.launch.kernel->code[index];
    next_instruction(this->warp(w), warp.program, warp.program, s_.launch.hazards[index], i,
                     ptx::guarded(i, warp.program.predicates, warp.program.stack.active()));
  }
}

bool SmWaits::rests(unsigned w) const {
  std::set<const InFlight*> seen;
  for (const InFlight* f : in_memory_)
    if (f->warp == w && f->context == &s_.warps[w].program) seen.insert(f);
  return s_.warps[w].in_flight == seen.size();
}

std::vector<SmWaits::Node> SmWaits::in_memory() {
  std::vector<Node> nodes;
  for (const InFlight* f : in_memory_) nodes.push_back(instruction(*f));
  return nodes;
}

void SmWaits::results(Node who, const ExecutionContext& context) {
  for (const InFlight* f : in_memory_)
    if (f->context == &context) graph.wait(who, "its result", {instruction(*f)});
}

void SmWaits::next_instruction(Node who, const ExecutionContext& context, const ExecutionContext& reads,
                               const Hazards& hazards, const ptx::Instruction& i, LaneMask lanes) {
  for (const InFlight* f : in_memory_) {
    const OperandSet& written = f->hazards->writes;
    if ((f->context == &reads && written.meets(hazards.reads)) ||
        (f->context == &context && written.meets(hazards.writes)))
      graph.wait(who, "a register that memory gives", {instruction(*f)});
    if (i.control == ptx::Control::await && ptx::is_copy(*f->instruction) && f->context == &context &&
        s_.warps[f->warp].copies.awaits(f->copy_group, i.operand[0].immediate))
      graph.wait(who, "its asynchronous copies", {instruction(*f)});
  }
  if (!collects(i, lanes)) return;
  const CollectorKind kind = collector_kind(i.unit);
  graph.wait_for(who, units_for(kind));
  if (s_.issue.readiness().merges(context, i, lanes))
    graph.wait_for(who, kind == CollectorKind::memory ? merging_loads : merging);
}

}  // namespace heddle
