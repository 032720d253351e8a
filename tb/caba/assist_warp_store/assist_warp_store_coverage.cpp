// SPDX-License-Identifier: Apache-2.0
#include "tb/caba/assist_warp_store/assist_warp_store_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

const Arises program = by_chance("which subroutines there are, and which run, is the program's choice");
const Arises loaded_before = never_in_system("the store is loaded before the program runs");
const Arises never_beyond = never_in_system("subroutines lie within the store");

constexpr unsigned long_row = 8;  // fetches

}  // namespace

AssistWarpStoreCoverage::AssistWarpStoreCoverage(const AssistWarpStoreConfig& config)
    : words_(config.words),
      held_(config.words),
      subroutine_(coverage.points("a word of subroutine {} fetched", 0, most_subroutines - 1, program)),
      begun_at_(
          coverage.points("a beginning at an address with bit {}", 0, assist_address_bits - 1, program)),
      instruction_bit_(coverage.points("an instruction fetched whose number has bit {}", 0,
                                       assist_address_bits - 1, program)),
      one_(coverage.points("a word fetched with bit {} set", 0, 63, program)),
      zero_(coverage.points("a word fetched with all bits but {} set", 0, 63, program)),
      entry_(coverage.points("a word fetched for entry {}", 0, most_assist_warps - 1, program)),
      idle_(coverage.point("nothing to do")),
      all_at_once_(coverage.point("a load, a beginning and a fetch at one edge", loaded_before)),
      low_(coverage.point("a word fetched for low priority", program)),
      high_(coverage.point("a word fetched for high priority", program)),
      first_word_(coverage.point("word 0 fetched", program)),
      last_word_(coverage.point("the last word fetched", program)),
      in_turn_(coverage.point("the next instruction fetched at the next edge", program)),
      long_row_(coverage.point("fetches at eight edges in a row", program)),
      same_again_(coverage.point("a word fetched at two edges in turn", program)),
      two_subroutines_(coverage.point("a word fetched by two subroutines in turn",
                                      by_chance("subroutines need not share words"))),
      not_begun_(coverage.point("a word fetched for a subroutine without a beginning", loaded_before)),
      blank_(coverage.point("a word fetched that was not loaded", never_beyond)),
      was_loaded_(
          coverage.point("a word fetched that was loaded before the reset only", only_a_bench_resets())),
      beyond_(coverage.point("the word behind the last fetched", never_beyond)),
      carry_(coverage.point("a word fetched whose address has eleven bits", never_beyond)),
      alias_(coverage.point("a fetch beyond the store whose address has the lower bits of a loaded word's",
                            never_beyond)),
      load_same_(coverage.point("a loaded word fetched and loaded anew at one edge", loaded_before)),
      load_same_blank_(coverage.point("a word fetched at the edge of its first load", loaded_before)),
      load_other_(coverage.point("a word fetched and another loaded at one edge", loaded_before)),
      load_before_(coverage.point("a word fetched behind the edge that loaded it", loaded_before)),
      held_load_(coverage.point("the same fetch and load at two edges in turn", loaded_before)),
      begin_same_(coverage.point("a subroutine fetched from and begun elsewhere at one edge", loaded_before)),
      begin_before_(coverage.point("a subroutine fetched from behind the edge that began it", loaded_before)),
      replaced_(coverage.point("a loaded word loaded anew", loaded_before)),
      moved_(coverage.point("a subroutine begun anew elsewhere", loaded_before)),
      all_words_(coverage.point("the store is full", program)),
      reset_loaded_(coverage.point("reset while words are loaded", only_a_bench_resets())),
      reset_fetch_(coverage.point("reset behind the edge of a fetch", only_a_bench_resets())) {
  if (words_ > 1)
    address_bit_ = coverage.points("a loaded word fetched whose address has bit {}", 0,
                                   static_cast<unsigned>(std::bit_width(words_ - 1)) - 1, program);
  if (words_ == most_store_words) return;
  load_beyond_ = &coverage.point("the word behind the last loaded", never_beyond);
  load_alias_ = &coverage.point("a load beyond the store whose address has the lower bits of a loaded word's",
                                never_beyond);
}

bool AssistWarpStoreCoverage::aliases(unsigned address) const {
  const unsigned lower = address & (std::bit_ceil(words_) - 1);
  return address >= words_ && lower < words_ && loaded_[lower];
}

void AssistWarpStoreCoverage::see_reset() {
  if (!in_reset_) {
    reset_loaded_ += loaded_.any();
    reset_fetch_ += last_fetch_.valid;
    before_reset_ = loaded_;
  }
  in_reset_ = true;
  held_.reset();
  loaded_.reset();
  begun_.reset();
  first_ = {};
  last_load_ = {};
  last_begin_ = {};
  last_fetch_ = {};
  in_a_row_ = 0;
}

void AssistWarpStoreCoverage::observe(PinValues in, PinValues, bool rst_n) {
  if (!rst_n) return see_reset();
  in_reset_ = false;
  const auto& load = *reinterpret_cast<const Beat<StoreWord>*>(in[0]);
  const auto& begin = *reinterpret_cast<const Beat<StoreSubroutine>*>(in[1]);
  const auto& fetch = *reinterpret_cast<const Beat<AssistFetch>*>(in[2]);
  idle_ += !load.valid && !begin.valid && !fetch.valid;
  all_at_once_ += load.valid && begin.valid && fetch.valid;
  in_a_row_ = fetch.valid ? in_a_row_ + 1 : 0;
  long_row_ += in_a_row_ == long_row;
  if (fetch.valid) see_fetch(fetch.payload, load, begin);
  if (load.valid) {
    see_load(load.payload.address.value);
    held_.load_word(load.payload.address.value, load.payload.word);
  }
  if (begin.valid) see_begin(begin.payload);
  last_load_ = load;
  last_begin_ = begin;
  last_fetch_ = fetch;
}

void AssistWarpStoreCoverage::see_fetch(const AssistFetch& fetch, const Beat<StoreWord>& load,
                                        const Beat<StoreSubroutine>& begin) {
  const unsigned s = fetch.subroutine.value, first = first_[s], address = first + fetch.instruction.value;
  const bool loads = load.valid && load.payload.address.value == address;
  for (unsigned bit = 0; bit < assist_address_bits; ++bit)
    *instruction_bit_[bit] += fetch.instruction.value >> bit & 1;
  beyond_ += address == words_;
  carry_ += address >> assist_address_bits;
  alias_ += aliases(address);
  begin_same_ += begin.valid && begin.payload.subroutine.value == s && begin.payload.first.value != first;
  if (address < words_) {
    (loaded_[address] ? load_same_ : load_same_blank_) += loads;
    load_other_ += load.valid && !loads;
    blank_ += !loaded_[address];
    was_loaded_ += !loaded_[address] && before_reset_[address];
    if (loaded_[address]) see_held(address, fetch);
  }
  in_turn_ += last_fetch_.valid && last_fetch_.payload.subroutine.value == s &&
              last_fetch_.payload.instruction.value + 1u == fetch.instruction.value;
  held_load_ += loads && last_fetch_.valid && last_fetch_.payload == fetch && last_load_ == load;
  last_address_ = address;
}

/// A word that is loaded.
void AssistWarpStoreCoverage::see_held(unsigned address, const AssistFetch& fetch) {
  const unsigned s = fetch.subroutine.value;
  ++*subroutine_[s];
  ++*entry_[fetch.entry.value];
  ++(fetch.low ? low_ : high_);
  first_word_ += address == 0;
  last_word_ += address == words_ - 1;
  for (unsigned bit = 0; bit < address_bit_.size(); ++bit) *address_bit_[bit] += address >> bit & 1;
  const std::uint64_t word = held_.read(s, fetch.instruction.value);
  for (unsigned bit = 0; bit < 64; ++bit) {
    *one_[bit] += word >> bit & 1;
    *zero_[bit] += word == ~(std::uint64_t{1} << bit);
  }
  not_begun_ += !begun_[s];
  load_before_ += last_load_.valid && last_load_.payload.address.value == address;
  begin_before_ += last_begin_.valid && last_begin_.payload.subroutine.value == s;
  if (!last_fetch_.valid) return;
  const AssistFetch& last = last_fetch_.payload;
  same_again_ += last_address_ == address && last.subroutine == fetch.subroutine;
  two_subroutines_ += last_address_ == address && last.subroutine != fetch.subroutine;
}

void AssistWarpStoreCoverage::see_load(unsigned address) {
  if (load_beyond_ != nullptr) {
    *load_beyond_ += address == words_;
    *load_alias_ += aliases(address);
  }
  if (address >= words_) return;
  replaced_ += loaded_[address];
  loaded_.set(address);
  all_words_ += loaded_.count() == words_;
}

void AssistWarpStoreCoverage::see_begin(const StoreSubroutine& begin) {
  const unsigned s = begin.subroutine.value, first = begin.first.value;
  for (unsigned bit = 0; bit < assist_address_bits; ++bit) *begun_at_[bit] += first >> bit & 1;
  moved_ += begun_[s] && first_[s] != first;
  begun_.set(s);
  first_[s] = first;
  held_.load_subroutine(s, first);
}

}  // namespace heddle
