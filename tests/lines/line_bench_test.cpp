// SPDX-License-Identifier: Apache-2.0
// The bench of the codecs of memory lines: what it measures, and that it measures no wrong codec.
#include "tb/lines/line_bench.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "hw/line_compression/line_compressor.hpp"
#include "models/base/error.hpp"
#include "models/base/registry.hpp"
#include "models/line_compression/bdi_line_codec.hpp"
#include "tb/lines/line_kinds.hpp"

namespace heddle::memory_lines::line_bench_test {
namespace {

TEST(LineBench, EveryRegisteredCodecAndEveryLayoutIsMeasured) {
  std::map<std::string, std::set<std::string>> settings;
  for (const LineDesign& design : benched_designs())
    settings[design.what].insert(fmt::format("{}", fmt::join(design.settings, " ")));
  for (const std::string& name : Registry<LineCompressorEntry>::instance().names())
    EXPECT_TRUE(settings.contains(name)) << name;
  EXPECT_EQ(settings["fpc"].size(), 5u);
  EXPECT_EQ(settings["cpack"].size(), 2u);
  EXPECT_EQ(settings["e2mc"].size(), 8u);
}

TEST(LineBench, MeasuresBothDirectionsOfACodec) {
  const auto kinds = line_kinds(64);
  const LineDesign design{"BDI", "bdi"};
  const auto codec = std::make_shared<BdiLineCodec>();
  const CodecRow zeros = measure(line_work(design, codec, "zero", kinds.front().lines), 3);
  EXPECT_EQ(kinds.front().name, "zero");
  for (const RateSpread& rate : {zeros.compress, zeros.decompress}) {
    EXPECT_GT(rate.least, 0);
    EXPECT_LE(rate.least, rate.median);
    EXPECT_LE(rate.median, rate.most);
  }
  // Random lines stay as they are: there is nothing to decompress.
  const CodecRow random = measure(line_work(design, codec, "random", kinds.back().lines), 3);
  EXPECT_GT(random.compress.median, 0);
  EXPECT_EQ(random.decompress.median, 0);
  EXPECT_TRUE(json_of(random).at("decompress_gb_per_second").is_null());
}

/// Restores each line but for a bit.
class WrongCodec final : public LineCodec {
 public:
  StoredLine encode(std::span<const unsigned char> line) const override { return right_.encode(line); }
  void decode(const StoredLine& stored, std::span<unsigned char> line) const override {
    right_.decode(stored, line);
    line[77] ^= 4;
  }

 private:
  BdiLineCodec right_;
};

TEST(LineBench, AWrongCodecHasNoRate) {
  const auto lines = line_kinds(8).front().lines;
  const CodecWork work = line_work({"wrong", "bdi"}, std::make_shared<WrongCodec>(), "zero", lines);
  try {
    measure(work, 1);
    FAIL() << "it was measured";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().place, "wrong");
    EXPECT_EQ(error.problem().value, "line 0");
  }
}

TEST(LineBench, PromisesAreOfTheSlowestData) {
  const std::vector<CodecRow> rows{{"a", "zero", 1, {3, 2, 4}, {2, 1, 3}},
                                   {"a", "random", 1, {0.5, 0.4, 1.5}, {}},
                                   {"b", "zero", 0.3, {0.4, 0.1, 0.5}, {}}};
  const auto promises = codec_promises_of(rows);
  ASSERT_EQ(promises.size(), 3u);
  EXPECT_DOUBLE_EQ(promises[0].measured, 0.5);
  EXPECT_FALSE(promises[0].kept());
  EXPECT_DOUBLE_EQ(promises[1].measured, 2);
  EXPECT_TRUE(promises[1].kept());
  EXPECT_TRUE(promises[2].kept());
}

TEST(LineKinds, AreTheSameEachTimeAndOfTheirKind) {
  const auto kinds = line_kinds(40), again = line_kinds(40);
  ASSERT_EQ(kinds.size(), 5u);
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    EXPECT_EQ(kinds[k].lines, again[k].lines);
    EXPECT_EQ(kinds[k].lines.size(), 40u);
  }
  for (const MemoryLine& line : kinds[0].lines) EXPECT_EQ(line, MemoryLine{});
}

}  // namespace
}  // namespace heddle::memory_lines::line_bench_test
