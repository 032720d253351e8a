// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/not_supported.hpp"

#include <algorithm>

namespace heddle::ptx {
namespace {

struct Group {
  std::string_view name;
  /// Names separated by blanks. A name is a mnemonic and suffixes that the spelling must have, in any order;
  /// a name without a mnemonic (".b128") means these suffixes on any opcode.
  std::string_view names;
};

/// The instructions of PTX ISA 9.0 that the opcode table does not have.
constexpr Group groups[] = {
    {"tensor-core instructions", "mma wmma wgmma tcgen05 ldmatrix stmatrix movmatrix"},
    {"instructions that change how many registers a warp has", "setmaxnreg"},
    {"bulk copies, and what else sm_90 does asynchronously (a kernel compiled for sm_80 or older has none)",
     "cp.bulk cp.reduce mbarrier.expect_tx mbarrier.complete_tx tensormap prefetch.tensormap st.async "
     "red.async st.bulk fence.mbarrier_init "
     "fence.tensormap::generic "
     "fence.async::generic fence.sync_restrict::shared::cta fence.sync_restrict::shared::cluster"},
    {"accesses to the memory of several GPUs at once", "multimem"},
    {"instructions for clusters of CTAs",
     "mapa getctarank clusterlaunchcontrol barrier.cluster .shared::cluster"},
    {"surfaces", "suld sust sured suq .surfref"},
    {"texture gathers", "tld4"},
    {"textures of other shapes than 1-D, 2-D, 3-D and layers of 1-D or 2-D",
     "tex.cube tex.acube tex.2dms tex.a2dms"},
    {"texture fetches with derivatives: a texture has one level", "tex.grad"},
    {"texture fetches that give half precision", "tex.f16 tex.f16x2"},
    {"queries about more than a texture's size",
     "istypep txq.channel_data_type txq.channel_order txq.normalized_coords txq.force_unnormalized_coords "
     "txq.filter_mode txq.addr_mode_0 txq.addr_mode_1 txq.addr_mode_2 txq.num_samples "
     "txq.num_mipmap_levels txq.level"},
    {"samplers apart from textures", ".samplerref"},
    {"video instructions",
     "vadd vsub vabsdiff vmin vmax vshl vshr vmad vset vadd2 vsub2 vavrg2 vmin2 vmax2 vset2 vadd4 "
     "vsub4 vavrg4 vmin4 vmax4 vset4"},
    {"stack frames that grow while a function runs", "alloca stacksave stackrestore"},
    {"operands of 128 bits", ".b128"},
    {"generic addresses of kernel parameters",
     "cvta.param cvta.param::entry cvta.to.param cvta.to.param::entry"},
    {"saturation of packed differences", "vabsdiff2.sat vabsdiff4.sat"},
    {"reciprocals in double precision that flush subnormal numbers and round", "rcp.ftz.f64"},
    {"pairs of .f32", ".f32x2"},
    {"number formats with 4 or 6 bits, with a scale of their own, or with four numbers in a register",
     "cvt.e2m1x2 cvt.e2m3x2 cvt.e3m2x2 cvt.ue8m0x2 cvt.s2f6x2 cvt.e4m3x4 cvt.e5m2x4 cvt.e2m1x4 cvt.e2m3x4 "
     "cvt.e3m2x4"},
    {"conversions with stochastic rounding", "cvt.rs"},
    {"cache policies as operands", ".L2::cache_hint"},
    {"vector atomics", "atom.v2 atom.v4 atom.v8 red.v2 red.v4 red.v8"},
    {"vectors of more than four elements", ".v8"},
};

/// Returns the part of `text` before the first `separator`, and removes both from `text`.
std::string_view cut(std::string_view& text, char separator) {
  const std::size_t at = std::min(text.find(separator), text.size());
  const std::string_view first = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return first;
}

bool fits(std::string_view name, std::string_view mnemonic, std::span<const std::string_view> suffixes) {
  if (name == mnemonic) return true;
  const std::string_view wanted = cut(name, '.');
  if (name.empty() || (!wanted.empty() && wanted != mnemonic)) return false;
  while (!name.empty())
    if (std::find(suffixes.begin(), suffixes.end(), cut(name, '.')) == suffixes.end()) return false;
  return true;
}

}  // namespace

std::optional<NotSupported> not_supported(std::string_view mnemonic,
                                          std::span<const std::string_view> suffixes) {
  for (const Group& group : groups)
    for (std::string_view rest = group.names; !rest.empty();)
      if (const std::string_view name = cut(rest, ' '); fits(name, mnemonic, suffixes))
        return NotSupported{name, group.name};
  return std::nullopt;
}

}  // namespace heddle::ptx
