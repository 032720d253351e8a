// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/warp_approximation/regions.hpp"

namespace heddle {

/// Whether a representative thread may execute an instruction for its warp (Wong2016, 3.2), or the first
/// reason of these why not.
enum class Approximation : std::uint8_t {
  approximable,
  outside,            ///< of all regions
  memory,             ///< loads, stores, atomics, textures
  control,            ///< branches, calls, exits, barriers, fences
  lane_exchange,      ///< votes, shuffles and the like
  no_result,          ///< nothing to approximate: hints
  no_operand,         ///< no value that could be similar: what a barrier has counted
  predicate_result,   ///< writes a predicate or the carry: comparisons
  predicate_operand,  ///< computes with a predicate or the carry, which may differ from lane to lane
  lane_register,      ///< reads a special register that does: %tid
  address,            ///< an address depends on it (address_operands() in backward_slice.hpp)
  condition,          ///< a guard depends on it
  switched_off        ///< nothing is to be approximated
};
inline constexpr std::array<std::string_view, 13> approximation_names{
    "approximable", "outside",    "memory",      "control",           "lane exchange",
    "no result",    "no operand", "predicate",   "predicate operand", "lane register",
    "address",      "condition",  "switched off"};

/// What stays exact inside regions, too, since the paper asks the programmer to leave it out (4.1.2): what
/// addresses, or addresses and guards, depend on. Nothing is left out where all levels are 0: then results
/// stay exact, and regions are what a scalar unit could execute.
enum class Exclude : std::uint8_t { addresses, addresses_and_branches, nothing };
inline constexpr std::array<std::string_view, 3> exclude_names{"addresses", "addresses+branches", "nothing"};
/// By its name; throws Error for another.
Exclude exclude_named(std::string_view name);

struct ApproximationOptions {
  RegionOptions regions{};
  Exclude exclude = Exclude::addresses_and_branches;
  bool approximate = true;  ///< false: regions and levels are known, and all is executed as the program says
};

struct InstructionApproximation {
  Approximation is = Approximation::outside;
  std::uint32_t region = no_region;  ///< index into ApproximationPlan::regions
  std::uint8_t level = 0;            ///< d; outside the highest of the kernel's regions
  std::uint8_t exact_destinations =
      0;                 ///< bit k: destination k is compared with d = 0, see plan_approximation()
  bool uniform = false;  ///< equal operands in all lanes give equal results: see uniform_of_equal_operands()

  /// Is it a new opportunity to approximate when its result is similar and not all its sources are (Wong2016
  /// section 6.1)? In regions, loads included, unless addresses or guards depend on it.
  constexpr bool counted() const {
    return region != no_region && is != Approximation::address && is != Approximation::condition;
  }
};

struct ApproximationPlan {
  std::vector<ApproxRegion> regions;
  std::vector<InstructionApproximation> code;  ///< of each instruction of the kernel

  using Counts = std::array<std::uint32_t, approximation_names.size()>;
  /// Instructions of a region by Approximation.
  Counts counts(std::uint32_t region) const;
};

/// Has the instruction, wherever it stands, the same results in all lanes when each of its source registers
/// holds the same value in all of them? Then one lane can execute it for all, and nothing is approximated.
/// That is so of what computes with registers, literals and special registers of the whole warp; not of
/// memory accesses, control, what lanes exchange, and what reads a predicate, a carry or a register like
/// %tid.
bool uniform_of_equal_operands(const ptx::Instruction& i);

/// What may be approximated in a kernel, and how. The upper word of a 64-bit value and a register with
/// several narrow values are compared exactly: the low bits of the one are in the middle of the value, those
/// of the other hold a whole value. A narrow value on its own loses d of its 16 bits. Throws Error as
/// find_regions().
ApproximationPlan plan_approximation(const ptx::Kernel& kernel, const ApproximationOptions& options = {});

}  // namespace heddle
