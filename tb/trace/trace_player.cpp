// SPDX-License-Identifier: Apache-2.0
#include "tb/trace/trace_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heddle {

TracePlayer::TracePlayer(sc_core::sc_module_name name, std::vector<TraceAccess> trace, unsigned sockets,
                         unsigned window, Route route, ClockDomain& domain, StatGroup& g)
    : sc_module(name),
      trace_(std::move(trace)),
      window_(window),
      route_(std::move(route)),
      sent_at_(sockets, never),
      cycles_(g.counter("cycles", "cycles", "Until the last answer")),
      accesses_(g.counter("accesses", "accesses", "Lines of the trace that were sent")),
      pieces_(g.counter("requests", "requests", "Requests that they took: one a memory line")),
      reads_(g.counter("reads", "requests", "Reads among them")),
      writes_(g.counter("writes", "requests", "Writes among them")),
      bytes_(g.counter("bytes", "B", "Bytes of the accesses")),
      answers_(g.counter("answers", "requests", "Answers")),
      latency_(g.counter("latency_total", "cycles", "Cycles from request to answer, summed")),
      late_(g.counter("late", "cycles", "Cycles that accesses were sent after their time, summed")) {
  g.ratio("latency", "cycles", "Mean time from request to answer", latency_, answers_);
  g.ratio("bandwidth", "GB/s", "Bytes of the accesses over the time", bytes_, cycles_,
          1e6 / static_cast<double>(domain.period_fs()));
  g.ratio("lateness", "cycles", "Mean time that an access was sent after its time", late_, accesses_);
  for (unsigned k = 0; k < sockets; ++k) ports_.emplace_back(fmt::format("port{}", k).c_str(), *this, 64);
  domain.attach(*this);
}

void TracePlayer::credit(Cycle elapsed) {
  if (!done()) cycles_ += elapsed;
}

void TracePlayer::receive(Cycle now) {
  for (InitiatorPort& port : ports_)
    while (InitiatorPort::Payload* p = port.receive()) {
      auto& t = static_cast<Transaction&>(*p);
      ++answers_;
      latency_ += now - t.origin().tag;
      --under_way_;
      t.release();
    }
}

Cycle TracePlayer::tick(Cycle now) {
  const bool was_done = done();
  receive(now);
  while (send(now)) {
  }
  if (done()) {
    if (!was_done) sc_core::sc_pause();
    return never;
  }
  for (const InitiatorPort& port : ports_)
    if (port.waiting()) return now + 1;
  if (next_ == trace_.size() || under_way_ >= window_) return never;  // an answer wakes the player
  return std::max(from_, now + 1);
}

bool TracePlayer::send(Cycle now) {
  if (next_ == trace_.size() || under_way_ >= window_) return false;
  const TraceAccess& access = trace_[next_];
  if (done_bytes_ == 0) from_ = access.relative ? previous_ + access.time : access.time;
  if (now < from_) return false;
  const std::uint64_t address = access.address + done_bytes_;
  const unsigned k = route_(access, address);
  if (!ports_[k].free() || sent_at_[k] == now) return false;
  if (done_bytes_ == 0) {
    ++accesses_;
    late_ += now - from_;
  }
  const auto bytes = static_cast<unsigned>(
      std::min<std::uint64_t>(access.bytes - done_bytes_, line_bytes - address % line_bytes));
  Transaction& t = pool_.acquire();
  set_up(t, access, bytes);
  t.origin().source = access.source;
  t.origin().tag = now;
  sent_at_[k] = now;
  ++under_way_;
  ++pieces_;
  ++(access.write ? writes_ : reads_);
  bytes_ += bytes;
  done_bytes_ += bytes;
  if (done_bytes_ == access.bytes) {
    ++next_;
    done_bytes_ = 0;
    previous_ = now;
  }
  ports_[k].send(t);
  return true;
}

void TracePlayer::set_up(Transaction& t, const TraceAccess& access, unsigned bytes) const {
  const std::uint64_t address = access.address + done_bytes_;
  const std::uint64_t from = address / burst_bytes * burst_bytes;
  const auto before = static_cast<unsigned>(address - from);
  const unsigned length = (before + bytes + burst_bytes - 1) / burst_bytes * burst_bytes;
  if (!access.write) {
    t.set_up_read(from, length);
    return;
  }
  if (length == bytes)
    t.set_up_write(from, length);
  else
    t.set_up_partial_write(from, length);
  std::fill_n(t.enables.begin(), length, TLM_BYTE_DISABLED);
  std::fill_n(t.enables.begin() + before, bytes, TLM_BYTE_ENABLED);
  for (unsigned i = 0; i < bytes; ++i) t.data[before + i] = written(next_, address + i);
}

}  // namespace heddle
