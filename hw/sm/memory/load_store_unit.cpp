#include "hw/sm/memory/load_store_unit.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "hw/sm/memory/places_in_line.hpp"
#include "models/host/fault.hpp"
#include "models/ptx/lanes.hpp"
#include "models/ptx/memory_windows.hpp"

namespace heddle {
namespace {

constexpr unsigned line_shift = std::countr_zero(line_bytes);

/// The addresses of an access; an extent that no memory holds when the lanes are looked at one by one.
struct Extent {
  std::uint64_t low = 0, high = ~std::uint64_t{0};
  bool aligned = false;

  Extent(const ptx::Instruction& i, const ptx::Operands& operands, LaneMask lanes,
         ptx::LaneAddresses& addresses) {
    LanePlaces places;
    if (!find_places(i, operands, lanes, places)) {
      ptx::effective_addresses(i, operands, addresses);
      return;
    }
    low = places.first;
    high = low + places.last;
    aligned = places.aligned;
    for (unsigned lane = 0; lane < warp_size; ++lane) addresses[lane] = low + places.offset[lane];
  }
};

}  // namespace

LoadStoreUnit::LoadStoreUnit(const LoadStoreConfig& config, unsigned sm, MemoryPort& port, WarpTable& warps,
                             OperandCollectors& collectors, const SmEvents& events, StatGroup& stats)
    : config_(config),
      sm_(sm),
      port_(port),
      warps_(warps),
      collectors_(collectors),
      events_(events),
      shared_(config.shared_banks),
      stats_(stats.group("load_store")),
      requests_{RequestQueue(Client::data, config.l1d.queue),
                RequestQueue(Client::constant, config.l1c.queue),
                RequestQueue(Client::texture, config.l1t.queue)},
      data_(config.l1d, config.l1d_port_bytes, requests_[0], pool_, stats.group("l1d"), &events_, "L1D"),
      constants_(config.l1c, config.l1c.line_bytes, requests_[1], pool_, stats.group("l1c"), &events_, "L1C"),
      textures_(config.l1t, config.texture_fragments, requests_[2], pool_, stats.group("l1t")),
      outstanding_(64),
      done_(config.loads) {}

void LoadStoreUnit::begin(const Launch& launch) {
  launch_ = &launch;
  shared_.begin(launch.ctas_per_sm, launch.shared_bytes);
  data_.invalidate();
  constants_.invalidate();
  textures_.invalidate();
}

void LoadStoreUnit::dispatch() {
  InFlight* f = collectors_.oldest(ptx::Unit::ldst);
  if (f == nullptr) return;
  collectors_.remove(*f);
  queue_.push(f);
  events_.notify(&SmObserver::memory_queued, *f);
}

void LoadStoreUnit::tick(Cycle now) {
  lacking_ = nullptr;
  freed_ = false;
  if (answers_waiting()) receive(now);
  if (!queue_.empty()) work_on_oldest(now);
  textures_.tick(now, [&](const LineWaiter& w, const unsigned char* data) {
    freed_ = true;
    w.instruction->ready = now + 1;
    deliver(w, data, line_bytes);
    answered(w, now);
  });
}

void LoadStoreUnit::work_on_oldest(Cycle now) {
  InFlight& f = *queue_.front();
  if (!started_ && may_start(f)) start(f, now);
  if (!started_ || !work(f, now)) return;
  started_ = false;
  queue_.pop();
  warps_.sent(f);
  if (!f.instruction->memory.store) return arrived(f, now);
  if (f.fragments != nullptr) release_fragments(f);
  warps_.finished(f);
}

void LoadStoreUnit::start(InFlight& f, Cycle now) {
  started_ = true;
  busy_until_ = now;
  coalescer_.clear();
  f.outstanding = 1;  // itself, until all its accesses have been taken
  f.ready = now;
  if (!f.instruction->memory.store) ++loads_;
  switch (f.instruction->memory.space) {
    case ptx::Space::texture:
      return start_texture(f, now);
    case ptx::Space::constant:
    case ptx::Space::parameter:
      return start_constant(f);
    default:
      return start_data(f, now);
  }
}

void LoadStoreUnit::start_data(InFlight& f, Cycle now) {
  const Launch& launch = *launch_;
  const ptx::Instruction& i = *f.instruction;
  const unsigned bytes = unsigned{i.memory.width} * i.memory.elements;
  const unsigned cta = f.warp / launch.warps_per_cta;
  const bool atomic = i.memory.update != nullptr;
  LaneMask in_shared = 0, in_local = 0;
  const Extent extent(i, f.operands, f.lanes.active, f.addresses);
  const bool global = i.memory.space == ptx::Space::global ||
                      (i.memory.space == ptx::Space::generic &&
                       (extent.high < ptx::MemoryWindows::local || extent.low >= ptx::MemoryWindows::end));
  // Most accesses lie in one buffer, or window, as a whole; the others are looked at lane by lane.
  if (i.memory.space == ptx::Space::shared && extent.aligned && extent.high + bytes <= launch.shared_bytes) {
    in_shared = f.lanes.active;
  } else if (!global || !extent.aligned || extent.high < extent.low ||
             launch.memory->check(extent.low, extent.high - extent.low + bytes) == nullptr) {
    for (LaneMask rest = f.lanes.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const ptx::Location at = ptx::resolve(i.memory.space, f.addresses[lane]);
      bool inside = false;
      if (at.space == ptx::Space::shared) {
        inside = at.offset + bytes <= launch.shared_bytes;
        in_shared |= LaneMask{1} << lane;
      } else if (at.space == ptx::Space::local) {
        inside = at.offset + bytes <= launch.local_limit(i) && !atomic;
        in_local |= LaneMask{1} << lane;
      } else {
        inside = launch.memory->check(at.offset, bytes) != nullptr;
      }
      if (!inside || at.offset % bytes != 0)
        throw access_error(*launch.kernel, i, warps_[f.warp].context, lane, f.addresses[lane], bytes,
                           *launch.memory);
      f.addresses[lane] = at.offset;
    }
  }

  if (in_shared != 0) {
    const unsigned passes = shared_.access(f, in_shared, cta);
    ++stats_.shared_accesses;
    if (atomic) ++stats_.shared_atomics;
    stats_.shared_conflicts += passes - 1;
    busy_until_ = now + passes - 1;
    f.ready = busy_until_ + config_.shared_latency;
  }
  if (in_local != 0) start_local(f, in_local);
  const LaneMask in_global = f.lanes.active & ~(in_shared | in_local);
  if (in_global == 0) return;
  ++(atomic ? stats_.global_atomics : i.memory.store ? stats_.global_stores : stats_.global_loads);
  stats_.requested += std::uint64_t{bytes} * static_cast<unsigned>(std::popcount(in_global));
  const bool past = !config_.global_in_l1 || i.memory.cache == ptx::CacheOperator::global;
  coalescer_.add(f.addresses, in_global,
                 atomic           ? MemoryPath::atomic
                 : i.memory.store ? MemoryPath::global_store
                 : past           ? MemoryPath::bypassing_load
                                  : MemoryPath::global_load,
                 line_shift);
}

/// Reads of the constant bank: one access an address that is wanted, so that lanes which want the same one
/// are served together and others one after the other (CUDA C Programming Guide, "Constant Memory").
void LoadStoreUnit::start_constant(InFlight& f) {
  const ptx::WarpContext& context = warps_[f.warp].context;
  const ptx::Instruction& i = *f.instruction;
  const unsigned bytes = unsigned{i.memory.width} * i.memory.elements;
  ++stats_.constant_loads;
  const bool parameters = i.memory.space == ptx::Space::parameter;
  const std::uint64_t first = parameters ? 0 : context.constant_address;
  const std::size_t size = parameters ? context.parameters.size() : context.constants.size();
  const Extent extent(i, f.operands, f.lanes.active, f.addresses);
  // The reference knows what is wrong with an access outside, and says it.
  if (extent.low < first || extent.high - first > size || bytes > size - (extent.high - first))
    i.execute(i, context, f.lanes.active, f.operands);
  if (parameters)
    for (std::uint64_t& address : f.addresses) address += Launch::parameter_address;
  coalescer_.add(f.addresses, f.lanes.active, MemoryPath::constant,
                 static_cast<unsigned>(std::countr_zero(bytes)));
}

/// True when all accesses of `f`, the oldest instruction, have been taken.
bool LoadStoreUnit::work(InFlight& f, Cycle now) {
  if (!trying_ && !coalescer_.done()) {
    access_ = coalescer_.next();
    trying_ = true;
    sectors_ = {};
    switch (access_.path) {
      case MemoryPath::constant:
        ++stats_.constant_accesses;
        break;
      case MemoryPath::texture:
        ++stats_.texture_accesses;
        break;
      default:
        if (taken_++ != 0) ++stats_.replays;
        ++stats_.transactions;
        if (access_.path == MemoryPath::global_load) stats_.moved += line_bytes;
    }
  }
  if (trying_) trying_ = !access(f, now);
  if (trying_ || !coalescer_.done() || busy_until_ > now) return false;
  taken_ = 0;
  return true;
}

/// Answers go to the registers in order, each when the port of its cache is free: a line as often as loads
/// wait for it. What carries no data takes no port.
void LoadStoreUnit::receive(Cycle now) {
  while (data_.port_free(now)) {
    if (data_.serving()) {
      serve(data_, line_bytes, now);
      continue;
    }
    Transaction* t = port_.receive(Client::data);
    if (t == nullptr) break;
    if (kind_of(t->origin().tag) == RequestKind::fill)
      data_.fill(*t);
    else
      answer(*t, now);
  }
  if (!constants_.serving())
    if (Transaction* t = port_.receive(Client::constant)) constants_.fill(*t);
  if (constants_.serving() && constants_.port_free(now)) serve(constants_, config_.l1c.line_bytes, now);
  while (Transaction* t = port_.receive(Client::texture)) textures_.fill(*t);
}

void LoadStoreUnit::serve(L1Cache& cache, unsigned bytes, Cycle now) {
  cache.serve(now, [&](const LineWaiter& w, const unsigned char* data) {
    deliver(w, data, bytes);
    answered(w, now);
  });
}

/// Of what went past the L1, or was written back.
void LoadStoreUnit::answer(Transaction& t, Cycle now) {
  const std::uint64_t tag = t.origin().tag;
  if (kind_of(tag) == RequestKind::direct) {
    const auto [f, lanes, warp] = waiting_[index_of(tag)];
    free_waiting_.push_back(index_of(tag));
    if (--outstanding_[warp] == 0) warps_.answered(warp);
    if (f != nullptr) {
      data_.take_port(now, t.get_data_length());
      const ptx::Instruction& i = *f->instruction;
      unsigned k = 0;
      for (LaneMask rest = lanes; rest != 0; rest &= rest - 1, ++k) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const void* from =
            i.memory.update == nullptr
                ? static_cast<const void*>(t.data.data() + (f->addresses[lane] - t.get_address()))
                : &t.atomic().operations[k].old;
        ptx::load_value(i, f->operands, lane, static_cast<const std::byte*>(from));
      }
      arrived(*f, now);
    }
  }
  t.release();
}

/// What `w` waited for has been delivered.
void LoadStoreUnit::answered(const LineWaiter& w, Cycle now) {
  const unsigned warp = w.instruction->warp;
  if (--outstanding_[warp] == 0) warps_.answered(warp);
  arrived(*w.instruction, now);
}

/// One of the things that a load waits for has come.
void LoadStoreUnit::arrived(InFlight& f, Cycle now) {
  if (--f.outstanding != 0) return;
  if (f.fragments != nullptr) {
    assemble(f);
    release_fragments(f);
  }
  done_.push(std::max(f.ready, now), f);
}

/// Lets bytes of a line into the registers, or the fragments, of the lanes that want them.
void LoadStoreUnit::deliver(const LineWaiter& w, const unsigned char* line, unsigned bytes) const {
  using ptx::Space;
  InFlight& f = *w.instruction;
  const ptx::Instruction& i = *f.instruction;
  const auto* data = reinterpret_cast<const std::byte*>(line);
  const std::uint64_t within = bytes - 1;
  if (w.fragment != Coalescer::whole) {
    for (LaneMask rest = w.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      std::memcpy(f.fragments->data[lane][w.fragment].data(),
                  data + (f.fragments->address[w.fragment][lane] & within), f.fragments->bytes[lane]);
    }
  } else if (i.memory.space == Space::constant || i.memory.space == Space::parameter) {
    // All these lanes want the same.
    const auto first = static_cast<unsigned>(std::countr_zero(w.lanes));
    ptx::load_value(i, f.operands, first, data + (f.addresses[first] & within));
    for (unsigned d = 0; d < i.destination_count; ++d) {
      ptx::Words32 words;
      words.fill(f.operands.destination[d][first]);
      ptx::merge(words, w.lanes, f.operands.destination[d]);
    }
  } else {
    const std::uint64_t base = f.addresses[static_cast<unsigned>(std::countr_zero(w.lanes))] & ~within;
    const unsigned access = unsigned{i.memory.width} * i.memory.elements;
    load_lanes(i, f.operands, w.lanes, places_in(f.addresses, w.lanes, base, access), data);
  }
}

void LoadStoreUnit::check_balance(const Balance& balance) const {
  balance.none("requests of warps without an answer",
               std::accumulate(outstanding_.begin(), outstanding_.end(), std::uint64_t{0}));
  balance.none("waiters past the L1", waiting_.size() - free_waiting_.size());
  balance.none("lane fragments lent", all_fragments_.size() - free_fragments_.size());
  balance.none("MSHRs of the L1 data cache", data_.misses());
  balance.none("MSHRs of the constant cache", constants_.misses());
  balance.none("transactions lent", pool_.lent());
}

void LoadStoreUnit::send() {
  if (!requests_waiting() || !port_.free()) return;
  for (unsigned k = 0; k < requests_.size(); ++k) {
    RequestQueue& q = requests_[(turn_ + k) % requests_.size()];
    if (q.empty()) continue;
    port_.send(q.pop(), q.client());
    freed_ = true;
    turn_ = (turn_ + k + 1) % requests_.size();
    return;
  }
}

Cycle LoadStoreUnit::next(Cycle now) const {
  if (answers_waiting() || (requests_waiting() && !port_.blocked())) return now + 1;
  Cycle next = std::min(done_.next(), textures_.next());
  if (!queue_.empty()) {
    // What it lacks is freed by memory, by a load that goes, or by a texture access.
    const bool held = started_ ? lacking_ != nullptr && !freed_ : !may_start(*queue_.front());
    const bool passes = started_ && !trying_ && coalescer_.done();
    next = std::min(next, passes ? busy_until_ : held ? never : now + 1);
  }
  return std::max(now + 1, next);
}

}  // namespace heddle
