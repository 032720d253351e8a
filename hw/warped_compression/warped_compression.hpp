// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

#include "hw/sm/hooks/register_encoding.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

struct WarpedCompressionConfig {
  unsigned compressors = 2;
  unsigned compression_latency = 2;
  unsigned decompression_latency = 1;
  unsigned choices = 7;
  std::string divergence = "move";

  static constexpr auto parameters() {
    using C = WarpedCompressionConfig;
    return std::tuple{
        parameter(&C::compressors, "compressors", "blocks", 1u, 8u, "Lee2015 Table 2",
                  "compressors of an SM"),
        parameter(&C::compression_latency, "compression_latency", "cycles", 1u, 16u, "Lee2015 Table 2",
                  "latency of a compressor"),
        parameter(
            &C::decompression_latency, "decompression_latency", "cycles", 1u, 16u, "Lee2015 Table 2",
            "latency of a decompressor; each cluster of eight banks has one, four in all as in Table 2"),
        parameter(&C::choices, "choices", "mask", 1u, 127u, "Lee2015 section 6.6, Fig. 5",
                  "encodings in use, bits 0..6: <4,0> <4,1> <4,2> <8,0> <8,1> <8,2> <8,4>"),
        parameter(
            &C::divergence, "divergence", "Lee2015 section 5.2",
            "divergent writes. move: a MOV first rewrites a compressed register uncompressed. merge: the "
            "instruction reads the register, merges in a buffer (sm.merge_buffers) and compresses. "
            "thread: each thread's value is compressed separately, with a width of its own; ignores "
            "choices")};
  }
  /// What `divergence` says; throws Error when it is not a policy.
  PartialWrites partial_writes() const;
  void validate() const { static_cast<void>(partial_writes()); }
};

}  // namespace heddle
