#pragma once

#include <cstdint>
#include <optional>

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
  explicit StreamEncoder(const CompressorTables& tables) : tables_(tables) {}

  void reset();
  /// One edge: what this cycle adds, then the next symbol, if it is ready.
  CodedBits step(const std::optional<StreamSymbol>& symbol);

  bool ready() const { return escaped_left_ == 0; }  ///< takes a symbol
  bool idle() const { return ready() && !read_; }    ///< adds nothing until a symbol comes
  unsigned tree() const { return tree_; }            ///< of the next symbol

 private:
  struct Read {
    StreamSymbol symbol;
    std::optional<Codeword> codeword;
  };
  CodedBits look_up(const Read& read);
  CodedBits take_escaped();

  const CompressorTables& tables_;
  std::optional<Read> read_;   ///< a symbol that is taken, and what the table has of it
  unsigned tree_ = 0;          ///< of the next symbol
  StreamSymbol escaped_;       ///< a value whose escape codeword has been added
  unsigned escaped_left_ = 0;  ///< bits of it that have not
};

}  // namespace heddle::e2mc
