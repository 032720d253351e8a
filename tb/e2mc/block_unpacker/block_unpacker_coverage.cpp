// SPDX-License-Identifier: Apache-2.0
#include "tb/e2mc/block_unpacker/block_unpacker_coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/e2mc/bit_row.hpp"

namespace heddle {
namespace {

const Arises lengths_differ = by_chance("lengths differ");
const Arises never_corrupt = never_in_system("lines come from a compressor");
const Arises one_at_a_time = never_in_system("a unit works on one line at a time");
const Arises never_such = never_in_system("a decoder does not");
const Arises shorter = never_in_system("a compressed line is shorter than a line, with zeros behind it");

unsigned header_bytes(const BlockUnpackerConfig& c) {
  return ((c.ways - 1) * e2mc::pointer_bits(c.line_bytes, c.ways) + 7) / 8;
}

}  // namespace

BlockUnpackerCoverage::BlockUnpackerCoverage(const BlockUnpackerConfig& config)
    : config_(config),
      header_(header_bytes(config)),
      length_(coverage.points("a line of {} bytes", header_, config.line_bytes, lengths_differ)),
      stands_(coverage.points("a chunk stands for {} edges", 1, 8, lengths_differ)),
      at_once_(coverage.point("a line at the edge behind another", one_at_a_time)),
      given_up_(coverage.point("a line while a chunk stands", one_at_a_time)),
      given_up_taken_(coverage.point("a line at an edge that takes a chunk", one_at_a_time)),
      in_turn_(coverage.point("chunks of a way are taken at two edges in turn", lengths_differ)),
      last_taken_(coverage.point("a way's last chunk is taken", lengths_differ)),
      whole_last_(coverage.point("a way ends with a chunk's last bit", lengths_differ)),
      ends_(coverage.point("a decoder ends while a chunk stands", lengths_differ)),
      asks_and_ends_(coverage.point("a decoder asks and is free", never_such)),
      asks_for_nothing_(coverage.point("a decoder asks while no chunk stands", never_such)),
      asks_at_start_(coverage.point("a decoder asks while a start stands", never_such)),
      not_zero_(coverage.point("bytes behind a line's are not zero", shorter)),
      too_long_(coverage.point("a line with too many bytes", never_corrupt)),
      just_too_long_(coverage.point("a line with a byte too many", never_corrupt)),
      behind_corrupt_(coverage.point("a line behind a corrupt one", never_corrupt)),
      corrupt_while_stands_(coverage.point("a corrupt line while a chunk stands", never_corrupt)),
      reset_starts_(coverage.point("reset while starts stand", only_a_bench_resets())),
      reset_stands_(coverage.point("reset while a chunk stands", only_a_bench_resets())) {
  const unsigned step = std::gcd(config.max_code_bits, 8u);
  for (unsigned bit = 0; bit < 8; bit += step)
    bit_.push_back(&coverage.point(fmt::format("a chunk begins at bit {} of a byte", bit), lengths_differ));
  if (8 % config.max_code_bits != 0)
    beyond_line_ = &coverage.point("a chunk reaches beyond the line", shorter);
  if (config.ways == 1) return;
  begin_ = coverage.points("a way begins at byte {}", header_, config.line_bytes - 1, lengths_differ);
  size_ = coverage.points("a way of {} bytes", 0, config.line_bytes - header_, lengths_differ);
  below_ = coverage.points("pointer {} alone is less than what stands before it", 1, config.ways - 1,
                           never_corrupt);
  single_ =
      coverage.points("way {} alone has bits", 0, config.ways - 1, never_in_system("each way has symbols"));
  no_room_ = &coverage.point("a line without room for its pointers", never_corrupt);
  just_below_ = &coverage.point("a pointer less by one than what stands before it", never_corrupt);
  just_beyond_ = &coverage.point("the last pointer one beyond the stored bytes", never_corrupt);
  all_at_once_ = &coverage.point("all ways' chunks are taken at an edge", lengths_differ);
}

void BlockUnpackerCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  if (!rst_n) return see_reset();
  in_reset_ = false;
  const auto& line = *reinterpret_cast<const Beat<PackedLine>*>(in[0]);
  unsigned taken = 0;
  offering_ = 0;
  stand_ = false;
  for (unsigned w = 0; w < config_.ways; ++w) {
    const bool starts = reinterpret_cast<const Beat<DecoderStart>*>(out[1 + w])->valid,
               offers = reinterpret_cast<const Beat<DecoderChunk>*>(out[9 + w])->valid;
    const DecoderReady& ready = reinterpret_cast<const Level<DecoderReady>*>(in[1 + w])->payload;
    offering_ += offers;
    stand_ |= offers && !ready.start && !ready.chunk;
    taken += see_way(w, ready, starts, offers);
  }
  if (all_at_once_ != nullptr) *all_at_once_ += taken == config_.ways;
  if (line.valid) {
    at_once_ += line_before_;
    given_up_ += offering_ != 0;
    given_up_taken_ += taken != 0;
    see_line(line.payload);
  }
  line_before_ = line.valid;
}

void BlockUnpackerCoverage::see_reset() {
  if (!in_reset_) {
    reset_starts_ += line_before_;
    reset_stands_ += stand_ && !line_before_;
  }
  in_reset_ = true;
  line_before_ = corrupt_before_ = false;
  stand_ = false;
  ways_ = {};
}

void BlockUnpackerCoverage::see_line(const PackedLine& line) {
  e2mc::WayLayout layout;
  if (line.length <= config_.line_bytes)
    layout = e2mc::ways_of(std::span(line.data).first(line.length), config_.line_bytes, config_.ways);
  not_zero_ +=
      std::any_of(line.data.begin() + std::min<unsigned>(line.length, config_.line_bytes),
                  line.data.begin() + config_.line_bytes, [](unsigned char byte) { return byte != 0; });
  if (layout.legal) {
    ++*length_[line.length - header_];
    behind_corrupt_ += corrupt_before_;
    see_layout(layout);
  } else {
    see_corrupt(line);
  }
  corrupt_before_ = !layout.legal;
}

void BlockUnpackerCoverage::see_layout(const e2mc::WayLayout& layout) {
  unsigned filled = 0, last_filled = 0;
  for (unsigned w = 0; w < config_.ways; ++w) {
    const e2mc::WayBits& bits = layout.ways[w];
    ways_[w] = {.position = bits.first, .end = bits.end};
    whole_last_ += bits.end > bits.first && (bits.end - bits.first) % config_.max_code_bits == 0;
    if (bits.end > bits.first) ++filled, last_filled = w;
    if (w > 0 && bits.first < 8 * config_.line_bytes) ++*begin_[bits.first / 8 - header_];
    if (!size_.empty()) ++*size_[(bits.end - bits.first) / 8];
  }
  if (filled == 1 && !single_.empty()) ++*single_[last_filled];
}

void BlockUnpackerCoverage::see_corrupt(const PackedLine& line) {
  corrupt_while_stands_ += offering_ != 0;
  if (line.length > config_.line_bytes) {
    just_too_long_ += line.length == config_.line_bytes + 1;
    ++too_long_;
    return;
  }
  if (line.length < header_) {
    ++*no_room_;
    return;
  }
  e2mc::BitReader pointers(line.data, 0, 8 * header_);
  unsigned before = header_, wrong = 0, last_wrong = 0;
  for (unsigned w = 1; w < config_.ways; ++w) {
    const unsigned p = pointers.get(e2mc::pointer_bits(config_.line_bytes, config_.ways)).value();
    if (p < before) ++wrong, last_wrong = w;
    *just_below_ += p + 1 == before;
    before = p;
  }
  if (before > line.length) {
    *just_beyond_ += wrong == 0 && before == line.length + 1u;
  } else if (wrong == 1) {
    ++*below_[last_wrong - 1];
  }
}

/// Returns whether the way's chunk is taken.
bool BlockUnpackerCoverage::see_way(unsigned w, const DecoderReady& ready, bool starts, bool offers) {
  Way& way = ways_[w];
  if (starts || offers) {
    if (way.stands == 0) {
      ++*bit_[way.position % 8 / std::gcd(config_.max_code_bits, 8u)];
      if (beyond_line_ != nullptr)
        *beyond_line_ += way.position + config_.max_code_bits > 8 * config_.line_bytes;
    }
  }
  asks_at_start_ += starts && ready.chunk;
  asks_for_nothing_ += !starts && !offers && ready.chunk;
  if (starts) way.position += config_.max_code_bits;
  if (!offers) {
    way.stands = 0;
    way.taken = false;
    return false;
  }
  ++way.stands;
  ends_ += ready.start;
  asks_and_ends_ += ready.start && ready.chunk;
  const bool taken = ready.chunk && !ready.start;
  if (taken) {
    if (way.stands <= stands_.size()) ++*stands_[way.stands - 1];
    in_turn_ += way.taken;
    way.position += config_.max_code_bits;
    way.stands = 0;
    last_taken_ += way.position >= way.end;
  }
  way.taken = taken;
  return taken;
}

}  // namespace heddle
