// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/release_plan.hpp"

namespace heddle {

ReleasePlan plan_releases(const ptx::Kernel& kernel, const RenamingBudget& table, std::uint32_t warps) {
  // Lifetimes are those with all registers renamed: whether one is worth it must not depend on the others.
  const RegisterOrder order =
      order_registers(kernel, release_points(kernel.code), table.renamed_registers(warps));
  ptx::Kernel ordered = renumbered(kernel, order);
  ReleasePoints points = release_points(ordered.code, order.exempt);
  ReleaseProgram program(points);
  return {std::move(ordered), order.exempt, std::move(points), std::move(program)};
}

}  // namespace heddle
