#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

/// A name for content, to find again what was made of it: FNV-1a and a second mixture beside it, 128 bits in
/// all, with a separator after each part, so that no two lists of parts run into each other.
class ContentHash {
 public:
  void add(std::string_view part) {
    for (const char c : part) mix(static_cast<unsigned char>(c));
    mix(256);
  }
  /// 32 hexadecimal digits.
  std::string text() const { return fmt::format("{:016x}{:016x}", a_, b_); }

 private:
  void mix(unsigned value) {
    a_ = (a_ ^ value) * 0x100000001b3ull;
    b_ = (b_ + value) * 0x9e3779b97f4a7c15ull ^ b_ >> 29;
  }
  std::uint64_t a_ = 0xcbf29ce484222325ull, b_ = 0;
};

}  // namespace heddle
