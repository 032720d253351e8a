// SPDX-License-Identifier: Apache-2.0
#include "tb/warped_compression/thread_decompressor/thread_decompressor_coverage.hpp"

#include "tb/warped_compression/thread_forms.hpp"

namespace heddle {

ThreadDecompressorCoverage::ThreadDecompressorCoverage(const ThreadDecompressorConfig& config)
    : FeedForwardCoverage(config.latency),
      values_(coverage, thread_forms()),
      alike_(coverage.points("all lanes have width {}", 0, widest_thread)),
      positive_(coverage.points("a positive value of width {}", 0, widest_thread)),
      negative_(coverage.points("a negative value of width {}", 0, widest_thread)),
      rest_(coverage.points("bytes beyond width {} that are not the sign", 0, widest_thread - 1,
                            chance_of_values())) {}

unsigned ThreadDecompressorCoverage::see_request(const BankedThreads& request) {
  const ThreadWidths widths = request.widths.value;
  const WarpRegister lanes = thread_decompress(request.data, widths);
  const WarpRegister whole = thread_decompress(request.data, all_widest);
  unsigned positive = 0, negative = 0, rest = 0;  // bit w: of that width
  for (unsigned i = 0; i < warp_size; ++i) {
    const unsigned width = 1u << thread_width(widths, i);
    (lanes[i] >> 31 != 0 ? negative : positive) |= width;
    rest |= lanes[i] != whole[i] ? width : 0;
  }
  for (unsigned w = 0; w <= widest_thread; ++w) {
    *alike_[w] += widths == alike(w);
    *positive_[w] += positive >> w & 1;
    *negative_[w] += negative >> w & 1;
  }
  for (unsigned w = 0; w < widest_thread; ++w) *rest_[w] += rest >> w & 1;
  return widest_of(widths);
}

void ThreadDecompressorCoverage::see_response(const UncompressedRegister& response, unsigned widest,
                                              Neighbours of_request) {
  const ValueClass value = classify(response.data);
  values_.see(value, widest, of_request);
  values_.compare(value, response.data);
}

}  // namespace heddle
