// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/pins/pin_layout.hpp"

namespace heddle {

PinLayout::PinLayout(const Channel& channel)
    : channel_(channel.name()),
      fields_(channel.fields()),
      bytes_(channel.bytes()),
      valid_offset_(fields_.back().offset),
      has_valid_(channel.has_valid()) {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    Field& f = fields_[i];
    f.name = channel.port_name(f);
    if (has_valid_ && i + 1 == fields_.size()) continue;
    const std::size_t bytes = rtl_bytes(f.bits);
    if (!runs_.empty() && runs_.back().offset + runs_.back().bytes == f.offset)
      runs_.back().bytes += bytes;
    else
      runs_.push_back({f.offset, bytes});
  }
}

std::uint64_t PinLayout::mix(std::uint64_t sum, std::uint64_t cycle, const std::byte* value) const {
  // Each word is multiplied by an odd number of its own, so that no product has to wait for another one.
  std::uint64_t factor = 0x9e3779b97f4a7c15ull;
  std::uint64_t total = cycle * factor;
  const auto add = [&](std::uint64_t word) {
    factor += 0xd1342543de82ef96ull;
    total += (word ^ word >> 32) * factor;
  };
  for (const Run& r : runs_) {
    const std::byte* at = value + r.offset;
    std::size_t left = r.bytes;
    for (std::uint64_t word; left >= sizeof word; at += sizeof word, left -= sizeof word) {
      std::memcpy(&word, at, sizeof word);
      add(word);
    }
    std::uint64_t rest = 0;
    for (std::size_t i = 0; i < left; ++i) rest |= std::to_integer<std::uint64_t>(at[i]) << 8 * i;
    add(rest);
  }
  return (sum ^ total) * 0x9e3779b97f4a7c15ull ^ sum >> 29;
}

std::uint64_t element_of(const Field& field, const std::byte* value, unsigned index) {
  // An element has 1, 2, 4 or 8 bytes; a field of one odd width is stored as Verilator stores it.
  const std::size_t bytes = rtl_bytes(field.element);
  std::uint64_t element = 0;
  std::memcpy(&element, value + field.offset + index * bytes, bytes);
  return element;
}

}  // namespace heddle
