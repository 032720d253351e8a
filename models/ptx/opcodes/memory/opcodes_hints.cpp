// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// Instructions that change no value: cache hints, which these caches ignore; pauses; events; breakpoints;
/// and bar.warp.sync, because with one SIMT stack the lanes of a warp that execute it are converged anyway;
/// with independent threads it becomes a `gather`.
namespace heddle::ptx {
namespace {

constexpr Semantics nothing = always([](Instruction&) -> Execute {
  return [](const Instruction&, const WarpContext&, LaneMask, Operands&) {};
});

/// createpolicy: the value is opaque, and no load looks at it.
constexpr Semantics policy = always([](Instruction&) -> Execute {
  return [](const Instruction& i, const WarpContext&, LaneMask active, Operands& o) {
    Results<std::uint64_t> results;
    for (unsigned lane = 0; lane < warp_size; ++lane) results.put(lane, 0);
    results.store(i, active, o);
  };
});

#define PRIORITY "L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged"
const Opcode rows[] = {
    {"nanosleep.u32", "u", Unit::sp, nothing},
    {"pmevent.mask?", "u", Unit::sp, nothing},
    {"brkpt", "", Unit::sp, nothing},
    {"griddepcontrol.launch_dependents|wait", "", Unit::sp, nothing},
    {"bar.warp.sync", "u", Unit::sp, nothing},
    {"prefetch.global|local?.L1|L2", "a", Unit::sp, nothing},
    {"prefetch.global.L2::evict_last|L2::evict_normal", "a", Unit::sp, nothing},
    {"prefetchu.L1", "a", Unit::sp, nothing},
    {"discard.global?.L2", "a u", Unit::sp, nothing},
    {"applypriority.global?.L2::evict_normal", "a u", Unit::sp, nothing},
    {"createpolicy.fractional." PRIORITY ".b64", "=q f?", Unit::sp, policy},
    {"createpolicy.fractional." PRIORITY ".L2::evict_first|L2::evict_unchanged.b64", "=q f?", Unit::sp,
     policy},
    {"createpolicy.range.global?." PRIORITY ".b64", "=q a u u", Unit::sp, policy},
    {"createpolicy.range.global?." PRIORITY ".L2::evict_first|L2::evict_unchanged.b64", "=q a u u", Unit::sp,
     policy},
    {"createpolicy.cvt.L2.b64", "=q q", Unit::sp, policy},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
