// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/compare_arithmetic.hpp"
#include "tb/fuzz/forms/half_arithmetic.hpp"

/// Comparisons of f16 and bf16, single and in pairs, and those with a result of 16 bits.
namespace heddle::fuzz {
namespace {

/// setp p|q of pairs: p compares the lower halves, q the upper ones.
template <class T, bool (*f)(T, T), How how>
void both_predicates(const u64* in, u64* out) {
  const bool other = how != How::alone && in[2] != 0;
  out[0] = combined<how>(f(value_of<T>(in[0]), value_of<T>(in[1])), other);
  out[1] = combined<how>(f(value_of<T>(in[0] >> 16), value_of<T>(in[1] >> 16)), other);
}
template <class T, bool (*f)(T, T), u16 yes, How how = How::alone>
void both_halves(const u64* in, u64* out) {
  u64 result[2];
  both_predicates<T, f, how>(in, result);
  out[0] = (result[0] != 0 ? yes : u32{0}) | (result[1] != 0 ? u32{yes} << 16 : 0);
}

/// Compares 16-bit floats, with an integer as the result.
#define FROM(op, s, k, T, f)                                                                              \
  {"set." op ".u16." s, "h:" k k, Family::compare, set<T, f<T>, 0xffff>},                                 \
      {"set." op ".s32." s, "r:" k k, Family::compare, set<T, f<T>, ~u32{0}>},                            \
      {"set." op ".or.u32." s, "r:" k k "p", Family::compare, set<T, f<T>, ~u32{0}, How::disjunction>}, { \
    "set." op ".xor.s16." s, "h:" k k "p", Family::compare, set<T, f<T>, 0xffff, How::exclusive>          \
  }
/// Compares all other types, with a 16-bit float as the result.
#define INTO(op, s, k, T, f)                                                                              \
  {"set." op ".f16." s, "x:" k k, Family::compare, set<T, f<T>, 0x3c00>},                                 \
      {"set." op ".bf16." s, "h:" k k, Family::compare, set<T, f<T>, 0x3f80>},                            \
      {"set." op ".and.f16." s, "x:" k k "p", Family::compare, set<T, f<T>, 0x3c00, How::conjunction>}, { \
    "set." op ".xor.bf16." s, "h:" k k "p", Family::compare, set<T, f<T>, 0x3f80, How::exclusive>         \
  }
#define SINGLE(op, s, k, T, f) SETP_ONE(op, s, k, T, f), FROM(op, s, k, T, f)
const Form rows[] = {
    ORDERED(SINGLE, "f16", "x", Half),
    UNORDERED(SINGLE, "f16", "x", Half),
    ORDERED(SINGLE, "bf16", "h", Brain),
    UNORDERED(SINGLE, "bf16", "h", Brain),
    ORDERED(SETP_ONE, "ftz.f16", "x", Flushed<Half>),
    UNORDERED(SETP_ONE, "ftz.f16", "x", Flushed<Half>),
    ORDERED(INTO, "f16", "x", Half),
    UNORDERED(INTO, "f16", "x", Half),
    ORDERED(INTO, "f32", "f", float),
    UNORDERED(INTO, "f32", "f", float),
    ORDERED(INTO, "f64", "g", double),
    ORDERED(INTO, "u16", "h", u16),
    ORDERED(INTO, "s16", "h", s16),
    ORDERED(INTO, "u32", "r", u32),
    ORDERED(INTO, "s32", "r", s32),
    ORDERED(INTO, "u64", "d", u64),
    ORDERED(INTO, "s64", "d", s64),
    EQUALITY(INTO, "b16", "h", u16),
    EQUALITY(INTO, "b32", "r", u32),
    EQUALITY(INTO, "b64", "d", u64),
};
[[maybe_unused]] const bool added = add_forms(rows);

#define PREDICATES(op, s, T, f)                                                                           \
  {"setp." op "." s "|", "pp:rr", Family::compare, both_predicates<T, f<T>, How::alone>},                 \
      {"setp." op ".and." s "|", "pp:rrp", Family::compare, both_predicates<T, f<T>, How::conjunction>},  \
      {"setp." op ".or." s "|", "pp:rrp", Family::compare, both_predicates<T, f<T>, How::disjunction>}, { \
    "setp." op ".xor." s "|", "pp:rrp", Family::compare, both_predicates<T, f<T>, How::exclusive>         \
  }
#define HALVES(op, s, T, yes, f)                                                                            \
  {"set." op "." s "." s, "r:rr", Family::compare, both_halves<T, f<T>, yes>},                              \
      {"set." op ".u32." s, "r:rr", Family::compare, both_halves<T, f<T>, 0xffff>},                         \
      {"set." op ".or.s32." s, "r:rrp", Family::compare, both_halves<T, f<T>, 0xffff, How::disjunction>}, { \
    "set." op ".xor." s "." s, "r:rrp", Family::compare, both_halves<T, f<T>, yes, How::exclusive>          \
  }
const Form pairs[] = {
    ORDERED(PREDICATES, "f16x2", Half),
    UNORDERED(PREDICATES, "f16x2", Half),
    ORDERED(PREDICATES, "bf16x2", Brain),
    UNORDERED(PREDICATES, "bf16x2", Brain),
    ORDERED(PREDICATES, "ftz.f16x2", Flushed<Half>),
    UNORDERED(PREDICATES, "ftz.f16x2", Flushed<Half>),
    ORDERED(HALVES, "f16x2", Half, 0x3c00),
    UNORDERED(HALVES, "f16x2", Half, 0x3c00),
    ORDERED(HALVES, "bf16x2", Brain, 0x3f80),
    UNORDERED(HALVES, "bf16x2", Brain, 0x3f80),
};
[[maybe_unused]] const bool added_pairs = add_forms(pairs);

}  // namespace
}  // namespace heddle::fuzz
