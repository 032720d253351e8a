#pragma once

#include <cstdint>
#include <systemc>

namespace heddle {

/// The present time in femtoseconds. Units and their owner have clocks of their own whose edges may coincide:
/// what one has done at an instant counts for the other only behind it.
inline std::uint64_t now_fs() { return sc_core::sc_time_stamp().value(); }

}  // namespace heddle
