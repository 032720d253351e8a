// SPDX-License-Identifier: Apache-2.0
// How far a GPU's approximate functions lie from the exact values, which Heddle rounds once
// (models/ptx/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "tb/recording/recording.hpp"

namespace heddle::approximate_test {
namespace {

/// One function on the recorded operands, where operand and result are normal numbers: its largest distance
/// from `exact`, in units of the last place of the exact value's float, and absolute.
struct Distance {
  double ulps = 0, absolute = 0;
};

class Approximate : public testing::Test {
 protected:
  Approximate() {
    const Recording r = load_recording(std::string(HEDDLE_SOURCE_DIR) +
                                       "/tests/hardware/recordings.zip:approx_truth/approx_truth.json");
    operands_ = floats(*std::find_if(r.steps.begin(), r.steps.end(), [](const RecordedStep& s) {
      return s.kind == RecordedStep::Kind::write;
    }));
    results_.resize(10 * operands_.size());
    const std::uint64_t there = std::find_if(r.steps.rbegin(), r.steps.rend(), [](const RecordedStep& s) {
                                  return s.kind == RecordedStep::Kind::allocate;
                                })->address;
    const RecordedStep& expected = r.steps.back();
    const std::vector<float> changed = floats(expected);
    std::copy(changed.begin(), changed.end(),
              results_.begin() + static_cast<std::ptrdiff_t>((expected.address - there) / sizeof(float)));
  }

  static std::vector<float> floats(const RecordedStep& step) {
    std::vector<float> all(step.content.size() / sizeof(float));
    std::memcpy(all.data(), step.content.data(), all.size() * sizeof(float));
    return all;
  }

  template <class F>
  Distance distance(std::size_t function, F&& exact) const {
    Distance d;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const auto want = static_cast<double>(exact(static_cast<long double>(operands_[i])));
      const auto rounded = static_cast<float>(want);
      const double got = results_[function * operands_.size() + i];
      if (!std::isnormal(operands_[i]) || !std::isnormal(rounded) || !std::isfinite(got)) continue;
      const double error = std::abs(got - want);
      d.absolute = std::max(d.absolute, error);
      d.ulps = std::max(d.ulps, error / (std::nextafter(std::abs(rounded), INFINITY) - std::abs(rounded)));
    }
    return d;
  }

 private:
  std::vector<float> operands_, results_;
};

TEST_F(Approximate, ReciprocalAndRoots) {
  EXPECT_LT(distance(4, [](long double x) { return 1 / x; }).ulps, 1);
  EXPECT_LT(distance(5, [](long double x) { return std::sqrt(x); }).ulps, 1);
  EXPECT_LT(distance(6, [](long double x) { return 1 / std::sqrt(x); }).ulps, 1.25);
}

TEST_F(Approximate, ExponentialAndLogarithm) {
  EXPECT_LT(distance(2, [](long double x) { return std::exp2(x); }).ulps, 1.75);
  const auto near_one = [](long double x) { return x > 0.5 && x < 2 ? std::log2(x) : NAN; };
  EXPECT_LT(distance(3, near_one).absolute, 0x1p-22);
}

/// The exact value is that of the angle as a GPU turns it into turns: of 25 bits.
TEST_F(Approximate, SineAndCosine) {
  const auto turned = [](long double x) {
    const double product = std::abs(static_cast<double>(x)) * double{0.15915494f};
    const double cut =
        std::bit_cast<double>(std::bit_cast<std::uint64_t>(product) & ~std::uint64_t{0x1fffffff});
    return std::copysign(std::fmod(cut, 1.0), static_cast<double>(x)) * 6.283185307179586;
  };
  EXPECT_LT(distance(0, [&](long double x) { return std::sin(turned(x)); }).absolute, 0x1p-21);
  EXPECT_LT(distance(1, [&](long double x) { return std::cos(turned(x)); }).absolute, 0x1p-21);
}

TEST_F(Approximate, HyperbolicTangent) {
  EXPECT_LT(distance(7, [](long double x) { return std::tanh(x); }).ulps, 128);
}

/// Each bound says something: half of it is too little.
TEST_F(Approximate, BoundsAreNotFarFromWhatIsThere) {
  EXPECT_GT(distance(4, [](long double x) { return 1 / x; }).ulps, 0.5);
  EXPECT_GT(distance(2, [](long double x) { return std::exp2(x); }).ulps, 0.875);
  EXPECT_GT(distance(7, [](long double x) { return std::tanh(x); }).ulps, 64);
}

}  // namespace
}  // namespace heddle::approximate_test
