// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm>

#include "hw/memory/cache/byte_mask.hpp"
#include "hw/memory/cache/cache_array.hpp"
#include "hw/memory/l2/l2_config.hpp"
#include "hw/memory/line/line_codecs.hpp"
#include "hw/memory/line/refused_part.hpp"
#include "hw/sim/clock_domain.hpp"

namespace heddle {

/// A request as an L2 slice sees it.
struct L2Access {
  enum class Kind : std::uint8_t { read, write, atomic };

  tlm::tlm_generic_payload* payload = nullptr;
  std::uint64_t line = 0;  ///< local address of its line
  Kind kind = Kind::read;
  std::uint8_t offset = 0, length = 0;  ///< its bytes in the line
  ByteMask bytes;                       ///< that it reads or writes
  ByteMask needs;                       ///< that must be valid before it can be performed
  Cycle ready = 0;

  /// `local` is the payload's address within the slice.
  static L2Access of(tlm::tlm_generic_payload& payload, std::uint64_t local, const L2Config& config);

  bool needs_nothing() const { return !needs.any(); }
  bool changes() const { return kind != Kind::read; }
  /// Must it come after `older`? Only if they share a byte that one of them changes.
  bool must_follow(const L2Access& older) const {
    return (changes() || older.changes()) && bytes.meets(older.bytes);
  }
  /// Are all bytes there that it needs?
  bool satisfied_by(const CacheLine& l) const { return l.valid.covers(needs); }

  /// Moves the bytes between line and payload, which is answered OK; performs an atomic on the line. An
  /// encoded line is moved as it is if the payload moves all of it and can carry its format; else a part is
  /// read from a decoded copy, and a change decodes the line. Returns the cycles that it takes the cache's
  /// port: `port_bytes` a cycle, and for an atomic one for each of the lanes that meet in a word, if that is
  /// longer; those of decoding come on top.
  unsigned perform(CacheLine& l, unsigned port_bytes, const LineCodecs& codecs) const;

  // Where SMs restore lines.

  /// Does the payload come with the line as it was before it was encoded, and has that not changed since?
  bool brings(const CacheLine& l) const;
  /// What it brings takes the place of the encoded line.
  void restore(CacheLine& l) const;
  /// Is that all that it is for?
  bool gives_back() const {
    const RefusedPart* part = refused_part(*payload);
    return part != nullptr && part->state == RefusedPart::State::given_back;
  }
  /// Answers with the encoded line, and does nothing else. Returns the cycles of the port. Of a payload that
  /// can carry lines.
  unsigned refuse(const CacheLine& l, unsigned port_bytes) const;
  /// Bytes of the line when it has been changed: of its format if it is moved as it is, else all.
  unsigned bytes_left_behind() const {
    const LineFormat* const format = carried_format(*payload);
    return format != nullptr ? format->length() : line_bytes;
  }
  /// Must the line be decoded for it?
  bool decodes(const CacheLine& l) const {
    return !l.format.unencoded() && carried_format(*payload) == nullptr && !replaces_line();
  }

 private:
  bool replaces_line() const { return kind == Kind::write && bytes == ByteMask::range(0, 128); }
  unsigned move_line(CacheLine& l, LineFormat& format, unsigned port_bytes) const;
};

}  // namespace heddle
