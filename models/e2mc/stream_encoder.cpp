#include "models/e2mc/stream_encoder.hpp"

#include <algorithm>
#include <utility>

namespace heddle::e2mc {

void StreamEncoder::reset() {
  read_.reset();
  tree_ = escaped_left_ = 0;
}

CodedBits StreamEncoder::step(const std::optional<StreamSymbol>& symbol) {
  const bool takes = ready() && symbol;
  CodedBits coded;
  if (escaped_left_ != 0)
    coded = take_escaped();
  else if (const auto read = std::exchange(read_, std::nullopt))
    coded = look_up(*read);
  if (takes) {
    read_ = {*symbol, tables_.find(tree_, symbol->value)};
    tree_ = symbol->last ? 0 : (tree_ + 1) % tables_.shape().trees();
  }
  return coded;
}

CodedBits StreamEncoder::look_up(const Read& read) {
  const Codeword escape = tables_.escape();
  if (read.codeword) return {read.codeword->bits, read.codeword->length, read.symbol.last};
  if (escape.length == 0) return {.last = read.symbol.last, .uncodable = true};
  escaped_ = read.symbol;
  escaped_left_ = tables_.shape().symbol_bits;
  return {escape.bits, escape.length};
}

CodedBits StreamEncoder::take_escaped() {
  const unsigned length = std::min(escaped_left_, tables_.shape().max_code_bits);
  escaped_left_ -= length;
  return {escaped_.value >> escaped_left_ & lower_bits(length), length, escaped_.last && escaped_left_ == 0};
}

}  // namespace heddle::e2mc
