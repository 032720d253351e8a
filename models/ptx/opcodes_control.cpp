#include "models/ptx/opcode.hpp"

namespace heddle::ptx {
namespace {

const Opcode rows[] = {
    {"bra.uni?", "", Unit::control, nullptr, Shape::branch},
    {"ret.uni?", "", Unit::control, nullptr, Shape::exit},
    {"exit", "", Unit::control, nullptr, Shape::exit},
    {"bar.cta?.sync", "", Unit::control, nullptr, Shape::barrier},
    {"barrier.cta?.sync.aligned?", "", Unit::control, nullptr, Shape::barrier},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
