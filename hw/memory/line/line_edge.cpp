// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/line/line_edge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/memory/line/edge_storage.hpp"
#include "hw/memory/line/encoded_copy.hpp"
#include "hw/memory/write_under_way.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

/// The first entry of a line among some.
template <class Iterator>
Iterator find_line(Iterator from, Iterator to, std::uint64_t line) {
  return std::find_if(from, to, [line](const auto* e) { return e->line == line; });
}

/// Does who reads want the line as it comes?
bool passes_encoded(const tlm::tlm_generic_payload& p) {
  const auto* copy = p.get_extension<EncodedCopy>();
  return copy != nullptr && copy->state == EncodedCopy::State::passes;
}

LineBits bits_of(tlm::tlm_generic_payload& p) { return LineBits(p.get_data_ptr(), line_bytes); }

}  // namespace

LineEdge::LineEdge(const LineEdges& edges, EdgePlace place, unsigned index, Clocked& owner,
                   ClockDomain& clock, StatGroup& stats, EdgeDram dram)
    : place_(place), layer_(place), dram_(std::move(dram)) {
  const bool keeps = place == EdgePlace::controller && edges.codecs.any();
  stands_ = edges.stands_at(place) || keeps;
  if (!stands_) return;
  StatGroup& group = stats.group("edge");
  if (edges.stands_at(place))
    units_ = edges.make[static_cast<unsigned>(place)]({place, index, clock, owner, group, edges.rst_n,
                                                       edges.blocks, this, dram_.mapping, edges.clocking,
                                                       edges.instructions, edges.use});
  buffer_ = units_.buffer;
  if (!units_.ideal && (units_.executor != nullptr || units_.directory != nullptr)) {
    const auto held = edge_storage(place, buffer_);
    for (unsigned way = 0; way < held.size(); ++way) storage_[way].emplace(group, held[way]);
  }
  keeps_formats_ = keeps;
  if (keeps && units_.directory == nullptr) units_.directory = std::make_unique<IdealDirectory>();
  if (edges.codecs.of[static_cast<unsigned>(place)] == nullptr) layer_ = units_.encodes_for.value_or(place);
  codec_ = edges.codecs.of[static_cast<unsigned>(layer_)].get();
  name_ = fmt::format("line edge of {} {}", name_of(place), index);
  if (codec_ != nullptr && units_.executor == nullptr)
    throw Error({.place = name_, .what = "there is a codec, and nobody who executes it"});
  counters_ = {
      &group.counter("encoded_lines", "lines", "written lines that were encoded"),
      &group.counter("unencoded_lines", "lines", "written lines that the codec left as they were"),
      &group.counter("encoded_bytes", "B", "bytes of the encoded lines"),
      &group.counter("decoded_lines", "lines", "read lines that were decoded"),
      &group.counter("own_requests", "requests", "requests that the edge has sent for its own sake")};
}

void LineEdge::take(Payload& payload, Way way) {
  if (way == Way::up && sent(payload)) return consume(payload);
  if (free_.empty()) free_.push_back(&all_.emplace_back());
  Entry& e = *free_.back();
  free_.pop_back();
  e.payload = &payload;
  e.line = payload.get_address() / line_bytes * line_bytes;
  const auto* carried = way == Way::up && keeps_formats_ ? payload.get_extension<CarriedFormat>() : nullptr;
  e.undecided = carried != nullptr && carried->undecided;
  e.step = way == Way::down || e.undecided ? Step::arrived : Step::known;
  if (way == Way::down && payload.is_write()) {
    if (units_.observe) written_.insert(e.line);
    observe(payload, way);
  }
  Entries& entries = inside_[index(way)];
  e.first = find_line(entries.begin(), entries.end(), e.line) == entries.end();
  entries.push_back(&e);
  if (!storage_[index(way)]) return;
  storage_[index(way)]->access();
  storage_[index(way)]->holds(entries.size());
}

void LineEdge::observe(Payload& p, Way way) const {
  if (!units_.observe) return;
  if (const LineFormat* format = carried_format(p); format != nullptr && format->unencoded())
    units_.observe({.address = p.get_address(),
                    .to_dram = way == Way::down,
                    .ever_written = written_.contains(p.get_address()),
                    .bytes = bits_of(p)});
}

void LineEdge::consume(Payload& answer) {
  taps.see(answer, tlm::BEGIN_RESP);
  own_.erase(std::find(own_.begin(), own_.end(), &answer));
  auto& t = static_cast<Transaction&>(answer);
  units_.directory->answered(t);
  t.release();
}

void LineEdge::work(Way way) {
  const bool ask_again = has_news(way);
  for (Entry* e : inside_[index(way)])
    if (e->first) {
      if (ask_again && e->step == Step::asked) e->step = Step::arrived;
      advance(*e, way);
    }
}

bool LineEdge::has_news(Way way) {
  if (units_.directory != nullptr && units_.directory->take_news()) news_ = {true, true};
  return std::exchange(news_[index(way)], false);
}

/// Is enough known about the line's format for the payload to go on?
bool LineEdge::knows(Entry& e, Way way) {
  LineDirectory* directory = units_.directory.get();
  if (directory == nullptr) return true;
  if (way == Way::down && undecided(e.line)) return false;
  if (e.payload->is_write()) return directory->may_record(e.line);
  const LineLookup found = directory->look_up(e.line);
  if (way == Way::down) {
    e.undecided = found == LineLookup::later && undecided_.size() + 1 < buffer_;
    if (e.undecided) undecided_.push_back(e.line);
    return e.undecided || found == LineLookup::known;
  }
  if (found != LineLookup::known) return false;
  std::erase(undecided_, e.line);
  news_[index(Way::down)] = true;
  auto& carried = *e.payload->get_extension<CarriedFormat>();
  carried.format() = directory->format(e.line);
  carried.undecided = false;
  if (carried.stored_as) require_stored_as(carried.format(), *carried.stored_as, e.line, name_);
  return true;
}

void LineEdge::advance(Entry& e, Way way) {
  if (e.step == Step::arrived) {
    e.step = knows(e, way) ? Step::known : Step::asked;
  }
  if (e.step == Step::known) e.step = needs_work(e, way) ? Step::refused : Step::done;
  if (e.step == Step::refused && units_.executor->start(e.job)) e.step = Step::working;
  if (e.step == Step::working && units_.executor->done(e.job)) {
    finish(e, way);
    e.step = Step::done;
  }
}

/// Makes the job of a payload; false when there is nothing to do. A written line may come encoded.
bool LineEdge::needs_work(Entry& e, Way way) {
  Payload& p = *e.payload;
  const LineFormat* format = codec_ != nullptr ? carried_format(p) : nullptr;
  const bool encodes = way == Way::down;
  const bool passes = place_ == EdgePlace::sm && passes_encoded(p);
  if (format == nullptr || (!encodes && (p.is_response_error() || passes))) return false;
  const bool for_another = layer_ != place_;
  if (encodes ? !p.is_write() || (for_another && !format->unencoded())
              : !p.is_read() || for_another || format->of(place_).encoding == 0)
    return false;
  if (encodes && format->of(layer_).encoding != 0) {
    count_encoded(format->of(layer_).length);
    return false;
  }
  e.job.codec = codec_;
  e.job.encodes = encodes;
  e.job.address = e.line;
  if (const auto* origin = p.get_extension<Origin>()) e.job.warp = origin->warp;
  if (encodes)
    std::fill(std::copy_n(p.get_data_ptr(), format->length(), e.job.line.begin()), e.job.line.end(), 0);
  else
    e.job.stored = layer_of(bits_of(p), place_, *format);
  e.job.version = p.get_extension<CarriedFormat>()->version;
  return true;
}

void LineEdge::finish(Entry& e, Way way) {
  Payload& p = *e.payload;
  auto& format = *p.get_extension<CarriedFormat>();
  if (way == Way::up) {
    if (auto* copy = p.get_extension<EncodedCopy>(); copy != nullptr && place_ == EdgePlace::sm)
      copy->see(format, e.job.stored.bits);
    std::copy(e.job.line.begin(), e.job.line.end(), p.get_data_ptr());
    format.of(place_) = {};
    ++*counters_.decoded;
    return;
  }
  put_layer(e.job.stored, layer_, bits_of(p), format);
  if (e.job.stored.encoding == 0) {
    ++*counters_.unencoded;
    return;
  }
  count_encoded(e.job.stored.length);
}

void LineEdge::count_encoded(unsigned bytes) {
  ++*counters_.encoded;
  *counters_.bytes += bytes;
}

LineEdge::Payload* LineEdge::give(Way way) {
  if (way == Way::down && !to_send_.empty()) {
    Transaction& t = *to_send_.front();
    to_send_.pop();
    taps.see(t, tlm::BEGIN_REQ);
    ++*counters_.own;
    return &t;
  }
  Entries& entries = inside_[index(way)];
  for (auto at = entries.begin(); at != entries.end(); ++at) {
    Entry& e = **at;
    if (e.step != Step::done || !e.first) continue;
    if (storage_[index(way)]) storage_[index(way)]->access();
    const auto next = entries.erase(at), behind = find_line(next, entries.end(), e.line);
    if (behind != entries.end()) (*behind)->first = true;
    free_.push_back(&e);
    if (way == Way::down && keeps_formats_) leave(e);
    if (way == Way::up && e.payload->is_read() && !e.payload->is_response_error()) observe(*e.payload, way);
    return e.payload;
  }
  return nullptr;
}

/// A request to DRAM: a write records the format of its line, a read is given it.
void LineEdge::leave(const Entry& e) {
  Payload& p = *e.payload;
  const std::uint64_t line = p.get_address();
  if (writes_nothing(p)) return units_.directory->unrecorded(line);
  LineFormat* format = carried_format(p);
  if (format == nullptr) {
    throw Error({.place = name_,
                 .what = "a part of a line comes to a memory whose lines are encoded",
                 .value = fmt::format("{} bytes at {:#x}", p.get_data_length(), line),
                 .legal = "whole lines of 128 bytes"});
  }
  if (p.is_write())
    units_.directory->record(line, *format);
  else if (e.undecided)
    p.get_extension<CarriedFormat>()->undecided = true;
  else
    *format = units_.directory->format(line);
}

Transaction& LineEdge::acquire() {
  Transaction& t = pool_.acquire();
  own_.push_back(&t);
  return t;
}

void LineEdge::send(Transaction& t) {
  t.origin().kind = OriginKind::edge;
  to_send_.push(&t);
}

void LineEdge::debug(bool read, std::uint64_t address, std::span<unsigned char> bytes) {
  if (!dram_.debug) throw Error({.place = name_, .what = "there is no DRAM below this edge"});
  dram_.debug(read, address, bytes);
  for (Payload* p : own_)
    if (p->is_write()) access_write_under_way(*p, read, address, bytes);
}

Cycle LineEdge::next(Way way) const {
  if (!stands_) return never;
  const Entries& entries = inside_[index(way)];
  const bool news = news_[index(way)] || (units_.directory != nullptr && units_.directory->news());
  if ((news && !entries.empty()) || (way == Way::down && !to_send_.empty())) return 0;
  Cycle next = never;
  for (const Entry* entry : entries) {
    const Entry& e = *entry;
    if (!e.first || e.step == Step::asked) continue;
    // A known one has become the first of its line in this cycle, and begins in the next.
    if (e.step == Step::arrived || e.step == Step::known || e.step == Step::done) return 0;
    next = std::min(next, e.step == Step::working ? units_.executor->done_at(e.job)
                                                  : units_.executor->start_at(way == Way::down));
  }
  return next;
}

}  // namespace heddle
