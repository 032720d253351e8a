// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/memory/line/line_edges.hpp"
#include "models/base/parameter.hpp"
#include "models/base/statistics.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

/// When assist warps compress memory lines (Vijaykumar2015, section 5.3.1: for what memory bounds).
enum class AssistEnable : std::uint8_t {
  always,
  never,
  automatic,  ///< where a profile says that it pays
  profile,    ///< never; the run leaves the profile
};
constexpr auto names_of(AssistEnable) {
  using enum AssistEnable;
  return std::array{Named{always, "always"}, Named{never, "never"}, Named{automatic, "auto"},
                    Named{profile, "profile"}};
}

/// What a run without compression tells about a workload.
struct LineProfile {
  bool measured = false;
  double stalls = 0, saving = 0;

  static constexpr auto parameters() {
    using C = LineProfile;
    return std::tuple{
        parameter(&C::measured, "measured", "Heddle", "there is one: a run with enable=profile leaves it"),
        parameter(&C::stalls, "stalls", "%", 0.0, 100.0, "Vijaykumar2015 Figure 2",
                  "of the issue slots, in which memory or data stall all warps"),
        parameter(&C::saving, "saving", "%", 0.0, 100.0, "Vijaykumar2015 section 6",
                  "of the bursts to and from DRAM, if each line were stored compressed")};
  }
};

/// Takes the profile of a run: sees the lines at the memory controllers, and the issue slots of the SMs.
class LineProfiler {
 public:
  /// `codec` stores lines in a whole number of bursts of `granularity` bytes.
  LineProfiler(std::shared_ptr<const LineCodec> codec, unsigned granularity)
      : codec_(std::move(codec)), granularity_(granularity) {}

  /// The edge of a controller, which does nothing but look.
  EdgeUnits edge();
  void add_sm(const StatGroup& stats) { sms_.push_back(&stats); }
  /// A layer of configuration that says what has been found.
  std::string layer() const;

 private:
  const std::shared_ptr<const LineCodec> codec_;
  const unsigned granularity_;
  std::uint64_t bursts_ = 0, compressed_ = 0;
  std::vector<const StatGroup*> sms_;
};

}  // namespace heddle
