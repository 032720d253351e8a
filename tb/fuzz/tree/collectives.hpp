// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace heddle::fuzz {

/// One of the threads that execute a collective instruction together: its lane, its sources and its results
/// (bits, in the order of the signature).
struct Member {
  unsigned lane = 0;
  std::array<std::uint64_t, 3> in{};
  std::array<std::uint64_t, 2> out{};
};

/// An instruction that several threads execute together, and the results of each; written from the PTX ISA
/// and not from models/ptx.
struct Collective {
  std::string_view text;       ///< as Form::text; without the number of the barrier and the member mask
  std::string_view signature;  ///< as Form::signature; empty: no values
  bool barrier = false;        ///< all threads of the CTA; otherwise the threads of a warp's member mask
  bool whole_warp = false;     ///< reads from lanes by number: only when all 32 execute it
  void (*compute)(std::span<Member> members) = nullptr;  ///< members in the order of their threads

  unsigned results() const { return kinds_at(0, signature.find(':')); }
  unsigned sources() const { return kinds_at(signature.find(':') + 1, signature.size()); }

 private:
  unsigned kinds_at(std::size_t begin, std::size_t end) const {
    return signature.empty() ? 0 : static_cast<unsigned>(end - begin);
  }
};

std::span<const Collective> all_collectives();
const Collective& collective_named(std::string_view text);  ///< Error when there is none

}  // namespace heddle::fuzz
