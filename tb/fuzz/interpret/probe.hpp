// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {

/// A user subroutine of assist warps (hw/caba/user_subroutines.md) behind a statement of a kernel, and what
/// it does: to the scalar interpreter something that each thread does when it has executed the statement.
struct Probe {
  enum class Does : std::uint8_t {
    observe,  ///< a hash of the values of `in` is added to a sum over all threads
    keep,     ///< out[0] becomes in[0], the same register
    change,   ///< out[0] becomes in[0], the same register, plus `constant`; without `in`, a hash of nothing
    jump      ///< `out` become hashes of `in`, and the thread goes on at `target`
  } does = Does::observe;
  /// Of `observe`: how a lane's hash gets to the sum in the subroutine's memory.
  enum class Through : std::uint8_t {
    global,   ///< an atomic
    atomics,  ///< a lane adds it to a shared variable, and adds to the sum what it then takes out of there
    words     ///< each lane stores it in a shared word of its own, and adds what its neighbour has stored
  } through = Through::global;
  bool low = false;             ///< the parent does not wait; only without registers
  std::uint32_t statement = 0;  ///< Statement::id, of the kernel's body
  std::uint32_t target = 0;     ///< the same, further on in its list
  std::vector<Reg> in{}, out{};
  std::uint64_t constant = 0;
};
inline constexpr unsigned kinds_of_probes = 4;

/// The value that is read of a register: a NaN as the canonical one.
std::uint64_t value_read(Kind kind, std::uint64_t bits);
/// The hash of the values that are read of `in`, 32 bits; `bits` in their order.
std::uint32_t hash_of(const Probe& probe, std::span<const std::uint64_t> bits);
/// What a thread adds to the sum of `observe`.
inline std::uint64_t share_of(std::uint32_t hash) { return hash >> 16; }
/// What out[place] becomes; `bits`: of `in`.
std::uint64_t value_written(const Probe& probe, std::size_t place, std::span<const std::uint64_t> bits);

/// Throws Error where a probe breaks what the generator promises: it changes the counter of a loop, a mask of
/// members, or an operand that has just been given the form that its instruction needs.
void require_sound(const KernelTree& kernel, const std::vector<Probe>& probes);
bool is_sound(const KernelTree& kernel, const Probe& probe);

}  // namespace heddle::fuzz
