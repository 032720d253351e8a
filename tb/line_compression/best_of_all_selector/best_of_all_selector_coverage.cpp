// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/best_of_all_selector/best_of_all_selector_coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

namespace heddle {
namespace {

Arises values_by_chance() { return by_chance("the values of a workload's lines decide"); }
Arises no_compressor() { return bench_only("no compressor gives such a length"); }

std::string_view name_of(unsigned codec) { return name(BestCodec(codec)); }

std::string names_of(unsigned codecs) {
  std::string text;
  for (unsigned c = 0; c < best_codecs; ++c)
    if ((codecs >> c & 1) != 0) text += fmt::format("{}{}", text.empty() ? "" : ", ", name_of(c));
  return text.empty() ? "none" : text;
}

}  // namespace

BestOfAllSelectorCoverage::BestOfAllSelectorCoverage(const BestOfAllSelectorConfig& config)
    : FeedForwardCoverage(config.latency),
      line_bytes_(config.line_bytes),
      rule_(config.rule()),
      most_(config.line_bytes / config.granularity - 1) {
  for (unsigned s = 0; s <= uncompressed; ++s) {
    const std::string_view what = s == uncompressed ? "the line" : name_of(s);
    stored_[s] = &coverage.point(fmt::format("{} is stored", what), values_by_chance());
    behind_idle_[s] =
        &coverage.point(fmt::format("{} is stored behind an idle cycle", what), values_by_chance());
    before_idle_[s] =
        &coverage.point(fmt::format("{} is stored before an idle cycle", what), values_by_chance());
  }
  for (unsigned codecs = 0; codecs < compressed_.size(); ++codecs) {
    compressed_[codecs] =
        &coverage.point(fmt::format("compressed by {}", names_of(codecs)), values_by_chance());
    if (std::popcount(codecs) > 1)
      tie_[codecs] = &coverage.point(fmt::format("a tie of {}", names_of(codecs)), values_by_chance());
  }
  for (unsigned c = 0; c < best_codecs; ++c) declare_lengths(c);
  for (unsigned a = 0; a < best_codecs; ++a)
    for (unsigned b = 0; b < best_codecs; ++b)
      if (rule_.before(BestCodec(a), BestCodec(b))) declare_pairs(a, b);
}

void BestOfAllSelectorCoverage::declare_lengths(unsigned codec) {
  const auto points = [&](const char* what) {
    return coverage.points(fmt::format("{} {}", name_of(codec), what), 1, most_, values_by_chance());
  };
  wins_with_[codec] = points("is stored in {} granules");
  if (rule_.granularity > 1) {
    ends_[codec] = points("takes {} granules to the last byte");
    begins_[codec] = points("takes one byte of granule {}");
  }
  one_byte_more_[codec] = &coverage.point(
      fmt::format("{} is one byte too long to save a granule", name_of(codec)), values_by_chance());
  impossible_[codec] = &coverage.point(
      fmt::format("{} is compressed and no shorter than the line", name_of(codec)), no_compressor());
  longest_[codec] =
      &coverage.point(fmt::format("{} is compressed to 255 bytes", name_of(codec)), no_compressor());
  short_and_no_candidate_[codec] = &coverage.point(
      fmt::format("{} is short and not compressed, and the line is stored", name_of(codec)), no_compressor());
}

void BestOfAllSelectorCoverage::declare_pairs(unsigned fast, unsigned slow) {
  const unsigned margin = std::min(rule_.margin, most_ - 1);
  in_spite_of_[fast][slow] = coverage.points(
      fmt::format("{} is stored with {{}} granules more than {}", name_of(fast), name_of(slow)), 0, margin,
      values_by_chance());
  if (rule_.margin + 1 < most_)
    beyond_[fast][slow] = &coverage.point(
        fmt::format("{} takes one granule too many to be preferred to {}", name_of(fast), name_of(slow)),
        values_by_chance());
}

void BestOfAllSelectorCoverage::see_length(unsigned codec, const BestCandidate& candidate) {
  const unsigned bytes = candidate.length + best_tag_bytes(BestCodec(codec));
  const unsigned granules = (bytes + rule_.granularity - 1) / rule_.granularity;
  if (granules >= 1 && granules <= most_ && rule_.granularity > 1) {
    *ends_[codec][granules - 1] += bytes % rule_.granularity == 0;
    *begins_[codec][granules - 1] += bytes % rule_.granularity == 1;
  }
  *one_byte_more_[codec] += bytes == line_bytes_ - rule_.granularity + 1;
  *impossible_[codec] += candidate.length >= line_bytes_;
  *longest_[codec] += candidate.length == 255;
}

void BestOfAllSelectorCoverage::see_choice(const Granules& granules, unsigned stored) {
  unsigned fewest = line_bytes_, with_fewest = 0;
  for (const auto& g : granules)
    if (g) fewest = std::min(fewest, *g);
  for (unsigned c = 0; c < best_codecs; ++c)
    if (granules[c] == fewest) with_fewest |= 1u << c;
  if (tie_[with_fewest] != nullptr) ++*tie_[with_fewest];
  if (*granules[stored] != 0) ++*wins_with_[stored][*granules[stored] - 1];
  for (unsigned c = 0; c < best_codecs; ++c) {
    if (!granules[c] || c == stored) continue;
    if (const Points& more = in_spite_of_[stored][c]; *granules[stored] >= *granules[c]) {
      if (const unsigned d = *granules[stored] - *granules[c]; d < more.size()) ++*more[d];
    } else if (beyond_[c][stored] != nullptr) {
      *beyond_[c][stored] += *granules[c] == *granules[stored] + rule_.margin + 1;
    }
  }
}

unsigned BestOfAllSelectorCoverage::see_request(const CompressedCandidates& request) {
  const BestCandidates candidates = candidates_of(request);
  ++*compressed_[request.compressed.value];
  Granules granules;
  unsigned fewest = line_bytes_, stored = uncompressed;
  for (unsigned c = 0; c < best_codecs; ++c) {
    if (candidates[c].compressed) see_length(c, candidates[c]);
    granules[c] = best_granules(BestCodec(c), candidates[c], line_bytes_, rule_.granularity);
    if (granules[c]) fewest = std::min(fewest, *granules[c]);
  }
  for (unsigned c = 0; c < best_codecs; ++c)
    if (granules[c] && *granules[c] <= fewest + rule_.margin &&
        (stored == uncompressed || rule_.before(BestCodec(c), BestCodec(stored))))
      stored = c;
  if (stored != uncompressed) see_choice(granules, stored);
  for (unsigned c = 0; c < best_codecs; ++c)
    *short_and_no_candidate_[c] += stored == uncompressed && !candidates[c].compressed &&
                                   candidates[c].length + rule_.granularity < line_bytes_;
  return stored;
}

void BestOfAllSelectorCoverage::see_response(const CompressedLine&, unsigned stored, Neighbours of_request) {
  ++*stored_[stored];
  *behind_idle_[stored] += !of_request.before;
  *before_idle_[stored] += !of_request.behind;
}

}  // namespace heddle
