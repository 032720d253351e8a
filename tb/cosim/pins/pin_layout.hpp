// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "hw/sim/channel.hpp"

namespace heddle {

/// How the value of a channel lies in memory: for comparing, recording and printing pins without their types.
class PinLayout {
 public:
  explicit PinLayout(const Channel& channel);

  const std::string& channel() const { return channel_; }
  const std::vector<Field>& fields() const { return fields_; }  ///< named as the RTL's ports
  std::size_t bytes() const { return bytes_; }
  bool has_valid() const { return has_valid_; }
  /// The payload means something: always for a level.
  bool valid(const std::byte* value) const { return !has_valid_ || static_cast<bool>(value[valid_offset_]); }
  /// Equal as far as it means something.
  bool equal(const std::byte* a, const std::byte* b) const {
    return valid(a) == valid(b) && (!valid(a) || same_payload(a, b));
  }
  bool same_payload(const std::byte* a, const std::byte* b) const {
    for (const Run& r : runs_)
      if (std::memcmp(a + r.offset, b + r.offset, r.bytes) != 0) return false;
    return true;
  }
  /// Copies what means something.
  void copy(std::byte* to, const std::byte* from) const {
    const bool is_valid = valid(from);
    if (has_valid_) to[valid_offset_] = static_cast<std::byte>(is_valid);
    if (is_valid)
      for (const Run& r : runs_) copy_pin(to + r.offset, from + r.offset, r.bytes);
  }
  /// Mixes cycle and payload into a checksum.
  std::uint64_t mix(std::uint64_t sum, std::uint64_t cycle, const std::byte* value) const;

 private:
  struct Run {
    std::size_t offset, bytes;
  };
  std::string channel_;
  std::vector<Field> fields_;
  std::vector<Run> runs_;  // of the payload, without padding
  std::size_t bytes_;
  std::size_t valid_offset_;  // of a beat's valid bit
  bool has_valid_;
};

/// Element `index` of a field.
std::uint64_t element_of(const Field& field, const std::byte* value, unsigned index);
inline unsigned elements_of(const Field& field) { return field.bits / field.element; }

}  // namespace heddle
