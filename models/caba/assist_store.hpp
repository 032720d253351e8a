// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace heddle {

inline constexpr unsigned most_store_words = 1024;   ///< words of an assist warp store
inline constexpr unsigned most_subroutines = 32;     ///< SR.IDs
inline constexpr unsigned subroutine_id_bits = 5;    ///< of an SR.ID
inline constexpr unsigned assist_address_bits = 10;  ///< of an Inst.ID, and of a word's address

/// The code of the subroutines of assist warps (Vijaykumar2015, section 4.3: Assist Warp Store): words, and
/// for each subroutine (SR.ID) the address of its first word.
class AssistStoreState {
 public:
  /// Throws Error unless there are 1 to 1024 words.
  explicit AssistStoreState(unsigned words);

  /// Loads a word; an address beyond the store is ignored.
  void load_word(unsigned address, std::uint64_t word);
  /// Says where a subroutine begins.
  void load_subroutine(unsigned subroutine, unsigned first) { first_[subroutine] = first; }
  /// Instruction `instruction` (Inst.ID) of a subroutine; zero where no word has been loaded since the last
  /// reset, and beyond the store.
  std::uint64_t read(unsigned subroutine, unsigned instruction) const;
  /// Nothing is loaded, and all subroutines begin at 0.
  void reset();

 private:
  std::vector<std::uint64_t> words_;
  std::array<unsigned, most_subroutines> first_{};
};

}  // namespace heddle
