// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/opcode.hpp"

/// Accesses of the memory line that an assist warp works on: Vijaykumar2015, Algorithms 1 to 6, load a base
/// and deltas from a line, and store to it. PTX does not have them. With .lane each lane accesses the element
/// of its number behind the address; of .pred, which is the mask of lanes that a line brings along, a bit.
namespace heddle::ptx {
namespace {

#define LINE_TYPE "b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64"
const Opcode rows[] = {
    {"ld.line.lane?.v2|v4?." LINE_TYPE, "", Unit::line, nullptr, Shape::load},
    {"st.line.lane?.v2|v4?." LINE_TYPE, "", Unit::line, nullptr, Shape::store},
    {"ld.line.lane.v2?.pred", "", Unit::line, nullptr, Shape::load},
    {"st.line.lane.v2?.pred", "", Unit::line, nullptr, Shape::store},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
