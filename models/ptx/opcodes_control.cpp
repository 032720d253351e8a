#include "models/ptx/opcode.hpp"

namespace heddle::ptx {
namespace {

const Opcode rows[] = {
    {"bra.uni?", "", Unit::control, nullptr, Shape::branch},
    {"brx.idx.uni?", "", Unit::control, nullptr, Shape::indexed_branch},
    {"call.uni?", "", Unit::control, nullptr, Shape::call},
    {"ret.uni?", "", Unit::control, nullptr, Shape::ret},
    {"exit", "", Unit::control, nullptr, Shape::exit},
    {"bar.cta?.sync", "", Unit::control, nullptr, Shape::barrier},
    {"barrier.cta?.sync.aligned?", "", Unit::control, nullptr, Shape::barrier},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
