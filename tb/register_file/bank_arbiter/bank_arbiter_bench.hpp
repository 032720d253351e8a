#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/block_bench.hpp"

namespace heddle {

/// The requesters of one port kind, as a bench drives them. Most of the time they behave as collectors and
/// write-back do and hold a request until its grant is seen; sometimes they obey no rule, because the arbiter
/// has to be right then, too.
class RequesterStimulus {
 public:
  explicit RequesterStimulus(unsigned requesters) : all_(~0u >> (32 - requesters)) {}

  /// The next cycle's requests from the present ones and the grants that are seen.
  void next(Random& random, std::uint32_t& pending, std::uint32_t* banks, std::uint32_t granted);

 private:
  enum class Mood { same_bank, own_bank, lone, registers, sparse, lawless, idle, volley, count };
  std::uint32_t pick(Random& random, unsigned requester) const;

  std::uint32_t all_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  std::uint32_t bank_ = 0;  // that everybody wants
};

/// What can be told of one port kind by its pins alone.
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
  unsigned first_ = 0;  // whose turn it is, as the grants tell
  std::uint32_t last_granted_ = 0;
};

class BankArbiterBench final : public TypedBench<Level<ArbiterRequests>, Level<ArbiterGrants>> {
 public:
  using Block = BankArbiter;
  BankArbiterBench(const BankArbiterConfig&, std::uint64_t seed);

 private:
  bool next(Level<ArbiterRequests>& in, const Level<ArbiterGrants>& out) override;
  void see(const Level<ArbiterRequests>& in, const Level<ArbiterGrants>& out, bool rst_n) override;

  Random random_;
  RequesterStimulus reads_{read_requesters}, writes_{write_requesters};
  RequesterCoverage read_coverage_, write_coverage_;
  std::uint64_t &both_, &nothing_;
  bool in_reset_ = true;
};

}  // namespace heddle
