// SPDX-License-Identifier: Apache-2.0
// What the codecs, the bounds and software make of lines.
#include "tb/lines/line_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "hw/line_compression/line_compressor.hpp"
#include "models/base/registry.hpp"
#include "models/e2mc/value_counts.hpp"
#include "tb/lines/codec_rows.hpp"
#include "tb/lines/lines_report.hpp"
#include "tb/lines/lz4_sizes.hpp"
#include "tb/lines/zstd_sizes.hpp"
#include "tests/lines/made_lines.hpp"

namespace heddle::memory_lines::line_rows_test {
namespace {

LineRow row_of(const std::vector<LineRow>& rows, const std::string& name) {
  for (const LineRow& row : rows)
    if (row.name == name) return row;
  ADD_FAILURE() << "no row " << name;
  return {};
}

TEST(LineRows, RatiosCountWholeBurstsAndAtLeastOne) {
  const std::vector<unsigned> sizes{0, 1, 32, 33, 96, 97, 128};
  const LineRatios ratios = ratios_of(sizes);
  EXPECT_DOUBLE_EQ(*ratios.raw, 7 * 128.0 / (0 + 1 + 32 + 33 + 96 + 97 + 128));
  EXPECT_DOUBLE_EQ(*ratios.in_bursts, 7 * 128.0 / (32 + 32 + 32 + 64 + 96 + 128 + 128));
  EXPECT_FALSE(ratios_of({}).raw);
}

TEST(LineRows, EveryRegisteredCodecHasOne) {
  const auto designs = line_designs();
  for (const std::string& name : Registry<LineCompressorEntry>::instance().names())
    EXPECT_TRUE(std::any_of(designs.begin(), designs.end(), [&](const auto& d) { return d.what == name; }))
        << name;
}

/// 64 lines: half of them zeros that nobody has written, half with one value of 16 bits. Known by hand.
TEST(LineRows, OfLinesThatAreKnownByHand) {
  LineSet set;
  for (unsigned i = 0; i < 64; ++i) {
    RecordedLine line{.ever_written = i % 2 != 0};
    if (line.ever_written)
      for (unsigned b = 0; b < 128; b += 2) line.bytes[b] = 7;
    set.add(line);
  }
  const LinesReport report = lines_report(set);
  EXPECT_EQ(report.lines, 64u);
  EXPECT_EQ(report.never_written, 32u);
  EXPECT_EQ(report.zeros, 32u);
  EXPECT_EQ(report.contents, 2u);
  // Two values of 16 bits that occur as often: one bit each. Of the written lines there is one value alone.
  const LineRow bound = row_of(report.rows, "Shannon's bound, 16 bits");
  EXPECT_DOUBLE_EQ(*bound.all.raw, 16);
  EXPECT_TRUE(std::isinf(*bound.written.raw));
  EXPECT_FALSE(bound.all.in_bursts);
  // Two codewords besides the escape, of one and two bits: 64 or 128 bits a line.
  const LineRow e2mc = row_of(report.rows, "E2MC16");
  EXPECT_DOUBLE_EQ(*e2mc.all.raw, 128.0 / 12);
  EXPECT_DOUBLE_EQ(*e2mc.all.in_bursts, 4);
  EXPECT_LT(zstd_sizes(set.lines, 3)[0], 12u);
  EXPECT_GT(*row_of(report.rows, "zstd 19, all lines as one stream").all.raw, 64);
  EXPECT_EQ(json_of(report).at("ratios").at("E2MC16").at("all_lines").at("in_bursts_of_32"), 4);
  EXPECT_NE(text_of(report).find("no limit"), std::string::npos);
  EXPECT_NE(markdown_of({{"made", report}}).find("| `made` | 64 | 32 |"), std::string::npos);
}

/// Each of two buffers holds a single value, and both launches use both buffers. A buffer's code has two
/// entries, its value and the escape, so that a symbol takes one bit. A code for both buffers has three, so
/// that the symbols of one of them take two bits.
TEST(LineRows, ACodeForEachBufferKnowsItsValuesAlone) {
  LineSet set;
  for (unsigned i = 0; i < 64; ++i) {
    RecordedLine line{.ever_written = true,
                      .buffer = static_cast<std::uint16_t>(1 + i % 2),
                      .launch = static_cast<std::uint16_t>(1 + i / 32)};
    for (unsigned b = 0; b < 128; b += 2) line.bytes[b] = static_cast<unsigned char>(7 + i % 2);
    set.add(line);
  }
  const LineDesign design{"", "e2mc", {"line_compression.e2mc.ways=1"}};
  const auto sum = [&](CodeFor code_for) {
    const auto sizes = encoded_sizes(design, set, code_for);
    return std::accumulate(sizes.begin(), sizes.end(), 0u);
  };
  EXPECT_EQ(sum(CodeFor::buffer), 64u * 8);
  EXPECT_EQ(sum(CodeFor::all), 32u * 8 + 32u * 16);
  EXPECT_EQ(sum(CodeFor::launch), sum(CodeFor::all));
  EXPECT_EQ(sum(CodeFor::buffer_and_launch), sum(CodeFor::buffer));
  LineSet runs;  // buffers of the same number in two runs are two
  for (unsigned i = 0; i < 64; ++i) {
    RecordedLine line{.ever_written = true, .buffer = 1};
    for (unsigned b = 0; b < 128; b += 2) line.bytes[b] = static_cast<unsigned char>(7 + i % 2);
    runs.add(line, i % 2);
  }
  const auto sizes = encoded_sizes(design, runs, CodeFor::buffer);
  EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), 0u), 64u * 8);
}

/// No code of single symbols falls below the entropy, whatever the lines are.
TEST(LineRows, NoCodeFallsBelowShannonsBound) {
  for (unsigned seed = 1; seed <= 5; ++seed)
    for (const unsigned values : {2, 17, 150}) {
      SCOPED_TRACE(fmt::format("seed {}, {} values", seed, values));
      const LineSet set = set_of(made_lines(300, values, seed));
      for (const unsigned bits : {4, 8, 16, 32}) {
        e2mc::ValueCounts counts(bits);
        for (const MemoryLine& line : set.lines) counts.add(line);
        const LineDesign design{
            "",
            "e2mc",
            {fmt::format("line_compression.e2mc.symbol_bits={}", bits), "line_compression.e2mc.ways=1"}};
        const auto sizes = encoded_sizes(design, set);
        const double raw_bits = 8.0 * std::accumulate(sizes.begin(), sizes.end(), 0u);
        EXPECT_GE(raw_bits, counts.entropy() * static_cast<double>(counts.symbols()));
      }
    }
}

TEST(LineRows, NothingCompressesRandomBytes) {
  for (const LineRow& row : line_rows(set_of(random_lines(400, 8)))) {
    if (row.name.starts_with("Shannon")) continue;                   // symbols of 32 bits do not repeat
    if (row.name.find("dictionary") != std::string::npos) continue;  // has some of the lines themselves
    EXPECT_LT(*row.all.raw, 1.01) << row.name;
    EXPECT_GT(*row.all.raw, 0.99) << row.name;
    EXPECT_EQ(row.all.raw, row.written.raw) << row.name;
  }
}

TEST(LineRows, ADictionaryAndAStreamKnowMoreThanALine) {
  const LineSet set = set_of(made_lines(900, 100, 2));
  const auto sum = [](const std::vector<unsigned>& sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), 0u);
  };
  const std::string dictionary = zstd_dictionary(set.lines);
  ASSERT_FALSE(dictionary.empty());
  EXPECT_LE(dictionary.size(), zstd_dictionary_bytes);
  for (const int level : {3, 19}) {
    EXPECT_LT(sum(zstd_sizes(set.lines, level, dictionary)), sum(zstd_sizes(set.lines, level)));
    EXPECT_LT(zstd_stream_size(set.lines, level), sum(zstd_sizes(set.lines, level)));
  }
  for (const int level : {0, lz4_high})
    EXPECT_LE(lz4_stream_size(set.lines, level), sum(lz4_sizes(set.lines, level)));
  EXPECT_LE(sum(lz4_sizes(set.lines, lz4_high)), sum(lz4_sizes(set.lines, 0)));
}

TEST(LineRows, OfOneLineLackADictionary) {
  const auto rows = line_rows(set_of(made_lines(1, 100, 2)));
  EXPECT_FALSE(row_of(rows, "zstd 3, each line, dictionary of 4 KB trained on all").all.raw);
  EXPECT_TRUE(row_of(rows, "zstd 3, each line alone").all.raw);
}

}  // namespace
}  // namespace heddle::memory_lines::line_rows_test
