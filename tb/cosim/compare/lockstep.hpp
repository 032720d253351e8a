// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/sim/block.hpp"
#include "hw/sim/net.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/bench/block_bench.hpp"
#include "tb/cosim/compare/mismatch.hpp"
#include "tb/cosim/compare/trace.hpp"
#include "tb/cosim/compare/transactions.hpp"
#include "tb/cosim/wave/recorder.hpp"

namespace heddle {

/// One channel of a block that is simulated side by side with another.
struct LockstepChannel {
  PinLayout layout;
  std::unique_ptr<Net> model;  ///< of an input: drives both sides
  std::unique_ptr<Net> rtl;    ///< only of an output
};

/// The parameters of a lock-step run.
struct LockstepPlan {
  std::uint64_t vectors = 0;
  std::uint64_t seed = 1;
  bool transactions = false;  ///< compare what happens, not when
  bool checksum = false;      ///< of the model's outputs and their cycles
  bool holding = false;       ///< now and then the inputs stay as they are for a while
};

/// Drives model and RTL with the same inputs and compares their outputs at every edge. Resets come at any
/// time, also in mid-flight; when only transactions are compared they wait until both sides are idle.
class Lockstep : public Clocked {
 public:
  Lockstep(const LockstepPlan& plan, std::vector<LockstepChannel>& channels,
           sc_core::sc_signal_inout_if<bool>& rst_n, BlockBench& bench, BlockCoverage& coverage,
           const std::string& complaint);

  void start();
  /// Ends after so many vectors instead, if it has not ended.
  void end_after(std::uint64_t vectors) { plan_.vectors = vectors; }
  bool done() const { return state_ == State::idle; }
  Cycle tick(Cycle now) override;

  std::uint64_t vectors() const { return vectors_; }
  std::uint64_t cycles() const { return cycle_; }
  std::uint64_t resets() const { return resets_; }
  /// The checksum of all outputs of the model with their cycles.
  std::uint64_t checksum() const { return checksum_; }
  const std::optional<Mismatch>& mismatch() const { return mismatch_; }
  /// By how many cycles the RTL is later, when that is the only difference.
  std::optional<std::int64_t> offset() const;
  const Recorder& recorder() const { return recorder_; }
  const Trace& trace() const { return trace_; }

 private:
  enum class State { idle, running, draining, window };

  bool same() const;
  void differ();
  void compare_transactions();
  void sum_up();
  void found(std::string reason, std::vector<PinDifference> pins);
  void drive();
  unsigned draw_until_reset();
  bool resetting();
  bool holding();
  void advance();

  LockstepPlan plan_;
  sc_core::sc_signal_inout_if<bool>& rst_n_;
  BlockBench& bench_;
  BlockCoverage& coverage_;
  const std::string& complaint_;  // of the RTL itself; empty: none
  Random random_;

  // Channels by direction, as raw places: this runs every cycle.
  struct Output {
    const PinLayout* layout;
    const std::byte *model, *rtl;
    TransactionMatcher matcher;
  };
  std::vector<Output> outputs_;
  std::vector<const std::byte*> inputs_, model_outputs_;
  std::vector<Net*> input_nets_;
  std::vector<std::byte*> next_inputs_;  // in the nets

  State state_ = State::idle;
  std::uint64_t cycle_ = 0, vectors_ = 0, resets_ = 0, checksum_ = 0;
  std::uint64_t left_ = 0;     // cycles of draining or of the window
  bool was_resetting_ = true;  // as the signal is before anybody writes it
  unsigned until_reset_ = 0, reset_left_ = 0, quiet_left_ = 0, held_left_ = 0;
  std::optional<Mismatch> mismatch_;
  Recorder recorder_;
  Trace trace_;
};

}  // namespace heddle
