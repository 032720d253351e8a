// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/front/instruction_fetch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "models/base/error.hpp"

namespace heddle {

InstructionFetch::InstructionFetch(const SmConfig& config, MemoryPort& port, FetchHook* metadata,
                                   WarpTable& warps, StatGroup& stats)
    : config_(config.l1i),
      decode_latency_(config.decode_latency),
      port_(port),
      metadata_(metadata),
      warps_(warps),
      lines_(config.l1i),
      misses_(config.l1i.mshr_entries, config.l1i.mshr_merges),
      statistics_(stats),
      prefetch_(config.l1i_prefetch, stats),
      kept_(config.l1i_kept),
      holds_warps_(config.l1i_prefetch != InstructionPrefetch::none && port.edge().decodes()) {}

void InstructionFetch::begin(const CodeImage& code, std::uint64_t address) {
  code_ = &code;
  base_ = address;
  if (kept_ || identity_ == code.identity()) return;
  identity_ = code.identity();
  lines_.drop_all();
  last_.fill(nullptr);
}

void InstructionFetch::redirect(unsigned w, std::uint32_t pc) {
  const WarpMask bit = WarpMask{1} << w;
  if ((under_way_ & bit) != 0) {
    redirected_ |= bit;
    targets_[w] = code_->first_word(pc);
    return;
  }
  refused_ &= ~bit;
  want(w, pc);
}

void InstructionFetch::send() {
  if (requests_.empty() || !port_.free()) return;
  port_.send(*requests_.front(), Client::instruction);
  requests_.pop();
}

void InstructionFetch::fetch(Cycle now) {
  if (Transaction* t = port_.receive(Client::instruction)) fill(*t);
  if (!arrived_.empty()) {
    Fetched f = arrived_.front();
    arrived_.pop();
    send_to_decoder(f, now + decode_latency_, now);
  } else if (wanting_ != 0) {
    access(order_.next(wanting_), now);
  }
}

void InstructionFetch::fill(Transaction& t) {
  CacheLine& line = *lines_.find(t.get_address());
  std::memcpy(line.data.data(), t.data.data(), config_.line_bytes);
  line.valid = ByteMask::range(0, config_.line_bytes);
  line.reserved = false;
  auto& entry = *misses_.find(line.address);
  for (const std::uint8_t w : entry.waiting) arrived_.push(words_of(w, line.data.data()));
  misses_.release(entry);
  if (holds_warps_) warps_.let_go(t.origin().warp);
  t.release();
  wanting_ |= refused_;
  refused_ = 0;
}

/// The words that come next for the warp, as far as the line and the kernel go.
InstructionFetch::Fetched InstructionFetch::words_of(unsigned w, const unsigned char* line) const {
  Fetched f;
  f.warp = static_cast<std::uint8_t>(w);
  f.first = next_[w];
  const auto offset = static_cast<unsigned>(address_of(f.first) % config_.line_bytes);
  f.count = static_cast<std::uint8_t>(
      std::min({static_cast<unsigned>(f.words.size()), (config_.line_bytes - offset) / CodeImage::word_bytes,
                static_cast<unsigned>(code_->words().size()) - f.first}));
  std::memcpy(f.words.data(), line + offset, std::size_t{f.count} * CodeImage::word_bytes);
  return f;
}

/// The holder is asked beside the instruction cache, and answers in two cycles.
void InstructionFetch::send_to_decoder(Fetched& f, std::uint64_t due, Cycle now) {
  f.due = due;
  if (metadata_ != nullptr) {
    f.due = std::max(f.due, now + 2);
    metadata_->fetching(f.warp, f.first,
                        std::span(f.words).first(std::min<std::size_t>(f.count, FetchHook::most_words)));
  }
  decoding_.push(f);
}

void InstructionFetch::deliver(const Fetched& f) {
  const unsigned w = f.warp;
  const WarpMask bit = WarpMask{1} << w;
  under_way_ &= ~bit;
  const FetchHook::Known known = metadata_ != nullptr ? metadata_->known() : FetchHook::Known{};
  if ((redirected_ & bit) != 0) {
    redirected_ &= ~bit;
    next_[w] = targets_[w];
    return want_next(w);
  }
  unsigned k = 0, delivered = 0, slots = InstructionBuffer::size;
  for (; k < f.count && slots != 0; ++k) {
    const Word read = metadata_ != nullptr ? word(f, k, known) : Word::instruction;
    if (read == Word::next_fetch) break;
    if (read == Word::instruction) {
      warps_[w].program.buffer.push(instruction(f, k));
      ++delivered;
    }
    if (read == Word::instruction || (read == Word::decoded && !metadata_->beside())) --slots;
  }
  if (delivered != 0) warps_.look_again(w);
  next_[w] += k;
  if (delivered == 0) want_next(w);
}

/// With a FetchHook, which takes metadata that the warp has come to.
InstructionFetch::Word InstructionFetch::word(const Fetched& f, unsigned k, const FetchHook::Known& known) {
  if (known.words >> k & 1) {
    metadata_->skipped(f.warp, known.contents[k]);
    return Word::skipped;
  }
  if (!CodeImage::is_metadata(f.words[k])) return Word::instruction;
  if (k >= FetchHook::most_words) return Word::next_fetch;
  switch (metadata_->decoded(f.warp, f.first + k, f.words[k], k == 0)) {
    case FetchHook::Use::done:
      return Word::decoded;
    case FetchHook::Use::next_fetch:
      return Word::next_fetch;
    default:
      return Word::instruction;
  }
}

DecodedWord InstructionFetch::instruction(const Fetched& f, unsigned k) {
  const std::uint64_t word = f.words[k];
  if (const auto index = code_->index_of(word))
    return DecodedWord{.index = *index,
                       .flags = metadata_ != nullptr ? metadata_->flags(f.warp) : std::uint8_t{0}};
  throw Error({.place = "l1i",
               .what = fmt::format("what the instruction cache delivers for word {} is no instruction of the "
                                   "kernel",
                                   f.first + k),
               .value = fmt::format("{:#018x}", word)});
}

void InstructionFetch::access(unsigned w, Cycle now) {
  const std::uint64_t address = address_of(next_[w]), at = lines_.line_of(address);
  CacheLine* line = last_[w];
  if (line == nullptr || line->address != at) line = last_[w] = lines_.find(address);
  if (line == nullptr || line->reserved) return miss(w, at, line);
  statistics_.see(CacheOutcome::hit, false);
  prefetch_.see_access(*line);
  lines_.use(*line);
  wanting_ &= ~(WarpMask{1} << w);
  under_way_ |= WarpMask{1} << w;
  Fetched f = words_of(w, line->data.data());
  send_to_decoder(f, now + config_.latency + decode_latency_, now);
  if (prefetch_.follows(CacheOutcome::hit)) prefetch_after(w, at);
}

/// `line`: the one that is on its way to `at`, or null.
void InstructionFetch::miss(unsigned w, std::uint64_t at, CacheLine* line) {
  const WarpMask bit = WarpMask{1} << w;
  wanting_ &= ~bit;
  auto* entry = line != nullptr ? misses_.find(at) : nullptr;
  const bool merges = entry != nullptr;
  if (!merges) line = lines_.victim(at);
  const bool possible = merges ? misses_.can_merge(*entry)
                               : line != nullptr && !misses_.full() && requests_.size() < config_.queue;
  if (!possible) {
    statistics_.see(CacheOutcome::reservation_fail, false);
    refused_ |= bit;
    return;
  }
  const CacheOutcome outcome = merges ? CacheOutcome::reserved : CacheOutcome::miss;
  statistics_.see(outcome, false);
  if (merges) {
    statistics_.see_merge();
    prefetch_.see_access(*line);
  } else {
    entry = &request(w, at, *line);
  }
  entry->waiting.push_back(static_cast<std::uint8_t>(w));
  under_way_ |= bit;
  if (prefetch_.follows(outcome)) prefetch_after(w, at);
}

/// Asks for the line after `line`, which warp w has accessed.
void InstructionFetch::prefetch_after(unsigned w, std::uint64_t line) {
  const std::uint64_t at = line + config_.line_bytes;
  const bool is_code = at < address_of(static_cast<std::uint32_t>(code_->words().size()));
  if (!is_code || misses_.full() || requests_.size() >= config_.queue || lines_.find(at) != nullptr) return;
  CacheLine* const free = lines_.victim(at);
  if (free == nullptr || free->address == line) return;
  request(w, at, *free);
  prefetch_.send(*free);
}

/// Gives `line` to `at`, and sends a request of warp w. Returns the MSHR.
auto InstructionFetch::request(unsigned w, std::uint64_t at, CacheLine& line) -> Misses::Entry& {
  if (!line.empty()) statistics_.see_eviction();
  lines_.assign(line, at);
  line.reserved = true;
  Misses::Entry& entry = misses_.allocate(at);
  if (holds_warps_) warps_.hold(w);
  Transaction& t = pool_.acquire();
  t.set_up_read(at, config_.line_bytes);
  t.origin().warp = static_cast<std::uint8_t>(w);
  requests_.push(&t);
  return entry;
}

}  // namespace heddle
