// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/best_of_all_selector/candidates_stimulus.hpp"

#include <algorithm>
#include <cstring>

namespace heddle {
namespace {

void anything(Random& random, LineBytes& bytes) {
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    const std::uint64_t r = random();
    std::memcpy(&bytes[i], &r, 8);
  }
}

/// From 0 to `last`.
int up_to(Random& random, unsigned last) { return static_cast<int>(random.below(last + 1)); }

}  // namespace

void CandidatesStimulus::draw(CompressedCandidates& request) {
  if (random_.one_in(12))
    alter();
  else
    make();
  request = last_;
}

std::uint8_t CandidatesStimulus::any_length(BestCodec codec) {
  const auto granule = static_cast<int>(config_.granularity);
  const int tag = static_cast<int>(best_tag_bytes(codec));
  int length = 0;
  switch (random_.below(8)) {
    case 0:
      length = up_to(random_, 255);
      break;
    case 1:
      length = up_to(random_, config_.line_bytes + 1);
      break;
    case 2:
    case 3:
    case 4: {
      const int furthest = static_cast<int>(std::min(config_.margin, 8u)) + 1;
      const int granules = up_to(random_, 2 * static_cast<unsigned>(furthest)) - furthest;
      length = other_ - tag + granules * granule;
      break;
    }
    default:
      length =
          up_to(random_, config_.line_bytes / config_.granularity) * granule - tag + up_to(random_, 2) - 1;
  }
  length = std::clamp(length, 0, 255);
  other_ = length + tag;
  return static_cast<std::uint8_t>(length);
}

void CandidatesStimulus::make() {
  for (LineBytes* bytes : {&last_.line, &last_.bdi, &last_.fpc, &last_.cpack}) anything(random_, *bytes);
  // Each is the first, from which the others differ by a few granules, in turn by chance.
  const std::uint32_t first = random_.below(best_codecs);
  for (unsigned n = 0; n < best_codecs; ++n) {
    const auto codec = BestCodec((first + n) % best_codecs);
    (codec == BestCodec::bdi   ? last_.bdi_length
     : codec == BestCodec::fpc ? last_.fpc_length
                               : last_.cpack_length) = any_length(codec);
  }
  last_.compressed.value = static_cast<std::uint8_t>(random_.one_in(3) ? random_.below(8) : 7);
}

void CandidatesStimulus::alter() {
  const std::uint64_t r = random_();
  const auto beside = static_cast<std::uint8_t>((r >> 8 & 1) != 0 ? 1 : -1);
  const auto byte = static_cast<unsigned char>(1u << (r >> 16 & 7));
  switch (r & 7) {
    case 0:
      last_.bdi_length = static_cast<std::uint8_t>(last_.bdi_length + beside);
      break;
    case 1:
      last_.fpc_length = static_cast<std::uint8_t>(last_.fpc_length + beside);
      break;
    case 2:
      last_.cpack_length = static_cast<std::uint8_t>(last_.cpack_length + beside);
      break;
    case 3:
      last_.compressed.value ^= static_cast<std::uint8_t>(1u << random_.below(best_codecs));
      break;
    case 4:
      last_.line[r >> 24 & 127] ^= byte;
      break;
    case 5:
      last_.bdi[r >> 24 & 127] ^= byte;
      last_.fpc[r >> 32 & 127] ^= byte;
      last_.cpack[r >> 40 & 127] ^= byte;
      break;
    default:
      break;
  }
}

}  // namespace heddle
