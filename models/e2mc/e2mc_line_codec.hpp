// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>

#include "models/e2mc/line_coder.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

/// E2MC as a codec for the edges of memory, with one code or several, of which each compressed line names its
/// own (code_number.hpp). StoredLine::encoding says only whether the line is compressed (1) or not (0).
/// Without a code all lines stay as they are, as in the paper's sampling phase.
class E2mcLineCodec final : public LineCodec {
 public:
  /// Which code the line at an address is to be encoded with, now.
  using CodeOf = std::function<unsigned(std::uint64_t address)>;

  /// `code_of` may be null: then all lines have code 0.
  explicit E2mcLineCodec(const e2mc::LineCodeConfig& config, CodeOf code_of = nullptr)
      : config_(config), code_of_(std::move(code_of)) {}

  /// Adds the code of the next number, from 0. It never changes again, since lines that it has encoded could
  /// not be decoded.
  void add(const e2mc::CodeTable& code) { coders_.emplace_back(code, config_); }

  /// With code 0.
  StoredLine encode(std::span<const unsigned char> line) const override { return encode_with(0, line); }
  StoredLine encode_at(std::uint64_t address, std::span<const unsigned char> line) const override {
    return encode_with(code_of_ ? code_of_(address) : 0, line);
  }
  /// With the code of this number, if there is any.
  StoredLine encode_with(unsigned code, std::span<const unsigned char> line) const;
  /// Bytes that no compressor makes give some line. Throws Error when there is no code.
  void decode(const StoredLine& stored, std::span<unsigned char> line) const override;

 private:
  const e2mc::LineCodeConfig config_;
  const CodeOf code_of_;
  std::deque<e2mc::LineCoder> coders_;
};

/// A line of E2MC as memory stores it.
StoredLine stored_line(const e2mc::HuffmanLine& line);

}  // namespace heddle
