// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle {

/// The processor has vectors of 256 bits, and shifts that take their number from any register (x86-64-v3).
/// Functions with the attribute [[gnu::target("avx2,bmi2")]] need both. Where they are missing, codecs call
/// the models that the functions do the same as.
inline bool wide_vectors() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  return has;
}

}  // namespace heddle
