// SPDX-License-Identifier: Apache-2.0
// Units of an edge for several codes, and what they are made of: owners, ranks, layers of configuration.
#include <gtest/gtest.h>

#include "hw/sim/failure.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/e2mc/code_number.hpp"
#include "models/line_compression/burst_lines.hpp"
#include "tests/e2mc/units_bench.hpp"

namespace heddle::several_codes_test {
namespace {

using namespace e2mc_test;

/// Every fourth line is in no allocation, the others are in 1, 2 and 3.
LineUse use_of(std::uint64_t address) {
  return {.buffer = static_cast<std::uint16_t>(address / line_bytes % 4), .buffers = 3};
}

E2mcConfig config_of(unsigned symbol_bits, unsigned ways, unsigned most_codes) {
  E2mcConfig config = e2mc_test::config_of(symbol_bits, ways);
  config.codes = CodesFor::allocation;
  config.most_codes = most_codes;
  config.sampling = Sampling::software;
  config.compressors = 2;
  return config;
}

class UnitsOfSeveralCodes : public testing::TestWithParam<std::tuple<unsigned, unsigned, unsigned>> {};
INSTANTIATE_TEST_SUITE_P(E2mc, UnitsOfSeveralCodes,
                         testing::Values(std::tuple{4u, 4u, 4u}, std::tuple{8u, 8u, 3u},
                                         std::tuple{16u, 2u, 2u}, std::tuple{16u, 4u, 4u},
                                         std::tuple{32u, 4u, 8u}),
                         [](const auto& info) {
                           return fmt::format("Symbols{}Ways{}Codes{}", std::get<0>(info.param),
                                              std::get<1>(info.param), std::get<2>(info.param));
                         });

/// By their pins and ahead, with the same statistics, each line in its owner's code.
TEST_P(UnitsOfSeveralCodes, MakeWhatTheCodecMakesAndRestoreIt) {
  const auto [symbol_bits, ways, most_codes] = GetParam();
  const E2mcConfig config = config_of(symbol_bits, ways, most_codes);
  Bench ahead(config, 160, "ahead", {}, true, use_of), by_pins(config, 160, "by_pins", {}, false, use_of);
  for (Bench* bench : {&ahead, &by_pins}) {
    bench->code.saw(Line{}, 1'000'000);
    bench->owner.first = 2000;
    bench->owner.most = 3;
  }
  ahead.run(10);
  for (Bench* bench : {&ahead, &by_pins}) bench->rst_n.write(true);
  ahead.run(100'000);
  const std::size_t codes = std::min(most_codes, 4u);
  ASSERT_EQ(ahead.code.codes().size(), codes);
  std::vector<double> compressed(codes);
  double lines = 0;
  const BurstCodec codec(ahead.code.codec(), 32);
  for (unsigned k = 0; k < 160; ++k) {
    const auto &l = ahead.owner.lines[k], &pins = by_pins.owner.lines[k];
    const StoredLine expected = codec.encode_at(l.encoding.address, l.encoding.line);
    ASSERT_EQ(l.step, Owner::Line::done);
    EXPECT_EQ(l.encoding.stored.bits, expected.bits);
    EXPECT_EQ(l.encoding.stored.length, expected.length);
    EXPECT_EQ(l.encoding.stored.encoding, expected.encoding);
    EXPECT_EQ(pins.encoding.stored.bits, expected.bits);
    EXPECT_EQ(std::tie(l.began, l.took, l.decode_began, l.decode_took),
              std::tie(pins.began, pins.took, pins.decode_began, pins.decode_took));
    if (expected.encoding == 0) continue;
    const unsigned owner = k % 4, number = e2mc::code_number(expected.bits, line_bytes, ways);
    ASSERT_LT(number, codes);
    ++compressed[number];
    EXPECT_TRUE(number == 0 || ahead.code.codes()[number].owner.allocation == owner) << k;
    EXPECT_EQ(l.decoding.line, l.encoding.line);
    EXPECT_EQ(pins.decoding.line, l.encoding.line);
  }
  for (Bench* bench : {&ahead, &by_pins}) bench->clock.settle();
  for (unsigned n = 0; n < codes; ++n) {
    EXPECT_GT(compressed[n], 3) << n;
    lines += ahead.stats.number(fmt::format("units.code{}_lines", n));
  }
  EXPECT_EQ(lines, 160);
  for (const char* counter : {"compressor_cycles", "decoder_cycles"})
    EXPECT_EQ(ahead.stats.number(fmt::format("units.{}", counter)),
              by_pins.stats.number(fmt::format("units.{}", counter)));
}

/// Two of four codes have been made: a line that names the third is corrupt, and waits for no decoder.
TEST(UnitsOfSeveralCodes, ReportALineThatNamesACodeThatThereIsNot) {
  Bench bench(config_of(16, 4, 4), 1, "units", {}, true, use_of);
  bench.code.saw(Line{}, 0, {.allocation = 2});
  bench.code.saw(Line{}, 1'000'000);
  ASSERT_EQ(bench.code.codes().size(), 2u);
  Owner::Line& l = bench.owner.lines.front();
  l.encoding.stored = BurstCodec(bench.code.codec(), 32).encode(Line{});
  ASSERT_EQ(l.encoding.stored.encoding, 1);
  l.step = Owner::Line::encoded;
  l.decoding.stored = l.encoding.stored;
  e2mc::put_code_number(l.decoding.stored.bits, line_bytes, 4, 2);
  bench.start();
  try {
    bench.run(5000);
    rethrow_failure();
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("no such code"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("0 .. 1"), std::string::npos) << e.what();
  }
}

Line of_word(unsigned word) {
  Line line{};
  for (unsigned i = 0; i < line.size(); i += 4) std::memcpy(&line[i], &word, 4);
  return line;
}

/// Which 16-bit values have codewords: a line of a code's owner has this word.
bool knows(const OwnedCode& code, unsigned word) {
  return code.table.tree(0).find(word & 0xffff).has_value();
}

TEST(RunCodes, AreOfThoseWithMostBytesAndOneOfAllOthers) {
  E2mcConfig config{
      .codes = CodesFor::kernel, .most_codes = 3, .sampled_instructions = 1, .sampling = Sampling::software};
  RunCode code(config);
  const auto see = [&](const char* kernel, unsigned word, unsigned times) {
    while (times-- > 0) code.saw(of_word(word), 0, {.kernel = kernel});
  };
  see("d", 4, 5);
  see("c", 3, 5);  // as many as d, and first by name
  see("b", 2, 4);
  see("a", 1, 9);
  see("", 5, 20);
  code.saw(of_word(6), 1);  // of nobody
  ASSERT_EQ(code.codes().size(), 3u);
  EXPECT_EQ(code.codes()[0].owner, CodeOwner());
  EXPECT_EQ(code.codes()[1].owner.kernel, "a");
  EXPECT_EQ(code.codes()[2].owner.kernel, "c");
  for (unsigned word = 1; word < 7; ++word) {
    EXPECT_EQ(knows(code.codes()[0], word), word != 1 && word != 3) << word;
    EXPECT_EQ(knows(code.codes()[1], word), word == 1) << word;
    EXPECT_EQ(knows(code.codes()[2], word), word == 3) << word;
  }
}

/// When all lines have codes of their own, the common one knows all their values.
TEST(RunCodes, HaveACommonOneInAnyCase) {
  RunCode code({.codes = CodesFor::allocation, .sampled_instructions = 1, .sampling = Sampling::software});
  code.saw(of_word(1), 0, {.allocation = 1});
  code.saw(of_word(2), 1, {.allocation = 2});
  ASSERT_EQ(code.codes().size(), 3u);
  EXPECT_TRUE(knows(code.codes()[0], 1));
  EXPECT_TRUE(knows(code.codes()[0], 2));
}

/// A line that is read has the code of the kernel in which it was written, and the host's lines the common
/// one.
TEST(LineOwners, OfAKernelAreTheLinesThatItHasWritten) {
  LineOwners owners(CodesFor::kernel);
  std::string kernel = "a";
  owners.ask([&](std::uint64_t) { return LineUse{.kernel = kernel}; });
  const Line line{};
  const auto stored_by = [&](std::uint64_t address, bool to_dram) {
    return owners.stored_by({.address = address, .to_dram = to_dram, .bytes = line}).kernel;
  };
  EXPECT_EQ(stored_by(0, true), "a");
  EXPECT_EQ(stored_by(128, false), "");
  kernel = "b";
  EXPECT_EQ(stored_by(0, false), "a");
  EXPECT_EQ(stored_by(0, true), "b");
  EXPECT_EQ(stored_by(0, false), "b");
  EXPECT_EQ(stored_by(128, false), "");
  kernel = "";
  EXPECT_EQ(owners.now(0), CodeOwner());
}

E2mcConfig read_back(const std::string& layer) {
  ConfigTree tree;
  tree.add_text(layer, "code.yaml");
  E2mcConfig config = resolve<E2mcConfig>(tree, "line_compression.e2mc");
  tree.check_all_used();
  return config;
}

/// The layer that a run leaves gives its codes to another run, whose resolved configuration does so, too.
TEST(CodeLayer, GivesTheSameCodes) {
  for (const CodesFor codes : {CodesFor::kernel, CodesFor::allocation}) {
    RunCode run({.codes = codes, .most_codes = 5, .sampling = Sampling::software});
    Random random(3);
    for (unsigned n = 0; n < 100; ++n) {
      const unsigned owner = n % 4;
      run.saw(random_line(random), 0,
              owner == 0                  ? CodeOwner()
              : codes == CodesFor::kernel ? CodeOwner{.kernel = fmt::format("_Z{}k$%", owner)}
                                          : CodeOwner{.allocation = owner});
    }
    const E2mcConfig config = read_back(run.layer());
    EXPECT_EQ(config.codes_at_most(), 4u);
    const RunCode given(config);
    ASSERT_EQ(given.codes().size(), 4u);
    EXPECT_EQ(code_layer(given.codes(), config), run.layer());
    ConfigTree tree;
    tree.add_text(run.layer(), "code.yaml");
    resolve<E2mcConfig>(tree, "line_compression.e2mc");
    EXPECT_EQ(code_layer(given_codes(read_back(show(tree))), config), run.layer());
  }
}

TEST(CodeLayer, NamesWhatTheProgramHas) {
  const char* const table = "[{escape: 1, values: [1], lengths: [1]}]";
  const auto refused = [&](const char* codes, const char* owner, const LineUse& use) {
    RunCode code(read_back(fmt::format(
        "line_compression: {{e2mc: {{code: offline, codes: {}, tables: {}, own_codes: [{{{}, tables: "
        "{}}}]}}}}",
        codes, table, owner, table)));
    code.owners().ask([&](std::uint64_t) { return use; });
    code.codec()->encode_at(0, Line{});
    try {
      code.layer();
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused("kernel", "kernel: a", {.kernel = "a"}), "");
  const std::string kernel = refused("kernel", "kernel: b", {.kernel = "a"});
  EXPECT_NE(kernel.find("has not launched: 'b'; legal: a"), std::string::npos) << kernel;
  EXPECT_EQ(refused("allocation", "allocation: 3", {.buffers = 3}), "");
  const std::string allocation = refused("allocation", "allocation: 4", {.buffers = 3});
  EXPECT_NE(allocation.find("has not made: '4'; legal: 1 .. 3"), std::string::npos) << allocation;
}

TEST(CodeLayer, RefusesCodesThatDoNotMatch) {
  const std::string table = "tables: [{escape: 1, values: [1], lengths: [1]}]", offline = "code: offline, ",
                    common = offline + table + ", ", kernel = "{kernel: a, " + table + "}",
                    allocation = "{allocation: 7, " + table + "}";
  const auto own = [](const std::string& codes) { return "own_codes: [" + codes + "]"; };
  const struct {
    std::string set, legal;
  } cases[] = {
      {"codes: kernel", "code: offline"},
      {"codes: page", "run, kernel, allocation"},
      {offline + "codes: kernel, most_codes: 9", "2 .. 8"},
      {offline + "codes: kernel, most_codes: 2, ways: 1", "2 in 2 ways, 8 in 4 or 8 ways"},
      {offline + "codes: kernel, ways: 2", "at most 2 in 2 ways"},
      {common + own(kernel), "codes: kernel"},
      {common + "codes: allocation, " + own(kernel), "codes: kernel"},
      {common + "codes: kernel, " + own(allocation), "codes: allocation"},
      {common + "codes: kernel, " + own("{" + table + "}"), "a `kernel`, or an `allocation`"},
      {common + "codes: kernel, " + own("{kernel: a, allocation: 7, " + table + "}"),
       "a `kernel`, or an `allocation`"},
      {common + "codes: kernel, " + own(kernel + ", " + kernel), "two codes"},
      {common + "codes: kernel, most_codes: 2, " + own(kernel + ", {kernel: b, " + table + "}"),
       "1 beside the common one"},
      {offline + "codes: kernel, " + own(kernel), "with `tables`"},
      {common + "codes: kernel, " + own("{kernel: a}"), "trees"},
  };
  for (const auto& [set, legal] : cases) {
    try {
      read_back("line_compression:\n  e2mc: {" + set + "}");
      ADD_FAILURE() << set;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(legal), std::string::npos) << set << "\n" << e.what();
      EXPECT_NE(std::string(e.what()).find(legal == "trees" ? "code table" : "code.yaml:2:"),
                std::string::npos)
          << set << "\n"
          << e.what();
    }
  }
}

}  // namespace
}  // namespace heddle::several_codes_test
