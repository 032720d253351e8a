// SPDX-License-Identifier: Apache-2.0
#include "models/host/fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <regex>

#include "models/ptx/flow/simt_stack.hpp"
#include "models/ptx/program/async_copy.hpp"
#include "models/ptx/program/memory_windows.hpp"

namespace heddle {
namespace {

std::string source_line(const ptx::Kernel& kernel, std::uint32_t line) {
  if (line == 0 || kernel.text == nullptr || line > kernel.text->size()) return {};
  std::string text = (*kernel.text)[line - 1];
  for (char& c : text)
    if (c == '\t') c = ' ';
  const auto begin = text.find_first_not_of(' ');
  if (begin == text.npos) return {};
  const auto end = text.find_last_not_of(' ', text.find("//") == 0 ? text.npos : text.find("//") - 1);
  return text.substr(begin, end - begin + 1);
}

/// Returns the name of the device library's function that contains `line`.
std::string_view library_function(const ptx::Kernel& kernel, std::uint32_t line) {
  for (std::uint32_t l = std::min<std::size_t>(line, kernel.text->size()); l > kernel.file_lines; --l) {
    std::string_view text = (*kernel.text)[l - 1];
    if (!text.starts_with(".func ")) continue;
    text = text.substr(0, text.rfind('('));  // the parameters begin there
    return text.substr(text.find_last_of(") ") + 1);
  }
  return {};
}

std::string place_of_line(const ptx::Kernel& kernel, std::uint32_t line) {
  if (kernel.text != nullptr && line > kernel.file_lines)
    return fmt::format("{}: {}, of the device library: {}", kernel.file, library_function(kernel, line),
                       source_line(kernel, line));
  return fmt::format("{}: {}", kernel.place_of(line), source_line(kernel, line));
}

std::string legal_range(const ptx::Kernel& kernel, const ptx::WarpContext& context, ptx::Location at,
                        const MemoryMap& map) {
  if (at.space == ptx::Space::shared)
    return fmt::format("below {:#x}, the CTA's shared memory", context.shared_bytes);
  if (at.space == ptx::Space::local)
    return fmt::format("below {:#x}, the thread's local memory", kernel.local_bytes);
  const Allocation* nearest = map.nearest(at.offset);
  if (nearest == nullptr) return "nothing is allocated";
  return fmt::format("nearest allocation: {:#x} to {:#x} ({} bytes)", nearest->address,
                     nearest->address + nearest->size, nearest->size);
}

/// Names the kernel's parameters of this size that equal the wrong address, since it most likely came from
/// one of them.
std::string parameters_with(const ptx::Kernel& kernel, const ptx::WarpContext& context, std::uint64_t value,
                            unsigned bytes) {
  std::vector<std::string_view> names;
  for (const ptx::Parameter& p : kernel.parameters)
    if (p.size == bytes && p.offset + bytes <= context.parameters.size() &&
        std::memcmp(context.parameters.data() + p.offset, &value, bytes) == 0)  // little-endian, like the GPU
      names.push_back(p.name);
  return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace

std::string lane_list(LaneMask lanes) {
  std::vector<unsigned> numbers;
  for (unsigned i = 0; i < warp_size; ++i)
    if (lanes >> i & 1) numbers.push_back(i);
  return fmt::format("{}", fmt::join(numbers, " "));
}

std::string instruction_place(const ptx::Kernel& kernel, const ptx::Instruction& i) {
  return place_of_line(kernel, i.line);
}

ApiError access_error(const ptx::Kernel& kernel, const ptx::Instruction& i, const ptx::WarpContext& context,
                      unsigned lane, std::uint64_t address, std::uint32_t bytes, const MemoryMap& map) {
  const ptx::Location at = ptx::resolve(i.memory.space, address);
  const char* space = at.space == ptx::Space::shared  ? "shared"
                      : at.space == ptx::Space::local ? "local"
                                                      : "global";
  const char* kind = i.memory.update != nullptr              ? "atomic"
                     : i.memory.space == ptx::Space::texture ? "texture fetch"
                     : i.memory.store                        ? "store"
                                                             : "load";
  const unsigned alignment = ptx::alignment_of(i, bytes);
  const bool misaligned = address % alignment != 0;
  const bool unfit = !misaligned && i.memory.update != nullptr && at.space == ptx::Space::local;
  return ApiError(misaligned ? Status::misaligned_address : Status::illegal_address,
                  {.place = instruction_place(kernel, i),
                   .what = fmt::format("{}{} of {} bytes in {} memory by warp {}, lane {} of kernel '{}'",
                                       misaligned ? "misaligned "
                                       : unfit    ? ""
                                                  : "out-of-bounds ",
                                       kind, bytes, space, context.warp_id, lane, kernel.name),
                   .value = fmt::format("{:#x}", at.offset),
                   .legal = misaligned ? fmt::format("a multiple of {}", alignment)
                            : unfit    ? "global or shared memory"
                                       : legal_range(kernel, context, at, map)});
}

ApiError texture_error(const ptx::Kernel& kernel, const ptx::Instruction& i, const ptx::WarpContext& context,
                       const ptx::Operands& operands, unsigned lane) {
  Problem problem = ptx::missing_texture(i, context, operands, lane, "texture fetch");
  problem.place = instruction_place(kernel, i);
  problem.what += fmt::format(", by warp {}, lane {} of kernel '{}'", context.warp_id, lane, kernel.name);
  const std::uint64_t handle = ptx::operand_bits(i, operands, 0, i.memory.address_bits / 8u, lane);
  const std::string holders = parameters_with(kernel, context, handle, i.memory.address_bits / 8u);
  if (problem.value.starts_with("0x") && !holders.empty()) problem.value += ", as in parameter " + holders;
  return ApiError(Status::illegal_address, std::move(problem));
}

namespace {

/// What stands on this line of the text and after it, up to a semicolon, without comments.
std::string statement_at(const ptx::Kernel& kernel, std::uint32_t line) {
  std::string statement;
  if (kernel.text == nullptr || line == 0) return statement;
  for (std::size_t k = line - 1; k < kernel.text->size() && statement.find(';') == statement.npos; ++k) {
    const std::string& text = (*kernel.text)[k];
    statement += text.substr(0, text.find("//")) + " ";
  }
  return statement;
}

/// Whether one of the statements has this opcode; labels and guards stand ahead of it.
bool has_opcode(const std::string& statements, const std::string& opcode) {
  return std::regex_search(statements,
                           std::regex("(^|[;:{}]|@!?[^\\s;]+\\s)\\s*" + opcode + "([.]\\w+)*(\\s|;|[(]|$)"));
}

}  // namespace

ApiError trap_error(const ptx::Kernel& kernel, const ptx::Instruction& i, std::uint32_t warp,
                    LaneMask lanes) {
  const std::string statement = statement_at(kernel, i.line), who = lane_list(lanes);
  const bool calls = has_opcode(statement, "call") && !has_opcode(statement, "(trap|brkpt)");
  if (calls && statement.find("__assertfail") != statement.npos)
    return ApiError(Status::assertion,
                    {.place = instruction_place(kernel, i),
                     .what = fmt::format("an assertion of kernel '{}' failed", kernel.name),
                     .value = fmt::format("warp {}, lanes {}", warp, who)});
  if (calls)
    return ApiError(
        Status::assertion,
        {.place = instruction_place(kernel, i),
         .what = fmt::format("kernel '{}' calls through a pointer that holds no address of a function, "
                             "or one of a function with other parameters",
                             kernel.name),
         .value = fmt::format("warp {}, lanes {}", warp, who),
         .legal = "the address of a function with these parameters and results"});
  return ApiError(Status::assertion, {.place = instruction_place(kernel, i),
                                      .what = fmt::format("kernel '{}' trapped", kernel.name),
                                      .value = fmt::format("warp {}, lanes {}", warp, who)});
}

ApiError gather_error(const ptx::Kernel& kernel, const ptx::Instruction& i, std::uint32_t warp,
                      LaneMask lanes, LaneMask missing) {
  return ApiError(
      Status::launch_timeout,
      {.place = instruction_place(kernel, i),
       .what = fmt::format("lanes {} of warp {} of kernel '{}' wait here for lanes {}, which never "
                           "come",
                           lane_list(lanes), warp, kernel.name, lane_list(missing)),
       .legal = "all lanes of the mask that have not ended execute the same instruction"});
}

ApiError call_depth_error(const ptx::Kernel& kernel, const ptx::Instruction& i, std::uint32_t warp) {
  return ApiError(
      Status::launch_failed,
      {.place = instruction_place(kernel, i),
       .what = fmt::format("call stack overflow in warp {} of kernel '{}'", warp, kernel.name),
       .legal = fmt::format("up to {} entries, of calls and divergent branches", ptx::SimtStack::deepest)});
}

ApiError barrier_error(const ptx::Kernel& kernel, std::span<const WaitingWarp> waiting) {
  std::vector<std::string> warps;
  const WaitingWarp* culprit = &waiting.front();
  for (const WaitingWarp& w : waiting) {
    if (w.absent != 0 && culprit->absent == 0) culprit = &w;
    const std::string absent = w.absent == 0 ? "" : fmt::format(", without lanes {}", lane_list(w.absent));
    warps.push_back(
        fmt::format("warp {} (barrier {}, line {}{})", w.warp, w.number, kernel.line_name(w.line), absent));
  }
  return ApiError(Status::launch_timeout,
                  {.place = place_of_line(kernel, culprit->line),
                   .what = fmt::format("barrier deadlock in kernel '{}'", kernel.name),
                   .value = fmt::format("waiting: {}", fmt::join(warps, ", ")),
                   .legal = "the threads that a barrier counts reach it, or have ended"});
}

}  // namespace heddle
