// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ptx/opcodes/opcode.hpp"

/// Chooses the instance of a template for the type that an opcode is spelled with.
namespace heddle::ptx {

template <class... T>
struct TypeList {};

using Signed = TypeList<std::int16_t, std::int32_t, std::int64_t>;
using Integers =
    TypeList<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t>;
using Integers32 = TypeList<std::uint32_t, std::int32_t>;
using Narrow = TypeList<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t>;
using Words = TypeList<std::uint16_t, std::uint32_t, std::uint64_t>;
using Floats = TypeList<float, double>;

/// Whether C++ type T computes what PTX type `t` means; .bN counts as unsigned.
template <class T>
constexpr bool stands_for(Type t) {
  return bits_of(t) == 8 * sizeof(T) && is_float(t) == std::is_floating_point_v<T> &&
         (is_float(t) || is_signed(t) == std::is_signed_v<T>);
}

/// Calls `f.operator()<T>()` for the T of the list that stands for `t`; the table's syntax admits no other.
template <class... T, class F>
void with_type(TypeList<T...>, Type t, F&& f) {
  (void)((stands_for<T>(t) && (f.template operator()<T>(), true)) || ...);
}

using Semantics = void (*)(const Spelling&, Instruction&);

/// Semantics from a stateless lambda template `[]<class T>(Instruction&) -> Execute`, instantiated for the
/// opcode's `which`th type out of List.
template <class List, unsigned which = 0, class F>
constexpr Semantics by_type(F) {
  return [](const Spelling& s, Instruction& i) {
    with_type(List{}, s.types[which], [&]<class T>() { i.execute = F{}.template operator()<T>(i); });
  };
}

/// Semantics that do not depend on a type.
template <class F>
constexpr Semantics always(F) {
  return [](const Spelling&, Instruction& i) { i.execute = F{}(i); };
}

// For the rows of opcode tables: what `f` computes on each lane, as a template over the list's types or as it
// is; _MODIFIED where the opcode may carry .ftz, .sat or a rounding mode.
#define EACH(list, f) by_type<list>([]<class T>(Instruction&) { return lanewise<f<T>>(); })
#define EACH_MODIFIED(list, f) \
  by_type<list>([]<class T>(Instruction& i) { return lanewise_modified<f<T>>(i); })
#define ALWAYS(f) always([](Instruction&) { return lanewise<f>(); })
#define ALWAYS_MODIFIED(f) always([](Instruction& i) { return lanewise_modified<f>(i); })

}  // namespace heddle::ptx
