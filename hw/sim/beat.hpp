// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <ostream>
#include <string>
#include <systemc>
#include <tuple>
#include <utility>

#include "models/base/reflect.hpp"

namespace heddle {

/// A payload with its valid bit. Two idle beats are equal whatever their payload, since the payload of an
/// idle beat has no meaning.
template <class P>
struct Beat {
  P payload{};
  bool valid = false;
  friend bool operator==(const Beat& a, const Beat& b) {
    return a.valid == b.valid && (!a.valid || a.payload == b.payload);
  }
  friend std::ostream& operator<<(std::ostream& out, const Beat& b) {
    return out << (b.valid ? "beat" : "idle");
  }
  friend void sc_trace(sc_core::sc_trace_file*, const Beat&, const std::string&) {}
};

/// Pins that mean something in every cycle.
template <class P>
struct Level {
  P payload{};
  bool operator==(const Level&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Level&) { return out << "level"; }
  friend void sc_trace(sc_core::sc_trace_file*, const Level&, const std::string&) {}
};

/// Bytes of a payload up to the end of its last member: what follows is padding, which alignment can make as
/// large as a third of the whole.
template <class P>
inline constexpr std::size_t used_bytes = std::apply(
    [](auto*... member) {
      std::size_t end = 0;
      ((end =
            (end + alignof(decltype(*member)) - 1) / alignof(decltype(*member)) * alignof(decltype(*member)) +
            sizeof(*member)),
       ...);
      return end;
    },
    decltype(members(std::declval<P&>())){});

/// to = from, without the padding.
template <class P>
void copy_beat(Beat<P>& to, const Beat<P>& from) {
  std::memcpy(static_cast<void*>(&to.payload), &from.payload, used_bytes<P>);
  to.valid = from.valid;
}

template <class V>
concept IsBeat = requires(V v) {
  v.payload;
  v.valid;
};

}  // namespace heddle
