// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "hw/sim/feed_forward_unit.hpp"
#include "hw/sm/hooks/result_stage.hpp"
#include "hw/warp_approximation/path_control.hpp"
#include "hw/warp_approximation/scalar_registers.hpp"
#include "hw/warp_approximation/similarity_comparator/similarity_comparator.hpp"
#include "hw/warp_approximation/similarity_level.hpp"
#include "hw/warp_approximation/similarity_selector/similarity_selector.hpp"
#include "hw/warp_approximation/similarity_table.hpp"
#include "hw/warp_approximation/warp_approximation.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// The comparison of results on their way to the banks (Wong2016, section 3.1.1), in one stage or two. It
/// decides whether a result is stored as a scalar: only its representative lane is written then.
class ComparisonStage final : public ResultStage {
 public:
  ComparisonStage(const WarpApproximationConfig& config, SimilarityTable& table, SimilarityLevel& level,
                  const ScalarRegisters& registers, const SmTechniqueParts& parts);

  /// The part that expands scalars.
  void attach(PathControl& paths) { paths_ = &paths; }
  void begin_cycle();
  bool busy() const { return inside_ != 0; }

  /// An instruction of the program is on its way; its lanes are decided. `d`: what the comparison is to
  /// ignore.
  void expect(const InFlight& f, const InstructionApproximation& code, std::uint8_t d,
              const DecidedLanes& decided);
  /// Its operands are there: the bypass check compares one of them with the result.
  void operands(const InFlight& f);

  bool takes(const RegisterWrite&) const override { return true; }
  bool start(const RegisterWrite& w) override;
  bool done(RegisterWrite& out) override;

 private:
  /// Of the result that a register waits for. Small, because an SM has thousands of them.
  struct Expected {
    bool of_path : 1 = false;         ///< all lanes of the path are written
    bool approximate : 1 = false;     ///< it may be stored as a scalar
    bool representative : 1 = false;  ///< one lane has executed for all
    bool opportunity : 1 = false;     ///< it is a new one when it is similar: not all sources are
    std::uint8_t path : 1 = 0;
    std::uint8_t d = 0;
    std::uint32_t input = 0;
  };
  /// A comparator, with the selector ahead of it where the comparison has two stages.
  struct Unit {
    Unit(unsigned number, bool two_stages, const SmTechniqueParts& parts);
    FeedForwardUnit<SimilarityComparator> comparator;
    std::unique_ptr<FeedForwardUnit<SimilaritySelector>> selector;
    Ring<RegisterWrite> inside;
    bool driven() const { return selector ? selector->driven() : comparator.driven(); }
  };
  Expected& expected(unsigned w, unsigned r) { return expected_[w * most_warp_registers + r]; }
  void decide(RegisterWrite& w, const ComparedResult& c);
  bool may_store(const RegisterWrite& w, const Expected& e, const ComparedResult& c) const;
  void share_bits(const RegisterWrite& w, unsigned path, RegisterSimilarity& found);

  const bool exact_scalars_, single_bit_, count_equal_;
  SimilarityTable& table_;
  SimilarityLevel& level_;
  const ScalarRegisters& registers_;
  PathControl* paths_ = nullptr;
  std::deque<Unit> units_;
  std::vector<Expected> expected_;  ///< by warp and register
  std::size_t next_response_ = 0;
  unsigned inside_ = 0;
  bool driven_ = false;
  Counter &compared_, &similar_, &stored_, &bypassed_, &new_;
};

}  // namespace heddle
