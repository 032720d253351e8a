#include <bit>

#include "hw/sm/streaming_multiprocessor.hpp"

/// From the operand collectors through the pipelines to the result buses.
namespace heddle {

void StreamingMultiprocessor::dispatch(ExecutionPipelines& pipelines, ptx::Unit unit, const char* name,
                                       Cycle now) {
  for (unsigned k = 0; k < pipelines.count(); ++k) {
    InFlight* f = collectors_.oldest(unit);
    if (f == nullptr || !pipelines.accepts(now)) return;
    collectors_.remove(*f);
    ptx::WarpContext& context = warps_[f->warp].context;
    context.cycle = &f->issued;
    const auto taken = pipelines.dispatch(*f, context, now);
    *lane_operations_[static_cast<unsigned>(f->instruction->operation)] +=
        static_cast<unsigned>(std::popcount(f->mask));
    observers.tell(&SmObserver::dispatched, index_, name, taken.pipeline, *f, now, taken.cycles);
  }
}

void StreamingMultiprocessor::execute(Cycle now) {
  if (!holds(Latch::sp_dispatch)) dispatch(sp_, ptx::Unit::sp, "SP", now);
  if (!holds(Latch::sfu_dispatch)) dispatch(sfu_, ptx::Unit::sfu, "SFU", now);
  if (!holds(Latch::dp_dispatch)) dispatch(dp_, ptx::Unit::dp, "DP", now);
  while (collecting_ != 0) {
    InFlight* f = collectors_.oldest(ptx::Unit::control);
    if (f == nullptr) break;
    collectors_.remove(*f);
    operands_of_barrier(*f);
  }
  if (load_store_.accepts() && !holds(Latch::memory_dispatch)) {
    if (InFlight* f = collectors_.oldest(ptx::Unit::ldst)) {
      collectors_.remove(*f);
      load_store_.dispatch(*f);
      observers.tell(&SmObserver::memory_queued, index_, *f, now);
    }
  }
  if (holds(Latch::load_store)) return;
  const auto sent = [&](InFlight& f) {
    --warps_[f.warp].unsent;
    observers.tell(&SmObserver::memory_left, index_, f, now);
    refresh(f.warp);
  };
  const auto quiet = [&](unsigned w) {
    if ((fencing_ >> w & 1) != 0) refresh(w);
  };
  load_store_.tick(
      now, *launch_, shared_, [&](InFlight & f) -> const auto& { return warps_[f.warp].context; }, sent,
      [&](InFlight& f) { finish(f); }, quiet);
}

/// Each pipeline, and the load/store unit, may send one register a cycle. Who was served last is asked last
/// in the next cycle.
void StreamingMultiprocessor::take_results(Cycle now) {
  const unsigned sfu = sp_.count(), dp = sfu + sfu_.count(), memory = dp + dp_.count();
  const std::uint32_t offers = sp_.finished(now) | sfu_.finished(now) << sfu | dp_.finished(now) << dp |
                               std::uint32_t{load_store_.finished(now)} << memory;
  if (offers == 0) return;
  const std::uint32_t late = (1u << first_source_) - 1;
  for (std::uint32_t turn : {offers & ~late, offers & late})
    for (; turn != 0; turn &= turn - 1) {
      const auto source = static_cast<unsigned>(std::countr_zero(turn));
      if (!take_result(source))
        ++result_bus_stalls_;
      else
        first_source_ = source + 1;
    }
}

/// False when a bus is missing.
bool StreamingMultiprocessor::take_result(unsigned source) {
  for (ExecutionPipelines* unit : {&sp_, &sfu_, &dp_}) {
    if (source >= unit->count()) {
      source -= unit->count();
      continue;
    }
    InFlight& f = unit->front(source);
    if (f.delivered < f.instruction->destination_count) {
      if (!write_back_.bus_free()) return false;
      write_back_.put(f, warps_[f.warp].launched);
    }
    if (f.delivered < f.instruction->destination_count) return true;
    unit->pop(source);
    finish(f);
    return true;
  }
  if (!write_back_.bus_free()) return false;
  load_store_.complete(
      write_back_, [&](const InFlight& f) { return warps_[f.warp].launched; },
      [&](InFlight& f) { finish(f); });
  return true;
}

}  // namespace heddle
