// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/opcode.hpp"

/// Asynchronous copies from global to shared memory (sm_80). Their groups are those of a whole warp, as the
/// machine code has it: CUDA Binary Utilities, Ampere instruction set, LDGSTS and LDGDEPBAR.
namespace heddle::ptx {
namespace {

const Opcode rows[] = {
    {"cp.async.ca|cg.shared|shared::cta.global.L2::64B|L2::128B|L2::256B?", "", Unit::ldst, nullptr,
     Shape::copy},
    {"cp.async.commit_group|wait_group|wait_all", "", Unit::control, nullptr, Shape::copy_group},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
