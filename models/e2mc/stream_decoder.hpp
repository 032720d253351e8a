#pragma once

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
  explicit StreamDecoder(const DecoderTables& tables) : tables_(tables) {}

  void reset();
  /// One edge: what this cycle finds, then the start of a stream, if it is free, or a chunk, if it has room.
  Found step(const std::optional<Stream>& start, std::optional<std::uint32_t> chunk);

  bool free() const { return !busy_; }                                 ///< takes a stream
  bool room() const { return busy_ && !waiting_ && unfetched_ != 0; }  ///< takes a chunk

  /// Nothing is found until a chunk comes.
  bool starved() const { return busy_ && filled_ < chunk_bits() && unfetched_ != 0; }

 private:
  Found find();
  Found take_codeword();
  Found take_escaped();
  bool take(unsigned length);
  void next_symbol(Found& found);
  unsigned chunk_bits() const { return tables_.shape().max_code_bits; }
  std::uint32_t window() const;
  void fill(std::optional<std::uint32_t> chunk);

  const DecoderTables& tables_;
  bool busy_ = false;
  std::uint64_t buffer_ = 0;  ///< right-aligned; its lower `filled_` bits count
  unsigned filled_ = 0;
  std::optional<std::uint32_t> waiting_;
  unsigned left_ = 0;       ///< bits of the stream that are not taken
  unsigned unfetched_ = 0;  ///< of which no chunk has come
  unsigned symbols_ = 0;    ///< still to be found
  unsigned tree_ = 0;
  unsigned escaped_left_ = 0;  ///< bits of an escaped value that are still to be taken
  Symbol escaped_ = 0;         ///< those that have been
};

}  // namespace heddle::e2mc
