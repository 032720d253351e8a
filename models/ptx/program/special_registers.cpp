// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/program/special_registers.hpp"

#include <array>
#include <charconv>

#include "models/ptx/program/operand_source.hpp"

namespace heddle::ptx {
namespace {

using Read = void (*)(const WarpContext&, Words32&);

struct SpecialRegister {
  std::string_view name;
  Read read;
  Read read_high = nullptr;  ///< the upper word of one with 64 bits
};

/// A special register whose value depends on the lane alone.
template <auto F>
void by_lane(const WarpContext&, Words32& out) {
  for (unsigned i = 0; i < warp_size; ++i) out[i] = F(i);
}
template <unsigned d>
void tid(const WarpContext& c, Words32& out) {
  out = c.tid[d].lane;
}
template <auto Member, unsigned d>
void uniform(const WarpContext& c, Words32& out) {
  out.fill((c.*Member)[d]);
}

void warp_id(const WarpContext& c, Words32& out) { out.fill(c.warp_id); }
void warp_count(const WarpContext& c, Words32& out) {
  out.fill((c.ntid[0] * c.ntid[1] * c.ntid[2] + warp_size - 1) / warp_size);
}

template <std::uint32_t value>
void constant(const WarpContext&, Words32& out) {
  out.fill(value);
}
template <auto Member>
void field(const WarpContext& c, Words32& out) {
  out.fill(c.*Member);
}

/// A functional device counts instructions. A context without a counter reads 0.
std::uint64_t now(const WarpContext& c) { return c.cycle == nullptr ? 0 : *c.cycle; }
void clock_low(const WarpContext& c, Words32& out) { out.fill(static_cast<std::uint32_t>(now(c))); }
void clock_high(const WarpContext& c, Words32& out) { out.fill(static_cast<std::uint32_t>(now(c) >> 32)); }

// A cluster has one CTA. %globaltimer counts cycles as if the clock ran at 1 GHz. Launches run one after
// another, so %gridid is 0. The system reserves no shared memory. There are no environment registers and no
// performance counters.
constexpr std::array specials{
    SpecialRegister{"%clock", clock_low},
    SpecialRegister{"%clock_hi", clock_high},
    SpecialRegister{"%clock64", clock_low, clock_high},
    SpecialRegister{"%globaltimer", clock_low, clock_high},
    SpecialRegister{"%globaltimer_lo", clock_low},
    SpecialRegister{"%globaltimer_hi", clock_high},
    SpecialRegister{"%smid", field<&WarpContext::sm>},
    SpecialRegister{"%nsmid", field<&WarpContext::sm_count>},
    SpecialRegister{"%gridid", constant<0>, constant<0>},
    SpecialRegister{"%current_graph_exec", constant<0>, constant<0>},
    SpecialRegister{"%total_smem_size", field<&WarpContext::shared_bytes>},
    SpecialRegister{"%aggr_smem_size", field<&WarpContext::shared_bytes>},
    SpecialRegister{"%dynamic_smem_size", field<&WarpContext::dynamic_shared_bytes>},
    SpecialRegister{"%reserved_smem_offset_begin", constant<0>},
    SpecialRegister{"%reserved_smem_offset_end", constant<0>},
    SpecialRegister{"%reserved_smem_offset_cap", constant<0>},
    SpecialRegister{"%reserved_smem_offset_0", constant<0>},
    SpecialRegister{"%reserved_smem_offset_1", constant<0>},
    SpecialRegister{"%clusterid.x", uniform<&WarpContext::ctaid, 0>},
    SpecialRegister{"%clusterid.y", uniform<&WarpContext::ctaid, 1>},
    SpecialRegister{"%clusterid.z", uniform<&WarpContext::ctaid, 2>},
    SpecialRegister{"%nclusterid.x", uniform<&WarpContext::nctaid, 0>},
    SpecialRegister{"%nclusterid.y", uniform<&WarpContext::nctaid, 1>},
    SpecialRegister{"%nclusterid.z", uniform<&WarpContext::nctaid, 2>},
    SpecialRegister{"%cluster_ctaid.x", constant<0>},
    SpecialRegister{"%cluster_ctaid.y", constant<0>},
    SpecialRegister{"%cluster_ctaid.z", constant<0>},
    SpecialRegister{"%cluster_nctaid.x", constant<1>},
    SpecialRegister{"%cluster_nctaid.y", constant<1>},
    SpecialRegister{"%cluster_nctaid.z", constant<1>},
    SpecialRegister{"%cluster_ctarank", constant<0>},
    SpecialRegister{"%cluster_nctarank", constant<1>},
    SpecialRegister{"%tid.x", tid<0>},
    SpecialRegister{"%tid.y", tid<1>},
    SpecialRegister{"%tid.z", tid<2>},
    SpecialRegister{"%ntid.x", uniform<&WarpContext::ntid, 0>},
    SpecialRegister{"%ntid.y", uniform<&WarpContext::ntid, 1>},
    SpecialRegister{"%ntid.z", uniform<&WarpContext::ntid, 2>},
    SpecialRegister{"%ctaid.x", uniform<&WarpContext::ctaid, 0>},
    SpecialRegister{"%ctaid.y", uniform<&WarpContext::ctaid, 1>},
    SpecialRegister{"%ctaid.z", uniform<&WarpContext::ctaid, 2>},
    SpecialRegister{"%nctaid.x", uniform<&WarpContext::nctaid, 0>},
    SpecialRegister{"%nctaid.y", uniform<&WarpContext::nctaid, 1>},
    SpecialRegister{"%nctaid.z", uniform<&WarpContext::nctaid, 2>},
    SpecialRegister{"%laneid", by_lane<([](unsigned i) { return i; })>},
    SpecialRegister{"%warpid", warp_id},
    SpecialRegister{"%nwarpid", warp_count},
    SpecialRegister{"%lanemask_eq", by_lane<([](unsigned i) { return 1u << i; })>},
    SpecialRegister{"%lanemask_lt", by_lane<([](unsigned i) { return (1u << i) - 1; })>},
    SpecialRegister{"%lanemask_le", by_lane<([](unsigned i) { return (2u << i) - 1; })>},
    SpecialRegister{"%lanemask_ge", by_lane<([](unsigned i) { return ~0u << i; })>},
    SpecialRegister{"%lanemask_gt", by_lane<([](unsigned i) { return ~0u << 1 << i; })>},
};

/// Recognizes %envreg0 to %envreg31, %pm0 to %pm7 and %pm0_64 to %pm7_64, which all read as 0.
bool is_numbered(std::string_view name) {
  std::size_t limit = 8;
  if (name.starts_with("%envreg")) {
    name.remove_prefix(7);
    limit = 32;
  } else if (name.starts_with("%pm")) {
    name.remove_prefix(3);
    if (name.ends_with("_64")) name.remove_suffix(3);
  } else {
    return false;
  }
  unsigned n = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), n);
  return error == std::errc{} && end == name.data() + name.size() && n < limit;
}

}  // namespace

std::optional<unsigned> special_register(std::string_view name) {
  if (is_numbered(name)) name = "%gridid";  // it reads as 0 in any width
  for (unsigned i = 0; i < specials.size(); ++i)
    if (specials[i].name == name) return i;
  return std::nullopt;
}

bool varies_by_lane(unsigned number) {
  const std::string_view name = specials[number].name;
  return name.starts_with("%tid.") || name == "%laneid" || name.starts_with("%lanemask_");
}

bool is_fixed_special(unsigned number) {
  const std::string_view name = specials[number].name;
  return !name.starts_with("%clock") && !name.starts_with("%globaltimer");
}

std::vector<std::string> special_register_names() {
  std::vector<std::string> names;
  for (const SpecialRegister& special : specials) names.emplace_back(special.name);
  return names;
}

void read_special(unsigned number, const WarpContext& context, Words32& out) {
  specials[number].read(context, out);
}

void read_special_high(unsigned number, const WarpContext& context, Words32& out) {
  if (const Read read = specials[number].read_high)
    read(context, out);
  else
    out.fill(0);
}

}  // namespace heddle::ptx
