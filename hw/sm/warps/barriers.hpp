// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/sm/warps/warp_table.hpp"
#include "models/host/cta_barriers.hpp"

namespace heddle {

/// The barriers of the CTAs on an SM. Throws Error when all warps of a CTA would wait forever.
class Barriers {
 public:
  explicit Barriers(WarpTable& warps) : warps_(warps) {}

  /// A launch begins: an SM has up to `ctas` CTAs at a time.
  void begin(const ptx::Kernel& kernel, unsigned ctas, unsigned warps_per_cta);
  void begin_cta(unsigned slot);
  /// Warp `w` stands behind barrier `i`, whose operands are here.
  void arrive(unsigned w, const ptx::Instruction& i, const ptx::Operands& operands, LaneMask mask);
  /// All lanes of warp `w` have ended.
  void leave(unsigned w);

 private:
  void open(unsigned cta, CtaBarriers::WarpSet released);
  void check_deadlock(unsigned cta) const;

  WarpTable& warps_;
  const ptx::Kernel* kernel_ = nullptr;
  unsigned warps_per_cta_ = 0;
  std::vector<CtaBarriers> ctas_;  ///< by CTA slot
};

}  // namespace heddle
