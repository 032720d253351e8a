// SPDX-License-Identifier: Apache-2.0
#include "models/caba/subroutine.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "models/ptx/load.hpp"
#include "models/ptx/program/line_space.hpp"
#include "models/ptx/program/live_values.hpp"

namespace heddle {
namespace {

bool is_table_load(const ptx::Instruction& i) {
  return i.memory.space == ptx::Space::shared && !i.memory.store && i.memory.update == nullptr;
}

/// What an instruction of a subroutine must not be; null: it may stand there.
const char* illegal_in_subroutine(const ptx::Instruction& i, SubroutineMemory memory) {
  switch (i.control) {
    case ptx::Control::barrier:
      return "a barrier";
    case ptx::Control::fence:
      return "a fence";
    case ptx::Control::trap:
      return "a trap";
    case ptx::Control::call:
      return "a call";
    case ptx::Control::commit:
    case ptx::Control::await:
      return "a group of asynchronous copies";
    default:
      break;
  }
  if (i.copy.any()) return "an asynchronous copy";
  if (i.memory.space == ptx::Space::none || i.memory.space == ptx::Space::line) return nullptr;
  switch (memory) {
    case SubroutineMemory::line:
      return "memory other than .line";
    case SubroutineMemory::with_tables:
      return is_table_load(i) ? nullptr : "memory other than .line and loads of .shared";
    default:
      const bool legal = i.memory.space == ptx::Space::global || i.memory.space == ptx::Space::shared;
      return legal ? nullptr : "memory other than .line, .global and .shared";
  }
}

const char* legal_in_subroutine(SubroutineMemory memory) {
  switch (memory) {
    case SubroutineMemory::line:
      return "arithmetic, votes, branches, ld.line, st.line";
    case SubroutineMemory::with_tables:
      return "arithmetic, votes, branches, ld.line, st.line, ld.shared";
    default:
      return "arithmetic, votes, branches, accesses of .line, .global and .shared";
  }
}

[[noreturn]] void refuse(const ptx::Kernel& code, std::uint32_t line, std::string what, std::string legal) {
  throw Error({.place = line == 0 ? code.file : fmt::format("{}:{}", code.file, line),
               .what = fmt::format("subroutine '{}': {}", code.name, what),
               .legal = std::move(legal)});
}

void check_subroutine(const ptx::Kernel& code, SubroutineMemory memory) {
  if (!code.parameters.empty()) refuse(code, 0, "it has parameters", "none");
  if (code.shared_bytes != 0 && memory == SubroutineMemory::line)
    refuse(code, 0, "it has shared memory", "none");
  if (code.local_bytes != 0) refuse(code, 0, "it has local memory, or spills registers to it", "none");
  if (code.max_threads > warp_size)
    refuse(code, 0, fmt::format("it is for {} lanes", code.max_threads), "1 to 32");
  for (const ptx::Instruction& i : code.code)
    if (memory != SubroutineMemory::with_global_and_shared && live_move(i) != ptx::LiveMove::none)
      refuse(code, i.line, "it has live values", "none: it knows its line alone");
  for (const ptx::Instruction& i : code.code)
    if (const char* found = illegal_in_subroutine(i, memory))
      refuse(code, i.line, fmt::format("it has {}", found), legal_in_subroutine(memory));
}

}  // namespace

LaneMask Subroutine::lanes() const {
  return code.max_threads == 0 || code.max_threads == warp_size ? all_lanes
                                                                : (LaneMask{1} << code.max_threads) - 1;
}

Subroutine subroutine_of(std::string_view text, const std::string& file, SubroutineMemory memory) {
  ptx::PtxModule module(std::string(text), file);
  const std::vector<std::string> entries = module.kernels();
  if (entries.size() != 1)
    throw Error({.place = file,
                 .what = "a file of a subroutine has one entry",
                 .value = fmt::format("{} entries", entries.size()),
                 .legal = "1"});
  ptx::BuildOptions options;
  options.line_space = true;
  Subroutine subroutine{module.compile(entries[0], options)};
  subroutine.code.file = file;
  check_subroutine(subroutine.code, memory);
  if (memory == SubroutineMemory::with_tables)
    for (ptx::Instruction& i : subroutine.code.code)
      if (is_table_load(i)) i.unit = ptx::Unit::line, i.execute = ptx::read_tables;
  return subroutine;
}

Subroutine load_subroutine(const std::string& path, SubroutineMemory memory) {
  return subroutine_of(read_text_file(path, "subroutine"), path, memory);
}

}  // namespace heddle
