// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstring>

#include "models/base/random.hpp"
#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {
namespace {

/// Bit patterns that float arithmetic treats specially, and their neighbours.
constexpr std::array<std::uint32_t, 14> special{0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000,
                                                0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000,
                                                0xbf800000, 0x4b000000, 0x5f000000, 0x3effffff};

std::uint32_t float_bits(float f) {
  std::uint32_t bits;
  std::memcpy(&bits, &f, sizeof bits);
  return bits;
}

}  // namespace

std::vector<std::byte> content_of(const InputBuffer& b) {
  std::vector<std::uint32_t> words(b.bytes / 4);
  Random random(b.seed);
  const auto base = static_cast<std::uint32_t>(random());
  const std::uint32_t step = 1 + random.below(8);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto n = static_cast<std::uint32_t>(i);
    switch (b.pattern) {
      case Pattern::zero:
        break;
      case Pattern::equal:
        words[i] = base;
        break;
      case Pattern::similar:
        words[i] = base + random.below(200) - 100;
        break;
      case Pattern::affine:
        words[i] = base + n * step;
        break;
      case Pattern::narrow:
        words[i] = random.below(16) - (random.one_in(4) ? 8 : 0);
        break;
      case Pattern::random:
        words[i] = static_cast<std::uint32_t>(random());
        break;
      case Pattern::floats:
        words[i] = float_bits((static_cast<float>(random.below(1 << 20)) - (1 << 19)) / 1024.0f);
        break;
      case Pattern::special_floats:
        words[i] = special[random.below(special.size())];
        break;
    }
  }
  std::vector<std::byte> bytes(b.bytes);
  if (!bytes.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

}  // namespace heddle::fuzz
