// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "models/e2mc/decoder_tables.hpp"

namespace heddle::e2mc {

/// A stream that is to be decoded.
struct Stream {
  unsigned symbols = 0;     ///< to be decoded
  unsigned bits = 0;        ///< that it has
  std::uint32_t chunk = 0;  ///< its first `max_code_bits`, the first bit the highest
};

/// What the first stage of a decoder has found in a cycle: at most one symbol.
struct Found {
  unsigned taken = 0;    ///< bits of the stream
  bool escape = false;   ///< they are the escape codeword
  bool symbol = false;   ///< there is a symbol
  bool escaped = false;  ///< `bits` is the symbol itself
  bool end = false;      ///< the stream has ended, with this symbol if there is one
  bool failed = false;   ///< it ended early: bits were missing, or no codeword matches
  unsigned tree = 0;
  unsigned length = 0;     ///< of the codeword; 0 when none matches
  std::uint32_t bits = 0;  ///< the buffer's upper `max_code_bits`, which begin with the codeword
};

/// The first stage of a Huffman decoder (Lal2017, section III-F, Fig. 7): a buffer of twice the longest
/// codeword, and the search for the codeword that it begins with. Each cycle takes one codeword out of it. An
/// escape codeword takes a cycle, and the value behind it one for each `max_code_bits` that it has or begins.
///
/// Chunks of `max_code_bits` are asked for as long as the stream has bits; one that comes while the buffer
/// has no room waits in a register, so that a decoder that is given a chunk whenever it asks never waits.
class StreamDecoder {
 public:
  explicit StreamDecoder(const DecoderTables& tables)
      : tables_(tables), chunk_bits_(tables.shape().max_code_bits), trees_(tables.shape().trees()) {}

  void reset();
  /// One edge: what this cycle finds, then the start of a stream, if it is free, or a chunk, if it has room.
  Found step(const std::optional<Stream>& start, std::optional<std::uint32_t> chunk);

  bool free() const { return !busy_; }                               ///< takes a stream
  bool room() const { return busy_ && !waits_ && unfetched_ != 0; }  ///< takes a chunk

  /// Nothing is found until a chunk comes.
  bool starved() const { return busy_ && filled_ < chunk_bits_ && unfetched_ != 0; }

 private:
  void begin(const Stream& stream);
  Found find();
  Found take_codeword();
  Found take_escaped();
  bool take(unsigned length);
  void next_symbol(Found& found);
  std::uint32_t window() const;
  void fill(std::optional<std::uint32_t> chunk);

  const DecoderTables& tables_;
  const unsigned chunk_bits_, trees_;
  bool busy_ = false;
  std::uint64_t buffer_ = 0;  ///< right-aligned; its lower `filled_` bits count
  unsigned filled_ = 0;
  bool waits_ = false;  ///< a chunk does, for room
  std::uint32_t waiting_ = 0;
  unsigned left_ = 0;       ///< bits of the stream that are not taken
  unsigned unfetched_ = 0;  ///< of which no chunk has come
  unsigned symbols_ = 0;    ///< still to be found
  unsigned tree_ = 0;
  unsigned escaped_left_ = 0;  ///< bits of an escaped value that are still to be taken
  Symbol escaped_ = 0;         ///< those that have been
};

inline void StreamDecoder::reset() { busy_ = waits_ = false; }

inline void StreamDecoder::begin(const Stream& stream) {
  busy_ = true;
  buffer_ = stream.chunk;
  filled_ = chunk_bits_;
  waits_ = false;
  left_ = stream.bits;
  unfetched_ = left_ - std::min(left_, chunk_bits_);
  symbols_ = stream.symbols;
  tree_ = escaped_left_ = 0;
}

inline Found StreamDecoder::step(const std::optional<Stream>& start, std::optional<std::uint32_t> chunk) {
  if (!busy_) {
    if (start) begin(*start);
    return {};
  }
  if (!room()) chunk.reset();
  Found found;
  // Only with a whole chunk, or with all that is left, is the first codeword surely whole.
  if (filled_ >= chunk_bits_ || unfetched_ == 0) found = find();
  if (found.end)
    reset();
  else
    fill(chunk);
  return found;
}

/// The first `max_code_bits` of the buffer; behind what it holds, zeros.
inline std::uint32_t StreamDecoder::window() const {
  const std::uint64_t bits =
      filled_ >= chunk_bits_ ? buffer_ >> (filled_ - chunk_bits_) : buffer_ << (chunk_bits_ - filled_);
  return static_cast<std::uint32_t>(bits) & lower_bits(chunk_bits_);
}

inline Found StreamDecoder::find() {
  if (symbols_ == 0) return {.end = true};
  return escaped_left_ != 0 ? take_escaped() : take_codeword();
}

inline Found StreamDecoder::take_codeword() {
  const std::uint32_t bits = window();
  const DecoderTables::Match match = tables_.match(tree_, bits);
  Found found{.taken = match.length, .tree = tree_, .length = match.length, .bits = bits};
  if (match.length == 0 || !take(match.length)) return {.end = true, .failed = true, .length = match.length};
  if (match.escape) {
    escaped_left_ = tables_.shape().symbol_bits;
    escaped_ = 0;
    found.escape = true;
    return found;
  }
  next_symbol(found);
  return found;
}

inline Found StreamDecoder::take_escaped() {
  const unsigned length = std::min(escaped_left_, chunk_bits_);
  const std::uint32_t bits = window() >> (chunk_bits_ - length);
  if (!take(length)) return {.end = true, .failed = true};
  escaped_ = escaped_ << length | bits;
  escaped_left_ -= length;
  if (escaped_left_ != 0) return {.taken = length};
  Found found{.taken = length, .escaped = true, .tree = tree_, .bits = escaped_};
  next_symbol(found);
  return found;
}

/// False when the stream has not as many bits.
inline bool StreamDecoder::take(unsigned length) {
  if (length > left_) return false;
  left_ -= length;
  filled_ -= length;
  return true;
}

inline void StreamDecoder::next_symbol(Found& found) {
  found.symbol = true;
  found.end = --symbols_ == 0;
  tree_ = tree_ + 1 == trees_ ? 0 : tree_ + 1;
}

inline void StreamDecoder::fill(std::optional<std::uint32_t> chunk) {
  if (chunk) {  // there was room for it
    unfetched_ -= std::min(unfetched_, chunk_bits_);
    waiting_ = *chunk;
    waits_ = true;
  }
  if (!waits_ || filled_ > chunk_bits_) return;
  buffer_ = buffer_ << chunk_bits_ | waiting_;
  filled_ += chunk_bits_;
  waits_ = false;
}

}  // namespace heddle::e2mc
