// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/form_rows.hpp"

/// Sums of several words. The carry is the last source and the last result. That of a difference says that
/// nothing was borrowed, as GPUs have it.
namespace heddle::fuzz {
namespace {

template <class T, bool subtract>
void sum(const u64* in, u64* out) {
  const u128 a = value_of<T>(in[0]), b = value_of<T>(in[1]), c = in[2];
  const u128 r = subtract ? a - b - (1 - c) : a + b + c;
  out[0] = static_cast<T>(r);
  out[1] = static_cast<u64>(r >> 8 * sizeof(T) & 1) ^ subtract;
}
template <class T, bool subtract>
void first_sum(const u64* in, u64* out) {
  const u64 with[] = {in[0], in[1], subtract};
  sum<T, subtract>(with, out);
}
template <class T, bool high>
void product(const u64* in, u64* out) {
  const Exact<T> p = static_cast<Exact<T>>(value_of<T>(in[0])) * static_cast<Exact<T>>(value_of<T>(in[1]));
  using U = std::make_unsigned_t<T>;
  const u64 with[] = {static_cast<U>(high ? p >> 8 * sizeof(T) : p), in[2], in[3]};
  sum<U, false>(with, out);
}
template <class T, bool high>
void first_product(const u64* in, u64* out) {
  const u64 with[] = {in[0], in[1], in[2], 0};
  product<T, high>(with, out);
}

#define CHAIN(s, k, T)                                                                    \
  {"add.cc." s, k "c:" k k, Family::carry, first_sum<std::make_unsigned_t<T>, false>},    \
      {"addc.cc." s, k "c:" k k "c", Family::carry, sum<std::make_unsigned_t<T>, false>}, \
      {"addc." s, k ":" k k "c", Family::carry, sum<std::make_unsigned_t<T>, false>},     \
      {"sub.cc." s, k "c:" k k, Family::carry, first_sum<std::make_unsigned_t<T>, true>}, \
      {"subc.cc." s, k "c:" k k "c", Family::carry, sum<std::make_unsigned_t<T>, true>},  \
      {"subc." s, k ":" k k "c", Family::carry, sum<std::make_unsigned_t<T>, true>},      \
      {"mad.lo.cc." s, k "c:" k k k, Family::carry, first_product<T, false>},             \
      {"mad.hi.cc." s, k "c:" k k k, Family::carry, first_product<T, true>},              \
      {"madc.lo.cc." s, k "c:" k k k "c", Family::carry, product<T, false>},              \
      {"madc.hi.cc." s, k "c:" k k k "c", Family::carry, product<T, true>},               \
      {"madc.lo." s, k ":" k k k "c", Family::carry, product<T, false>}, {                \
    "madc.hi." s, k ":" k k k "c", Family::carry, product<T, true>                        \
  }

const Form rows[] = {CHAIN("u32", "r", u32), CHAIN("s32", "r", s32), CHAIN("u64", "d", u64),
                     CHAIN("s64", "d", s64)};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
