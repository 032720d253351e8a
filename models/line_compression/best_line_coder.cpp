// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/best_line_coder.hpp"

#include <algorithm>
#include <bit>

#include "models/line_compression/bdi_line_coder.hpp"
#include "models/line_compression/cpack_line_coder.hpp"
#include "models/line_compression/fpc_line_coder.hpp"
#include "models/line_compression/line_copy.hpp"

namespace heddle::best_line_coder {
namespace {

/// What is selected among the codecs whose lengths are known so far.
class Choice {
 public:
  Choice(const BestRule& rule, unsigned line_bytes)
      : rule_(rule),
        granule_shift_(static_cast<unsigned>(std::countr_zero(rule.granularity))),
        line_granules_(line_bytes >> granule_shift_),
        fewest_(line_granules_) {}

  /// The most bytes of its own with which another codec would be selected, or change what is; 0: it cannot.
  /// One that is less preferred than what is selected must need fewer granules than all. One that is
  /// preferred may need more by the margin.
  unsigned most_bytes(BestCodec codec) const {
    unsigned granules = line_granules_ == 0 ? 0 : line_granules_ - 1;
    if (codec_)
      granules = rule_.before(*codec_, codec) ? fewest_ - 1 : std::min(granules, fewest_ + rule_.margin);
    const unsigned bytes = granules << granule_shift_;
    return bytes == 0 ? 0 : bytes - best_tag_bytes(codec);
  }
  /// Of a codec that needs no more than that.
  void add(BestCodec codec, unsigned bytes) {
    const unsigned granules = (bytes + best_tag_bytes(codec) + rule_.granularity - 1) >> granule_shift_;
    granules_[static_cast<unsigned>(codec)] = granules;
    fewest_ = std::min(fewest_, granules);
    codec_.reset();
    for (unsigned c = 0; c < best_codecs; ++c)
      if (granules_[c] != 0 && granules_[c] <= fewest_ + rule_.margin &&
          (!codec_ || rule_.before(BestCodec(c), *codec_)))
        codec_ = BestCodec(c);
  }
  const std::optional<BestCodec>& codec() const { return codec_; }

 private:
  const BestRule& rule_;
  unsigned granule_shift_, line_granules_, fewest_;
  std::array<unsigned, best_codecs> granules_{};  ///< 0: cannot be selected
  std::optional<BestCodec> codec_;
};

}  // namespace

bool encode(std::span<const unsigned char> line, const BestRule& rule, BdiBase bdi_base, StoredLine& stored) {
  const auto line_bytes = static_cast<unsigned>(line.size());
  Choice choice(rule, line_bytes);
  const auto encoding = bdi_line_coder::encoding_of(line, bdi_base);
  const unsigned bdi_bytes = encoding ? bdi_line_coder::length_of(*encoding, line_bytes) : 0;
  if (encoding && bdi_bytes <= choice.most_bytes(BestCodec::bdi)) choice.add(BestCodec::bdi, bdi_bytes);
  // Not before BDI's encoding is found: narrow vectors are slow while wide ones are in use.
  const wide::WordBytes word_bytes = wide::bytes_of_words(line);
  fpc_line_coder::Words fpc{};
  if (const unsigned most = choice.most_bytes(BestCodec::fpc); most != 0) {
    fpc = fpc_line_coder::find(word_bytes, line_bytes / 4);
    if (fpc.all_bits <= 8 * most) choice.add(BestCodec::fpc, (fpc.all_bits + 7) / 8);
  }
  cpack_line_coder::Words cpack{};
  if (const unsigned most = choice.most_bytes(BestCodec::cpack); most != 0) {
    const auto found = cpack_line_coder::find(line, word_bytes, 8 * most, cpack);
    if (found == cpack_line_coder::Found::not_known) return false;
    if (found == cpack_line_coder::Found::stream) choice.add(BestCodec::cpack, (cpack.all_bits + 7) / 8);
  }
  if (choice.codec() == BestCodec::bdi) {
    bdi_line_coder::write(line, *encoding, bdi_base, stored.bits.data());
    stored.length = static_cast<std::uint8_t>(bdi_bytes);
    stored.encoding = 1;
  } else if (choice.codec() == BestCodec::fpc) {
    fpc_line_coder::pieces_of(line, fpc).write(stored, best_tag(BestCodec::fpc), 8);
  } else if (choice.codec() == BestCodec::cpack) {
    cpack_line_coder::pieces_of(line, cpack).write(stored, best_tag(BestCodec::cpack), 8);
  } else {
    copy_line(stored.bits.data(), line);
    stored.length = static_cast<std::uint8_t>(line.size());
  }
  return true;
}

}  // namespace heddle::best_line_coder
