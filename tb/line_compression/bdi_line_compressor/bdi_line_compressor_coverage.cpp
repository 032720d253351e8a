// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/bdi_line_compressor/bdi_line_compressor_coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "tb/line_compression/bdi_line_values.hpp"

namespace heddle {
namespace {

Arises values_by_chance() { return by_chance("the values of a workload's lines decide"); }

}  // namespace

BdiLineCompressorCoverage::BdiLineCompressorCoverage(const BdiLineCompressorConfig& config)
    : FeedForwardCoverage(config.latency), line_bytes_(config.line_bytes), rule_(config.base) {
  for (unsigned e = 0; e <= bdi_line_encodings; ++e) {
    const std::string_view encoding = e < bdi_line_encodings ? name(BdiLineEncoding(e)) : "uncompressed";
    taken_[e] = &coverage.point(fmt::format("{}", encoding));
    behind_idle_[e] = &coverage.point(fmt::format("{} behind an idle cycle", encoding), values_by_chance());
    before_idle_[e] = &coverage.point(fmt::format("{} before an idle cycle", encoding), values_by_chance());
  }
  for (unsigned e = 0; e < bdi_line_encodings; ++e) {
    if (e >= first_with_deltas) declare(BdiLineEncoding(e));
    for (unsigned later = e + 1; later < bdi_line_encodings; ++later)
      both_[e][later] = &coverage.point(
          fmt::format("{} taken before {}", name(BdiLineEncoding(e)), name(BdiLineEncoding(later))),
          values_by_chance());
  }
}

void BdiLineCompressorCoverage::declare(BdiLineEncoding encoding) {
  Tried& t = tried_[static_cast<unsigned>(encoding)];
  const auto [base, delta] = shape(encoding);
  const unsigned values = line_bytes_ / base;
  const auto points = [&](const char* what, unsigned first, unsigned end) {
    Points all(first, nullptr);
    const std::string family = fmt::format("{}: {}", name(encoding), what);
    const Points declared = coverage.points(family, first, end - 1, values_by_chance());
    all.insert(all.end(), declared.begin(), declared.end());
    return all;
  };
  t.base_lowest = points("value {} is at the lowest delta from the base", 1, values);
  t.base_highest = points("value {} is at the highest delta from the base", 1, values);
  t.zero_lowest = points("value {} is at the lowest delta from zero", 0, values);
  t.zero_highest = points("value {} is at the highest delta from zero", 0, values);
  t.base_below = points("value {} alone is one below the deltas from the base", 1, values);
  t.base_above = points("value {} alone is one above the deltas from the base", 1, values);
  t.zero_below = points("value {} alone is one below the deltas from zero", 1, values);
  t.zero_above = points("value {} alone is one above the deltas from zero", 1, values);
  t.base_bit = points("bit {} alone makes one distance from the base too large", 8 * delta, 8 * base);
  t.zero_bit = points("bit {} alone makes one distance from zero too large", 8 * delta, 8 * base);
  if (rule_ == BdiBase::first_wide) t.is_base = points("value {} is the base", 0, values);
  const auto point = [&](const char* what) {
    return &coverage.point(fmt::format("{}: {}", name(encoding), what), values_by_chance());
  };
  t.none_wide = point("no value is from the base");
  t.up = point("a value from the base beyond the highest signed number");
  t.down = point("a value from the base below the lowest signed number");
}

template <class Values>
bool BdiLineCompressorCoverage::see(const LineBytes& line, Tried& t) {
  using Value = typename Values::Value;
  const Values values = Values::of(line);
  const unsigned n = line_bytes_ / sizeof(Value);
  const auto end = values.value.begin() + n;
  const auto wide = std::find_if_not(values.value.begin(), end, Values::fits);
  const Value base = rule_ == BdiBase::first_value ? values.value[0] : wide != end ? *wide : Value{0};
  unsigned without = 0, where = 0;
  for (unsigned i = 0; i < n; ++i) {
    const Value v = values.value[i];
    if (Values::fits(v) || Values::fits(v - base)) continue;
    ++without;
    where = i;
  }
  if (without == 0) {
    *t.none_wide += wide == end;
    if (!t.is_base.empty() && wide != end) ++*t.is_base[static_cast<unsigned>(wide - values.value.begin())];
    for (unsigned i = 0; i < n; ++i) {
      const Value v = values.value[i], distance = v - base;
      if (Values::fits(v)) {
        *t.zero_lowest[i] += v == Values::extend(Values::lowest);
        *t.zero_highest[i] += v == Values::extend(Values::highest);
      } else if (distance != 0) {
        *t.base_lowest[i] += distance == Values::extend(Values::lowest);
        *t.base_highest[i] += distance == Values::extend(Values::highest);
        const auto negative = [](Value x) { return (x >> (Values::value_bits - 1)) != 0; };
        *t.up += !negative(distance) && !negative(base) && negative(v);
        *t.down += negative(distance) && negative(base) && !negative(v);
      }
    }
  } else if (without == 1 && where > 0) {
    const Value v = values.value[where], distance = v - base;
    *t.base_below[where] += distance == Values::below();
    *t.base_above[where] += distance == Values::above();
    *t.zero_below[where] += v == Values::below();
    *t.zero_above[where] += v == Values::above();
    const Value base_excess = Values::excess(distance), zero_excess = Values::excess(v);
    if (std::has_single_bit(base_excess)) ++*t.base_bit[static_cast<unsigned>(std::countr_zero(base_excess))];
    if (std::has_single_bit(zero_excess)) ++*t.zero_bit[static_cast<unsigned>(std::countr_zero(zero_excess))];
  }
  return without == 0;
}

unsigned BdiLineCompressorCoverage::see_request(const UncompressedLine& request) {
  const auto line = std::span(request.data).first(line_bytes_);
  std::array<bool, bdi_line_encodings> holds{};
  holds[0] = std::all_of(line.begin(), line.end(), [](unsigned char byte) { return byte == 0; });
  holds[1] = std::equal(line.begin() + 8, line.end(), line.begin());
  for (unsigned e = first_with_deltas; e < bdi_line_encodings; ++e)
    with_values(BdiLineEncoding(e),
                [&]<class Values>(Values) { holds[e] = see<Values>(request.data, tried_[e]); });
  const auto taken = static_cast<unsigned>(std::find(holds.begin(), holds.end(), true) - holds.begin());
  for (unsigned later = taken + 1; later < bdi_line_encodings; ++later)
    if (holds[later]) ++*both_[taken][later];
  return taken;
}

void BdiLineCompressorCoverage::see_response(const CompressedLine& response, unsigned,
                                             Neighbours of_request) {
  const unsigned e = response.compressed ? response.data[0] % bdi_line_encodings : bdi_line_encodings;
  ++*taken_[e];
  *behind_idle_[e] += !of_request.before;
  *before_idle_[e] += !of_request.behind;
}

}  // namespace heddle
