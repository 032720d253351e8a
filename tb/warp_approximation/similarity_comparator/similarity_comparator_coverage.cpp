// SPDX-License-Identifier: Apache-2.0
#include "tb/warp_approximation/similarity_comparator/similarity_comparator_coverage.hpp"

#include <fmt/format.h>

#include <bit>

#include "tb/warp_approximation/deciding_lane.hpp"

namespace heddle {

SimilarityComparatorCoverage::SimilarityComparatorCoverage(const SimilarityComparatorConfig& config)
    : FeedForwardCoverage(1),
      selects_(config.selects != 0),
      masks_(coverage),
      inactive_(
          coverage.points("lane {} alone differs and is not active", 0, warp_size - 1, chance_of_program())),
      similar_(coverage.points("similar with d = {}", 0, 31, chance_of_program())),
      dissimilar_(coverage.points("not similar with d = {}", 0, 31, chance_of_program())),
      difference_at_(coverage.points("the highest difference is bit d = {}", 0, 31, chance_of_program())),
      difference_below_(
          coverage.points("the highest difference is the bit below d = {}", 1, 31, chance_of_program())),
      difference_above_(
          coverage.points("the only difference is the bit above d = {}", 0, 30, chance_of_program())),
      input_counts_(
          coverage.points("the operand differs in bit {} alone, which counts", 0, 31, chance_of_program())),
      input_free_(coverage.points("the operand differs in bit {} alone, which does not count", 0, 30,
                                  chance_of_program())),
      equal_(coverage.point("equal")),
      only_similar_(coverage.point("similar and not equal")),
      same_again_(coverage.point("the same request again", chance_of_program())),
      other_lanes_(coverage.point("the same data with other active lanes", chance_of_program())),
      other_d_(coverage.point("the same data and lanes with another d", chance_of_program())),
      other_value_(coverage.point("the representative pin has no active lane's value", chance_of_program())) {
  for (unsigned bit = 0; bit < decides_.size(); ++bit)
    decides_[bit] = coverage.points(fmt::format("lane {{}} alone decides by bit {}", bit), 0, warp_size - 1,
                                    chance_of_program());
  for (unsigned bit = 0; bit < unequal_.size(); ++bit)
    unequal_[bit] = coverage.points(fmt::format("lane {{}} alone is not equal by bit {}, below d", bit), 0,
                                    warp_size - 1, chance_of_program());
  for (unsigned v = 0; v < verdicts_.size(); ++v)
    verdicts_[v] = &coverage.point(fmt::format("the operand is {}similar, the result is {}similar",
                                               v & 2 ? "" : "not ", v & 1 ? "" : "not "),
                                   chance_of_program());
}

unsigned SimilarityComparatorCoverage::see_request(const SelectedResult& request) {
  masks_.see(request.active);
  see_lanes(request);
  see_bounds(request);
  const bool same_data = request.data == last_.data;
  same_again_ += request == last_;
  other_lanes_ += same_data && request.active != last_.active;
  other_d_ += same_data && request.active == last_.active && request.d != last_.d;
  last_ = request;
  return request.d.value;
}

void SimilarityComparatorCoverage::see_lanes(const SelectedResult& request) {
  const std::uint32_t counts = all_lanes << request.d.value;
  if (const auto found = deciding_lane(request.data, request.active, counts)) {
    if (std::has_single_bit(found->bits)) ++*decides_[std::countr_zero(found->bits)][found->lane];
  } else if (const auto below = deciding_lane(request.data, request.active, all_lanes)) {
    if (std::has_single_bit(below->bits) && (below->bits & counts) == 0)
      ++*unequal_[std::countr_zero(below->bits)][below->lane];
  }
  if (const auto any = deciding_lane(request.data, all_lanes, counts);
      any && (request.active >> any->lane & 1) == 0)
    ++*inactive_[any->lane];
}

void SimilarityComparatorCoverage::see_bounds(const SelectedResult& request) {
  const unsigned d = request.d.value;
  const std::uint32_t lowest = representative_value(request.data, request.active);
  bool held = request.active == 0 && request.representative == 0;
  for (unsigned i = 0; i < warp_size; ++i)
    held |= (request.active >> i & 1) != 0 && request.data[i] == request.representative;
  other_value_ += !held;
  const std::uint32_t representative = selects_ ? lowest : request.representative;
  if (const std::uint32_t differing = differing_bits(request.data, request.active, representative)) {
    const auto top = 31 - static_cast<unsigned>(std::countl_zero(differing));
    if (top == d) ++*difference_at_[d];
    if (top + 1 == d) ++*difference_below_[d - 1];
    if (top == d + 1 && std::has_single_bit(differing)) ++*difference_above_[d];
  }
  if (const std::uint32_t operand = request.input ^ representative; std::has_single_bit(operand)) {
    const auto bit = static_cast<unsigned>(std::countr_zero(operand));
    ++*(bit >= d ? input_counts_ : input_free_)[bit];
  }
}

void SimilarityComparatorCoverage::see_response(const ComparedResult& response, unsigned d, Neighbours) {
  ++*(response.similar ? similar_ : dissimilar_)[d];
  equal_ += response.equal;
  only_similar_ += response.similar && !response.equal;
  ++*verdicts_[2u * response.bypass + response.similar];
}

}  // namespace heddle
