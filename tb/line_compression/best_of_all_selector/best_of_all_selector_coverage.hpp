// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hw/line_compression/best_of_all_selector/best_of_all_selector.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"

namespace heddle {

/// Which candidate was stored, how long it was, and what it was preferred to.
class BestOfAllSelectorCoverage final : public FeedForwardCoverage<CompressedCandidates, CompressedLine> {
 public:
  explicit BestOfAllSelectorCoverage(const BestOfAllSelectorConfig& config);

 private:
  using Points = std::vector<std::uint64_t*>;
  /// By codec.
  using Granules = std::array<std::optional<unsigned>, best_codecs>;
  static constexpr unsigned uncompressed = best_codecs;

  void declare_lengths(unsigned codec);
  void declare_pairs(unsigned fast, unsigned slow);

  unsigned see_request(const CompressedCandidates& request) override;
  void see_response(const CompressedLine& response, unsigned stored, Neighbours of_request) override;
  void see_length(unsigned codec, const BestCandidate& candidate);
  void see_choice(const Granules& granules, unsigned stored);

  const unsigned line_bytes_;
  const BestRule rule_;
  const unsigned most_;  ///< granules of a compressed line

  template <class T>
  using ByCodec = std::array<T, best_codecs>;
  std::array<std::uint64_t*, best_codecs + 1> stored_{}, behind_idle_{}, before_idle_{};
  std::array<std::uint64_t*, 8> compressed_{};  ///< by the bits of the pin
  std::array<std::uint64_t*, 8> tie_{};         ///< by the codecs with the fewest granules; null below two
  ByCodec<Points> wins_with_{};                 ///< by granules
  ByCodec<Points> ends_{}, begins_{};           ///< of a granule, by granules; with granules of a byte, none
  ByCodec<std::uint64_t*> one_byte_more_{};     ///< than what is eligible
  ByCodec<std::uint64_t*> impossible_{}, longest_{}, short_and_no_candidate_{};
  ByCodec<ByCodec<Points>> in_spite_of_{};     ///< by winner, the other, and granules that it takes more
  ByCodec<ByCodec<std::uint64_t*>> beyond_{};  ///< a faster one loses by a granule more than the margin
};

}  // namespace heddle
