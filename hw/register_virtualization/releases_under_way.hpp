#pragma once

#include <array>
#include <utility>

#include "models/base/register_set.hpp"
#include "models/register_virtualization/renaming_map.hpp"

namespace heddle {

/// Releases that were sent to the renaming table, by bank: in this cycle, in the one before, and in the one
/// before that, whose answers come now.
class ReleasesUnderWay {
 public:
  struct Release {
    bool open = false;
    std::uint8_t warp = 0, reg = 0;
  };

  void begin_cycle() { answered_ = std::exchange(before_, std::exchange(now_, {})); }
  void send(unsigned bank, unsigned w, unsigned r) {
    now_[bank] = {true, static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(r)};
  }
  /// Takes the one whose answer comes now.
  Release answered(unsigned bank) { return std::exchange(answered_[bank], {}); }

  bool any() const {
    for (unsigned b = 0; b < table_banks; ++b)
      if (now_[b].open || before_[b].open) return true;
    return false;
  }
  /// Registers of warp w that wait for an answer.
  RegisterSet of(unsigned w) const {
    RegisterSet set = 0;
    for (const auto* releases : {&now_, &before_})
      for (const Release& r : *releases)
        if (r.open && r.warp == w) set |= only(r.reg);
    return set;
  }

 private:
  std::array<Release, table_banks> now_{}, before_{}, answered_{};
};

}  // namespace heddle
