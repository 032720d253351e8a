// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "models/ptx/program/program.hpp"

namespace heddle {

/// Metadata in the code: words that are no instructions (their highest bit is set, see CodeImage). Their
/// meaning is the holder's. One holder.
class FetchHook {
 public:
  virtual ~FetchHook() = default;

  /// A fetch takes metadata among so many of its first words; metadata after these begins the next fetch.
  static constexpr unsigned most_words = 2;
  /// What the holder knows of words that are being fetched.
  struct Known {
    unsigned words = 0;  ///< bit k: word k is metadata that need not be decoded
    std::array<std::uint64_t, most_words> contents{};
  };

  /// Is metadata decoded beside the instructions of its fetch, or does it take the place of one?
  virtual bool beside() const = 0;
  /// Words from `first` on, `most_words` at most, are being fetched for warp w, which has issued all
  /// instructions before them and for which no other fetch is under way. At most once a cycle; `known`
  /// gives the answers in the same order, two cycles later or more and one a cycle, when warp w comes to the
  /// words.
  virtual void fetching(unsigned w, std::uint32_t first, std::span<const std::uint64_t> words) = 0;
  virtual Known known() = 0;

  /// Warp w has come to metadata of these contents, which is not decoded.
  virtual void skipped(unsigned w, std::uint64_t contents) = 0;
  /// Warp w has come to a metadata word, which is decoded; `first` of its fetch or not.
  enum class Use : std::uint8_t {
    done,        ///< it has taken effect
    next_fetch,  ///< the instructions before it must be issued first: the fetch ends, the next begins with it
    unknown      ///< it is no metadata of the holder
  };
  virtual Use decoded(unsigned w, std::uint32_t word, std::uint64_t bits, bool first) = 0;
  /// The holder's flags for the next instruction of warp w, in program order; 0: none.
  virtual std::uint8_t flags(unsigned w) = 0;

  /// An instruction for which `flags` was not 0 has been issued. If no lane executes it, its warp writes none
  /// of its sources until WarpTable::decoded.
  virtual void issued(unsigned w, const ptx::Instruction& i, std::uint8_t flags, bool executes) = 0;
};

}  // namespace heddle
