// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "hw/memory/crossbar/crossbar_config.hpp"
#include "tb/import/conversions.hpp"

namespace heddle::conversions {
namespace {

/// Does the crossbar count that is built in, and its options?
bool is_built_in(Conversion& c) { return c.other_number("-network_mode", 1) == 2; }

bool counts(Conversion& c) {
  if (is_built_in(c)) return true;
  c.note("counts with -network_mode 2 only");
  return false;
}

}  // namespace

void network_mode(Conversion& c) {
  const std::uint64_t mode = c.number(c.value());
  if (mode != 1 && mode != 2) c.note(std::string(c.why()));
  if (mode == 2) c.set("icnt.queues", "fifo");  // as its crossbar has
}

void network_file(Conversion& c) {
  if (is_built_in(c)) c.note("not read: with -network_mode 2 the options -icnt_* count");
}

// A packet there is a header and at most a sector, whatever the flits; an input holds so many of them.
void built_in_buffer(Conversion& c) {
  if (!counts(c)) return;
  constexpr std::uint64_t packet = CrossbarConfig{}.header_bytes + 32;
  const std::uint64_t flit = c.other_number("-icnt_flit_size", 32), packets = c.number(c.value());
  if (flit == 0)
    c.note("flits of 0 B hold no packet");
  else
    c.set(std::string(c.key()), bounded_product({packets, (packet + flit - 1) / flit}));
}

void built_in_one(Conversion& c) {
  if (counts(c)) expects_one(c);
}

void built_in_two(Conversion& c) {
  if (counts(c)) expects_two(c);
}

void built_in_none(Conversion& c) {
  if (counts(c)) c.note(std::string(c.why()));
}

// Several virtual channels let packets pass each other, as virtual output queues do.
void virtual_channels(Conversion& c) {
  c.set("icnt.queues", c.number(c.value()) <= 1 ? "fifo" : "virtual_output");
  input_buffer(c);
}

void input_buffer(Conversion& c) {
  c.set("icnt.input_flits",
        bounded_product({c.other_number("num_vcs", 16), c.other_number("vc_buf_size", 8)}));
}

void ejection_buffer(Conversion& c) {
  if (c.number(c.value()) == 0)
    c.set("icnt.output_flits", c.other_number("vc_buf_size", 8));
  else
    same(c);
}

// One channel leads into the router, one out of it, in a cycle each.
void router_latency(Conversion& c) {
  c.set("icnt.latency", 2 + c.other_number("routing_delay", 1) + c.other_number("vc_alloc_delay", 1) +
                            c.other_number("sw_alloc_delay", 1) + c.other_number("st_prepare_delay", 0) +
                            c.other_number("st_final_delay", 1) + c.other_number("output_delay", 0));
}

void expects_fly(Conversion& c) {
  if (c.value() != "fly") c.note(std::string(c.why()));
}

void whole_speed(Conversion& c) {
  const double speed = c.real(c.value()), whole = std::ceil(speed);
  if (whole != speed) c.note(std::string(c.why()));
  c.set(std::string(c.key()), fmt::format("{:.0f}", whole));
}

}  // namespace heddle::conversions
