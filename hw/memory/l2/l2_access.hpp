#pragma once

#include <tlm>

#include "hw/memory/cache/byte_mask.hpp"
#include "hw/memory/cache/cache_array.hpp"
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
  Cycle ready = 0;

  /// `local` is the payload's address within the slice.
  static L2Access of(tlm::tlm_generic_payload& payload, std::uint64_t local);

  bool writes_only() const { return kind == Kind::write; }
  bool changes() const { return kind != Kind::read; }
  /// Must it come after `older`? Only if they share a byte that one of them changes.
  bool must_follow(const L2Access& older) const {
    return (changes() || older.changes()) && bytes.meets(older.bytes);
  }
  /// Are all bytes there that it needs?
  bool satisfied_by(const CacheLine& l) const { return writes_only() || l.valid.covers(bytes); }

  /// Moves the bytes between line and payload, which is answered OK; works an atomic on the line. Returns the
  /// cycles that it takes the cache's port: `port_bytes` a cycle, and for an atomic one for each of the lanes
  /// that meet in a word, if that is longer.
  unsigned perform(CacheLine& l, unsigned port_bytes) const;
};

}  // namespace heddle
