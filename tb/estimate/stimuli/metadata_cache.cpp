// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "hw/line_compression/metadata_cache/metadata_cache.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// Lines of so many blocks that 85 in 100 look-ups hit (Vijaykumar2015, section 5.3.2); a fill follows a
/// miss.
PinSequence accesses(const RtlParameters& parameters, unsigned operations, Random& random) {
  PinSequence sequence({{"req_op_i", 2},
                        {"req_block_i", 32},
                        {"req_entry_i", 16},
                        {"req_bits_i", 2},
                        {"req_data_i", 8 * longest_metadata_block},
                        {"req_valid_i", 1}});
  const auto value = [&](const char* name) { return static_cast<unsigned>(std::stoul(parameters.at(name))); };
  MetadataCacheState state(value("Bytes"), value("Ways"), value("BlockBytes"));
  const unsigned blocks = value("Bytes") / value("BlockBytes") * 100 / 85;
  std::array<std::uint32_t, longest_metadata_block / 4> data{};
  std::uint32_t block = 0;
  bool missed = false;
  for (unsigned n = 0; n < operations; ++n) {
    MetadataOp op = random.one_in(4) ? MetadataOp::record : MetadataOp::look_up;
    if (missed) {
      op = MetadataOp::fill;
      for (std::uint32_t& word : data) word = static_cast<std::uint32_t>(random() >> 32);
      state.fill(block, {});
      missed = false;
    } else {
      block = random.below(blocks);
      missed = op == MetadataOp::look_up ? !state.look_up(block, 0) : !state.record(block, 0, 0);
    }
    sequence.append(0, static_cast<std::uint32_t>(op));
    sequence.append(1, block);
    sequence.append(2, random.below(state.entries()));
    sequence.append(3, random.below(4));
    sequence.append(4, data);
    sequence.append(5, 1);
  }
  return sequence;
}

const Registration<Stimulus> metadata_cache_stimulus{
    {.name = "metadata_cache",
     .random_description =
         "look-ups and a quarter of records of random blocks, fills behind misses; when the "
         "cache is full, 85 % of the look-ups hit",
     .random = accesses}};

}  // namespace
}  // namespace heddle::estimate
