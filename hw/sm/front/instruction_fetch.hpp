// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "hw/memory/cache/cache_array.hpp"
#include "hw/memory/cache/cache_statistics.hpp"
#include "hw/memory/cache/mshr_table.hpp"
#include "hw/sm/front/next_line_prefetch.hpp"
#include "hw/sm/hooks/fetch_hook.hpp"
#include "hw/sm/memory/memory_port.hpp"
#include "hw/sm/types/code_image.hpp"
#include "hw/sm/types/instruction_buffer.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "hw/sm/warp_scheduler/round_robin.hpp"
#include "hw/sm/warps/warp_table.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// Fetch and decode with the L1 instruction cache. A warp whose buffer is empty asks for instructions (as in
/// GPGPU-Sim, so that no branch makes a fetch useless); in each cycle one warp, in round robin, reads as
/// many words as its buffer holds from one line. Words of a line that has come from memory go first. An
/// access that finds no MSHR is tried again when a line has come. A word that is neither an instruction of
/// the kernel nor metadata is an Error. Metadata stands in no buffer: what the FetchHook already knows is not
/// decoded, and the access reads one more word (Jeon2015 section 7.2); the rest is decoded beside the
/// instructions of the access, or takes the place of one, as the hook says.
///
/// After an access that sm.l1i_prefetch names, the next line of the code is asked for, unless it is there or
/// on its way, if an MSHR, a line and room in the miss queue are free. No MSHR is kept for accesses. Where
/// lines are decoded at the SM's edge, a warp does not end before the lines have come that its accesses have
/// asked for, since what decodes them may need it.
class InstructionFetch {
 public:
  /// Words that were fetched for a warp.
  struct Fetched {
    std::uint64_t due = 0;    ///< cycle in which the instructions are in the buffer
    std::uint32_t first = 0;  ///< in the kernel's words
    std::uint8_t warp = 0, count = 0;
    std::array<std::uint64_t, InstructionBuffer::size + FetchHook::most_words> words{};
  };

  /// `metadata` is null where the code has none.
  InstructionFetch(const SmConfig& config, MemoryPort& port, FetchHook* metadata, WarpTable& warps,
                   StatGroup& stats);

  /// The code of the next launch lies at `address`, a multiple of the line. The cache becomes empty, unless
  /// it is the code of the last one, or with sm.l1i_kept, where the code of each kernel has another address.
  void begin(const CodeImage& code, std::uint64_t address);
  /// Warp w has no instruction and jumps to Kernel::code[pc]; no fetch is under way for it.
  void want(unsigned w, std::uint32_t pc) {
    next_[w] = code_->first_word(pc);
    want_next(w);
  }
  /// The same for the instruction after those that it had.
  void want_next(unsigned w) { wanting_ |= WarpMask{1} << w; }
  /// Warp w goes on with Kernel::code[pc] instead of what it has asked for; words that are under way for it
  /// are dropped when they come, and only then it fetches again.
  void redirect(unsigned w, std::uint32_t pc);

  /// Sends requests for lines that are missing. Before the data side in each cycle: they are few.
  void send();
  /// Moves the words that leave the decoder now into the instruction buffers of the warps; with a
  /// FetchHook those of one fetch, since it answers for one a cycle.
  void decode(Cycle now) {
    for (bool more = true; more && !decoding_.empty() && decoding_.front().due <= now;
         more = metadata_ == nullptr) {
      deliver(decoding_.front());
      decoding_.pop();
    }
  }
  /// Takes a line that has come, then fetches for one warp.
  void fetch(Cycle now);

  /// No line is on its way. A prefetch may be when the last warp has ended.
  bool idle() const { return misses_.empty(); }
  /// The first cycle in which there is something to do, besides lines that come.
  Cycle next(Cycle now) const {
    if (wanting_ != 0 || !arrived_.empty() || !requests_.empty()) return now + 1;
    return decoding_.empty() ? never : decoding_.front().due;
  }

 private:
  using Misses = MshrTable<std::uint8_t>;  ///< the waiters are warps

  void fill(Transaction& t);
  void access(unsigned w, Cycle now);
  void miss(unsigned w, std::uint64_t at, CacheLine* line);
  void prefetch_after(unsigned w, std::uint64_t line);
  Misses::Entry& request(unsigned w, std::uint64_t at, CacheLine& line);
  Fetched words_of(unsigned w, const unsigned char* line) const;
  void send_to_decoder(Fetched& f, std::uint64_t due, Cycle now);
  void deliver(const Fetched& f);
  /// What becomes of a word.
  enum class Word : std::uint8_t { instruction, skipped, decoded, next_fetch };
  Word word(const Fetched& f, unsigned k, const FetchHook::Known& known);
  DecodedWord instruction(const Fetched& f, unsigned k);
  std::uint64_t address_of(std::uint32_t word) const {
    return base_ + std::uint64_t{word} * CodeImage::word_bytes;
  }

  const CacheConfig config_;
  const unsigned decode_latency_;
  MemoryPort& port_;
  FetchHook* const metadata_;
  WarpTable& warps_;
  TransactionPool pool_;
  CacheArray lines_;
  Misses misses_;
  CacheStatistics statistics_;

  const CodeImage* code_ = nullptr;
  std::uint64_t base_ = 0, identity_ = 0;
  std::array<std::uint32_t, 64> next_{};  ///< word of each warp
  std::array<CacheLine*, 64> last_{};     ///< a warp's last line: most often it is there again
  WarpMask wanting_ = 0;
  WarpMask refused_ = 0;                     ///< warps whose access found no MSHR
  WarpMask under_way_ = 0;                   ///< warps for which a line or words will come
  WarpMask redirected_ = 0;                  ///< those of them that go on at `targets_` instead
  std::array<std::uint32_t, 64> targets_{};  ///< words
  RoundRobin order_;
  Ring<Transaction*> requests_;
  Ring<Fetched> arrived_;   ///< of lines that came from memory
  Ring<Fetched> decoding_;  ///< on their way through cache and decoder
  NextLinePrefetch prefetch_;
  const bool kept_;         ///< sm.l1i_kept
  const bool holds_warps_;  ///< while their lines are on their way
};

}  // namespace heddle
