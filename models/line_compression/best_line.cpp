// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/best_line.hpp"

#include <algorithm>

namespace heddle {

std::string_view name(BestCodec codec) {
  constexpr std::array<std::string_view, best_codecs> names{"bdi", "fpc", "cpack"};
  return names[static_cast<unsigned>(codec)];
}

bool BestRule::before(BestCodec a, BestCodec b) const {
  const auto latency = [&](BestCodec codec) { return decompression_latency[static_cast<unsigned>(codec)]; };
  return latency(a) < latency(b) || (latency(a) == latency(b) && a < b);
}

std::optional<unsigned> best_granules(BestCodec codec, const BestCandidate& candidate, unsigned line_bytes,
                                      unsigned granularity) {
  const unsigned granules = (candidate.length + best_tag_bytes(codec) + granularity - 1) / granularity;
  if (!candidate.compressed || granules >= line_bytes / granularity) return std::nullopt;
  return granules;
}

BestLine best_line_select(std::span<const unsigned char> line, const BestCandidates& candidates,
                          const BestRule& rule) {
  const auto line_bytes = static_cast<unsigned>(line.size());
  std::array<std::optional<unsigned>, best_codecs> granules;
  unsigned fewest = line_bytes;
  for (unsigned c = 0; c < best_codecs; ++c) {
    granules[c] = best_granules(BestCodec(c), candidates[c], line_bytes, rule.granularity);
    if (granules[c]) fewest = std::min(fewest, *granules[c]);
  }
  std::optional<BestCodec> chosen;
  for (unsigned c = 0; c < best_codecs; ++c)
    if (granules[c] && *granules[c] <= fewest + rule.margin &&
        (!chosen || rule.before(BestCodec(c), *chosen)))
      chosen = BestCodec(c);

  BestLine stored{.length = line_bytes, .compressed = chosen.has_value()};
  if (!chosen) {
    std::copy(line.begin(), line.end(), stored.bytes.begin());
    return stored;
  }
  const BestCandidate& from = candidates[static_cast<unsigned>(*chosen)];
  const unsigned tag_bytes = best_tag_bytes(*chosen);
  stored.length = from.length + tag_bytes;
  std::copy_n(from.bytes.begin(), line_bytes - tag_bytes, stored.bytes.begin() + tag_bytes);
  stored.bytes[0] = tag_bytes != 0 ? best_tag(*chosen) : from.bytes[0];
  return stored;
}

std::optional<BestStored> best_line_open(const LineBytes& stored) {
  const unsigned number = stored[0] >> 3 & 3;
  if (number == 0) return BestStored{.codec = BestCodec::bdi, .bytes = stored};
  if (number >= best_codecs || stored[0] != best_tag(BestCodec(number))) return std::nullopt;
  BestStored opened{.codec = BestCodec(number)};
  std::copy(stored.begin() + 1, stored.end(), opened.bytes.begin());
  return opened;
}

}  // namespace heddle
