// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "hw/memory/transaction.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

constexpr unsigned gpu_process = 0;
constexpr std::array kinds{"CTA slot", "warp slot", "SP",     "DP",  "SFU",
                           "LDST",     "register",  "scalar", "line"};  ///< in the order of display
constexpr unsigned threads_a_kind = 1000;

constexpr unsigned process_of(unsigned sm) { return sm + 1; }
constexpr std::uint64_t line_of(std::uint64_t address) { return address / line_bytes; }

const char* command_of(const tlm::tlm_generic_payload& payload) {
  if (payload.get_extension<AtomicRequest>() != nullptr) return "atomic";
  return payload.is_write() ? "write" : "read";
}

std::string instruction(const InFlight& f) {
  return fmt::format("\"warp slot\":{},\"PTX line\":{}", f.warp, f.instruction->line);
}

}  // namespace

TimelineWindow parse_timeline_window(const std::string& text) {
  const auto wrong = [&] {
    return Error({.place = "command line",
                  .what = "bad window of the timeline",
                  .value = text,
                  .legal = "FIRST:LAST, core cycles; either may be left out"});
  };
  const auto colon = text.find(':');
  if (colon == std::string::npos) throw wrong();
  const auto number = [&](std::string_view digits, Cycle fallback) {
    if (digits.empty()) return fallback;
    Cycle value = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure != std::errc{} || end != digits.data() + digits.size()) throw wrong();
    return value;
  };
  const std::string_view all = text;
  const TimelineWindow window{number(all.substr(0, colon), 0), number(all.substr(colon + 1), never)};
  if (window.first > window.last) throw wrong();
  return window;
}

Timeline::Timeline(const std::string& file, TimelineWindow window, std::uint64_t period_fs)
    : trace_(file), window_(window), period_fs_(static_cast<double>(period_fs)) {
  trace_.name_process(gpu_process, "GPU", 0);
  trace_.name_thread(gpu_process, 0, "kernels", 0);
}

Timeline::~Timeline() {
  try {
    close();
  } catch (const Error&) {
  }
}

void Timeline::close() {
  for (const auto& [track, open] : open_)
    draw(track.first, track.second, open.name, open.begin, seen_, open.arguments);
  open_.clear();
  for (const auto& [payload, request] : requests_) draw(request, std::max(seen_, request.begin));
  requests_.clear();
  trace_.close();
}

double Timeline::now() {
  seen_ = std::max(seen_, static_cast<double>(sc_core::sc_time_stamp().value()) / period_fs_);
  return seen_;
}

/// A cycle lasts until the next begins, so the window ends at last + 1.
bool Timeline::cut(double& begin, double& end) const {
  const auto first = static_cast<double>(window_.first), last = static_cast<double>(window_.last) + 1;
  if (end < first || begin >= last) return false;
  begin = std::max(begin, first);
  end = std::min(end, last);
  return true;
}

void Timeline::draw(unsigned process, unsigned thread, std::string_view name, double begin, double end,
                    std::string_view arguments) {
  if (cut(begin, end)) trace_.slice(process, thread, name, begin, end, arguments);
}

unsigned Timeline::thread(unsigned sm, const char* kind, unsigned number) {
  const auto rank = static_cast<unsigned>(
      std::find_if(kinds.begin(), kinds.end(), [&](std::string_view k) { return k == kind; }) -
      kinds.begin());
  const unsigned thread = 1 + rank * threads_a_kind + number;
  const unsigned process = process_of(sm);
  if (!named_.insert({process, thread}).second) return thread;
  if (named_.insert({process, 0}).second) trace_.name_process(process, fmt::format("SM {}", sm), process);
  trace_.name_thread(process, thread, fmt::format("{} {}", kind, number), thread);
  return thread;
}

void Timeline::begin(unsigned sm, const char* kind, unsigned number, std::string name, std::string arguments,
                     Cycle now) {
  seen_ = std::max(seen_, static_cast<double>(now));
  open_[{process_of(sm), thread(sm, kind, number)}] = {std::move(name), std::move(arguments),
                                                       static_cast<double>(now)};
}

void Timeline::end(unsigned sm, const char* kind, unsigned number, Cycle now) {
  seen_ = std::max(seen_, static_cast<double>(now));
  const auto it = open_.find({process_of(sm), thread(sm, kind, number)});
  if (it == open_.end()) return;
  draw(it->first.first, it->first.second, it->second.name, it->second.begin, static_cast<double>(now),
       it->second.arguments);
  open_.erase(it);
}

void Timeline::kernel_begins(std::string_view name, const Dim3& grid, const Dim3& cta) {
  open_[{gpu_process, 0}] = {std::string(name),
                             fmt::format("\"grid\":\"{}x{}x{}\",\"block\":\"{}x{}x{}\"", grid.x, grid.y,
                                         grid.z, cta.x, cta.y, cta.z),
                             now()};
}

void Timeline::kernel_ends() {
  const auto it = open_.find({gpu_process, 0});
  draw(gpu_process, 0, it->second.name, it->second.begin, now(), it->second.arguments);
  open_.erase(it);
}

void Timeline::cta_begins(unsigned sm, unsigned slot, const Dim3& id, Cycle now) {
  begin(sm, "CTA slot", slot, fmt::format("CTA {},{},{}", id.x, id.y, id.z), "", now);
}

void Timeline::cta_ends(unsigned sm, unsigned slot, Cycle now) { end(sm, "CTA slot", slot, now); }

void Timeline::warp_begins(unsigned sm, unsigned warp, unsigned cta_slot, unsigned index, Cycle now) {
  begin(sm, "warp slot", warp, fmt::format("warp {}", index), fmt::format("\"CTA slot\":{}", cta_slot), now);
}

void Timeline::warp_ends(unsigned sm, unsigned warp, Cycle now) { end(sm, "warp slot", warp, now); }

void Timeline::dispatched(unsigned sm, const char* kind, unsigned number, const InFlight& f, Cycle cycles,
                          Cycle now) {
  seen_ = std::max(seen_, static_cast<double>(now));
  draw(process_of(sm), thread(sm, kind, number), kind, static_cast<double>(now),
       static_cast<double>(now + cycles), instruction(f));
}

void Timeline::memory_queued(unsigned sm, const InFlight&, Cycle now) { load_store_[sm].queued.push(now); }

void Timeline::memory_left(unsigned sm, const InFlight& f, Cycle now) {
  seen_ = std::max(seen_, static_cast<double>(now));
  LoadStore& unit = load_store_[sm];
  if (unit.queued.empty()) return;
  const Cycle from = std::max(unit.queued.front(), unit.free);
  unit.queued.pop();
  unit.free = now + 1;
  draw(process_of(sm), thread(sm, "LDST", 0), "LDST", static_cast<double>(from), static_cast<double>(now + 1),
       instruction(f));
}

void Timeline::register_lives(unsigned sm, unsigned warp, unsigned r, Cycle now) {
  if (warp == 0) begin(sm, "register", r, "live", "", now);
}

void Timeline::register_dies(unsigned sm, unsigned warp, unsigned r, Cycle now) {
  if (warp == 0) end(sm, "register", r, now);
}

void Timeline::request(unsigned sm, const Payload& payload, const tlm::tlm_phase& phase) {
  if (is_of_edge(payload)) return;
  const double time = now();
  if (phase == tlm::BEGIN_REQ) {
    Request& r = requests_[&payload];
    r = {.id = next_id_++,
         .address = payload.get_address(),
         .process = process_of(sm),
         .bytes = payload.get_data_length(),
         .name = command_of(payload),
         .begin = time};
    r.fetched = fetches_.contains(line_of(r.address));
    by_line_.emplace(line_of(r.address), &r);
    return;
  }
  const auto it = requests_.find(&payload);
  if (it == requests_.end()) return;
  draw(it->second, time);
  const auto [first, last] = by_line_.equal_range(line_of(it->second.address));
  by_line_.erase(std::find_if(first, last, [&](const auto& r) { return r.second == &it->second; }));
  requests_.erase(it);
}

void Timeline::edge_request(EdgePlace place, unsigned index, const Payload& payload,
                            const tlm::tlm_phase& phase) {
  const double time = now();
  if (phase == tlm::BEGIN_REQ) {
    requests_[&payload] = {.id = next_id_++,
                           .address = payload.get_address(),
                           .process = place == EdgePlace::sm ? process_of(index) : gpu_process,
                           .bytes = payload.get_data_length(),
                           .name = fmt::format("{} of {} {}", command_of(payload), name_of(place), index),
                           .begin = time,
                           .of_edge = true};
  } else if (const auto it = requests_.find(&payload); it != requests_.end()) {
    draw(it->second, time);
    requests_.erase(it);
  }
}

void Timeline::draw(const Request& r, double end) {
  double begin = r.begin;
  if (!cut(begin, end)) return;
  std::string arguments = fmt::format("\"address\":\"{:#x}\",\"bytes\":{}", r.address, r.bytes);
  if (has_l2_ && !r.of_edge) arguments += fmt::format(",\"level\":\"{}\"", r.fetched ? "dram" : "l2");
  trace_.asynchronous(r.process, r.of_edge ? "line edge" : "memory", r.id, r.name, begin, end, arguments);
}

void Timeline::fetch(const Payload& payload, const tlm::tlm_phase& phase) {
  has_l2_ = true;
  if (payload.is_write()) return;
  const std::uint64_t line = line_of(payload.get_address());
  if (phase == tlm::BEGIN_REQ) {
    ++fetches_[line];
    const auto [first, last] = by_line_.equal_range(line);
    for (auto it = first; it != last; ++it) it->second->fetched = true;
  } else if (const auto it = fetches_.find(line); it != fetches_.end() && --it->second == 0) {
    fetches_.erase(it);
  }
}

}  // namespace heddle
