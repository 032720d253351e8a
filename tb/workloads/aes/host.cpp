// SPDX-License-Identifier: Apache-2.0
// Encrypts a picture block by block; the result must be exact.
#include "tb/workloads/aes/aes.hpp"
#include "tb/workloads/image.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::aes {
namespace {

constexpr std::uint32_t cta = 256;

struct AesSizes {
  std::uint32_t width = 512, height = 240;
  static constexpr auto parameters() {
    constexpr auto source = "30 CTAs of 256 blocks of 16 bytes";
    return std::tuple{
        parameter(&AesSizes::width, "width", "pixels", 16, 8192, source,
                  "Width of the picture, rounded down to 16"),
        parameter(&AesSizes::height, "height", "pixels", 1, 8192, source, "Height of the picture")};
  }
};

std::uint32_t word(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
  return std::uint32_t{a} << 24 | std::uint32_t{b} << 16 | std::uint32_t{c} << 8 | d;
}

/// Returns the kernel's constant `table`.
std::vector<std::uint32_t> round_table() {
  std::vector<std::uint32_t> all;
  for (int i = 0; i < 256; ++i) {
    const std::uint8_t s = aes::substituted(static_cast<std::uint8_t>(i));
    const auto twice = static_cast<std::uint8_t>(s << 1 ^ (s & 0x80 ? 0x1b : 0));
    all.push_back(word(twice, s, s, twice ^ s));
  }
  return all;
}

std::vector<std::uint32_t> words_of(const aes::Schedule& keys) {
  std::vector<std::uint32_t> all;
  for (const aes::Block& key : keys)
    for (int i = 0; i < 16; i += 4) all.push_back(word(key[i], key[i + 1], key[i + 2], key[i + 3]));
  return all;
}

WorkloadResult run(const WorkloadRun& run, const AesSizes& s) {
  Random random(run.seed);
  const Image picture = photograph(random, s.width / 16 * 16, s.height);
  aes::Block key;
  for (std::uint8_t& byte : key) byte = static_cast<std::uint8_t>(random.below(256));
  const aes::Schedule keys = aes::expand(key);
  const auto set = [&](const char* name, const std::vector<std::uint32_t>& values) {
    run.context.copy_to_device(run.module.variable(name).address, std::as_bytes(std::span(values)));
  };
  set("table", round_table());
  set("round_keys", words_of(keys));
  const std::size_t bytes = picture.pixels.size();
  const auto blocks = static_cast<std::uint32_t>(bytes / 16);
  const DevicePointer in = run.context.upload(picture.pixels), out = run.context.allocate(bytes);
  run.module.function("aes").launch({.grid = {blocks_for(blocks, cta)}, .cta = {cta}}, in, out,
                                    static_cast<std::int32_t>(blocks));

  std::vector<std::uint8_t> expected;
  for (std::size_t i = 0; i < bytes; i += 16) {
    aes::Block plain;
    std::copy_n(picture.pixels.begin() + static_cast<std::ptrdiff_t>(i), 16, plain.begin());
    const aes::Block secret = aes::encrypt(plain, keys);
    expected.insert(expected.end(), secret.begin(), secret.end());
  }
  WorkloadResult result;
  result.compare<std::uint8_t>("out", expected, run.context.download<std::uint8_t>(out, bytes));
  return result;
}

const Registration<Workload> registration{make_workload<AesSizes>(
    {.name = "aes",
     .description = "a picture encrypted with AES-128, tables in shared memory",
     .stands_for = "Lee2015 AES (GPGPU-Sim's suite)",
     .values = "bytes of a picture at first, then words that look random; table words with two equal bytes",
     .character = "compute bound integers, bank conflicts in shared memory, no divergence",
     .small = {"width=80", "height=61"}},
    run)};

}  // namespace
}  // namespace heddle::aes
