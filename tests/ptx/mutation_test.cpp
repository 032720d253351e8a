// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "models/base/random.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::mutation_test {
namespace {

std::string file(const char* name) {
  std::ifstream in(std::string(HEDDLE_SOURCE_DIR "/tests/ptx/") + name);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Cuts, duplicates, swaps and overwrites pieces of the text.
std::string damaged(std::string text, Random& rng) {
  static constexpr std::string_view pieces[] = {
      "%r1",  "%rd1", "%p1", "{", "}", "[",       "]",   ";",  ",",  "0f", "-", "9999999999999999999",
      ".b32", "@",    "!",   "|", "_", ".shared", "ret", "\"", "/*", "<",  ":", "$L",
      "+"};
  for (std::uint32_t n = 1 + rng.below(3); n-- > 0;) {
    const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
    const std::size_t length = rng.below(12);
    switch (rng.below(4)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, text.substr(rng.below(static_cast<std::uint32_t>(text.size())), length));
        break;
      case 2:
        text.replace(at, std::min(length, text.size() - at), pieces[rng.below(std::size(pieces))]);
        break;
      default:
        text[at] = static_cast<char>(rng.below(256));
    }
  }
  return text;
}

TEST(DamagedText, IsLoadedOrRefusedWithAPlace) {
  constexpr std::uint64_t seed = 1;
  Random rng(seed);
  const std::string original = file("kernels.clang19.ptx");
  unsigned refused = 0;
  constexpr unsigned rounds = 1500;
  for (unsigned i = 0; i < rounds; ++i) {
    const std::string text = damaged(original, rng);
    try {
      ptx::load_module(text, "k.ptx", {.max_registers = 255});
    } catch (const Error& e) {
      ++refused;
      ASSERT_TRUE(e.problem().place.starts_with("k.ptx:"))
          << e.what() << " (seed " << seed << ", round " << i << ")";
    }
  }
  EXPECT_GT(refused, rounds / 4);
  EXPECT_LT(refused, rounds);
}

TEST(DamagedText, CutAnywhereIsRefused) {
  const std::string original = file("kernels.clang14.ptx");
  // The text is damaged inside of a kernel, since between kernels it would be whole again.
  const std::size_t end = original.find("\n}");
  for (std::size_t length = original.find(".entry") + 7; length < end; length += 3)
    EXPECT_THROW(ptx::load_module(original.substr(0, length), "k.ptx"), Error) << length;
}

}  // namespace
}  // namespace heddle::test::mutation_test
