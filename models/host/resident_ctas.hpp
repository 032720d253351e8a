// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/host/cta_interpreter.hpp"

namespace heddle {

/// The CTAs of a launch on a FunctionalDevice. One runs to its end, then the next begins; one that takes long
/// is set aside, and takes turns with those that begin after it, as many as the GPU holds at a time. So a CTA
/// may wait for another one as far as it may on the GPU, and short ones cost nothing. Now and then, when no
/// CTA has ended for long, it looks whether any warp can still change something (LivelockWatch).
class ResidentCtas {
 public:
  struct Options {
    std::uint64_t limit = 0;     ///< warp instructions of the launch; 0: none
    std::uint64_t resident = 1;  ///< CTAs that the GPU holds at a time
  };
  ResidentCtas(FunctionalDevice&, const LaunchRequest&, std::uint64_t& issued, const Options&,
               InstructionObserver* observer, ResultModel* results);

  /// Runs them all to their end. Throws Error when they do not come to it.
  void run();

 private:
  struct Slot {
    std::unique_ptr<CtaInterpreter> cta;
    bool taken = false;
  };
  bool turn(Slot& slot);
  void look_for_livelock();
  void search();

  FunctionalDevice& device_;
  const LaunchRequest& launch_;
  std::uint64_t& issued_;
  const Options options_;
  InstructionObserver* const observer_;
  ResultModel* const results_;
  std::vector<Slot> slots_;
  std::uint64_t most_ = 1;  ///< slots
  std::uint64_t next_ = 0;  ///< CTA that has not begun
  // Of the search for livelocks; it takes longer each time, and is made more seldom.
  std::uint64_t look_at_ = 0, ended_ = 0, ended_before_ = 0;
  unsigned looks_ = 0;
};

}  // namespace heddle
