// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/user/live_code.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/ptx/register_table.hpp"

namespace heddle {
namespace {

using ptx::LiveMove;

[[noreturn]] void refuse(const ptx::Kernel& code, std::uint32_t line, std::string what, std::string value,
                         std::string legal) {
  throw Error({.place = fmt::format("{}:{}", code.file, line),
               .what = std::move(what),
               .value = std::move(value),
               .legal = std::move(legal)});
}

/// The instructions between a trigger and where the parent goes on.
class Between {
 public:
  Between(const ptx::Kernel& kernel, std::uint32_t trigger, std::uint32_t target)
      : kernel_(kernel), first_(trigger + 1), target_(target) {}

  /// Throws Error unless they are a straight line that does nothing but write registers.
  void require_computation(std::uint32_t line) const {
    if (target_ <= first_)
      refuse(kernel_, line,
             "an assist warp cannot let its parent go on there: the line is not behind the trigger",
             "line " + kernel_.line_name(kernel_.code[target_].line), "a line behind the next instruction");
    for (std::uint32_t k = first_; k < target_; ++k) {
      const ptx::Instruction& i = kernel_.code[k];
      if (i.control != ptx::Control::none || ptx::writes_memory(i))
        refuse(kernel_, i.line, "an assist warp cannot let its parent pass this instruction",
               fmt::format("of kernel {}", kernel_.name),
               "no branch, barrier, fence, store or atomic between the trigger and jump_to");
    }
    for (const ptx::Instruction& i : kernel_.code)
      if (i.control == ptx::Control::branch && i.reconvergence >= first_ && i.reconvergence < target_)
        refuse(kernel_, kernel_.code[i.reconvergence].line,
               "an assist warp cannot let its parent pass this instruction: lanes of other paths wait for it "
               "here",
               fmt::format("of kernel {}", kernel_.name), "a straight line of code");
  }
  bool writes(const ptx::NamedRegister& r) const {
    return std::find(r.written.begin() + first_, r.written.begin() + target_, true) !=
           r.written.begin() + target_;
  }
  /// Does somebody read, from the target on, what it holds there?
  bool needed_behind(const ptx::NamedRegister& r) const { return r.live[target_ - 1]; }

 private:
  const ptx::Kernel& kernel_;
  const std::uint32_t first_, target_;
};

/// The instruction that triggers it, behind which it moves values.
std::uint32_t trigger_of(const UserSubroutineConfig& config, const ptx::Kernel& kernel) {
  const std::uint32_t at = instruction_in(config, kernel, config.line, "line");
  const ptx::Instruction& i = kernel.code[at];
  const auto in_line = [line = kernel.joined_line(config.line)](const ptx::Instruction& other) {
    return other.line == line;
  };
  if (i.control != ptx::Control::none || i.guard >= 0 ||
      std::count_if(kernel.code.begin(), kernel.code.end(), in_line) != 1)
    refuse(kernel, config.line, "an assist warp that shares registers cannot be triggered by this line",
           fmt::format("of kernel {}", kernel.name),
           "one instruction without a guard that is no control instruction");
  return at;
}

}  // namespace

void check_live_moves(const UserSubroutineConfig& config, const Subroutine& subroutine) {
  bool moved_out = false;
  for (const ptx::Instruction& i : subroutine.code.code) {
    const LiveMove move = live_move(i);
    if (move == LiveMove::none) continue;
    const auto wrong = [&](const char* what, std::string value, std::string legal) {
      refuse(subroutine.code, i.line, fmt::format("subroutine '{}': {}", config.name, what), std::move(value),
             std::move(legal));
    };
    if (i.guard >= 0) wrong("a live value is moved under a guard", "@%p", "a branch around it");
    if (i.source_count + i.destination_count == 0)
      wrong("a live value is no register", "a literal", "a register");
    if (move == LiveMove::pc) {
      if (config.jump_to == 0) wrong("there is no line where its parent could go on", "0", "jump_to: a line");
      continue;
    }
    if (const std::uint64_t place = live_place(i, subroutine.code); place >= config.live.size())
      wrong("it has no such live register", fmt::format("{}", place),
            fmt::format("less than {}, of the list `live`", config.live.size()));
    if (move == LiveMove::in && moved_out)
      wrong("a register of the parent is read behind one that was written", "mov.live_in",
            "ahead of all mov.live_out");
    moved_out |= move == LiveMove::out;
  }
}

LiveCode live_code(const UserSubroutineConfig& config, const Subroutine& subroutine,
                   const ptx::Kernel& kernel) {
  const ptx::RegisterTable table = register_table(kernel);
  const std::uint32_t trigger = trigger_of(config, kernel);
  LiveCode live;
  if (config.jump_to != 0) live.target = instruction_in(config, kernel, config.jump_to, "jump_to");
  const std::size_t own = table.empty() ? 0 : table.front().live.size();
  if (trigger >= own || live.target >= own)
    refuse(kernel, trigger >= own ? config.line : config.jump_to,
           "registers are shared in the kernel itself alone",
           fmt::format("a function that {} calls", kernel.name), "a line of the kernel");
  live.waits = trigger + 1;
  const Between between(kernel, trigger, live.target);
  if (config.jump_to != 0) between.require_computation(config.line);
  std::vector<const ptx::NamedRegister*> moved_out;
  for (const ptx::Instruction& i : subroutine.code.code) {
    const LiveMove move = live_move(i);
    live.moves.push_back(move);
    if (move == LiveMove::none || move == LiveMove::pc) {
      live.code.push_back(i);
      continue;
    }
    const std::string& name = config.live[live_place(i, subroutine.code)].reg;
    const ptx::NamedRegister& r = register_of(table, name, kernel);
    const bool in = move == LiveMove::in;
    // The parent goes on until a fault is found: only what the access writes is sure to be there still.
    if (config.event == AssistEventKind::fault && (in || !r.written[trigger]))
      refuse(kernel, config.line,
             fmt::format("subroutine '{}' {} a register that the access does not write", config.name,
                         in ? "reads" : "writes"),
             name, "with the event fault: mov.live_out of what the load writes");
    const unsigned bits = 32u * (in ? i.destination_count : i.source_count);
    if (r.bits == 1 || std::max(r.bits, 32u) != bits)
      refuse(subroutine.code, i.line,
             fmt::format("register {} of kernel {} has other bits", name, kernel.name),
             fmt::format("{}", r.bits), fmt::format("{}, as the instruction", bits));
    if (in || config.jump_to == 0) {
      if (!r.live[trigger])
        refuse(kernel, config.line,
               fmt::format("subroutine '{}' {} a register that nobody reads any more", config.name,
                           in ? "reads" : "writes"),
               name, "registers that are live behind the line");
    } else if (!between.needed_behind(r)) {
      refuse(kernel, config.jump_to,
             fmt::format("subroutine '{}' writes a register that nobody reads", config.name), name,
             "registers that are live at jump_to");
    }
    if (!in) {
      moved_out.push_back(&r);
      for (unsigned word = 0; !r.live[trigger] && word < bits / 32; ++word)
        live.only_with_jump.add(r.number + word);
    }
    live.code.push_back(with_live_register(i, r.number));
  }
  for (const ptx::NamedRegister& r : table)
    if (config.jump_to != 0 && between.writes(r) && between.needed_behind(r) &&
        std::find(moved_out.begin(), moved_out.end(), &r) == moved_out.end())
      refuse(kernel, config.jump_to,
             fmt::format("subroutine '{}' lets its parent go on without a value that is needed here",
                         config.name),
             r.name, "a mov.live_out for each register that is written between the trigger and jump_to");
  for (const ptx::Instruction& i : live.code) live.hazards.emplace_back(i);
  return live;
}

}  // namespace heddle
