// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heddle {

/// Something that a workload measured.
struct Figure {
  std::string name{}, unit{};
  double value = 0;
  std::string text{};  ///< all digits of a value that is read back; empty: `value` is enough
};

/// A part of the output that is a picture: rows of pixels, 0 to 255 a channel. One channel is grey, four are
/// red, green, blue and opacity.
struct OutputPicture {
  std::size_t first = 0;  ///< element of WorkloadResult::output
  std::uint32_t width = 0, height = 0, channels = 1;

  std::size_t elements() const { return std::size_t{width} * height * channels; }
};

/// How many representable numbers lie between two floats; the most there can be when one is not a number, or
/// is infinite and the other not.
template <class T>
std::uint64_t ulps_between(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  if (a == b) return 0;
  if (!std::isfinite(a) || !std::isfinite(b)) return std::numeric_limits<std::uint64_t>::max();
  const auto ordered = [](T value) {  // negative numbers below zero, in their order
    const auto bits = std::bit_cast<Bits>(value);
    return static_cast<std::int64_t>(bits < 0 ? std::numeric_limits<Bits>::min() - bits : bits);
  };
  const std::int64_t x = ordered(a), y = ordered(b);
  return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
               : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

/// The comparison of a run's output with its reference, over all buffers that were compared.
struct WorkloadResult {
  std::size_t checked = 0;        ///< elements compared
  std::size_t mismatches = 0;     ///< elements farther from the reference than the tolerance
  std::string first{};            ///< "c[17]: expected 3, got 5", of the first mismatch
  double max_error = 0;           ///< largest |got - expected|, mismatches included
  double tolerance = 0;           ///< largest that was asked for; see `compare`
  unsigned ulp = 0;               ///< the same
  std::vector<Figure> figures{};  ///< of a micro-kernel; no part of the check
  std::vector<double> output{};   ///< the elements that were compared, in order
  OutputPicture picture{};        ///< without elements: none

  bool passed() const { return checked > 0 && mismatches == 0; }

  /// Compares element by element. `tolerance` bounds |got - expected| / max(1, |expected|); 0 asks for
  /// equality
  /// (-0 equals 0, and one NaN equals another). A float up to `ulp` representable numbers away is right, too.
  /// A missing or surplus element is a mismatch.
  template <class T>
  void compare(std::string_view buffer, std::span<const T> expected, std::span<const T> got,
               double within = 0, unsigned within_ulp = 0) {
    tolerance = std::max(tolerance, within);
    ulp = std::max(ulp, within_ulp);
    output.insert(output.end(), got.begin(), got.end());
    const std::size_t common = std::min(expected.size(), got.size());
    checked += std::max(expected.size(), got.size());
    for (std::size_t i = 0; i < common; ++i) compare_one(buffer, i, expected[i], got[i], within, within_ulp);
    if (expected.size() != got.size())
      mismatch(std::max(expected.size(), got.size()) - common,
               fmt::format("{}: expected {} elements, got {}", buffer, expected.size(), got.size()));
  }

  /// The elements that were compared last are a picture.
  void set_picture(std::uint32_t width, std::uint32_t height, std::uint32_t channels = 1) {
    picture = {0, width, height, channels};
    picture.first = output.size() - picture.elements();
  }

 private:
  template <class T>
  void compare_one(std::string_view buffer, std::size_t index, T expected, T got, double within,
                   unsigned within_ulp) {
    if (expected == got) return;
    const double want = static_cast<double>(expected), have = static_cast<double>(got);
    if (std::isnan(want) && std::isnan(have)) return;
    const double error = std::isnan(want) || std::isnan(have) ? std::numeric_limits<double>::infinity()
                                                              : distance(expected, got);
    max_error = std::max(max_error, error);
    if (std::isfinite(error) && error <= within * std::max(1.0, std::abs(want))) return;
    if constexpr (std::is_floating_point_v<T>)
      if (ulps_between(expected, got) <= within_ulp) return;
    mismatch(1, fmt::format("{}[{}]: expected {}, got {}", buffer, index, number(expected), number(got)));
  }

  /// |a - b|. That of 64-bit integers is taken before it is rounded: as doubles, different ones may be equal.
  template <class T>
  static double distance(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<double>(a < b ? static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a)
                                       : static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
    else
      return std::abs(static_cast<double>(b) - static_cast<double>(a));
  }

  void mismatch(std::size_t count, std::string description) {
    if (mismatches == 0) first = std::move(description);
    mismatches += count;
  }

  /// One-byte integers print as numbers, not as characters.
  template <class T>
  static auto number(T value) {
    if constexpr (sizeof(T) == 1)
      return static_cast<int>(value);
    else
      return value;
  }
};

}  // namespace heddle
