// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/module/immediate.hpp"

#include <fmt/format.h>

#include <bit>
#include <string>

namespace heddle::ptx {
namespace {

std::uint64_t float_bits(const Operand& o, Type type) {
  if (o.kind == Operand::Kind::real && o.real_bits == bits_of(type))
    return static_cast<std::uint64_t>(o.integer);
  const double value = o.real;
  return type == Type::f32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                           : std::bit_cast<std::uint64_t>(value);
}

}  // namespace

std::uint64_t immediate_bits(const SourceText& source, const Operand& o, Type type) {
  if (is_float(type)) {
    if (o.kind != Operand::Kind::real)
      source.fail(o.place,
                  {.what = "integer literal where a float is needed",
                   .value = fmt::format("{}", o.integer),
                   .legal = "a number with a point or an exponent, 0f and 8 or 0d and 16 hex digits"});
    return float_bits(o, type);
  }
  if (o.kind == Operand::Kind::real) {
    if (type == Type::b64 && o.real_bits == 0) return std::bit_cast<std::uint64_t>(o.real);
    if (is_untyped(type) && o.real_bits == bits_of(type)) return static_cast<std::uint64_t>(o.integer);
    source.fail(o.place, {.what = "float literal where an integer is needed",
                          .value = fmt::format("{}", o.real),
                          .legal = fmt::format("a value of type .{}", name_of(type))});
  }
  if (type == Type::pred) {
    // Compilers write the predicate true as 1 or as -1.
    if (o.integer < -1 || o.integer > 1)
      source.fail(o.place, {.what = "literal is not a predicate",
                            .value = fmt::format("{}", o.integer),
                            .legal = "0, 1 or -1"});
    return o.integer != 0 ? 1 : 0;
  }
  // PTX literals have 64 bits, and lose those that the type does not have.
  const unsigned bits = bits_of(type);
  return static_cast<std::uint64_t>(o.integer) & (~std::uint64_t{0} >> (64 - bits));
}

}  // namespace heddle::ptx
