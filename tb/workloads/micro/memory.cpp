// SPDX-License-Identifier: Apache-2.0
// Global memory: chains of pointers that lie in the L1, in the L2, or in DRAM only; loads whose lanes access
// more and more lines; atomics on one word.
#include <algorithm>
#include <numeric>

#include "tb/workloads/input.hpp"
#include "tb/workloads/micro/micro_kernel.hpp"

namespace heddle::micro_memory {
namespace {

using micro::Stretch;

struct MemorySizes {
  std::uint32_t warps = 8;
  static constexpr auto parameters() {
    return std::tuple{parameter(&MemorySizes::warps, "warps", "warps", 1, 32,
                                "enough to hide the L1's latency", "Of the kernels that measure rates")};
  }
};

constexpr std::uint32_t line = 128;
constexpr std::uint32_t l1_lines = 16;    // steps of the shorter stretch: its first pass fetches the lines
constexpr std::uint32_t far_lines = 512;  // 64 KB: more than the L1, less than the L2
constexpr unsigned strides[] = {1, 2, 4, 8, 16, 32};

/// All lanes follow the same pointers, and each load waits for the address that the one before it has loaded.
/// The walk continues from pass to pass.
Stretch chase(const std::string& name) {
  Stretch s;
  s.name = name;
  s.once = "  mov.u32 %r0, %kept;\n";
  s.step = [](unsigned) { return "ld.global.u32 %r0, [%r0];"; };
  s.wait = "  setp.eq.u32 %done, %r0, %r0;\n";
  s.finish = "  mov.u32 %result, %r0;\n";
  return s;
}

/// Lane l loads word l * words of a table; no load waits for another one.
Stretch spread(unsigned words) {
  Stretch s;
  s.name = fmt::format("rate_{}_lines", words);
  s.prepare = fmt::format(
      "  cvt.u32.u64 %r0, %rd_in;\n  and.b32 %r1, %t, 31;\n  mad.lo.u32 %r0, %r1, {}, %r0;\n", 4 * words);
  s.step = [](unsigned k) { return fmt::format("ld.global.u32 %r{}, [%r0];", 2 + k % 8); };
  for (unsigned k = 0; k < 8; ++k)
    s.wait += fmt::format("  setp.eq{0}.u32 %done, %r{1}, %r2{2};\n", k == 0 ? "" : ".and", 2 + k,
                          k == 0 ? "" : ", %done");
  s.finish = "  xor.b32 %result, %r9, %x;\n";
  return s;
}

/// All lanes atomically add to the word at %rd_in.
Stretch atomics() {
  Stretch s;
  s.name = "atomic_chain";
  s.prepare = "  cvt.u32.u64 %r1, %rd_in;\n  mov.u32 %r0, 0;\n";
  s.step = [](unsigned) { return "atom.global.max.u32 %r0, [%r1], %r0;"; };
  s.wait = "  setp.eq.u32 %done, %r0, %r0;\n";
  s.finish = "  mov.u32 %result, %r0;\n";
  return s;
}

/// Returns the kernels. The chain that warms the L2 visits every line once.
std::vector<Stretch> stretches() {
  std::vector<Stretch> all{chase("chase_l1"), chase("chase_l2"), chase("chase_dram"), atomics()};
  for (const unsigned words : strides) all.push_back(spread(words));
  return all;
}

std::string write_ptx(const MemorySizes&) {
  return micro::write_module(stretches()) +
         ".visible .entry warm(.param .u64 at, .param .u32 lines)\n{\n"
         "  .reg .b64 %rd<4>;\n  .reg .b32 %r<4>;\n  .reg .pred %p0;\n"
         "  ld.param.u64 %rd0, [at];\n  ld.param.u32 %r0, [lines];\n"
         "WARM:\n  ld.global.u32 %r1, [%rd0];\n  add.u64 %rd0, %rd0, 128;\n  sub.u32 %r0, %r0, 1;\n"
         "  setp.ne.u32 %p0, %r0, 0;\n  @%p0 bra WARM;\n"
         "  st.global.u32 [%rd0], %r1;\n  ret;\n}\n";  // behind the ring, so that the loads are used
}

/// A ring of pointers, one a line, in a random order; word 0 of each line holds the address of the next line.
struct Ring {
  DevicePointer at;
  std::vector<std::uint32_t> next;  ///< by line: the number of the next
  std::uint32_t start;

  std::uint32_t address(std::uint32_t line_number) const {
    return static_cast<std::uint32_t>(at) + line_number * line;
  }
  std::uint32_t after(unsigned steps) const {
    std::uint32_t l = start;
    for (unsigned k = 0; k < steps; ++k) l = next[l];
    return address(l);
  }
};

Ring make_ring(const WorkloadRun& run, Random& random, std::uint32_t lines) {
  std::vector<std::uint32_t> order(lines);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t i = lines - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  Ring ring{run.context.allocate(std::size_t{lines + 1} * line), std::vector<std::uint32_t>(lines), order[0]};
  std::vector<std::uint32_t> words(std::size_t{lines + 1} * line / 4);
  for (std::uint32_t i = 0; i < lines; ++i) ring.next[order[i]] = order[(i + 1) % lines];
  for (std::uint32_t i = 0; i < lines; ++i) words[std::size_t{i} * line / 4] = ring.address(ring.next[i]);
  run.context.copy_to_device(ring.at, std::as_bytes(std::span(words)));
  return ring;
}

WorkloadResult run(const WorkloadRun& run, const MemorySizes& sizes) {
  Random random(run.seed);
  WorkloadResult result;
  const auto chased = [&](const char* name, std::uint32_t lines, bool warm) {
    const Stretch s = chase(name);
    const Ring ring = make_ring(run, random, lines);
    if (warm) run.module.function("warm").launch({.grid = {1}, .cta = {1}}, ring.at, lines);
    const std::vector<std::uint32_t> begin(warp_size, ring.address(ring.start));
    const auto times =
        micro::measure(run, s, {.grid = {1}, .cta = {warp_size}}, run.context.upload(begin), result);
    const std::vector<std::uint32_t> expected(warp_size, ring.after(2 * (s.few + s.many)));
    result.compare<std::uint32_t>(s.name, expected, times.results);
    result.figures.push_back({s.name, "cycles", times.each(s)});
  };
  chased("chase_l1", l1_lines, false);
  chased("chase_l2", far_lines, true);
  chased("chase_dram", far_lines, false);

  const std::uint32_t most = sizes.warps * warp_size;
  std::vector<std::uint32_t> table(std::max<std::size_t>(most, warp_size * line / 4));
  for (std::uint32_t& word : table) word = 1 + static_cast<std::uint32_t>(random() >> 33);
  const DevicePointer device = run.context.upload(table);
  for (const unsigned words : strides) {
    const Stretch s = spread(words);
    const auto times = micro::measure(run, s, {.grid = {1}, .cta = {most}}, device, result);
    std::vector<std::uint32_t> expected(most);
    for (std::uint32_t t = 0; t < most; ++t) expected[t] = table[t] ^ table[t % warp_size * words];
    result.compare<std::uint32_t>(s.name, expected, times.results);
    result.figures.push_back({s.name, "cycles a load of the SM", times.each(s) / sizes.warps});
  }
  const Stretch s = atomics();
  const auto times = micro::measure(run, s, {.grid = {1}, .cta = {warp_size}}, device, result);
  result.compare<std::uint32_t>(s.name, std::vector<std::uint32_t>(warp_size, table[0]), times.results);
  result.figures.push_back({s.name, "cycles", times.each(s)});
  return result;
}

const Registration<Workload> registration{make_workload<MemorySizes>(
    {.name = "micro_memory",
     .description =
         "global memory: latency of L1, L2 and DRAM, lines that a load touches, atomics on one word",
     .stands_for = "no benchmark: held against hand calculation",
     .values = "rings of pointers in random order; random words",
     .character = "memory bound, no divergence",
     .small = {"warps=2"}},
    run, write_ptx)};

}  // namespace
}  // namespace heddle::micro_memory
