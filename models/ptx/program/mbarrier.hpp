// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The object of 64 bits in shared memory that counts arrivals phase by phase (PTX ISA, "mbarrier object").
/// PTX leaves its contents open; here they are: bits 0 to 19 the arrivals that the present phase still
/// expects, bits 20 to 39 those that each phase expects, bits 40 and on the number of the phase. A state,
/// as mbarrier.arrive gives it, is the object as the arrival found it.
namespace heddle::ptx::mbarrier {

inline constexpr unsigned expected_at = 20, phase_at = 40;
inline constexpr std::uint64_t counts = (std::uint64_t{1} << expected_at) - 1;
inline constexpr std::uint64_t most_arrivals = counts;

inline std::uint64_t pending(std::uint64_t object) { return object & counts; }
inline std::uint64_t expected(std::uint64_t object) { return object >> expected_at & counts; }
inline std::uint64_t phase(std::uint64_t object) { return object >> phase_at; }

inline std::uint64_t object(std::uint64_t phase, std::uint64_t expected, std::uint64_t pending) {
  return phase << phase_at | (expected & counts) << expected_at | (pending & counts);
}
/// A new object that expects `count` arrivals a phase.
inline std::uint64_t created(std::uint64_t count) { return object(0, count, count); }
/// After `count` arrivals, of which the later phases do not expect `dropped`. The last one begins the next
/// phase.
inline std::uint64_t arrived(std::uint64_t old, std::uint64_t count, std::uint64_t dropped) {
  const std::uint64_t each = expected(old) - dropped, left = pending(old) - count;
  return (left & counts) == 0 ? object(phase(old) + 1, each, each) : object(phase(old), each, left);
}

}  // namespace heddle::ptx::mbarrier
