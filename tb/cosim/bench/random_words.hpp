// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/random.hpp"
#include "models/base/warp_register.hpp"

namespace heddle {

/// Random warp registers, fast: sixteen independent xorshift generators that a compiler turns into vector
/// code.
class RandomWords {
 public:
  explicit RandomWords(std::uint64_t seed) {
    Random random(seed);
    for (auto& s : state_) s = random() | 1;
  }

  void fill(WarpRegister& lanes) {
    for (std::size_t i = 0; i < state_.size(); ++i) {
      std::uint64_t s = state_[i];
      s ^= s << 13;
      s ^= s >> 7;
      s ^= s << 17;
      state_[i] = s;
      lanes[2 * i] = static_cast<std::uint32_t>(s);
      lanes[2 * i + 1] = static_cast<std::uint32_t>(s >> 32);
    }
  }

 private:
  std::array<std::uint64_t, warp_size / 2> state_{};
};

}  // namespace heddle
