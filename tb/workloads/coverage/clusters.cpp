// SPDX-License-Identifier: Apache-2.0
// All operands lie in one cluster of banks, and as many instructions read them as there are collector units,
// so that every requester of the bank arbiter waits, and the first one waits for all the others.
#include <array>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::coverage_clusters {
namespace {

struct ClusterSizes {
  std::uint32_t ctas = 15, passes = 8;
  static constexpr auto parameters() {
    using S = ClusterSizes;
    return std::tuple{
        parameter(&S::ctas, "ctas", "CTAs", 1, 1000, "one an SM of GTX 480", "CTAs"),
        parameter(&S::passes, "passes", "", 1, 10'000, "enough for every alignment", "Passes of each CTA")};
  }
};

constexpr std::uint32_t inserting = 12, storing = 4;  // warps, as many as collector units
constexpr std::uint32_t threads = (inserting + storing) * warp_size, values = 19;

/// In each pass all warps issue one instruction at the same time: twelve insert a bit field, which takes four
/// operands, and four store. Just before, warp 0 alone reads one operand, so that the arbiter's rotation
/// stands behind the first requester, which is then served last.
/// A kernel's registers are numbered in the order of their definitions, and register r lies in cluster r mod
/// 4: the address in shared memory is register 0, %v3, %v7, %v11 and %v15 are registers 4, 8, 12 and 16. This
/// holds in every warp if the number of registers a thread is a multiple of four.
std::string write_ptx(const ClusterSizes&) {
  std::string text =
      ".version 6.0\n.target sm_50\n.address_size 64\n"
      ".shared .align 4 .b8 words[2048];\n"
      ".visible .entry clusters(.param .u64 in, .param .u64 out, .param .u32 passes)\n{\n"
      "  .reg .b32 %s, %v<20>, %d, %r<8>;\n  .reg .b64 %rd<4>;\n  .reg .pred %p<4>;\n"
      "  mov.u32 %s, %tid.x;\n  shl.b32 %s, %s, 2;\n"
      "  mov.u32 %r4, words;\n  add.u32 %s, %s, %r4;\n";
  for (std::uint32_t k = 0; k < values; ++k) text += fmt::format("  add.u32 %v{}, %s, {};\n", k, 7 * k + 1);
  text += fmt::format(
      "  ld.param.u32 %r0, [passes];\n  mov.u32 %r1, 0;\n  mov.u32 %d, 0;\n"
      "  mov.u32 %r2, %tid.x;\n  setp.ge.u32 %p1, %r2, {};\n  setp.lt.u32 %p2, %r2, 32;\n"
      "PASS:\n"
      "  @%p1 bra STORE;\n"
      "  bar.sync 0;\n  @%p2 add.u32 %r1, %r1, 0;\n  bar.sync 0;\n"
      "  bfi.b32 %d, %v3, %v7, %v11, %v15;\n  bra JOIN;\n"
      "STORE:\n"
      "  bar.sync 0;\n  bar.sync 0;\n  st.shared.u32 [%s], %v7;\n"
      "JOIN:\n"
      "  add.u32 %r1, %r1, 1;\n  setp.lt.u32 %p0, %r1, %r0;\n  @%p0 bra PASS;\n"
      "  ld.shared.u32 %r1, [%s];\n  add.u32 %d, %d, %r1;\n",
      inserting * warp_size);
  for (std::uint32_t k = 0; k < values; ++k) text += fmt::format("  mad.lo.u32 %d, %d, 3, %v{};\n", k);
  return text +
         "  mov.u32 %r2, %ctaid.x;\n  mov.u32 %r3, %ntid.x;\n  mov.u32 %r4, %tid.x;\n"
         "  mad.lo.u32 %r2, %r2, %r3, %r4;\n  mul.wide.u32 %rd2, %r2, 4;\n"
         "  ld.param.u64 %rd0, [in];\n  ld.param.u64 %rd1, [out];\n"
         "  add.u64 %rd0, %rd0, %rd2;\n  add.u64 %rd1, %rd1, %rd2;\n"
         "  ld.global.u32 %r2, [%rd0];\n  xor.b32 %d, %d, %r2;\n"
         "  st.global.u32 [%rd1], %d;\n  ret;\n}\n";
}

/// Returns `b` with `length` bits from bit `first` on replaced by the lowest bits of `a`.
std::uint32_t insert(std::uint32_t a, std::uint32_t b, std::uint32_t first, std::uint32_t length) {
  first &= 0xff;
  length &= 0xff;
  for (std::uint32_t i = first; i < 32 && i < first + length; ++i)
    b = (b & ~(1u << i)) | (a >> (i - first) & 1) << i;
  return b;
}

std::uint32_t expected(std::uint32_t thread, std::uint32_t in) {
  std::array<std::uint32_t, values> v;
  for (std::uint32_t k = 0; k < values; ++k) v[k] = 4 * thread + 7 * k + 1;
  std::uint32_t sum = thread < inserting * warp_size ? insert(v[3], v[7], v[11], v[15]) : v[7];
  for (const std::uint32_t value : v) sum = 3 * sum + value;
  return sum ^ in;
}

WorkloadResult run(const WorkloadRun& run, const ClusterSizes& sizes) {
  Random random(run.seed);
  std::vector<std::uint32_t> in(std::size_t{sizes.ctas} * threads), reference;
  for (std::uint32_t& word : in) word = static_cast<std::uint32_t>(random());
  for (std::size_t t = 0; t < in.size(); ++t)
    reference.push_back(expected(static_cast<std::uint32_t>(t % threads), in[t]));
  const DevicePointer device_in = run.context.upload(in);
  const DevicePointer out = run.context.allocate(in.size() * sizeof in[0]);
  run.module.function("clusters")
      .launch({.grid = {sizes.ctas}, .cta = {threads}}, device_in, out, sizes.passes);
  WorkloadResult result;
  result.compare<std::uint32_t>("out", reference, run.context.download<std::uint32_t>(out, in.size()));
  return result;
}

const Registration<Workload> registration{
    make_workload<ClusterSizes>({.name = "cover_clusters",
                                 .description = "operands of all collector units in one cluster of banks",
                                 .stands_for = "no benchmark: coverage points of the bank arbiter",
                                 .values = "random words, and sums of small ones",
                                 .character = "bound by one cluster of register banks, no divergence",
                                 .small = {"ctas=15"}},
                                run, write_ptx)};

}  // namespace
}  // namespace heddle::coverage_clusters
