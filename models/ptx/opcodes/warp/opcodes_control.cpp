// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/opcode.hpp"

namespace heddle::ptx {
namespace {

const Opcode rows[] = {
    {"bra.uni?", "", Unit::control, nullptr, Shape::branch},
    {"brx.idx.uni?", "", Unit::control, nullptr, Shape::indexed_branch},
    {"call.uni?", "", Unit::control, nullptr, Shape::call},
    {"ret.uni?", "", Unit::control, nullptr, Shape::ret},
    {"exit", "", Unit::control, nullptr, Shape::exit},
    {"trap", "", Unit::control, nullptr, Shape::trap},
    {"brkpt", "", Unit::control, nullptr, Shape::trap},  // there is no debugger that could continue
    {"bar.cta?.sync|arrive", "", Unit::control, nullptr, Shape::barrier},
    {"barrier.cta?.sync|arrive.aligned?", "", Unit::control, nullptr, Shape::barrier},
    {"bar.cta?.red.popc.u32", "", Unit::control, nullptr, Shape::barrier},
    {"bar.cta?.red.and|or.pred", "", Unit::control, nullptr, Shape::barrier},
    {"barrier.cta?.red.popc.aligned?.u32", "", Unit::control, nullptr, Shape::barrier},
    {"barrier.cta?.red.and|or.aligned?.pred", "", Unit::control, nullptr, Shape::barrier},
    {"membar.cta|gl|sys", "", Unit::control, nullptr, Shape::fence},
    {"membar.proxy.alias", "", Unit::control, nullptr, Shape::fence},
    {"fence.sc|acq_rel|acquire|release?.cta|cluster|gpu|sys", "", Unit::control, nullptr, Shape::fence},
    {"fence.proxy.alias|async.global|shared::cta?", "", Unit::control, nullptr, Shape::fence},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
