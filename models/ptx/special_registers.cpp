#include "models/ptx/special_registers.hpp"

#include <array>

#include "models/ptx/operand_source.hpp"

namespace heddle::ptx {
namespace {

using Read = void (*)(const WarpContext&, Words32&);

struct SpecialRegister {
  std::string_view name;
  Read read;
};

/// A register whose value depends on the lane alone.
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

constexpr std::array specials{
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

}  // namespace

std::optional<unsigned> special_register(std::string_view name) {
  for (unsigned i = 0; i < specials.size(); ++i)
    if (specials[i].name == name) return i;
  return std::nullopt;
}

std::vector<std::string> special_register_names() {
  std::vector<std::string> names;
  for (const SpecialRegister& special : specials) names.emplace_back(special.name);
  return names;
}

void read_special(unsigned number, const WarpContext& context, Words32& out) {
  specials[number].read(context, out);
}

}  // namespace heddle::ptx
