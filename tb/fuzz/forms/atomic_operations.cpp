// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/atomic_operations.hpp"

#include <string>

#include "models/base/error.hpp"
#include "tb/fuzz/forms/form_rows.hpp"

namespace heddle::fuzz {
namespace {

template <class T>
u64 lesser(u64 a, u64 b) {
  return value_of<T>(b) < value_of<T>(a) ? b : a;
}
template <class T>
u64 greater(u64 a, u64 b) {
  return value_of<T>(b) > value_of<T>(a) ? b : a;
}

}  // namespace

const std::vector<AtomicOperation>& atomic_operations() {
  static const std::vector<AtomicOperation> all{
      {"add.u32", 4, true, [](u64 a, u64 b) { return a + b; }},
      {"add.s32", 4, true, [](u64 a, u64 b) { return a + b; }},
      {"add.u64", 8, true, [](u64 a, u64 b) { return a + b; }},
      {"and.b32", 4, true, [](u64 a, u64 b) { return a & b; }},
      {"and.b64", 8, true, [](u64 a, u64 b) { return a & b; }},
      {"or.b32", 4, true, [](u64 a, u64 b) { return a | b; }},
      {"or.b64", 8, true, [](u64 a, u64 b) { return a | b; }},
      {"xor.b32", 4, true, [](u64 a, u64 b) { return a ^ b; }},
      {"xor.b64", 8, true, [](u64 a, u64 b) { return a ^ b; }},
      {"min.u32", 4, true, lesser<u32>},
      {"max.u32", 4, true, greater<u32>},
      {"min.s32", 4, true, lesser<s32>},
      {"max.s32", 4, true, greater<s32>},
      {"min.u64", 8, true, lesser<u64>},
      {"max.u64", 8, true, greater<u64>},
      {"min.s64", 8, true, lesser<s64>},
      {"max.s64", 8, true, greater<s64>},
      {"exch.b32", 4, false, [](u64, u64 b) { return b; }},
      {"exch.b64", 8, false, [](u64, u64 b) { return b; }},
      {"inc.u32", 4, false, [](u64 a, u64 b) { return a >= b ? 0 : a + 1; }},
      {"dec.u32", 4, false, [](u64 a, u64 b) { return a == 0 || a > b ? b : a - 1; }},
  };
  return all;
}

const AtomicOperation& atomic_named(std::string_view text) {
  for (const AtomicOperation& a : atomic_operations())
    if (text == a.text) return a;
  throw Error({.what = "no such atomic operation", .value = std::string(text)});
}

}  // namespace heddle::fuzz
