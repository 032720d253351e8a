// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::ptx {

struct Spelling;

/// The arithmetic that an instruction asks of its pipeline, in the classes for which GPGPU-Sim's
/// configurations give latencies and initiation intervals (ADD, MAX, MUL, MAD, DIV of int, fp and dp; SFU):
///   max      min max
///   mul      mul mul24
///   mad      mad fma mad24 dp2a dp4a
///   div      div rem; in double precision also rcp sqrt rsqrt
///   special  what else the special function units do: rcp sqrt rsqrt sin cos ex2 lg2 tanh redux
///   add      everything else (GPGPU-Sim lets most of that take a single cycle; no hardware is known to)
/// dp: opcodes with a .f64 type that compute, comparisons and conversions included; moves and selections of
/// 64-bit values are int_add. fp: the first type is any other float type, packed ones included. int: the
/// rest.
enum class Operation : std::uint8_t {
  int_add,
  int_max,
  int_mul,
  int_mad,
  int_div,
  fp_add,
  fp_max,
  fp_mul,
  fp_mad,
  fp_div,
  dp_add,
  dp_max,
  dp_mul,
  dp_mad,
  dp_div,
  special
};
inline constexpr unsigned operations = 16;

constexpr bool is_double(Operation o) { return Operation::dp_add <= o && o <= Operation::dp_div; }

/// The class of a statement's opcode.
Operation operation_of(const Spelling& spelling);

}  // namespace heddle::ptx
