// SPDX-License-Identifier: Apache-2.0
// The subroutines that decode lines of E2MC against its codec: bit for bit, with codes of all shapes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "models/caba/e2mc_tables.hpp"
#include "models/caba/subroutine_run.hpp"
#include "models/e2mc/e2mc_line_codec.hpp"
#include "models/e2mc/sampled_code.hpp"
#include "tests/caba/subroutine_lines.hpp"

namespace heddle::e2mc_subroutine_test {
namespace {

Subroutine decompress(unsigned symbol_bits) {
  return load_subroutine(
      fmt::format("{}/configs/subroutines/e2mc/decompress_{}.ptx", HEDDLE_SOURCE_DIR, symbol_bits),
      SubroutineMemory::with_tables);
}

/// A code and lines that it suits more or less. Some codes have one value, some codewords of equal lengths,
/// some of all lengths up to the longest; the escape may be frequent, or rarer than all values.
class Values {
 public:
  Values(unsigned symbol_bits, Random& random) : symbol_bits_(symbol_bits), random_(random) {
    e2mc::SampledCounts counts(symbol_bits);
    const unsigned most = 1u << random.below(11), spread = 1 + random.below(28);
    values_.resize(e2mc::trees_of(symbol_bits));
    for (unsigned tree = 0; tree < values_.size(); ++tree)
      for (unsigned k = 0; k < most; ++k) {
        values_[tree].push_back(draw());
        counts.add(tree, values_[tree].back(), std::uint64_t{1} << random.below(spread));
      }
    if (random.one_in(2)) counts.add_uncounted(std::uint64_t{1} << random.below(34));
    code_.emplace(counts.code(1024));
    rare_ = 1 + random.below(12);
    foreign_ = 1 + random.below(40);
  }

  const e2mc::CodeTable& code() const { return *code_; }
  LineBytes line() {
    LineBytes line{};
    for (std::size_t i = 0; i < e2mc::symbols_of(symbol_bits_, line.size()); ++i) {
      const unsigned tree = e2mc::tree_of(symbol_bits_, i);
      const auto& values = values_[tree];
      e2mc::put_symbol(line, symbol_bits_, i,
                       random_.one_in(foreign_) ? draw()
                       : random_.one_in(rare_)  ? values[random_.below(static_cast<unsigned>(values.size()))]
                                                : code_->tree(tree).ordered_values()[0]);
    }
    return line;
  }

 private:
  e2mc::Symbol draw() { return random_.below(1u << symbol_bits_); }

  unsigned symbol_bits_, rare_ = 0, foreign_ = 0;  ///< one symbol in so many
  Random& random_;
  std::vector<std::vector<e2mc::Symbol>> values_;  ///< that the code knows, by tree
  std::optional<e2mc::CodeTable> code_;
};

/// Which lines there have been.
struct Seen {
  unsigned uncompressed = 0, compressed = 0, escaped = 0, far_escaped = 0, longer = 0, longest = 0;

  void add(const LineBytes& line, const e2mc::CodeTable& code, bool is_compressed) {
    const unsigned bits = code.symbol_bits();
    ++(is_compressed ? compressed : uncompressed);
    if (!is_compressed) return;
    bool has_escape = false, has_far = false, has_longer = false, has_longest = false;
    for (std::size_t i = 0; i < e2mc::symbols_of(bits, line.size()); ++i) {
      const auto [codeword, is_escaped] =
          code.tree(e2mc::tree_of(bits, i)).coded(e2mc::symbol_at(line, bits, i));
      has_escape |= is_escaped;
      has_far |= is_escaped && codeword.length > 16;
      has_longer |= codeword.length > e2mc_table_layout(bits).window_bits;
      has_longest |= codeword.length == e2mc::most_code_bits_of(bits);
    }
    escaped += has_escape, far_escaped += has_far, longer += has_longer, longest += has_longest;
  }
};

struct Case {
  unsigned symbol_bits, ways;
};
class E2mcSubroutine : public testing::TestWithParam<Case> {};

TEST_P(E2mcSubroutine, DoesAsTheCodec) {
  constexpr unsigned seed = 20170601, codes = 80, lines = 100;
  const auto [bits, ways] = GetParam();
  Random random(seed + bits * 16 + ways);
  const Subroutine subroutine = decompress(bits);
  Seen seen;
  for (unsigned c = 0; c < codes; ++c) {
    Values values(bits, random);
    E2mcLineCodec codec({.ways = ways});
    codec.add(values.code());
    const std::vector<std::byte> tables = e2mc_subroutine_tables(values.code(), ways);
    for (unsigned n = 0; n < lines; ++n) {
      SCOPED_TRACE(fmt::format("seed {}, code {}, line {}", seed, c, n));
      const LineBytes line = values.line();
      const StoredLine stored = codec.encode(line);
      seen.add(line, values.code(), stored.encoding != 0);
      if (stored.encoding == 0) continue;
      LineSlot slot = stored_slot(stored.bits, stored.length);
      run_subroutine(subroutine, slot, tables);
      ASSERT_EQ(std::memcmp(slot.bytes.data(), line.data(), line.size()), 0);
    }
  }
  fmt::print(
      "seed {}: {} lines, {} with escapes, {} of them far from the value, {} with longer codewords, {} with "
      "the longest, {} uncompressed\n",
      seed, seen.compressed, seen.escaped, seen.far_escaped, seen.longer, seen.longest, seen.uncompressed);
  EXPECT_GT(seen.compressed, 2000u);
  EXPECT_GT(seen.uncompressed, 200u);
  EXPECT_GT(seen.longer, 200u);
  EXPECT_GT(seen.longest, 20u);
  if (!e2mc::holds_all_values(bits)) {
    EXPECT_GT(seen.escaped, 500u);
    EXPECT_GT(seen.far_escaped, 20u);
  }
}

INSTANTIATE_TEST_SUITE_P(Lines, E2mcSubroutine,
                         testing::Values(Case{8, 1}, Case{8, 2}, Case{8, 4}, Case{8, 8}, Case{16, 1},
                                         Case{16, 2}, Case{16, 4}, Case{16, 8}),
                         [](const auto& info) {
                           return fmt::format("Symbols{}Ways{}", info.param.symbol_bits, info.param.ways);
                         });

}  // namespace
}  // namespace heddle::e2mc_subroutine_test
