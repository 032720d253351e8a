// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <utility>

#include "tb/fuzz/print/ptx_writer.hpp"

namespace heddle::fuzz {

/// Elements that a load or store moves.
inline std::size_t elements_of(const Statement& s) {
  if (s.kind == Statement::Kind::copy) return 1;
  return s.kind == Statement::Kind::load ? s.results.size() : s.sources.size();
}

/// Writes how a kernel computes addresses and thread numbers, as compilers do: once ahead of the body, or
/// again at each use (KernelTree::remake).
class PtxAddresses {
 public:
  PtxAddresses(const KernelTree& kernel, PtxWriter& out) : k_(kernel), out_(out) {}

  /// What is computed once, ahead of the body; known when the body has been printed.
  std::string kept_values() const {
    std::string text;
    for (const auto& [name, lines] : kept_) text += lines;
    return text;
  }

  const char* global() const { return k_.generic ? "" : ".global"; }
  std::string local_id(const Statement& s);   ///< of the thread in its CTA, in a register
  std::string global_id(const Statement& s);  ///< in the grid
  /// The mask of the lanes with which the thread's warp began.
  std::string launched_lanes(const Statement& s);
  /// A pointer that is a parameter of the kernel.
  std::string base(const Statement& s, const std::string& parameter);
  /// base + index * scale.
  std::string scaled(const std::string& base, const std::string& index, std::uint32_t scale);
  /// The thread's slot of the output.
  std::string slot(const Statement& s);
  std::string shared_symbol(const Statement& s);
  /// The thread's own slot of shared memory.
  std::string shared_own(const Statement& s, std::uint32_t slot);
  /// Where a load or store goes, as it stands between brackets, and the space in the opcode.
  std::pair<std::string, std::string> place(const Statement& s);

 private:
  const char* address_type() const { return k_.wide_addresses ? "u64" : "u32"; }
  Kind address_kind() const { return k_.wide_addresses ? Kind::b64 : Kind::b32; }

  bool remade(const Statement& s) const {
    if (k_.remake == Remake::mixed) return (s.id * 2654435761u >> 16 & 1) != 0;
    return k_.remake == Remake::always;
  }
  /// The value `name`, made by `make(register)`: at this place, or once ahead of the body.
  template <class Make>
  std::string value(const Statement& s, const std::string& name, Kind kind, Make&& make) {
    if (remade(s)) {
      const std::string r = out_.temporary(kind);
      make(out_, r);
      return r;
    }
    auto& slot = kept_names_[name];
    if (slot.empty()) {
      slot = out_.temporary(kind);
      PtxWriter once;
      once.guard("");
      make(once, slot);
      kept_[name] = once.text();
    }
    return slot;
  }

  void write_local_id(PtxWriter& w, const std::string& r);
  void write_global_id(PtxWriter& w, const std::string& r);
  /// The byte that index, scale and offset select, in a register: not yet added to a base.
  std::string masked(const Statement& s, std::uint32_t bytes);
  std::string sum(const std::string& base, const std::string& bytes);

  const KernelTree& k_;
  PtxWriter& out_;
  std::map<std::string, std::string> kept_names_, kept_;
};

}  // namespace heddle::fuzz
