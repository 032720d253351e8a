#include "models/line_compression/cpack_line.hpp"

#include <algorithm>
#include <cstring>

#include "models/line_compression/bit_cursor.hpp"

namespace heddle {
namespace cpack_line {

constexpr unsigned word_bytes = 4;
/// Room for the longest stream of a line, and for the eight bytes around its last piece.
constexpr unsigned stream_bytes = sizeof(LineBytes) / word_bytes * cpack_longest_piece / 8 + 8;
using Stream = std::array<unsigned char, stream_bytes>;

}  // namespace cpack_line

CpackLine cpack_line_compress(std::span<const unsigned char> line) {
  using namespace cpack_line;
  Stream stream{};
  BitCursor end;
  CpackDictionary dictionary;
  for (std::size_t at = 0; at < line.size(); at += word_bytes) {
    std::uint32_t word;
    std::memcpy(&word, &line[at], word_bytes);
    const CpackPiece piece = dictionary.piece(word);
    end.put(stream, cpack_code(piece), cpack_bits(piece.pattern));
    if (cpack_pushes(piece.pattern)) dictionary.push(word);
  }
  const unsigned length = (end.bit() + 7) / 8;
  CpackLine stored{.length = length, .compressed = length < line.size()};
  if (stored.compressed) {
    std::copy_n(stream.begin(), length, stored.bytes.begin());
  } else {
    stored.length = static_cast<unsigned>(line.size());
    std::copy(line.begin(), line.end(), stored.bytes.begin());
  }
  return stored;
}

CpackRestoredLine cpack_line_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes) {
  using namespace cpack_line;
  CpackRestoredLine line;
  if (!compressed) {
    std::copy_n(stored.begin(), line_bytes, line.bytes.begin());
    return line;
  }
  Stream stream{};
  std::copy_n(stored.begin(), line_bytes, stream.begin());
  BitCursor next;
  CpackDictionary dictionary;
  for (unsigned at = 0; at < line_bytes; at += word_bytes) {
    const CpackPiece piece = cpack_read(next.peek(stream, cpack_longest_piece));
    next.skip(cpack_bits(piece.pattern));
    const std::uint32_t word = dictionary.word(piece);
    if (cpack_pushes(piece.pattern)) dictionary.push(word);
    std::memcpy(&line.bytes[at], &word, word_bytes);
  }
  const CpackLine again = cpack_line_compress(std::span(line.bytes).first(line_bytes));
  line.corrupt =
      !again.compressed || !std::equal(stored.begin(), stored.begin() + line_bytes, again.bytes.begin());
  return line;
}

}  // namespace heddle
