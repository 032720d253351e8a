// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/bench/block_bench.hpp"

namespace heddle {

/// The requesters of one port kind, as a bench drives them. Most of the time they behave as collectors and
/// write-back do and hold a request until its grant is seen; sometimes they break the protocol, because the
/// arbiter must be correct then, too.
class RequesterStimulus {
 public:
  explicit RequesterStimulus(unsigned requesters) : all_(~0u >> (32 - requesters)) {}

  /// The next cycle's requests from the present ones and the grants that are seen.
  void next(Random& random, std::uint32_t& pending, std::uint32_t* banks, std::uint32_t granted);

 private:
  enum class Mood { same_bank, own_bank, lone, registers, sparse, lawless, partners, idle, volley, count };
  std::uint32_t pick(Random& random, unsigned requester) const;
  void pair_up(Random& random, std::uint32_t* banks) const;

  std::uint32_t all_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  std::uint32_t bank_ = 0;  // that all requesters want
};

class BankArbiterBench final : public TypedBench<Level<ArbiterRequests>, Level<ArbiterGrants>> {
 public:
  using Block = BankArbiter;
  BankArbiterBench(const BankArbiterConfig&, std::uint64_t seed) : random_(seed) {}

 private:
  bool next(Level<ArbiterRequests>& in, const Level<ArbiterGrants>& out) override;

  Random random_;
  RequesterStimulus reads_{read_requesters}, writes_{write_requesters};
};

}  // namespace heddle
