#include "models/e2mc/stream_decoder.hpp"

#include <algorithm>

namespace heddle::e2mc {

void StreamDecoder::reset() {
  busy_ = false;
  waiting_.reset();
}

Found StreamDecoder::step(const std::optional<Stream>& start, std::optional<std::uint32_t> chunk) {
  if (!busy_) {
    if (!start) return {};
    busy_ = true;
    buffer_ = start->chunk;
    filled_ = chunk_bits();
    waiting_.reset();
    left_ = start->bits;
    unfetched_ = left_ - std::min(left_, chunk_bits());
    symbols_ = start->symbols;
    tree_ = escaped_left_ = 0;
    return {};
  }
  if (!room()) chunk.reset();
  Found found;
  // Only with a whole chunk, or with all that is left, is the first codeword surely whole.
  if (filled_ >= chunk_bits() || unfetched_ == 0) found = find();
  if (found.end) {
    reset();
    return found;
  }
  fill(chunk);
  return found;
}

/// The first `chunk_bits()` of the buffer; behind what it holds, zeros.
std::uint32_t StreamDecoder::window() const {
  const std::uint64_t bits =
      filled_ >= chunk_bits() ? buffer_ >> (filled_ - chunk_bits()) : buffer_ << (chunk_bits() - filled_);
  return static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << chunk_bits()) - 1));
}

Found StreamDecoder::find() {
  if (symbols_ == 0) return {.end = true};
  return escaped_left_ != 0 ? take_escaped() : take_codeword();
}

Found StreamDecoder::take_codeword() {
  const DecoderTables::Match match = tables_.match(tree_, window());
  Found found{.taken = match.length, .tree = tree_, .length = match.length, .bits = window()};
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

Found StreamDecoder::take_escaped() {
  const unsigned length = std::min(escaped_left_, chunk_bits());
  const std::uint32_t bits = window() >> (chunk_bits() - length);
  if (!take(length)) return {.end = true, .failed = true};
  escaped_ = escaped_ << length | bits;
  escaped_left_ -= length;
  if (escaped_left_ != 0) return {.taken = length};
  Found found{.taken = length, .escaped = true, .tree = tree_, .bits = escaped_};
  next_symbol(found);
  return found;
}

/// False when the stream has not as many bits.
bool StreamDecoder::take(unsigned length) {
  if (length > left_) return false;
  left_ -= length;
  filled_ -= length;
  return true;
}

void StreamDecoder::next_symbol(Found& found) {
  found.symbol = true;
  found.end = --symbols_ == 0;
  tree_ = (tree_ + 1) % tables_.shape().trees();
}

void StreamDecoder::fill(std::optional<std::uint32_t> chunk) {
  if (chunk) unfetched_ -= std::min(unfetched_, chunk_bits());
  if (!waiting_) waiting_ = chunk;
  if (!waiting_ || filled_ > chunk_bits()) return;
  buffer_ = buffer_ << chunk_bits() | *waiting_;
  filled_ += chunk_bits();
  waiting_.reset();
}

}  // namespace heddle::e2mc
