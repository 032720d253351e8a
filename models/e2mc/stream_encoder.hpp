// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "models/e2mc/compressor_tables.hpp"

namespace heddle::e2mc {

/// A symbol that is to be encoded.
struct StreamSymbol {
  Symbol value = 0;
  bool last = false;  ///< of its stream
};

/// What a cycle adds to a stream: a codeword, an escape codeword, or a part of an escaped value.
struct CodedBits {
  std::uint32_t bits = 0;  ///< right-aligned; the first is the highest
  unsigned length = 0;     ///< 0: nothing
  bool last = false;       ///< the stream ends with it
  bool uncodable = false;  ///< there is neither a codeword nor an escape codeword
};

/// The first stage of a Huffman compressor (Lal2017, section III-E): looks up the codeword of a symbol, one a
/// cycle. A symbol without a codeword is escaped: its escape codeword takes a cycle, and the value behind it
/// one for each `max_code_bits` that it has or begins. Meanwhile no symbol is taken.
///
/// A symbol that is taken at an edge is read from the table by it, and found in the cycle behind.
class StreamEncoder {
 public:
  explicit StreamEncoder(const CompressorTables& tables) : tables_(tables), trees_(tables.shape().trees()) {}

  void reset();
  /// One edge: what this cycle adds, then the next symbol, if it is ready.
  CodedBits step(const std::optional<StreamSymbol>& symbol);

  bool ready() const { return escaped_left_ == 0; }  ///< takes a symbol
  bool idle() const { return ready() && !reads_; }   ///< adds nothing until a symbol comes
  unsigned tree() const { return tree_; }            ///< of the next symbol

 private:
  CodedBits look_up_escape();
  CodedBits take_escaped();

  const CompressorTables& tables_;
  const unsigned trees_;
  bool reads_ = false;         ///< a symbol is taken,
  StreamSymbol read_;          ///< this one,
  Codeword codeword_;          ///< of which the table has this; length 0: nothing
  unsigned tree_ = 0;          ///< of the next symbol
  StreamSymbol escaped_;       ///< a value whose escape codeword has been added
  unsigned escaped_left_ = 0;  ///< bits of it that have not
};

inline void StreamEncoder::reset() {
  reads_ = false;
  tree_ = escaped_left_ = 0;
}

/// Of the symbol that was read, which has no codeword.
inline CodedBits StreamEncoder::look_up_escape() {
  const Codeword escape = tables_.escape();
  if (escape.length == 0) return {.last = read_.last, .uncodable = true};
  escaped_ = read_;
  escaped_left_ = tables_.shape().symbol_bits;
  return {escape.bits, escape.length};
}

inline CodedBits StreamEncoder::take_escaped() {
  const unsigned length = std::min(escaped_left_, tables_.shape().max_code_bits);
  escaped_left_ -= length;
  return {escaped_.value >> escaped_left_ & lower_bits(length), length, escaped_.last && escaped_left_ == 0};
}

inline CodedBits StreamEncoder::step(const std::optional<StreamSymbol>& symbol) {
  const bool takes = ready() && symbol;
  CodedBits coded;
  if (escaped_left_ != 0)
    coded = take_escaped();
  else if (std::exchange(reads_, false))
    coded =
        codeword_.length != 0 ? CodedBits{codeword_.bits, codeword_.length, read_.last} : look_up_escape();
  if (takes) {
    reads_ = true;
    read_ = *symbol;
    codeword_ = tables_.find(tree_, symbol->value).value_or(Codeword{});
    tree_ = symbol->last || tree_ + 1 == trees_ ? 0 : tree_ + 1;
  }
  return coded;
}

}  // namespace heddle::e2mc
