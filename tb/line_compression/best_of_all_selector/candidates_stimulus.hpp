// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/line_compression/best_of_all_selector/best_of_all_selector.hpp"
#include "models/base/random.hpp"

namespace heddle {

/// A succession of lines with candidates of any bytes. Their lengths are at the ends of granules or one
/// beside them, as many granules as another's or a few more, anything a line can have, or anything. At times
/// a codec has not compressed its line. At times the request before again, with another length, flag or byte
/// or as it was.
class CandidatesStimulus {
 public:
  CandidatesStimulus(std::uint64_t seed, const BestOfAllSelectorConfig& config)
      : random_(seed), config_(config) {}

  void draw(CompressedCandidates& request);

 private:
  void make();
  void alter();
  std::uint8_t any_length(BestCodec codec);

  Random random_;
  const BestOfAllSelectorConfig config_;
  CompressedCandidates last_{};
  int other_ = 0;  ///< bytes of the candidate before, with its tag
};

}  // namespace heddle
