// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/lanes.hpp"
#include "models/ptx/opcodes/opcode.hpp"
#include "models/ptx/program/mbarrier.hpp"

/// What mbarriers do, as far as sm_80 has it: each is an atomic on its object, or a computation on a state.
namespace heddle::ptx {
namespace {

using Word = std::uint64_t;

Word create(Word, Word count, Word) { return mbarrier::created(count); }
Word invalidate(Word, Word, Word) { return 0; }
Word arrive(Word old, Word count, Word) { return mbarrier::arrived(old, count, 0); }
Word arrive_and_drop(Word old, Word count, Word) { return mbarrier::arrived(old, count, count); }

template <AtomicUpdate update, MbarrierAccess is>
void updates(const Spelling&, Instruction& i) {
  i.memory.update = update;
  i.memory.mbarrier = is;
}

std::uint32_t pending_count(Word state) { return static_cast<std::uint32_t>(mbarrier::pending(state)); }

#define PLACE ".shared|shared::cta?.b64"
const Opcode rows[] = {
    {"mbarrier.init" PLACE, "", Unit::ldst, updates<create, MbarrierAccess::create>, Shape::mbarrier},
    {"mbarrier.inval" PLACE, "", Unit::ldst, updates<invalidate, MbarrierAccess::end>, Shape::mbarrier},
    {"mbarrier.arrive.noComplete?.release?.cta?" PLACE, "", Unit::ldst,
     updates<arrive, MbarrierAccess::arrive>, Shape::mbarrier},
    {"mbarrier.arrive_drop.noComplete?.release?.cta?" PLACE, "", Unit::ldst,
     updates<arrive_and_drop, MbarrierAccess::arrive>, Shape::mbarrier},
    {"mbarrier.test_wait|try_wait.parity?.acquire?.cta?" PLACE, "", Unit::ldst, nullptr,
     Shape::mbarrier_wait},
    {"mbarrier.pending_count.b64", "=u 0", Unit::sp,
     [](const Spelling&, Instruction& i) { i.execute = lanewise<pending_count>(); }},
    {"cp.async.mbarrier.arrive.noinc?" PLACE, "", Unit::ldst, updates<arrive, MbarrierAccess::arrive>,
     Shape::mbarrier},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
