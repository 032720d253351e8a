// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// The situations of one port kind, as its pins alone show them.
class RequesterCoverage {
 public:
  RequesterCoverage(Coverage& coverage, const std::string& kind, unsigned requesters);
  void see(std::uint32_t pending, std::uint32_t granted, std::uint32_t conflicted);
  void reset();

 private:
  unsigned requesters_;
  std::vector<std::uint64_t*> granted_, refused_;
  std::uint64_t &all_pending_, &wraps_, &longest_wait_, &together_, &reset_granted_, &reset_turned_;
  std::array<unsigned, 32> waited_{};  // refusals in a row
  std::uint32_t waiting_ = 0;
  unsigned first_ = 0;  // the requester whose turn it is, as the grants show
  std::uint32_t last_granted_ = 0;
};

/// The situations of an arbiter.
class BankArbiterCoverage final : public TypedCoverage<Level<ArbiterRequests>, Level<ArbiterGrants>> {
 public:
  explicit BankArbiterCoverage(const BankArbiterConfig&);

 private:
  void see(const Level<ArbiterRequests>& in, const Level<ArbiterGrants>& out, bool rst_n) override;

  RequesterCoverage reads_, writes_;
  std::uint64_t &both_, &nothing_, &all_banks_;
  bool in_reset_ = true;
};

}  // namespace heddle
