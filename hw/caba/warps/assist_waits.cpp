// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hw/caba/warps/assist_warps.hpp"
#include "hw/sm/sm_waits.hpp"

/// What assist warps wait for, and who waits for them.
namespace heddle {

void AssistWarps::waits(SmWaits& waits) const {
  for (const AssistWarp& a : all_)
    if (a.task != nullptr) draw(waits, a);
  for (const auto& tasks : waiting_)
    for (const AssistTask* task : tasks) draw(waits, *task);
  if (of_lines_[false] < setup_.events || !asked_.empty()) return;
  std::vector<WaitGraph::Node> holders;
  for (const AssistTask* task : waiting_[0])
    if (!task->bound) holders.push_back(waits.graph.of(task));
  waits.graph.taken(queue, std::move(holders));
}

/// One that lives: its next instruction, or the results of its last ones. A parent waits for one of high
/// priority.
void AssistWarps::draw(SmWaits& waits, const AssistWarp& a) const {
  const auto node = waits.graph.of(a.task);
  waits.graph.name(node, [&] {
    return fmt::format("the assist warp of {} in warp {}", a.context.code->name, a.task->warp);
  });
  const ExecutionContext& program = (*warps_)[a.task->warp].program;
  if (!a.task->low) waits.graph.wait(waits.warp(a.task->warp), "its assist warp", {node});
  waits.results(node, a.context);
  if (a.context.stack.done()) return;
  const std::uint32_t index = a.context.stack.pc();
  const AssistCode::Part& part = code().parts()[a.subroutine];
  const ptx::Instruction& i = a.live != nullptr ? a.live->code[index] : part.subroutine->code.code[index];
  const Hazards& hazards = a.live != nullptr ? a.live->hazards[index] : part.hazards[index];
  const ptx::LiveMove move = a.live != nullptr ? a.live->moves[index] : ptx::LiveMove::none;
  if (i.control != ptx::Control::none) return;
  waits.next_instruction(node, move == ptx::LiveMove::out ? program : a.context,
                         move == ptx::LiveMove::in ? program : a.context, hazards, i,
                         ptx::guarded(i, a.context.predicates, a.context.stack.active()));
}

/// An event without an assist warp. While the controller has not answered others, it may go on.
void AssistWarps::draw(SmWaits& waits, const AssistTask& task) const {
  const auto node = waits.graph.of(&task);
  waits.graph.name(node, [&] { return fmt::format("event {} of warp {}", task.event, task.warp); });
  if (task.bound && !task.low) waits.graph.wait(waits.warp(task.warp), "its assist warp", {node});
  if (!asked_.empty() || !loaded()) return;
  std::vector<WaitGraph::Node> all, of_users, of_low, of_parent;
  for (const AssistWarp& a : all_) {
    if (a.task == nullptr) continue;
    const auto holder = waits.graph.of(a.task);
    all.push_back(holder);
    if (a.task->bound) of_users.push_back(holder);
    if (a.task->low) of_low.push_back(holder);
    if (a.task->warp == task.warp && window_of(*a.task) == window_of(task)) of_parent.push_back(holder);
  }
  const auto wait = [&](const char* what, std::vector<WaitGraph::Node> holders) {
    if (!holders.empty()) waits.graph.wait(node, what, std::move(holders));
  };
  if (running_ >= most()) wait("an entry for an assist warp", std::move(all));
  if (task.bound && users_ >= most_of_users()) wait("an entry for a user subroutine", std::move(of_users));
  if (task.low && lows_ == most_lows()) wait("an entry for low priority", std::move(of_low));
  if (!task.any_parent) wait("the registers of its parent's assist warps", std::move(of_parent));
}

}  // namespace heddle
