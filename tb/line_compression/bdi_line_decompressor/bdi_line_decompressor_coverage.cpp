// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/bdi_line_decompressor/bdi_line_decompressor_coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "tb/line_compression/bdi_line_values.hpp"

namespace heddle {
namespace {

Arises values_by_chance() { return by_chance("the values of a workload's lines decide"); }
Arises faults_only() { return bench_only("no compressor makes such bytes"); }

constexpr unsigned encoding_bits = 3;

}  // namespace

BdiLineDecompressorCoverage::BdiLineDecompressorCoverage(const BdiLineDecompressorConfig& config)
    : FeedForwardCoverage(config.latency), line_bytes_(config.line_bytes), rule_(config.base) {
  for (unsigned e = 0; e < bdi_line_encodings; ++e) {
    const std::string_view encoding = name(BdiLineEncoding(e));
    restored_[e] = &coverage.point(fmt::format("{}", encoding));
    corrupt_[e] = &coverage.point(fmt::format("{}, corrupt", encoding), faults_only());
    behind_[e] = &coverage.point(fmt::format("{} with bytes behind it that are not zero", encoding),
                                 never_in_system("a line is stored with zeros behind it"));
    if (e >= first_with_deltas) declare(BdiLineEncoding(e));
  }
  restored_[bdi_line_encodings] = &coverage.point("uncompressed");
  corrupt_[bdi_line_encodings] = restored_[bdi_line_encodings];
  wrong_header_ =
      coverage.points("bit {} alone of the encoding's byte is wrong", encoding_bits, 7, faults_only());
}

void BdiLineDecompressorCoverage::declare(BdiLineEncoding encoding) {
  Taken& t = taken_[static_cast<unsigned>(encoding)];
  const unsigned values = line_bytes_ / shape(encoding).base;
  const auto points = [&](const char* what, unsigned first, const Arises& arises) {
    Points all(first, nullptr);
    const Points declared =
        coverage.points(fmt::format("{}: {}", name(encoding), what), first, values - 1, arises);
    all.insert(all.end(), declared.begin(), declared.end());
    return all;
  };
  const auto point = [&](const char* what, const Arises& arises) {
    return &coverage.point(fmt::format("{}: {}", name(encoding), what), arises);
  };
  t.base_lowest = points("value {} has the lowest delta from the base", 1, values_by_chance());
  t.base_highest = points("value {} has the highest delta from the base", 1, values_by_chance());
  t.zero_lowest = points("value {} has the lowest delta from zero", 0, values_by_chance());
  t.zero_highest = points("value {} has the highest delta from zero", 0, values_by_chance());
  t.not_from_base = points("value {} alone is one that zero would hold", 1, faults_only());
  t.up = point("a value from the base beyond the highest number", values_by_chance());
  t.down = point("a value from the base below zero", values_by_chance());
  if (rule_ == BdiBase::first_value) {
    t.not_value_0 = point("the base is not value 0, and nothing else is wrong", faults_only());
    return;
  }
  t.first_with_delta = points("value {} is the first from the base, and not the base", 0, faults_only());
  t.unused_base = point("no value is from the base, and it is not zero", faults_only());
}

template <class Values>
void BdiLineDecompressorCoverage::see(const LineBytes& stored, Taken& t) {
  using Value = typename Values::Value;
  using Delta = typename Values::Delta;
  const unsigned n = line_bytes_ / sizeof(Value);
  Value base;
  std::memcpy(&base, &stored[1], sizeof base);
  const unsigned char* const mask = &stored[1 + sizeof base];
  std::array<Delta, sizeof(LineBytes)> delta;
  std::memcpy(delta.data(), mask + n / 8, n * sizeof(Delta));
  unsigned first = n, held_by_zero = 0, where = 0;
  for (unsigned i = 0; i < n; ++i) {
    const bool lowest = delta[i] == Values::lowest, highest = delta[i] == Values::highest;
    const auto value = static_cast<Value>(base + Values::extend(delta[i]));
    if ((mask[i / 8] >> i % 8 & 1) != 0) {
      *t.zero_lowest[i] += lowest;
      *t.zero_highest[i] += highest;
      continue;
    }
    if (i > 0) {
      *t.base_lowest[i] += lowest;
      *t.base_highest[i] += highest;
    }
    *t.up += delta[i] > 0 && value < base;
    *t.down += delta[i] < 0 && value > base;
    first = std::min(first, i);
    if (!Values::fits(value)) continue;
    ++held_by_zero;
    where = i;
  }
  bool right;
  if (rule_ == BdiBase::first_value) {
    const Value value_0 = static_cast<Value>((first == 0 ? base : Value{0}) + Values::extend(delta[0]));
    right = value_0 == base;
    *t.not_value_0 += !right && held_by_zero == 0;
  } else {
    right = first == n ? base == 0 : delta[first] == 0;
    if (!right && held_by_zero == 0) ++*(first == n ? t.unused_base : t.first_with_delta[first]);
  }
  if (right && held_by_zero == 1 && where > 0) ++*t.not_from_base[where];
}

unsigned BdiLineDecompressorCoverage::see_request(const StoredLineBytes& request) {
  if (!request.compressed) return bdi_line_encodings;
  const unsigned e = request.data[0] % bdi_line_encodings, rest = request.data[0] / bdi_line_encodings;
  if (std::has_single_bit(rest)) ++*wrong_header_[static_cast<unsigned>(std::countr_zero(rest))];
  const unsigned length = bytes_of(BdiLineEncoding(e), line_bytes_);
  *behind_[e] +=
      std::any_of(request.data.begin() + length, request.data.end(), [](auto b) { return b != 0; });
  with_values(BdiLineEncoding(e), [&]<class Values>(Values) { see<Values>(request.data, taken_[e]); });
  return e;
}

void BdiLineDecompressorCoverage::see_response(const RestoredLine& response, unsigned encoding, Neighbours) {
  ++*(response.corrupt ? corrupt_ : restored_)[encoding];
}

}  // namespace heddle
