// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"
#include "zero_words.hpp"

// The two blocks as cycle-exact models, which are SystemC modules: each takes a line a cycle. Pins are the
// members of the structs; the RTL's ports are named after them.
namespace mine {

/// Of either block.
struct ZeroWordConfig {
  unsigned latency = 2;

  static constexpr auto parameters() {
    return std::tuple{heddle::parameter(&ZeroWordConfig::latency, "latency", "cycles", 1u, 4u,
                                        "a user's choice", "from a request to its response")};
  }
};

template <class Request, class Response>
class ZeroWordBlock : public heddle::FeedForward<Request, Response> {
 public:
  using Config = ZeroWordConfig;
  using PinsType = heddle::FeedForwardPins<Request, Response>;
  static unsigned settle(const Config& c) { return c.latency + 1; }

  ZeroWordBlock(sc_core::sc_module_name name, const Config& c)
      : heddle::FeedForward<Request, Response>(name, c.latency) {}
};

class ZeroWordCompressor final : public ZeroWordBlock<heddle::UncompressedLine, heddle::CompressedLine> {
 public:
  static constexpr const char* block_name = "zero_word_compressor";
  using ZeroWordBlock::ZeroWordBlock;

 private:
  heddle::CompressedLine compute(const heddle::UncompressedLine& request) override {
    return without_zeros(request.data);
  }
};

class ZeroWordDecompressor final : public ZeroWordBlock<heddle::StoredLineBytes, heddle::RestoredLine> {
 public:
  static constexpr const char* block_name = "zero_word_decompressor";
  using ZeroWordBlock::ZeroWordBlock;

 private:
  heddle::RestoredLine compute(const heddle::StoredLineBytes& request) override {
    return with_zeros(request.data, request.compressed, sizeof(request.data));
  }
};

}  // namespace mine
