// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/cpack_decompressor/cpack_ahead_stored_coverage.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

CpackAheadStoredCoverage::CpackAheadStoredCoverage(Coverage& coverage, unsigned line_bytes)
    : words_(line_bytes / 4) {
  const Arises chance = by_chance("the values of a workload's lines decide");
  for (const unsigned code : {cpack_zero, cpack_byte, cpack_equal, cpack_near})
    for (unsigned k = 0; k < (cpack_names_value(code) ? cpack_ahead_values : 1); ++k) {
      // Value k is the k-th word at the earliest.
      const unsigned first = code == cpack_near ? k + 1 : k;
      code_[code + k].assign(first, nullptr);
      const Points declared =
          coverage.points(fmt::format("code {}: word {{}}", code + k), first, words_ - 1, chance);
      code_[code + k].insert(code_[code + k].end(), declared.begin(), declared.end());
    }
  for (unsigned n = 0; n < stored_.size(); ++n)
    for (const bool bytes : {false, true})
      stored_[n][bytes] =
          &coverage.point(fmt::format("{} values, {} bytes", n, bytes ? "with" : "without"), chance);
  declare_faults(coverage);
}

void CpackAheadStoredCoverage::declare_faults(Coverage& coverage) {
  constexpr const char* alone = ", and nothing else is wrong";
  const Arises faults_only = bench_only("no compressor makes such bytes");
  const auto point = [&](const std::string& what) { return &coverage.point(what + alone, faults_only); };
  const auto points = [&](const std::string& what, unsigned first, unsigned last) {
    Points all(first, nullptr);
    const Points declared = coverage.points(what + alone, first, last, faults_only);
    all.insert(all.end(), declared.begin(), declared.end());
    return all;
  };
  for (const unsigned code : {2u, 3u, 12u, 13u, 14u, 15u})
    unused_code_[code] = point(fmt::format("code {}, which is not used", code));
  unused_at_ = points("word {} has a code that is not used", 0, words_ - 1);
  byte_of_zero_ = points("word {} has code 1 and a byte of zero", 0, words_ - 1);
  byte_of_value_ = points("word {} has code 8 + k and the byte of value k", 1, words_ - 1);
  byte_unneeded_ = points("word {} has a byte that it does not need", 0, words_ - 1);
  for (unsigned k = 0; k < cpack_ahead_values; ++k) {
    first_near_[k] = point(fmt::format("the first word that names value {} is not it", k));
    narrow_[k] = point(fmt::format("value {} is a byte", k));
    for (unsigned m = 0; m < k; ++m)
      too_early_[k][m] = point(fmt::format("value {} is named when {} values have been", k, m));
    for (unsigned j = 0; j < k; ++j)
      shared_[k][j] = point(fmt::format("value {} shares its upper 24 bits with value {}", k, j));
  }
  bit_behind_ = points("bit {} behind the line is set", 4 * words_, 32 * words_ - 1);
}

void CpackAheadStoredCoverage::see_first(unsigned code, OfValue<bool>& named) {
  if (!cpack_names_value(code)) return;
  const unsigned k = cpack_value_of(code);
  if (!named[k] && code >= cpack_near) fault({first_near_[k]});
  if (!named[k] && k > 0 && !named[k - 1])
    fault({too_early_[k][std::size_t(std::count(named.begin(), named.end(), true))]});
  named[k] = true;
}

void CpackAheadStoredCoverage::see_words(const CpackAheadParts& parts) {
  OfValue<bool> named{};
  for (unsigned i = 0; i < words_; ++i) {
    const unsigned code = parts.codes[i], byte = parts.bytes[i];
    see_first(code, named);
    if (unused_code_[code] != nullptr)
      fault({unused_code_[code], unused_at_[i]});
    else if (!cpack_needs_byte(code) && byte != 0)
      fault({byte_unneeded_[i]});
    else if (code == cpack_byte && byte == 0)
      fault({byte_of_zero_[i]});
    else if (code >= cpack_near && byte == parts.values[cpack_value_of(code)] % 256)
      fault({byte_of_value_[i]});
  }
  see_values(parts, named);
}

void CpackAheadStoredCoverage::see_values(const CpackAheadParts& parts, const OfValue<bool>& named) {
  for (unsigned k = 0; k < cpack_ahead_values; ++k) {
    if (!named[k]) continue;
    const std::uint32_t upper = parts.values[k] >> 8;
    if (upper == 0) fault({narrow_[k]});
    for (unsigned j = 0; j < k; ++j)
      if (parts.values[j] >> 8 == upper) fault({shared_[k][j]});
  }
}

void CpackAheadStoredCoverage::see_end(const LineBytes& stored, unsigned length) {
  unsigned behind = 0, where = 0;
  for (unsigned bit = 8 * length; bit < 32 * words_; ++bit) {
    if ((stored[bit / 8] >> bit % 8 & 1) == 0) continue;
    ++behind;
    where = bit;
  }
  if (behind > 0) fault(behind == 1 ? Points{bit_behind_[where]} : Points{});
}

void CpackAheadStoredCoverage::see(const LineBytes& stored) {
  const CpackAheadParts parts = cpack_ahead_unpack(stored, words_);
  faults_ = 0;
  see_words(parts);
  see_end(stored, cpack_ahead_pack(parts, words_).length);
  if (faults_ == 1)
    for (std::uint64_t* point : of_last_)
      if (point != nullptr) ++*point;
  if (faults_ > 0) return;
  for (unsigned i = 0; i < words_; ++i) ++*code_[parts.codes[i]][i];
  ++*stored_[parts.used()][parts.have_bytes()];
}

}  // namespace heddle
