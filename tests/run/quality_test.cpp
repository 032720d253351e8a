// SPDX-License-Identifier: Apache-2.0
// The measures of an approximated output's quality, and its picture.
#include "tb/run/quality.hpp"

#include <gtest/gtest.h>
#include <png.h>

#include <cmath>

#include "tb/run/quality_picture.hpp"

namespace heddle::quality_test {
namespace {

WorkloadResult output(std::vector<double> values, std::uint32_t width = 0, std::uint32_t channels = 1) {
  WorkloadResult r;
  r.output = std::move(values);
  if (width != 0)
    r.set_picture(width, static_cast<std::uint32_t>(r.output.size()) / width / channels, channels);
  return r;
}

TEST(Quality, OfEqualOutputsIsWithoutError) {
  const Quality q = quality_of(output({1, NAN, 3}), output({1, NAN, 3}));
  EXPECT_EQ(q.elements, 3u);
  EXPECT_EQ(q.differing, 0u);
  EXPECT_EQ(q.relative_error, 0);
  EXPECT_EQ(q.rms, 0);
}

/// The errors are 10 %, none, 50 % and, where the exact value is 0, 100 %.
TEST(Quality, HasTheThreeMeasuresOfTable1) {
  const Quality q = quality_of(output({10, 4, 2, 0}), output({11, 4, 1, 1}));
  EXPECT_DOUBLE_EQ(q.error(ErrorMeasure::relative), (0.1 + 0 + 0.5 + 1) / 4);
  EXPECT_DOUBLE_EQ(q.error(ErrorMeasure::differing), 0.75);
  EXPECT_DOUBLE_EQ(q.error(ErrorMeasure::picture), std::sqrt(3.0 / 4) / 10);
}

TEST(Quality, OfAPictureIsThatOfItsPixels) {
  WorkloadResult exact = output({1000, 0, 51}), got = output({0, 0, 0});
  exact.set_picture(2, 1);
  got.set_picture(2, 1);
  EXPECT_DOUBLE_EQ(quality_of(exact, got).rms, std::sqrt(51. * 51 / 2) / 255);
}

/// 0.001 is near 0 beside 10 and 20, and its error of 1 is a thousand times itself.
TEST(Quality, ValuesNearZeroDecideTheRelativeErrorAloneAndAreCounted) {
  const Quality q = quality_of(output({10, -20, 0.001}), output({11, -20, 1.001}));
  EXPECT_DOUBLE_EQ(q.relative_error, (0.1 + 1.0 / 0.001) / 3);
  EXPECT_EQ(q.near_zero, 1u);
  EXPECT_DOUBLE_EQ(q.relative_error_left, 0.1 / 2);
  EXPECT_DOUBLE_EQ(q.l1, 2 / 30.001);
  const Quality zero = quality_of(output({0, 0}), output({0, 0}));
  EXPECT_EQ(zero.near_zero, 0u);
  EXPECT_EQ(zero.l1, 0);
}

TEST(Quality, ANumberThatIsNoneCountsAsAWholeError) {
  EXPECT_DOUBLE_EQ(quality_of(output({1, 2}), output({NAN, 2})).relative_error, 0.5);
}

TEST(Quality, OutputsOfDifferentLengthsAreRefused) {
  EXPECT_THROW(quality_of(output({1, 2}), output({1})), Error);
}

struct Decoded {
  png_image image{};
  std::vector<std::uint8_t> pixels;
};

Decoded decoded(const std::string& file, unsigned format) {
  Decoded d;
  d.image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_memory(&d.image, file.data(), file.size()), 0);
  d.image.format = format;
  d.pixels.resize(PNG_IMAGE_SIZE(d.image));
  EXPECT_NE(png_image_finish_read(&d.image, nullptr, d.pixels.data(), 0, nullptr), 0);
  return d;
}

TEST(QualityPicture, ShowsExactApproximatedAndDifference) {
  const Decoded d =
      decoded(png_of(output({0, 100, 200, 255}, 2), output({10, 100, 190, 300}, 2)), PNG_FORMAT_GRAY);
  EXPECT_EQ(d.image.width, 6u);
  EXPECT_EQ(d.image.height, 2u);
  EXPECT_EQ(d.pixels, (std::vector<std::uint8_t>{0, 100, 10, 100, 10, 0, 200, 255, 190, 255, 10, 45}));
}

TEST(QualityPicture, OfColoursIsWithoutOpacity) {
  const Decoded d =
      decoded(png_of(output({1, 2, 3, 255}, 1, 4), output({1, 0, 3, 255}, 1, 4)), PNG_FORMAT_RGB);
  EXPECT_EQ(d.pixels, (std::vector<std::uint8_t>{1, 2, 3, 1, 0, 3, 0, 2, 0}));
}

TEST(QualityPicture, OfNoPictureIsEmpty) { EXPECT_EQ(png_of(output({1}), output({1})), ""); }

}  // namespace
}  // namespace heddle::quality_test
