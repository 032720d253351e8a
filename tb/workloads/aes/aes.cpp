// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/aes/aes.hpp"

#include <bit>

namespace heddle::aes {
namespace {

/// Returns the product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1.
std::uint8_t product(std::uint8_t a, std::uint8_t b) {
  unsigned sum = 0, shifted = a;
  for (int bit = 0; bit < 8; ++bit) {
    if (b >> bit & 1) sum ^= shifted;
    shifted = shifted << 1 ^ (shifted & 0x80 ? 0x11b : 0);
  }
  return static_cast<std::uint8_t>(sum);
}

/// The inverse is the 254th power; 0 has the inverse 0 here.
std::uint8_t compute_substitution(std::uint8_t byte) {
  std::uint8_t inverse = 1;
  for (int i = 0; i < 254; ++i) inverse = product(inverse, byte);
  std::uint8_t out = 0x63;
  for (int i = 0; i < 5; ++i) out ^= std::rotl(inverse, i);
  return out;
}

}  // namespace

std::uint8_t substituted(std::uint8_t byte) {
  static const auto box = [] {
    std::array<std::uint8_t, 256> all{};
    for (int i = 0; i < 256; ++i) all[i] = compute_substitution(static_cast<std::uint8_t>(i));
    return all;
  }();
  return box[byte];
}

Schedule expand(const Block& key) {
  Schedule keys{key};
  std::uint8_t constant = 1;
  for (int round = 1; round < 11; ++round) {
    const Block& last = keys[round - 1];
    for (int i = 0; i < 16; ++i) {
      std::uint8_t changed = i >= 4 ? keys[round][i - 4] : substituted(last[12 + (i + 1) % 4]);
      if (i == 0) changed ^= constant;
      keys[round][i] = last[i] ^ changed;
    }
    constant = product(constant, 2);
  }
  return keys;
}

Block encrypt(const Block& plain, const Schedule& keys) {
  Block state;
  for (int i = 0; i < 16; ++i) state[i] = plain[i] ^ keys[0][i];
  for (int round = 1; round < 11; ++round) {
    Block shifted;  // byte i is row i % 4 of column i / 4; row r is rotated left by r columns
    for (int i = 0; i < 16; ++i) shifted[i] = substituted(state[(i + 4 * (i % 4)) % 16]);
    for (int i = 0; i < 16; ++i) {
      const auto row = [&](int r) { return shifted[i / 4 * 4 + (i + r) % 4]; };
      state[i] = round == 10 ? shifted[i] : product(row(0), 2) ^ product(row(1), 3) ^ row(2) ^ row(3);
      state[i] ^= keys[round][i];
    }
  }
  return state;
}

}  // namespace heddle::aes
