#pragma once

#include <array>
#include <cstdint>

#include "models/ptx/program.hpp"

namespace heddle {

/// Metadata in the code: words that are no instructions (their highest bit is set, see CodeImage). Their
/// meaning is the holder's. One holder.
class FetchHook {
 public:
  virtual ~FetchHook() = default;

  /// What the holder knows of words that are being fetched.
  struct Known {
    unsigned words = 0;  ///< bit k: word k is metadata that need not be decoded
    std::array<std::uint64_t, 2> contents{};
  };

  /// Words `word` and, if `count` is 2, the next one are being fetched for warp w, for which no other fetch
  /// is under way. At most once a cycle; `known` gives the answers in the same order, two cycles later or
  /// more and one a cycle, when warp w comes to the words.
  virtual void fetching(unsigned w, std::uint32_t word, unsigned count) = 0;
  virtual Known known() = 0;

  /// Warp w has come to metadata of these contents, which is not decoded.
  virtual void skipped(unsigned w, std::uint64_t contents) = 0;
  /// Warp w has come to a metadata word, which is decoded.
  enum class Use : std::uint8_t {
    done,     ///< it has taken effect
    in_turn,  ///< it waits until the instructions ahead of it are issued: see `in_turn`
    unknown   ///< it is no metadata of the holder
  };
  virtual Use decoded(unsigned w, std::uint32_t word, std::uint64_t bits) = 0;
  /// The holder's flags for the next instruction of warp w, in program order; 0: none.
  virtual std::uint8_t flags(unsigned w) = 0;

  /// The turn of a metadata word has come in its warp, which issues nothing until WarpTable::decoded. Once a
  /// cycle.
  virtual void in_turn(unsigned w, std::uint64_t bits) = 0;
  /// An instruction for which `flags` was not 0 has been issued. If no lane executes it the warp issues
  /// nothing until WarpTable::decoded.
  virtual void issued(unsigned w, const ptx::Instruction& i, std::uint8_t flags, bool executes) = 0;
};

}  // namespace heddle
