// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>

#include "hw/memory/gddr5/gddr5_config.hpp"
#include "tb/import/conversions.hpp"

namespace heddle::conversions {
namespace {

constexpr const char* default_clocks = "500.0:2000.0:2000.0:2000.0";
constexpr double greatest_mhz = 1e9;

std::uint64_t rounded(double x) {
  return static_cast<std::uint64_t>(std::llround(std::min(x, greatest_mhz)));
}

/// Returns how many L2 slices, which are channels here, a memory controller has.
std::uint64_t channels(Conversion& c) { return c.other_number("-gpgpu_n_sub_partition_per_mchannel", 1); }

}  // namespace

void clocks(Conversion& c) {
  const auto parts = c.parts(":", 4, 4, "CORE:INTERCONNECT:L2:DRAM in MHz");
  constexpr std::array keys{"core_mhz", "icnt.mhz", "l2.mhz", "dram.gddr5.clock_mhz"};
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const double mhz = c.real(parts[k]);
    c.set(keys[k], rounded(mhz));
    if (mhz != std::floor(mhz)) c.note(fmt::format("{} takes whole MHz: {} is rounded", keys[k], parts[k]));
  }
}

void partitions(Conversion& c) {
  c.set("dram.address.controllers", c.other_number("-gpgpu_n_mem", 8));
  c.set("dram.address.channels_per_controller", channels(c));
}

void partition_queues(Conversion& c) {
  const auto parts = c.parts(":", 4, 4, "four queues: to the L2, to DRAM, from DRAM, from the L2");
  constexpr std::array keys{"l2.input_queue", "l2.cache.queue", "l2.fill_queue", "l2.response_queue"};
  for (std::size_t k = 0; k < keys.size(); ++k) c.set(keys[k], c.number(parts[k]));
}

// There the chips of a controller move one burst together; here each of its channels moves a part of it, in
// the same time.
void channel_width(Conversion& c) {
  const std::uint64_t bytes = c.other_number("-gpgpu_dram_buswidth", 4),
                      chips = c.other_number("-gpgpu_n_mem_per_ctrlr", 1),
                      ratio = c.other_number("-dram_data_command_freq_ratio", 2),
                      burst = c.other_number("-gpgpu_dram_burst_length", 4), parts = channels(c);
  const std::uint64_t beats = Gddr5Config::beats_per_cycle;
  const std::uint64_t bits = bounded_product({8, bytes, chips, ratio}),
                      share = bounded_product({beats, parts});
  if (ratio == 0 || parts == 0 || bits % share != 0 || beats * burst % ratio != 0) {
    c.note(fmt::format("{} B x {} chips with {} beats a command cycle do not spread over {} channels", bytes,
                       chips, ratio, parts));
    return;
  }
  c.set({{"dram.gddr5.bus_bits", std::to_string(bits / share)},
         {"dram.gddr5.burst_length", std::to_string(beats * burst / ratio)}});
}

void dram_timing(Conversion& c) {
  struct Name {
    std::string_view name, key;
  };
  // In the order in which they stand without names.
  constexpr std::array names{Name{"nbk", "banks"},   Name{"CCD", "t_ccd"}, Name{"RRD", "t_rrd"},
                             Name{"RCD", "t_rcd"},   Name{"RAS", "t_ras"}, Name{"RP", "t_rp"},
                             Name{"RC", "t_rc"},     Name{"CL", "t_cl"},   Name{"WL", "t_wl"},
                             Name{"CDLR", "t_cdlr"}, Name{"WR", "t_wr"},   Name{"nbkgrp", "bank_groups"},
                             Name{"CCDL", "t_ccdl"}, Name{"RTPL", "t_rtp"}};
  constexpr std::string_view form =
      "NAME=CYCLES:..., or at least 11 numbers: nbk:CCD:RRD:RCD:RAS:RP:RC:CL:WL:CDLR:WR";
  const bool named = c.value().find('=') != std::string::npos;
  const auto parts = c.parts(":;", named ? 1 : 11, names.size(), form);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::size_t equals = parts[k].find('=');
    if (named && equals == std::string::npos) c.refuse(parts[k], "this has no name", std::string(form));
    const std::string name = named ? parts[k].substr(0, equals) : std::string(names[k].name);
    const auto found = std::ranges::find(names, name, &Name::name);
    const std::uint64_t cycles = c.number(named ? parts[k].substr(equals + 1) : parts[k]);
    if (found == names.end())
      c.note(fmt::format("{} is no known timing", name));
    else
      c.set(fmt::format("dram.gddr5.{}", found->key), cycles);
  }
}

void dram_latency(Conversion& c) {
  const std::uint64_t cycles = c.number(c.value());
  const std::string clock = c.other("-gpgpu_clock_domains", default_clocks);
  const double core = c.real(clock.substr(0, clock.find(':'))),
               dram = c.real(clock.substr(clock.rfind(':') + 1));
  if (core == 0) {
    c.note("without a core clock its cycles have no length");
    return;
  }
  c.set("dram.controller.latency", rounded(static_cast<double>(cycles) * dram / core));
}

void write_queue(Conversion& c) {
  const auto parts = c.parts(":", 3, 3, "SIZE:HIGH:LOW");
  c.set({{"dram.controller.write_queue", std::to_string(c.number(parts[0]))},
         {"dram.controller.write_high", std::to_string(c.number(parts[1]))},
         {"dram.controller.write_low", std::to_string(c.number(parts[2]))}});
}

void address_bits(Conversion& c) {
  constexpr std::string_view form =
      "dramid@BIT;64 of R, B, C, S, D and 0, as in dramid@8;00...00RRRR.BBBCCCCB.CCSSSSSS";
  std::string text = c.value();
  std::string bits;
  std::uint64_t interleave_bit = 0;
  const std::size_t semicolon = text.find(';');
  constexpr std::string_view dramid = "dramid@";
  if (const bool split = text.starts_with(dramid); split != (semicolon != text.npos))
    c.refuse(text, "this is no mapping of addresses", std::string(form));
  else if (split)
    interleave_bit = c.number(text.substr(dramid.size(), semicolon - dramid.size()));
  for (const char given : text.substr(semicolon == text.npos ? 0 : semicolon + 1)) {
    const char bit = static_cast<char>(std::toupper(static_cast<unsigned char>(given)));
    if (bit == '.' || bit == '|' || bit == ' ') continue;
    if (std::string_view("RBCSD0").find(bit) == std::string_view::npos)
      c.refuse(std::string(1, given), "this is no bit of a mapping", std::string(form));
    bits += bit == 'S' ? 'C' : bit;
  }
  if (bits.size() != 64) c.refuse(text, fmt::format("it has {} bits", bits.size()), std::string(form));
  bits.erase(0, bits.find_first_not_of('0'));
  if (const std::size_t d = bits.find('D');
      d != bits.npos) {  // they name the controller: its chunks are as long
    const std::size_t last = bits.find_last_of('D');
    if (semicolon != text.npos || bits.find_first_not_of('D', d) <= last) {
      c.note("bits of the controller (D) in more than one place");
      return;
    }
    if (c.other_number("-gpgpu_n_mem", 8) != std::uint64_t{1} << std::min<std::size_t>(last + 1 - d, 63)) {
      c.note("its bits of the controller (D) do not name each controller once");
      return;
    }
    interleave_bit = bits.size() - 1 - last;
    bits.erase(d, last + 1 - d);
  } else if (semicolon == text.npos) {
    c.note("it does not say which bits name the controller");
    return;
  }
  if (bits.empty() || bits.find('0') != bits.npos) {
    c.note("it has bits that select nothing");
    return;
  }
  // The lowest bank bits name the L2 slice there, which is a channel of its own here, with all banks: its
  // rows are shorter by as many column bits.
  const std::uint64_t slices = channels(c);
  if (!std::has_single_bit(slices)) {
    c.note(fmt::format("{} L2 slices a controller are no power of two", slices));
    return;
  }
  for (std::uint64_t left = slices; left > 1; left /= 2) {
    const std::size_t above =
        bits.size() > interleave_bit ? bits.rfind('C', bits.size() - 1 - interleave_bit) : bits.npos;
    if (above == bits.npos) {
      c.note("it has no column bit above the interleaving that its L2 slices could take");
      return;
    }
    bits.erase(above, 1);
  }
  c.set("dram.address.interleave", interleave_bit < 32 ? std::uint64_t{1} << interleave_bit : 0);
  const auto columns = static_cast<std::uint64_t>(std::ranges::count(bits, 'C'));
  c.set({{"dram.address.bits", bits},
         {"dram.gddr5.row_bytes", std::to_string(columns < 32 ? std::uint64_t{1} << columns : 0)}});
}

}  // namespace heddle::conversions
