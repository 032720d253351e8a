// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/approximation_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/ptx/program/operand_kinds.hpp"
#include "models/warp_approximation/backward_slice.hpp"
#include "models/warp_approximation/similar_registers.hpp"

namespace heddle {
namespace {

using ptx::Instruction;
using ptx::OperandRef;

/// What the instruction says by itself.
Approximation by_itself(const Instruction& i) {
  if (i.control != ptx::Control::none) return Approximation::control;
  if (i.memory.space != ptx::Space::none) return Approximation::memory;
  if (i.exchanges_lanes) return Approximation::lane_exchange;
  if (i.predicate_count != 0) return Approximation::predicate_result;
  if (i.destination_count == 0) return Approximation::no_result;
  if (has_no_operand(i)) return Approximation::no_operand;
  if (has_operand(i, OperandRef::Kind::predicate)) return Approximation::predicate_operand;
  if (reads_lane_register(i)) return Approximation::lane_register;
  return Approximation::approximable;
}

}  // namespace

Exclude exclude_named(std::string_view name) {
  const auto at = std::find(exclude_names.begin(), exclude_names.end(), name);
  if (at == exclude_names.end())
    throw Error({.what = "exclude: unknown choice",
                 .value = std::string(name),
                 .legal = fmt::format("{}", fmt::join(exclude_names, " or ")),
                 .key = "exclude"});
  return static_cast<Exclude>(at - exclude_names.begin());
}

bool uniform_of_equal_operands(const Instruction& i) {
  const Approximation is = by_itself(i);
  if (is == Approximation::approximable) return true;
  return is == Approximation::predicate_result && !has_no_operand(i) &&
         !has_operand(i, OperandRef::Kind::predicate) && !reads_lane_register(i);
}

ApproximationPlan::Counts ApproximationPlan::counts(std::uint32_t region) const {
  Counts counts{};
  for (const InstructionApproximation& i : code)
    if (i.region == region) ++counts[static_cast<std::size_t>(i.is)];
  return counts;
}

ApproximationPlan plan_approximation(const ptx::Kernel& kernel, const ApproximationOptions& options) {
  if (kernel.registers >= most_warp_registers)
    throw Error(
        {.place = kernel.file,
         .what = fmt::format("kernel '{}' has more registers than a similar_register_table", kernel.name),
         .value = fmt::format("{}", kernel.registers),
         .legal = fmt::format("up to {}", most_warp_registers - 1)});
  Regions regions = find_regions(kernel, options.regions);
  const std::vector<bool> addresses = options.exclude != Exclude::nothing
                                          ? backward_slice(kernel, address_operands)
                                          : std::vector<bool>(kernel.code.size());
  const std::vector<bool> conditions = options.exclude == Exclude::addresses_and_branches
                                           ? backward_slice(kernel, condition_operands)
                                           : std::vector<bool>(kernel.code.size());
  // Comparisons outside of regions find what is similar for the instructions inside.
  std::uint8_t highest = 0;
  for (const Regions::At& at : regions.at) highest = std::max(highest, at.level);
  ApproximationPlan plan{.regions = std::move(regions.regions), .code = {}};
  for (std::size_t n = 0; n < kernel.code.size(); ++n) {
    const Instruction& i = kernel.code[n];
    const Regions::At& at = regions.at[n];
    Approximation is = at.region == no_region ? Approximation::outside : by_itself(i);
    if (is == Approximation::approximable && addresses[n]) is = Approximation::address;
    if (is == Approximation::approximable && conditions[n]) is = Approximation::condition;
    if (is == Approximation::approximable && !options.approximate) is = Approximation::switched_off;
    const unsigned all = (1u << i.destination_count) - 1;
    const std::uint8_t level = at.region == no_region ? highest : at.level;
    plan.code.push_back({is, at.region, level, static_cast<std::uint8_t>(i.packed ? all : i.upper_words),
                         uniform_of_equal_operands(i)});
  }
  return plan;
}

}  // namespace heddle
