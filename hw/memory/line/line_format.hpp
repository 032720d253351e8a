// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tlm>

namespace heddle {

/// Bytes of a memory line: the largest piece that one transaction carries.
inline constexpr unsigned line_bytes = 128;
/// Bytes of one DRAM burst: the granularity of global memory traffic.
inline constexpr unsigned burst_bytes = 32;

/// Where lines may be encoded: between an SM and the crossbar, between the crossbar and an L2 slice, between
/// a memory controller and its DRAM.
enum class EdgePlace : std::uint8_t { sm, l2, controller };
inline constexpr unsigned edge_places = 3;
constexpr std::string_view name_of(EdgePlace place) {
  constexpr std::string_view names[] = {"SM", "L2 slice", "channel"};
  return names[static_cast<unsigned>(place)];
}

/// What is known about the bits of a line: a layer for each edge that has encoded it.
struct LineFormat {
  struct Layer {
    std::uint8_t encoding = 0;         ///< 0: the edge has left the line as it was
    std::uint8_t length = line_bytes;  ///< bytes of the encoded line
    std::uint16_t epoch = 0;           ///< of the codec's tables
    bool operator==(const Layer&) const = default;
  };
  std::array<Layer, edge_places> layers{};

  Layer& of(EdgePlace place) { return layers[static_cast<unsigned>(place)]; }
  const Layer& of(EdgePlace place) const { return layers[static_cast<unsigned>(place)]; }
  bool unencoded() const { return (layers[0].encoding | layers[1].encoding | layers[2].encoding) == 0; }
  /// Bytes of the encoded line, as the lowest edge has left it.
  unsigned length() const {
    for (unsigned k = edge_places; k-- > 0;)
      if (layers[k].encoding != 0) return layers[k].length;
    return line_bytes;
  }
  bool operator==(const LineFormat&) const = default;
};

/// The format of the line that a payload carries. Without this extension, and by default, lines are
/// unencoded.
class CarriedFormat : public tlm::tlm_extension<CarriedFormat>, public LineFormat {
 public:
  tlm::tlm_extension_base* clone() const override { return new CarriedFormat(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const CarriedFormat&>(other);
  }
  LineFormat& format() { return *this; }

  /// A read of a whole line whose format is not known yet: what it reads may be encoded.
  bool undecided = false;
  /// Of such a read: how the bits that it has read were stored. Its edge goes by its directory and checks
  /// that it says the same.
  std::optional<LineFormat> stored_as;
  /// Of an answer of the L2: the version of the line that it holds (RefusedPart).
  std::uint64_t version = 0;
};

/// Throws Error when a line is taken for something else than what was stored; `place` reads it.
void require_stored_as(const LineFormat& taken, const LineFormat& stored, std::uint64_t line,
                       const std::string& place);

/// The format of a payload that moves a whole line in the form in which it is stored, else null. Parts of
/// lines, atomics, and payloads without a CarriedFormat always move unencoded bytes.
inline LineFormat* carried_format(const tlm::tlm_generic_payload& p) {
  if (p.get_data_length() != line_bytes || p.get_address() % line_bytes != 0 ||
      p.get_byte_enable_ptr() != nullptr || !(p.is_read() || p.is_write()))
    return nullptr;
  return p.get_extension<CarriedFormat>();
}

/// Bytes that the data of a payload take on wires, from which crossbar flits and DRAM bursts follow.
inline unsigned wire_bytes(const tlm::tlm_generic_payload& p) {
  const LineFormat* format = carried_format(p);
  return format != nullptr && !format->unencoded() ? format->length() : p.get_data_length();
}

/// A write that the host's copy has overtaken writes nothing any more.
inline constexpr unsigned char no_byte_enabled = TLM_BYTE_DISABLED;
inline void write_nothing(tlm::tlm_generic_payload& p) {
  p.set_byte_enable_ptr(const_cast<unsigned char*>(&no_byte_enabled));
  p.set_byte_enable_length(1);
}
inline bool writes_nothing(const tlm::tlm_generic_payload& p) {
  return p.get_byte_enable_ptr() == &no_byte_enabled;
}

}  // namespace heddle
