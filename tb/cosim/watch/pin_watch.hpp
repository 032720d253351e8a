// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "tb/cosim/coverage/block_coverage.hpp"
#include "tb/cosim/pins/pin_changes.hpp"

namespace heddle {

/// Looks at the pins of one block in a platform, as a co-simulation does, and changes nothing.
///
/// It sleeps when the block is at rest (see PinChanges): of such a stretch only the first cycles are counted,
/// whether idle cycles are skipped or not.
class PinWatch final : public sc_core::sc_module, public Clocked {
 public:
  PinWatch(sc_core::sc_module_name name, Block& block, std::unique_ptr<BlockCoverage> coverage);
  Cycle tick(Cycle now) override;

  const Coverage& coverage() const { return coverage_->coverage; }
  std::vector<ChannelActivity> activity() const { return changes_.activity(); }

 protected:
  void end_of_elaboration() override;

 private:
  PinChanges changes_;
  std::unique_ptr<BlockCoverage> coverage_;
  std::vector<const std::byte*> inputs_, outputs_;
};

}  // namespace heddle
