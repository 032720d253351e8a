// SPDX-License-Identifier: Apache-2.0
// What a line costs that assist warps decompress and compress by BDI: the table of hw/caba/README.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/base/text_file.hpp"
#include "tests/caba/subroutine_lines.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::subroutine_costs_test {
namespace {

// The warp copies a line to the next one, and waits until that has been compressed.
const std::string copy = R"(
  mul.wide.u32 %rd2, %r0, 4;
  add.s64 %rd2, %rd2, %rd1;
  ld.global.u32 %r2, [%rd2];
  st.global.u32 [%rd2+128], %r2;
  mov.u32 %r3, 0;
WAIT:
  add.u32 %r3, %r3, 1;
  setp.lt.u32 %p0, %r3, 1000;
  @%p0 bra WAIT;
)";

/// A line that BDI stores so.
LineBytes line_of(BdiLineEncoding encoding) {
  SubroutineLines random(49);
  for (;;) {
    const LineBytes line = random.next();
    const BdiLine stored = bdi_line_compress(line, BdiBase::first_value);
    if (stored.compressed && stored.bytes[0] == static_cast<unsigned char>(encoding)) return line;
  }
}

/// Ended assist warps, and their instructions and cycles: those that decompress, and those that compress.
std::vector<double> costs_of(const LineBytes& line) {
  return in_child(6, [&] {
    std::vector<std::uint32_t> buffer(64);
    std::memcpy(buffer.data(), line.data(), line.size());
    for (unsigned w = 32; w < 64; ++w) buffer[w] = 0x9e37'79b9 * w;  // not compressed
    GpuConfig config = PtxRun::one_sm();
    config.l2 = whole_lines(config.l2);
    PtxRun run(copy, "caba", config, {"caba.patience=1000000"});
    const DevicePointer at = run.gpu.upload(buffer);
    run.gpu.launch_with(run.kernel, {1}, {32}, at);
    const auto words = run.gpu.download<std::uint32_t>(at, 64);
    EXPECT_EQ(std::memcmp(&words[32], line.data(), line.size()), 0);
    std::vector<double> found;
    for (const char* priority : {"high", "low"})
      for (const char* counter : {"ended", "instructions", "cycles"})
        found.push_back(run.sm(fmt::format("caba.{}.{}", priority, counter)));
    return found;
  });
}

/// The rows of the table, as a machine with one warp finds them. Lines of code are compressed, too: they are
/// those of a run whose line is not.
TEST(SubroutineCosts, AreThoseOfTheTable) {
  const std::string readme =
      read_text_file(std::string(HEDDLE_SOURCE_DIR) + "/hw/caba/README.md", "documentation");
  SubroutineLines random(49);
  LineBytes line = random.next();
  while (bdi_line_compress(line, BdiBase::first_value).compressed) line = random.next();
  const std::vector<double> without = costs_of(line);
  EXPECT_EQ(without[3], 1) << "tries all, and leaves the line as it is";
  for (unsigned e = 0; e < bdi_line_encodings; ++e) {
    const auto encoding = static_cast<BdiLineEncoding>(e);
    line = line_of(encoding);
    const std::vector<double> found = costs_of(line);
    EXPECT_EQ(found[0], without[0] + 1);
    EXPECT_EQ(found[3], 1);
    const std::string row = fmt::format("| {} | {} | {} | {} | {} | {} |", name(encoding),
                                        bdi_line_compress(line, BdiBase::first_value).length,
                                        found[1] - without[1], found[2] - without[2], found[4], found[5]);
    EXPECT_NE(readme.find(row), std::string::npos) << row;
  }
  const std::string row = fmt::format("| none | 128 | | | {} | {} |", without[4], without[5]);
  EXPECT_NE(readme.find(row), std::string::npos) << row;
}

}  // namespace
}  // namespace heddle::subroutine_costs_test
