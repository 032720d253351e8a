// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/parse/dialect.hpp"

#include <algorithm>
#include <string>

namespace heddle::ptx {
namespace {

using Words = std::vector<std::string_view>;

bool has(const Words& words, std::initializer_list<std::string_view> wanted) {
  return std::ranges::find_first_of(words, wanted) != words.end();
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, word) != all.end();
}

/// Whether there is such an instruction.
bool exists(std::string_view mnemonic, const Words& suffixes) {
  std::string spelling(mnemonic);
  for (const std::string_view word : suffixes) spelling.append(".").append(word);
  return !opcode_form_of(spelling).empty();
}

Words with(std::initializer_list<std::string_view> ahead, const Words& suffixes) {
  Words all(ahead);
  all.insert(all.end(), suffixes.begin(), suffixes.end());
  return all;
}

/// What an instruction without a rounding, or an accuracy, meant before version 1.4.
Words with_accuracy(std::string_view mnemonic, const Words& suffixes) {
  if (has(suffixes, {"approx", "full", "rn", "rz", "rm", "rp"})) return suffixes;
  const bool approximate = is_one_of(mnemonic, {"rcp", "sqrt", "rsqrt", "div", "sin", "cos", "lg2", "ex2"});
  if (has(suffixes, {"f32"}) && approximate)
    return has(suffixes, {"ftz"}) ? with({"approx"}, suffixes) : with({"approx", "ftz"}, suffixes);
  if (!has(suffixes, {"f64"})) return suffixes;
  if (mnemonic == "rsqrt") return with({"approx"}, suffixes);
  return is_one_of(mnemonic, {"rcp", "sqrt", "div", "mad", "fma"}) ? with({"rn"}, suffixes) : suffixes;
}

}  // namespace

Words with_implied_suffixes(const Dialect& dialect, std::string_view mnemonic, Words suffixes) {
  if (dialect.is_before(14)) suffixes = with_accuracy(mnemonic, suffixes);
  if (!dialect.flushes || !has(suffixes, {"f32"}) || has(suffixes, {"ftz"})) return suffixes;
  if (mnemonic == "cvt" && dialect.version <= 14 && has(suffixes, {"f64", "s64", "u64"})) return suffixes;
  Words flushed = with({"ftz"}, suffixes);
  return exists(mnemonic, flushed) ? flushed : suffixes;
}

}  // namespace heddle::ptx
