// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "models/ptx/program/program.hpp"
#include "models/ptx/program/special_registers.hpp"

namespace heddle::ptx {

inline bool has_operand(const Instruction& i, OperandRef::Kind kind) {
  return std::any_of(i.operand.begin(), i.operand.end(), [&](const OperandRef& o) { return o.kind == kind; });
}

/// Has it no operand at all?
inline bool has_no_operand(const Instruction& i) {
  return std::all_of(i.operand.begin(), i.operand.end(),
                     [](const OperandRef& o) { return o.kind == OperandRef::Kind::none; });
}

/// Does it read a special register that differs from lane to lane: %tid, %laneid, %lanemask_*?
inline bool reads_lane_register(const Instruction& i) {
  return std::any_of(i.operand.begin(), i.operand.end(), [](const OperandRef& o) {
    return o.kind == OperandRef::Kind::special && varies_by_lane(o.index);
  });
}

}  // namespace heddle::ptx
