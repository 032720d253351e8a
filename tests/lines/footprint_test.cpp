// SPDX-License-Identifier: Apache-2.0
// Footprints of programs whose lines, bursts and CTAs are known.
#include "tb/lines/footprint.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "models/base/error.hpp"

namespace heddle::footprint_test {
namespace {

/// Three vectors of 1000 floats take 31.25 lines each; 4 CTAs of 8 warps, the last with 232 threads.
TEST(Footprint, OfVectorAdd) {
  RunRequest request{.target = "vectoradd"};
  request.workload.sizes = {"n=1000"};
  const Footprint f = footprint_of(request);
  EXPECT_EQ(f.allocated_bytes, 3 * 4000u);
  EXPECT_EQ(f.lines_read, 2 * 32u);
  EXPECT_EQ(f.lines_written, 32u);
  EXPECT_EQ(f.lines_touched, 3 * 32u);
  EXPECT_EQ(f.inputs, (LineContents{.lines = 64, .compressible = 0, .bursts = 256}));  // random mantissas
  EXPECT_EQ(f.memory.lines, 96u);
  EXPECT_EQ(f.ctas, 4u);
  EXPECT_EQ(f.full_ctas, 15 * 6u);          // 15 SMs with 1536 threads
  EXPECT_EQ(f.warp_instructions % 32, 0u);  // every warp has the same instructions: the last ones are guarded
  EXPECT_NE(footprint_row("vectoradd", f).find("0.0 %"), std::string::npos);
}

/// Of a buffer of five lines the host writes four, which BDI stores in 1, 1, 2 and 4 bursts.
TEST(Footprint, OfLinesThatBdiCompresses) {
  RunRequest request{.target = "lines"};
  request.program = [](Device& device) {
    std::vector<std::uint32_t> words(4 * 32, 0);                     // zeros: 1 byte
    for (std::size_t i = 32; i < 64; ++i) words[i] = i % 2;          // eight bytes again and again: 9 bytes
    std::iota(words.begin() + 64, words.begin() + 96, 1000u << 16);  // distances of one byte: 41 bytes
    for (std::size_t i = 96; i < 128; ++i) words[i] = static_cast<std::uint32_t>(i) * 2654435761u;
    const DevicePointer buffer = device.allocate(5 * 128);
    device.write(buffer, std::as_bytes(std::span(words)));
    return WorkloadResult{};
  };
  const Footprint f = footprint_of(request);
  EXPECT_EQ(f.allocated_bytes, 640u);
  EXPECT_EQ(f.inputs, (LineContents{.lines = 4, .compressible = 3, .bursts = 1 + 1 + 2 + 4}));
  EXPECT_EQ(f.memory, f.inputs);
  EXPECT_EQ(f.lines_touched, 0u);
}

/// 2 x 2 blocks of 8 x 8 pixels: the edge detector reads its picture as a texture, all of it.
TEST(Footprint, HasWhatTexturesRead) {
  RunRequest request{.target = "sobel"};
  request.workload.sizes = {"width=64", "height=4"};
  const Footprint f = footprint_of(request);
  EXPECT_EQ(f.lines_read, 2u);
  EXPECT_EQ(f.lines_written, 2u);
}

TEST(Footprint, IsOfAFixedSizeForEachName) {
  RunRequest request{.target = "transpose"};
  request.workload.sizes = {"small"};
  EXPECT_EQ(footprint_of(request).allocated_bytes, 2u * 70 * 45 * 4);
  request.workload.sizes = {"papr"};
  EXPECT_THROW(footprint_of(request), Error);
}

}  // namespace
}  // namespace heddle::footprint_test
