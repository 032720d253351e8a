// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/line_compression/pins.hpp"
#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"
#include "models/line_compression/best_line.hpp"

namespace heddle {

/// A memory line, and what the compressors of three codecs have made of it. Bytes are in the order of
/// UncompressedLine.
struct CompressedCandidates {
  alignas(64) LineBytes line{};
  alignas(64) LineBytes bdi{};
  alignas(64) LineBytes fpc{};
  alignas(64) LineBytes cpack{};
  std::uint8_t bdi_length = 0;  ///< bytes
  std::uint8_t fpc_length = 0;
  std::uint8_t cpack_length = 0;
  Bits<best_codecs> compressed{};  ///< bit i: by codec i, in that order; otherwise it is no candidate
  bool operator==(const CompressedCandidates&) const = default;
};

struct BestOfAllSelectorConfig {
  unsigned latency = 1;
  unsigned line_bytes = 128;
  unsigned granularity = 32;
  unsigned margin = 0;
  unsigned bdi_decompression_latency = 1;
  unsigned fpc_decompression_latency = 10;
  unsigned cpack_decompression_latency = 8;

  static constexpr auto parameters() {
    using C = BestOfAllSelectorConfig;
    constexpr auto order =
        "latency of the decompressor: of lines that take as many granules, the fastest is taken";
    return std::tuple{
        parameter(&C::latency, "latency", "cycles", 1u, 16u, "modelling choice: nothing is published",
                  "edges from the candidates to the stored line"),
        parameter(&C::line_bytes, "line_bytes", "bytes", shortest_line, longest_line,
                  "GPGPU-Sim's SM2_GTX480", "length of a line: 64 or 128"),
        parameter(
            &C::granularity, "granularity", "bytes", 1u, 64u, "Lal2017 section III-C",
            "granule in which lengths are compared, a burst of memory: a power of two, less than a line"),
        parameter(&C::margin, "margin", "granules", 0u, 127u, "modelling choice: the fewest bursts",
                  "so many more than the fewest count as no difference"),
        parameter(&C::bdi_decompression_latency, "bdi_decompression_latency", "cycles", 1u, 16u,
                  "Vijaykumar2015 section 6", order),
        parameter(&C::fpc_decompression_latency, "fpc_decompression_latency", "cycles", 1u, 16u,
                  "Lal2017 table VI", order),
        parameter(&C::cpack_decompression_latency, "cpack_decompression_latency", "cycles", 1u, 16u,
                  "modelling choice: gem5's CPack, 64 bytes", order)};
  }
  void validate() const;
  BestRule rule() const {
    return {.granularity = granularity,
            .margin = margin,
            .decompression_latency = {bdi_decompression_latency, fpc_decompression_latency,
                                      cpack_decompression_latency}};
  }
};

/// Selects the smallest of three codecs' lines, one line a cycle (Vijaykumar2015, section 7.3).
class BestOfAllSelector final : public FeedForward<CompressedCandidates, CompressedLine> {
 public:
  using Config = BestOfAllSelectorConfig;
  using PinsType = FeedForwardPins<CompressedCandidates, CompressedLine>;
  static constexpr const char* block_name = "best_of_all_selector";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  BestOfAllSelector(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, config.latency), line_bytes_(config.line_bytes), rule_(config.rule()) {}

 private:
  CompressedLine compute(const CompressedCandidates& request) override;
  unsigned line_bytes_;
  BestRule rule_;
};

/// The candidates as the model takes them; they refer to `of`.
inline BestCandidates candidates_of(const CompressedCandidates& of) {
  const auto is_compressed = [&](BestCodec codec) {
    return (of.compressed.value >> static_cast<unsigned>(codec) & 1) != 0;
  };
  return {{{of.bdi, of.bdi_length, is_compressed(BestCodec::bdi)},
           {of.fpc, of.fpc_length, is_compressed(BestCodec::fpc)},
           {of.cpack, of.cpack_length, is_compressed(BestCodec::cpack)}}};
}

}  // namespace heddle
