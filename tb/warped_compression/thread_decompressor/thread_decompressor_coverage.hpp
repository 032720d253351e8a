// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/warped_compression/thread_decompressor/thread_decompressor.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/warped_compression/value_coverage.hpp"

namespace heddle {

/// The same width in every thread.
constexpr ThreadWidths alike(unsigned width) { return 0x5555555555555555u * width; }

/// The classes and widths of the values that a thread_decompressor restored.
class ThreadDecompressorCoverage final : public FeedForwardCoverage<BankedThreads, UncompressedRegister> {
 public:
  explicit ThreadDecompressorCoverage(const ThreadDecompressorConfig& config);

 private:
  unsigned see_request(const BankedThreads& request) override;
  void see_response(const UncompressedRegister& response, unsigned widest, Neighbours of_request) override;

  ValueCoverage values_;
  std::vector<std::uint64_t*> alike_, positive_, negative_, rest_;
};

}  // namespace heddle
