#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace heddle {

/// A set of up to 128 ports.
class PortSet {
 public:
  static constexpr unsigned most = 128;

  void insert(unsigned port) { words_[port / 64] |= bit(port); }
  void erase(unsigned port) { words_[port / 64] &= ~bit(port); }
  bool contains(unsigned port) const { return (words_[port / 64] & bit(port)) != 0; }
  bool empty() const { return (words_[0] | words_[1]) == 0; }
  unsigned size() const { return static_cast<unsigned>(std::popcount(words_[0]) + std::popcount(words_[1])); }
  /// The first member from `port` on, going round; the set is not empty.
  unsigned next_from(unsigned port) const {
    const unsigned w = port / 64;
    if (const std::uint64_t rest = words_[w] & ~std::uint64_t{0} << port % 64; rest != 0)
      return 64 * w + static_cast<unsigned>(std::countr_zero(rest));
    const unsigned other = 1 - w;
    if (words_[other] != 0) return 64 * other + static_cast<unsigned>(std::countr_zero(words_[other]));
    return 64 * w + static_cast<unsigned>(std::countr_zero(words_[w]));
  }
  /// Calls `visit(port)` for each member, ascending, of those that are there at the call.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (unsigned w = 0; w < 2; ++w)
      for (std::uint64_t bits = words_[w]; bits != 0; bits &= bits - 1)
        visit(64 * w + static_cast<unsigned>(std::countr_zero(bits)));
  }

 private:
  static std::uint64_t bit(unsigned port) { return std::uint64_t{1} << port % 64; }
  std::array<std::uint64_t, 2> words_{};
};

/// Tells the owner of many ports which of them have received a payload.
struct Doorbell {
  PortSet* set = nullptr;  ///< null: no owner to tell
  unsigned port = 0;       ///< what is inserted
  void ring() const {
    if (set != nullptr) set->insert(port);
  }
};

}  // namespace heddle
