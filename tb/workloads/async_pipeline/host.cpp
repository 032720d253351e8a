// SPDX-License-Identifier: Apache-2.0
// Tiles that are copied from global to shared memory while the warps go on (cp.async, sm_80): three copies
// are outstanding while a tile is used. One kernel waits for groups of copies, the other for an mbarrier of
// each buffer.
#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::async_pipeline {
namespace {

struct PipelineSizes {
  std::uint32_t ctas = 60, tiles = 24, last = 500;
  static constexpr auto parameters() {
    using S = PipelineSizes;
    return std::tuple{parameter(&S::ctas, "ctas", "CTAs", 1, 10'000, "four an SM of GTX 480", "CTAs"),
                      parameter(&S::tiles, "tiles", "tiles", 1, 10'000, "six rounds of four buffers",
                                "Tiles of 512 words, of each CTA"),
                      parameter(&S::last, "last", "words", 1, 512, "the last one is cut off",
                                "Words of the last tile of each CTA")};
  }
};

constexpr std::uint32_t threads = 128, words = 4, tile = threads * words, buffers = 4;

/// Copies tile %next, or as much of it as there is, to the buffer %next mod 4; nothing behind the last tile.
const std::string copy_tile = R"(
    setp.ge.u32 %none, %next, %tiles;
    @%none bra $BEHIND;
    and.b32 %to, %next, 3;
    mad.lo.u32 %to, %to, 2048, %own;
    mul.wide.u32 %from, %next, 2048;
    add.u64 %from, %from, %in;
    add.u32 %left, %tiles, -1;
    setp.lt.u32 %whole, %next, %left;
    selp.u32 %size, 16, %last_bytes, %whole;
    cp.async.cg.shared.global [%to], [%from], 16, %size;)";

/// A kernel that waits for its tiles by `begin`, ahead of the loop, `copied`, behind each copy, and `wait`.
std::string kernel(const std::string& name, const std::string& begin, const std::string& copied,
                   const std::string& committed, const std::string& wait) {
  const auto copy = [&](unsigned n) {
    std::string text = copy_tile + copied + "\n$BEHIND:\n" + committed;
    const std::string label = fmt::format("BEHIND{}", n);
    for (std::size_t at = 0; (at = text.find("$BEHIND", at)) != text.npos;) text.replace(at, 7, label);
    return text + "\n    add.u32 %next, %next, 1;";
  };
  return fmt::format(
             ".visible .entry {}(.param .u64 in, .param .u64 out, .param .u32 tiles, .param .u32 last)",
             name) +
         R"(
{
    .reg .b32 %t, %next, %tiles, %to, %own, %other, %left, %size, %last_bytes, %tile, %sum, %w<4>, %bar, %parity;
    .reg .b64 %in, %out, %from, %first;
    .reg .pred %none, %whole, %more, %zero, %there;
    mov.u32 %t, %tid.x;
    ld.param.u64 %in, [in];
    ld.param.u64 %out, [out];
    ld.param.u32 %tiles, [tiles];
    ld.param.u32 %last_bytes, [last];
    mov.u32 %w0, %ctaid.x;
    mul.lo.u32 %w0, %w0, %tiles;
    mul.wide.u32 %first, %w0, 2048;
    add.u64 %in, %in, %first;
    mul.wide.u32 %first, %w0, 512;
    add.u64 %out, %out, %first;
    shl.b32 %w1, %t, 4;
    cvt.u64.u32 %first, %w1;
    add.u64 %in, %in, %first;
    shl.b32 %w2, %t, 2;
    cvt.u64.u32 %first, %w2;
    add.u64 %out, %out, %first;
    shl.b32 %last_bytes, %last_bytes, 2;
    sub.s32 %last_bytes, %last_bytes, %w1;
    max.s32 %last_bytes, %last_bytes, 0;
    min.s32 %last_bytes, %last_bytes, 16;
    mov.u32 %own, ring;
    xor.b32 %other, %w1, 2032;
    add.u32 %other, %other, %own;
    add.u32 %own, %own, %w1;
    mov.u32 %next, 0;
    mov.u32 %tile, 0;
    mov.u32 %sum, 0;
)" + begin +
         copy(0) + copy(1) + copy(2) + R"(
LOOP:
)" + wait +
         R"(
    bar.sync 0;)" +
         copy(3) + R"(
    and.b32 %to, %tile, 3;
    mad.lo.u32 %to, %to, 2048, %other;
    ld.shared.v4.u32 {%w0, %w1, %w2, %w3}, [%to];
    mad.lo.u32 %sum, %sum, 31, %w0;
    mad.lo.u32 %sum, %sum, 31, %w1;
    mad.lo.u32 %sum, %sum, 31, %w2;
    mad.lo.u32 %sum, %sum, 31, %w3;
    st.global.u32 [%out], %sum;
    add.u64 %out, %out, 512;
    add.u32 %tile, %tile, 1;
    setp.lt.u32 %more, %tile, %tiles;
    @%more bra LOOP;
    ret;
}
)";
}

std::string write_ptx(const PipelineSizes&) {
  const std::string barriers = R"(
    setp.ne.u32 %zero, %t, 0;
    @%zero bra MADE;
    mbarrier.init.shared.b64 [full], 128;
    mbarrier.init.shared.b64 [full+8], 128;
    mbarrier.init.shared.b64 [full+16], 128;
    mbarrier.init.shared.b64 [full+24], 128;
MADE:
    bar.sync 0;)";
  const std::string arrive = R"(
    and.b32 %bar, %next, 3;
    mov.u32 %to, full;
    mad.lo.u32 %bar, %bar, 8, %to;
    cp.async.mbarrier.arrive.noinc.shared.b64 [%bar];)";
  const std::string poll = R"(
    and.b32 %bar, %tile, 3;
    mov.u32 %to, full;
    mad.lo.u32 %bar, %bar, 8, %to;
    shr.u32 %parity, %tile, 2;
    and.b32 %parity, %parity, 1;
POLL:
    mbarrier.test_wait.parity.shared.b64 %there, [%bar], %parity;
    @!%there bra POLL;)";
  return ".version 7.0\n.target sm_80\n.address_size 64\n"
         ".shared .align 16 .b8 ring[8192];\n.shared .align 8 .b64 full[4];\n" +
         kernel("groups", "", "", "    cp.async.commit_group;", "    cp.async.wait_group 2;") +
         kernel("mbarriers", barriers, arrive, "", poll);
}

/// What the kernels leave: thread t uses what thread 127 - t has copied.
std::vector<std::uint32_t> reference(const std::vector<std::uint32_t>& in, const PipelineSizes& s) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t cta = 0; cta < s.ctas; ++cta) {
    std::vector<std::uint32_t> sum(threads);
    for (std::uint32_t t = 0; t < s.tiles; ++t)
      for (std::uint32_t thread = 0; thread < threads; ++thread) {
        for (std::uint32_t w = 0; w < words; ++w) {
          const std::uint32_t at = (threads - 1 - thread) * words + w;
          const bool there = t + 1 < s.tiles || at < s.last;
          sum[thread] = 31 * sum[thread] + (there ? in[(std::size_t{cta} * s.tiles + t) * tile + at] : 0);
        }
        out.push_back(sum[thread]);
      }
  }
  return out;
}

WorkloadResult run(const WorkloadRun& run, const PipelineSizes& sizes) {
  Random random(run.seed);
  // Behind the last word of the last CTA nothing is allocated: a copy that reads too much is an error.
  std::vector<std::uint32_t> in(std::size_t{sizes.ctas} * sizes.tiles * tile - (tile - sizes.last));
  for (std::uint32_t& word : in) word = static_cast<std::uint32_t>(random());
  const std::vector<std::uint32_t> expected = reference(in, sizes);
  const DevicePointer device_in = run.context.upload(in);
  WorkloadResult result;
  for (const char* name : {"groups", "mbarriers"}) {
    const DevicePointer out = run.context.allocate(expected.size() * sizeof expected[0]);
    run.module.function(name).launch({.grid = {sizes.ctas}, .cta = {threads}}, device_in, out, sizes.tiles,
                                     sizes.last);
    result.compare<std::uint32_t>(name, expected, run.context.download<std::uint32_t>(out, expected.size()));
  }
  return result;
}

const Registration<Workload> registration{
    make_workload<PipelineSizes>({.name = "async_pipeline",
                                  .description = "tiles that cp.async brings to shared memory, four buffers",
                                  .stands_for = "no benchmark of the papers: kernels for sm_80 and later",
                                  .values = "random words",
                                  .character = "bound by DRAM, loads that no warp waits for, no divergence",
                                  .small = {"ctas=6", "tiles=9"}},
                                 run, write_ptx)};

}  // namespace
}  // namespace heddle::async_pipeline
