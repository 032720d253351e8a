// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/bits.hpp"
#include "models/warp_approximation/similarity.hpp"

namespace heddle {

/// A result as the execution units produce it, lane i in bits 32i+31..32i, ahead of its comparison.
struct ExecutedResult {
  WarpRegister data;
  LaneMask active;          ///< lanes that are compared
  Bits<similarity_bits> d;  ///< lowest bits that may differ
  std::uint32_t input;      ///< value of a source operand, for the bypass check
  bool operator==(const ExecutedResult&) const = default;
};

/// The same with the value to compare with.
struct SelectedResult {
  WarpRegister data;
  LaneMask active;
  Bits<similarity_bits> d;
  std::uint32_t input;
  std::uint32_t representative;
  bool operator==(const SelectedResult&) const = default;
};

/// A result on its way to the write-back, compared.
struct ComparedResult {
  WarpRegister data;
  LaneMask active;
  std::uint32_t representative;
  bool similar;  ///< each active lane is d-similar to the representative
  bool equal;    ///< each active lane is equal to the representative
  bool bypass;   ///< the operand's value is d-similar to the representative
  bool operator==(const ComparedResult&) const = default;
};

}  // namespace heddle
