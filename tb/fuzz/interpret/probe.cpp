// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/interpret/probe.hpp"

#include <algorithm>

#include "tb/fuzz/forms/forms.hpp"
#include "tb/fuzz/interpret/scalar_thread.hpp"
#include "tb/fuzz/tree/collectives.hpp"

namespace heddle::fuzz {
namespace {

using List = std::vector<Statement>;

bool contains(const std::vector<Reg>& registers, Reg r) {
  return std::find(registers.begin(), registers.end(), r) != registers.end();
}

/// Does the program rely on the value of one of these: a loop's counter, a mask of members?
bool relies_on(const List& statements, const std::vector<Reg>& registers) {
  return std::any_of(statements.begin(), statements.end(), [&](const Statement& s) {
    if (s.kind == Statement::Kind::loop && contains(registers, s.results[0])) return true;
    if (s.kind == Statement::Kind::collective && s.sources.size() > s.collective->sources() &&
        contains(registers, s.sources.back().reg))
      return true;
    return relies_on(s.body, registers) || relies_on(s.otherwise, registers);
  });
}

/// Does the statement need a NaN to be canonical, or a word to be a byte, in one of these?
bool needs_form(const Statement& s, const std::vector<Reg>& registers) {
  if (s.kind != Statement::Kind::compute) return false;
  const FormOperands o = operands_of(*s.form);
  for (unsigned i = 0; i < o.sources; ++i)
    if ((o.canonical[i] || o.byte[i]) && s.sources[i].is_register && contains(registers, s.sources[i].reg))
      return true;
  return false;
}

/// Operands are given their form right ahead of the instruction: four at most, in two statements each.
bool needs_form_soon(const List& list, std::size_t from, const std::vector<Reg>& registers) {
  for (std::size_t k = from; k < list.size() && k < from + 9; ++k)
    if (needs_form(list[k], registers)) return true;
  return false;
}

/// The list that has the statement; null: none has it.
const List* list_with(const List& list, std::uint32_t id, std::size_t& at) {
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (list[k].id == id) {
      at = k;
      return &list;
    }
    for (const List* inner : {&list[k].body, &list[k].otherwise})
      if (const List* found = list_with(*inner, id, at)) return found;
  }
  return nullptr;
}

}  // namespace

std::uint64_t value_read(Kind kind, std::uint64_t bits) {
  if (kind == Kind::f32 && (bits & 0x7fffffff) > 0x7f800000) return 0x7fffffff;
  if (kind == Kind::f64 && (bits & ~(std::uint64_t{1} << 63)) > 0x7ff0000000000000) return 0x7ff8000000000000;
  return bits;
}

std::uint32_t hash_of(const Probe& probe, std::span<const std::uint64_t> bits) {
  auto hash = static_cast<std::uint32_t>(probe.constant);
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ static_cast<std::uint32_t>(word)) * 0x9e3779b1u;
  };
  for (std::size_t k = 0; k < probe.in.size(); ++k) {
    const std::uint64_t value = value_read(probe.in[k].kind, bits[k]);
    mix(value);
    if (bits_of(probe.in[k].kind) == 64) mix(value >> 32);
  }
  return hash;
}

std::uint64_t value_written(const Probe& probe, std::size_t place, std::span<const std::uint64_t> bits) {
  const Kind kind = probe.out[place].kind;
  if (probe.does == Probe::Does::keep) return bits[0];
  if (probe.does == Probe::Does::change && !bits.empty())
    return cut(value_read(kind, bits[0]) + probe.constant, bits_of(kind));
  const auto word = hash_of(probe, bits) + static_cast<std::uint32_t>(place);
  return cut(word | std::uint64_t{~word} << 32, bits_of(kind));
}

bool is_sound(const KernelTree& kernel, const Probe& probe) {
  std::size_t at = 0, target = 0;
  const List* const list = list_with(kernel.body, probe.statement, at);
  if (list == nullptr) return false;
  if (probe.does == Probe::Does::observe || probe.does == Probe::Does::keep) return true;
  target = at + 1;
  if (probe.does == Probe::Does::jump)
    if (list_with(kernel.body, probe.target, target) != list || target <= at) return false;
  return !relies_on(kernel.body, probe.out) && !needs_form_soon(*list, target, probe.out);
}

void require_sound(const KernelTree& kernel, const std::vector<Probe>& probes) {
  for (const Probe& probe : probes)
    if (!is_sound(kernel, probe))
      invalid("a subroutine changes what the kernel relies on", std::to_string(probe.statement));
}

}  // namespace heddle::fuzz
