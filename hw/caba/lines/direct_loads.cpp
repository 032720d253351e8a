// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/lines/direct_loads.hpp"

#include <algorithm>
#include <bit>

#include "hw/sm/sm_waits.hpp"
#include "hw/sm/types/in_flight.hpp"
#include "hw/sm/types/sm_config.hpp"

namespace heddle {

Storage DirectLoads::storage(unsigned loads) {
  return {.name = "load_pieces",
          .in = "sm_total",
          .description = "bases and deltas of loads that take their bytes out of compressed lines",
          .entries = loads,
          .bits = 8 * PieceSlot::size};
}

DirectLoads::DirectLoads(AssistWarps& warps, LineSubroutines::Pieces pieces, const SmTechniqueParts& sm)
    : DirectLoads(warps, pieces, sm, sm.stats.group("caba").group("direct")) {}

DirectLoads::DirectLoads(AssistWarps& warps, LineSubroutines::Pieces pieces, const SmTechniqueParts& sm,
                         StatGroup& group)
    : warps_(warps),
      pieces_(pieces),
      storage_(sm.stats, storage(sm.config.load_store.loads)),
      loads_(group.counter("loads", "instructions", "loads of which some lane found its bytes compressed")),
      lines_(group.counter("lines", "lines", "compressed lines that they have read, each for each load")),
      pieces_taken_(group.counter("pieces", "values", "compressed values that their lanes have wanted")) {}

/// The one that takes lines of `f`; null: none does.
DirectLoads::Load* DirectLoads::taking(const InFlight& f) {
  for (Load& l : all_)
    if (l.state == State::taking && l.of == &f) return &l;
  return nullptr;
}

/// The same, or a free one.
DirectLoads::Load& DirectLoads::load_of(InFlight& f) {
  if (Load* load = taking(f)) return *load;
  const auto free =
      std::find_if(all_.begin(), all_.end(), [](const Load& l) { return l.state == State::free; });
  Load& load = free != all_.end() ? *free : all_.emplace_back();
  storage_.holds(all_.size());
  load.state = State::taking;
  load.of = &f;
  load.lanes = 0;
  load.pieces.fill(0);
  return load;
}

void DirectLoads::take(const LineWaiter& w, const unsigned char* bits, const LineFormat& /*format*/) {
  InFlight& f = *w.instruction;
  Load& load = load_of(f);
  const unsigned bytes = unsigned{f.instruction->memory.width} * f.instruction->memory.elements;
  std::array<LinePiece, PieceSlot::most> pieces;
  for (LaneMask rest = w.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned count = pieces_(std::span<const unsigned char, line_bytes>(bits, line_bytes),
                                   static_cast<unsigned>(f.addresses[lane] % line_bytes), bytes, pieces);
    for (unsigned k = 0; k < count; ++k) load.slot.set(lane, k, pieces[k]);
    load.pieces[lane] = static_cast<std::uint8_t>(count);
    pieces_taken_ += count;
  }
  load.lanes |= w.lanes;
  storage_.access();
  ++lines_;
}

bool DirectLoads::extract(InFlight& f) {
  Load* const load = taking(f);
  if (load == nullptr) return false;
  load->state = State::waiting;
  ++waiting_;
  ++loads_;
  return true;
}

/// Lanes with fewer pieces than others get some whose bytes nobody reads.
void DirectLoads::begin(Load& load) {
  const unsigned most = *std::max_element(load.pieces.begin(), load.pieces.end());
  for (unsigned lane = 0; lane < warp_size; ++lane)
    for (unsigned k = load.pieces[lane]; k < most; ++k) load.slot.set(lane, k, {.at = 16});
  load.slot.set_count(most);
  load.task = {.event = most == 1 ? LineSubroutines::extracts_one : LineSubroutines::extracts_several,
               .warp = load.of->warp,
               .line = load.slot.bytes};
  load.state = State::running;
  --waiting_;
  ++running_;
  warps_.submit(load.task);
}

void DirectLoads::finish(Load& load) {
  for (LaneMask rest = load.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    ptx::load_value(*load.of->instruction, load.of->operands, lane, load.slot.result(lane));
  }
  load.state = State::free;
  storage_.access();
  --running_;
  done_.push(load.of);
}

void DirectLoads::begin_cycle() {
  if (waiting_ + running_ == 0) return;
  // Those that have found no room go first.
  const std::size_t first = std::exchange(refused_, {}).value_or(0);
  for (std::size_t n = 0; n < all_.size(); ++n) {
    const std::size_t k = (first + n) % all_.size();
    Load& load = all_[k];
    if (load.state == State::running && load.task.state == AssistTask::State::over) finish(load);
    if (load.state != State::waiting || load.of->ready > warps_.now()) continue;
    if (warps_.claim_room(EventOf::load))
      begin(load);
    else if (!refused_)
      refused_ = k;
  }
}

InFlight* DirectLoads::extracted() {
  if (done_.empty()) return nullptr;
  InFlight* f = done_.front();
  done_.pop();
  return f;
}

void DirectLoads::waits(SmWaits& waits) const {
  for (const Load& load : all_) {
    if (load.state == State::running && load.task.state != AssistTask::State::over)
      waits.graph.wait(waits.instruction(*load.of), "the assist warp that takes its bytes out of lines",
                       {waits.graph.of(&load.task)});
    if (load.state == State::waiting) waits.graph.wait_for(waits.instruction(*load.of), AssistWarps::queue);
  }
}

void DirectLoads::check_balance(const Balance& balance) const {
  balance.none("loads that wait for bytes of compressed lines", waiting_ + running_ + done_.size());
}

}  // namespace heddle
