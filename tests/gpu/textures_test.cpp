// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "models/base/random.hpp"
#include "tests/gpu/both.hpp"

namespace heddle::textures_test {
namespace {

BOTH_EXECUTORS(Textures);

using ptx::TexelType;
using ptx::TextureAddressing;

/// Each of 64 threads fetches `type`.v4 through handle %rd6, at the coordinates in the buffer behind the
/// results.
std::string fetch(const std::string& instruction) {
  return "mul.wide.u32 %rd2, %r0, 16;\nadd.u64 %rd3, %rd1, %rd2;\nmul.wide.u32 %rd4, %r0, 8;\n"
         "add.u64 %rd5, %rd1, %rd4;\nld.global.u32 %r1, [%rd5+1024];\nld.global.u32 %r2, [%rd5+1028];\n"
         "mov.b32 %f0, %r1;\nmov.b32 %f1, %r2;\nmov.u64 %rd6, 1;\n" +
         instruction + "\nst.global.v4.u32 [%rd3], {%r4, %r5, %r6, %r7};";
}
constexpr unsigned coordinates_at = 256, texels_at = 512;  // words

Job texture_job(const std::string& instruction, ptx::Texture texture, std::uint64_t seed) {
  Job j = job(fetch(instruction), 64, texels_at + 512);
  Random rng(seed);
  for (unsigned t = 0; t < 128; ++t) {
    const float c = static_cast<float>(static_cast<int>(rng.below(4000)) - 1200) / 64.0f;
    j.buffer[coordinates_at + t] =
        std::bit_cast<std::uint32_t>(texture.normalized_coordinates ? c / 20.0f : c);
  }
  for (unsigned k = 0; k < 512; ++k)
    j.buffer[texels_at + k] = texture.type == TexelType::f32
                                  ? std::bit_cast<std::uint32_t>(static_cast<float>(rng.below(1000)) / 8.0f)
                                  : static_cast<std::uint32_t>(rng());
  texture.address = texels_at * 4;
  j.textures = {texture};
  return j;
}

constexpr const char* two = "tex.2d.v4.u32.f32 {%r4, %r5, %r6, %r7}, [%rd6, {%f0, %f1}];";

TEST_P(Textures, NearestTexelOfAPitchedFloatTexture) {
  const Job j = texture_job(two, {.width = 20, .height = 20, .pitch = 96, .type = TexelType::f32}, 1);
  const auto out = same(j);
  for (unsigned t = 0; t < 64; ++t) {
    const auto index = [&](unsigned d) {
      const float c = std::bit_cast<float>(j.buffer[coordinates_at + 2 * t + d]);
      return static_cast<unsigned>(std::min(std::max(std::floor(c), 0.0f), 19.0f));
    };
    EXPECT_EQ(out[4 * t], j.buffer[texels_at + index(1) * 24 + index(0)]) << t;
    EXPECT_EQ(out[4 * t + 1], 0u);
  }
  EXPECT_EQ(sm("load_store.texture_fetches"), 2);
}

TEST_P(Textures, LinearFilterInAllAddressingModes) {
  for (const auto mode : {TextureAddressing::wrap, TextureAddressing::mirror, TextureAddressing::clamp,
                          TextureAddressing::border})
    same(texture_job(two,
                     {.width = 20,
                      .height = 17,
                      .pitch = 80,
                      .type = TexelType::f32,
                      .addressing = {mode, TextureAddressing::mirror},
                      .linear_filter = true,
                      .normalized_coordinates = true},
                     2));
}

TEST_P(Textures, NormalizedBytesOfFourChannels) {
  same(
      texture_job("tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd6, {%f0, %f1}];\n"
                  "mov.b32 %r4, %f4; mov.b32 %r5, %f5; mov.b32 %r6, %f6; mov.b32 %r7, %f7;",
                  {.width = 18,
                   .height = 20,
                   .pitch = 80,
                   .type = TexelType::u8,
                   .channels = 4,
                   .linear_filter = true,
                   .normalized_values = true},
                  3));
}

TEST_P(Textures, LinearMemoryByIntegers) {
  Job j = texture_job(
      "and.b32 %r1, %r0, 63; sub.s32 %r1, %r1, 8; tex.1d.v4.s32.s32 {%r4, %r5, %r6, %r7}, [%rd6, {%r1}];",
      {.width = 40, .type = TexelType::s16, .channels = 2}, 4);
  const auto out = same(j);
  for (unsigned t = 0; t < 64; ++t) {
    const bool inside = t >= 8 && t < 48;
    const std::uint32_t pair = inside ? j.buffer[texels_at + t - 8] : 0;
    EXPECT_EQ(static_cast<std::int32_t>(out[4 * t]), static_cast<std::int16_t>(pair & 0xffff)) << t;
    EXPECT_EQ(static_cast<std::int32_t>(out[4 * t + 1]), static_cast<std::int16_t>(pair >> 16)) << t;
  }
}

TEST_P(Textures, WideTexelsInAOneDimensionalFilter) {
  same(texture_job("tex.1d.v4.u32.f32 {%r4, %r5, %r6, %r7}, [%rd6, %f0];",
                   {.width = 64, .type = TexelType::f32, .channels = 4, .linear_filter = true}, 5));
}

/// A value of 0 to 7, computed from the thread's number and its first coordinate.
const std::string third =
    "add.u32 %r3, %r0, %r1; shr.u32 %r2, %r3, 7; xor.b32 %r3, %r3, %r2; and.b32 %r3, %r3, 7;\n";

TEST_P(Textures, EightTexelsOfAVolume) {
  for (const bool normalized : {false, true})
    same(texture_job(
        third + "cvt.rn.f32.u32 %f2, %r3; mul.f32 %f2, %f2, 0f3ea8f5c3;\n"
                "tex.3d.v4.u32.f32 {%r4, %r5, %r6, %r7}, [%rd6, {%f0, %f1, %f2, %f2}];",
        {.width = 8,
         .height = 9,
         .depth = 5,
         .pitch = 40,
         .slice_pitch = 400,
         .type = TexelType::f32,
         .addressing = {TextureAddressing::mirror, TextureAddressing::wrap, TextureAddressing::border},
         .linear_filter = true,
         .normalized_coordinates = normalized},
        9));
}

TEST_P(Textures, OneTexelOfAVolumeByIntegers) {
  const Job j = texture_job(
      third +
          "and.b32 %r1, %r0, 15; sub.s32 %r1, %r1, 2; shr.u32 %r2, %r0, 4;\n"
          "tex.3d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%rd6, {%r1, %r2, %r3, %r3}];",
      {.width = 11, .height = 4, .depth = 6, .pitch = 48, .slice_pitch = 192, .type = TexelType::u32}, 10);
  const auto out = same(j);
  for (unsigned t = 0; t < 64; ++t) {
    const std::uint32_t sum = t + j.buffer[coordinates_at + 2 * t], z = (sum ^ sum >> 7) & 7;
    const std::int32_t x = static_cast<std::int32_t>(t & 15) - 2;
    const bool inside = x >= 0 && x < 11 && z < 6;
    EXPECT_EQ(out[4 * t],
              inside ? j.buffer[texels_at + z * 48 + t / 16 * 12 + static_cast<std::uint32_t>(x)] : 0)
        << t;
  }
}

TEST_P(Textures, LayersOfPlanesAndOfLines) {
  const ptx::Texture texture{.width = 8,
                             .height = 9,
                             .depth = 5,
                             .pitch = 40,
                             .slice_pitch = 400,
                             .type = TexelType::f32,
                             .linear_filter = true};
  same(texture_job(third + "tex.a2d.v4.u32.f32 {%r4, %r5, %r6, %r7}, [%rd6, {%r3, %f0, %f1, %f1}];", texture,
                   11));
  const Job j =
      texture_job(third + "tex.a1d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%rd6, {%r3, 2}];", texture, 12);
  const auto out = same(j);
  for (unsigned t = 0; t < 64; ++t) {
    const std::uint32_t sum = t + j.buffer[coordinates_at + 2 * t],
                        layer = std::min((sum ^ sum >> 7) & 7, 4u);
    EXPECT_EQ(out[4 * t], j.buffer[texels_at + layer * 100 + 2]) << t;
  }
}

TEST_P(Textures, SizeCanBeAsked) {
  const auto out =
      same(texture_job("txq.width.b32 %r4, [%rd6];\ntxq.height.b32 %r5, [%rd6];\n"
                       "txq.depth.b32 %r6, [%rd6];\ntxq.array_size.b32 %r7, [%rd6];",
                       {.width = 21, .height = 13, .depth = 3, .pitch = 84}, 6));
  EXPECT_EQ(out[0], 21u);
  EXPECT_EQ(out[1], 13u);
  EXPECT_EQ(out[2], 3u);
  EXPECT_EQ(out[3], 3u);
}

TEST_P(Textures, HandleOfNothingIsReported) {
  const Failure f =
      same_failure(texture_job("mov.u64 %rd6, 2;\n" + std::string(two), {.width = 1, .pitch = 4}, 7));
  EXPECT_EQ(f.status, Status::illegal_address);
  EXPECT_EQ(f.problem.what, "texture fetch with a handle of no texture, by warp 0, lane 0 of kernel 'k'");
  EXPECT_EQ(f.problem.value, "0x2");
}

TEST_P(Textures, AQuestionAboutNothingNamesFileAndLine) {
  const Job j = texture_job("mov.u64 %rd6, 2;\ntxq.width.b32 %r4, [%rd6];", {.width = 1, .pitch = 4}, 7);
  const auto place_on = [&](Device& device) {
    try {
      run_on(device, j);
    } catch (const Error& e) {
      return e.problem().place;
    }
    return std::string("no error");
  };
  FunctionalDevice functional;
  const std::string place = place_on(functional);
  EXPECT_TRUE(place.starts_with("test.ptx:")) << place;
  EXPECT_EQ(place_on(gpu), place);
}

TEST_P(Textures, TexelsOutsideOfMemoryAreReported) {
  const Failure f = same_failure(
      texture_job(two, {.width = 4000, .height = 20, .pitch = 16000, .type = TexelType::f32}, 8));
  EXPECT_EQ(f.status, Status::illegal_address);
}

}  // namespace
}  // namespace heddle::textures_test
