// SPDX-License-Identifier: Apache-2.0
#include "tb/e2mc/block_packer/block_packer_coverage.hpp"

namespace heddle {
namespace {

const Arises lengths_differ = by_chance("lengths differ");
const Arises never_uncodable = never_in_system("tables are written before lines are compressed");
const Arises one_at_a_time = never_in_system("a unit works on one line at a time");
const Arises never_such_bits = never_in_system("the compressor's table has no such stream");

unsigned header_bytes(const BlockPackerConfig& c) {
  return ((c.ways - 1) * e2mc::pointer_bits(c.line_bytes, c.ways) + 7) / 8;
}

}  // namespace

BlockPackerCoverage::BlockPackerCoverage(const BlockPackerConfig& config)
    : config_(config),
      header_(header_bytes(config)),
      limit_(config.line_bytes - config.granularity),
      count_(coverage.points("{} bits come at once", 0, 2 * config.max_code_bits, lengths_differ)),
      byte_(coverage.points("bits put at byte {}", header_, limit_ - 1, lengths_differ)),
      bit_(coverage.points("bits put at bit {} of a byte", 0, 7, lengths_differ)),
      length_(coverage.points("a compressed line of {} bytes", header_, limit_, lengths_differ)),
      end_(coverage.points("a way ends with {} bits in its last byte", 1, 8, lengths_differ)),
      way_too_long_(
          coverage.points("the line becomes too long in way {}", 0, config.ways - 1, lengths_differ)),
      uncodable_way_(coverage.points("way {} alone lacks a symbol", 0, config.ways - 1, never_uncodable)),
      exactly_full_(coverage.point("a line whose last bit is the last that it has room for", lengths_differ)),
      bit_too_many_(coverage.point("a line with one bit too many", lengths_differ)),
      empty_way_(coverage.point("a way without bits", never_such_bits)),
      no_chunk_(coverage.point("bits that are no chunk and end no way", never_such_bits)),
      uncodable_early_(
          coverage.point("symbols lack before the end of a way, and not at it", never_such_bits)),
      behind_uncodable_(coverage.point("a compressed line behind one that lacks a symbol", never_uncodable)),
      behind_too_long_(coverage.point("a compressed line behind one that is too long", lengths_differ)),
      behind_given_up_(coverage.point("a compressed line behind one that is given up", one_at_a_time)),
      start_with_bits_(coverage.point("a start with the first bits",
                                      never_in_system("a compressor's first bits come edges later"))),
      start_alone_(coverage.point("a start without bits")),
      at_once_(coverage.point("a line starts at the edge behind another's end", one_at_a_time)),
      given_up_(coverage.point("a line given up", one_at_a_time)),
      no_line_(coverage.point("bits without a line", one_at_a_time)),
      gap_(coverage.point("a gap between two bits of a line")),
      ends_in_turn_(coverage.point("streams end at two edges in turn",
                                   by_chance("a way of few symbols may have few bits"))),
      reset_within_(coverage.point("reset within a line", only_a_bench_resets())),
      reset_shown_(coverage.point("reset while a line is shown", only_a_bench_resets())) {}

void BlockPackerCoverage::observe(PinValues in, PinValues, bool rst_n) {
  if (!rst_n) {
    see_reset();
    return;
  }
  in_reset_ = false;
  const auto& start = *reinterpret_cast<const Beat<UncompressedLine>*>(in[0]);
  const auto& bits = *reinterpret_cast<const Beat<CompressedBits>*>(in[1]);
  ++since_bits_, ++since_way_, ++since_line_;
  if (start.valid) see_start(bits.valid);
  if (!bits.valid) return;
  if (left_ == 0)
    ++no_line_;
  else
    see_bits(bits.payload);
}

void BlockPackerCoverage::see_reset() {
  if (!in_reset_) {
    reset_within_ += left_ != 0 && began_;
    reset_shown_ += since_line_ == 0;
  }
  in_reset_ = true;
  left_ = 0;
  since_bits_ = since_way_ = since_line_ = 8;
  uncodable_before_ = too_long_before_ = given_up_before_ = false;
}

void BlockPackerCoverage::see_start(bool with_bits) {
  ++(with_bits ? start_with_bits_ : start_alone_);
  at_once_ += since_line_ == 1;
  if (left_ != 0 && began_) {
    ++given_up_;
    given_up_before_ = true;
    uncodable_before_ = too_long_before_ = false;
  }
  left_ = config_.ways;
  bits_ = 8 * header_;
  way_bits_ = 0;
  began_ = uncodable_ = false;
}

void BlockPackerCoverage::see_bits(const CompressedBits& b) {
  const unsigned count = b.count.value, before = bits_;
  gap_ += began_ && since_bits_ > 1;
  ++*count_[count];
  if (count != 0 && before < 8 * limit_) {
    ++*byte_[before / 8 - header_];
    ++*bit_[before % 8];
  }
  began_ = true;
  since_bits_ = 0;
  bits_ += count;
  way_bits_ += count;
  if (before <= 8 * limit_ && bits_ > 8 * limit_) ++*way_too_long_[way()];
  if (b.last)
    see_way(b);
  else
    no_chunk_ += count != config_.max_code_bits;
  uncodable_early_ += !b.last && b.uncodable;
}

void BlockPackerCoverage::see_way(const CompressedBits& b) {
  empty_way_ += way_bits_ == 0;
  ends_in_turn_ += since_way_ == 1;
  since_way_ = 0;
  if (way_bits_ != 0) ++*end_[(bits_ - 1) % 8];
  if (b.uncodable && !uncodable_) ++*uncodable_way_[way()];
  uncodable_ |= b.uncodable;
  if (--left_ == 0) see_line();
  way_bits_ = 0;
  bits_ = (bits_ + 7) / 8 * 8;
}

void BlockPackerCoverage::see_line() {
  since_line_ = 0;
  const bool too_long = bits_ > 8 * limit_;
  if (!uncodable_) {
    exactly_full_ += bits_ == 8 * limit_;
    bit_too_many_ += bits_ == 8 * limit_ + 1;
  }
  if (!too_long && !uncodable_) {
    ++*length_[(bits_ + 7) / 8 - header_];
    behind_uncodable_ += uncodable_before_;
    behind_too_long_ += too_long_before_;
    behind_given_up_ += given_up_before_;
  }
  uncodable_before_ = uncodable_;
  too_long_before_ = too_long;
  given_up_before_ = false;
}

}  // namespace heddle
