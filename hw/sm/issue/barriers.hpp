#pragma once

#include <vector>

#include "hw/sm/issue/warp_table.hpp"
#include "hw/sm/launch.hpp"
#include "models/host/cta_barriers.hpp"

namespace heddle {

/// The barriers of the CTAs on an SM. Throws Error when all warps of a CTA would wait forever.
class Barriers {
 public:
  explicit Barriers(WarpTable& warps) : warps_(warps) {}

  void begin(const Launch& launch);
  void begin_cta(unsigned slot);
  /// Warp `w` stands behind barrier `i`, whose operands are here.
  void arrive(unsigned w, const ptx::Instruction& i, const ptx::Operands& operands, LaneMask mask);
  /// All lanes of warp `w` have ended.
  void leave(unsigned w);

 private:
  void open(unsigned cta, CtaBarriers::WarpSet released);
  void check_deadlock(unsigned cta) const;

  WarpTable& warps_;
  const Launch* launch_ = nullptr;
  std::vector<CtaBarriers> ctas_;  ///< by CTA slot
};

}  // namespace heddle
