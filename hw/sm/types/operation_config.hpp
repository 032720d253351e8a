// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <tuple>

#include "models/base/parameter.hpp"
#include "models/ptx/program/operation.hpp"

namespace heddle {

/// Latency and initiation interval of one class of operations.
struct OperationTime {
  unsigned latency = 4;
  unsigned interval = 1;

  static constexpr auto parameters() {
    using C = OperationTime;
    constexpr auto gtx480 = "GPGPU-Sim's SM2_GTX480: ptx_opcode_latency, ptx_opcode_initiation";
    return std::tuple{
        parameter(&C::latency, "latency", "cycles", 1u, 1000u, gtx480, "latency from dispatch to result"),
        parameter(&C::interval, "interval", "cycles", 1u, 1000u, gtx480,
                  "initiation interval: cycles until the pipeline takes the next instruction")};
  }
};

/// The classes of one type of numbers.
struct OperationTimes {
  OperationTime add, max, mul, mad, div;

  static constexpr auto parameters() {
    using C = OperationTimes;
    return std::tuple{
        section(&C::add, "add", "additions, comparisons, logic, moves and all other operations"),
        section(&C::max, "max", "minimum and maximum"), section(&C::mul, "mul", "multiplications"),
        section(&C::mad, "mad", "multiply-adds"), section(&C::div, "div", "divisions and remainders")};
  }
};

/// The times of all operation classes (ptx::Operation says which opcodes each contains).
struct OperationConfig {
  OperationTimes integer{{4, 1}, {13, 2}, {4, 2}, {5, 1}, {145, 8}};
  OperationTimes single_precision{{4, 1}, {13, 2}, {4, 1}, {5, 1}, {39, 4}};
  OperationTimes double_precision{{8, 8}, {19, 16}, {8, 8}, {8, 8}, {330, 130}};
  OperationTime special{20, 8};

  static constexpr auto parameters() {
    using C = OperationConfig;
    return std::tuple{section(&C::integer, "integer", "integers"),
                      section(&C::single_precision, "single_precision", "floats of up to 32 bits"),
                      section(&C::double_precision, "double_precision", "64-bit floats"),
                      section(&C::special, "special", "special functions")};
  }

  /// By ptx::Operation.
  std::array<OperationTime, ptx::operations> table() const {
    std::array<OperationTime, ptx::operations> all;
    auto* to = all.data();
    for (const OperationTimes* t : {&integer, &single_precision, &double_precision})
      for (const OperationTime& time : {t->add, t->max, t->mul, t->mad, t->div}) *to++ = time;
    *to = special;
    return all;
  }
};

}  // namespace heddle
