// SPDX-License-Identifier: Apache-2.0
// The read-only caches: a chain of constants and of texels, and lanes that load more and more constants, or
// texels of more and more lines, at a time.
#include <numeric>

#include "tb/workloads/input.hpp"
#include "tb/workloads/micro/micro_kernel.hpp"

namespace heddle::micro_read_only {
namespace {

using micro::Stretch;

struct ReadOnlySizes {
  std::uint32_t warps = 8;
  static constexpr auto parameters() {
    return std::tuple{parameter(&ReadOnlySizes::warps, "warps", "warps", 1, 32,
                                "enough to hide the caches' latency", "Of the kernels that measure rates")};
  }
};

constexpr std::uint32_t ring_words = 16;  // the steps of the shorter stretch
constexpr std::uint32_t table_words = 32, line_words = 32;
constexpr unsigned spreads[] = {1, 2, 4, 8, 16, 32};

constexpr const char* variables =
    ".const .align 128 .b32 ring[16];\n.const .align 128 .b32 table[32];\n"
    ".global .texref ring_texture;\n.global .texref image;\n";

std::string fetch(const char* texture, unsigned destination, unsigned at) {
  return fmt::format("tex.1d.v4.u32.s32 {{%r{0}, %r{1}, %r{2}, %r{3}}}, [{4}, {{%r{5}}}];", destination,
                     destination + 1, destination + 2, destination + 3, texture, at);
}

Stretch chase(const std::string& name, const std::string& step) {
  Stretch s;
  s.name = name;
  s.once = "  mov.u32 %r0, %kept;\n";
  s.step = [step](unsigned) { return step; };
  s.wait = "  setp.eq.u32 %done, %r0, %r0;\n";
  s.finish = "  mov.u32 %result, %r0;\n";
  return s;
}

/// Waits for every fourth register from %r4 to %r28, and leaves a value in %r4 that differs between threads.
void wait_for_seven(Stretch& s) {
  for (unsigned r = 4; r < 32; r += 4)
    s.wait += fmt::format("  setp.eq{0}.u32 %done, %r{1}, %r{1}{2};\n", r == 4 ? "" : ".and", r,
                          r == 4 ? "" : ", %done");
  s.finish = "  xor.b32 %result, %r4, %x;\n";
}

/// Lane l loads constant l mod n.
Stretch constants(unsigned n) {
  Stretch s;
  s.name = fmt::format("rate_{}_constants", n);
  s.prepare =
      fmt::format("  mov.u32 %r0, table;\n  and.b32 %r1, %t, {};\n  mad.lo.u32 %r0, %r1, 4, %r0;\n", n - 1);
  s.step = [](unsigned k) { return fmt::format("ld.const.u32 %r{}, [%r0];", 4 + k % 7 * 4); };
  wait_for_seven(s);
  return s;
}

/// Lane l fetches the first texel of line l mod n.
Stretch texels(unsigned n) {
  Stretch s;
  s.name = fmt::format("rate_{}_texture_lines", n);
  s.prepare = fmt::format("  and.b32 %r1, %t, {};\n  mul.lo.u32 %r0, %r1, {};\n", n - 1, line_words);
  s.step = [](unsigned k) { return fetch("image", 4 + k % 7 * 4, 0); };
  wait_for_seven(s);
  return s;
}

std::string write_ptx(const ReadOnlySizes&) {
  std::vector<Stretch> all{chase("chase_constant", "ld.const.u32 %r0, [%r0];"),
                           chase("chase_texture", fetch("ring_texture", 0, 0))};
  for (const unsigned n : spreads) all.push_back(constants(n));
  for (const unsigned n : spreads) all.push_back(texels(n));
  all.front().outside = variables;
  return micro::write_module(all);
}

/// Returns the successor of each element in one ring of random order.
std::vector<std::uint32_t> ring(Random& random) {
  std::vector<std::uint32_t> order(ring_words), next(ring_words);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t i = ring_words - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  for (std::uint32_t i = 0; i < ring_words; ++i) next[order[i]] = order[(i + 1) % ring_words];
  return next;
}

WorkloadResult run(const WorkloadRun& run, const ReadOnlySizes& sizes) {
  Random random(run.seed);
  WorkloadResult result;
  const auto texture = [&](const char* name, const std::vector<std::uint32_t>& texels) {
    run.module.bind_texture(name, {.address = run.context.upload(texels),
                                   .width = static_cast<std::uint32_t>(texels.size()),
                                   .pitch = static_cast<std::uint32_t>(texels.size() * sizeof(std::uint32_t)),
                                   .type = ptx::TexelType::u32});
  };
  const auto chased = [&](const Stretch& s, const std::vector<std::uint32_t>& next, std::uint32_t base,
                          std::uint32_t scale) {
    const std::vector<std::uint32_t> begin(warp_size, base);
    const auto times =
        micro::measure(run, s, {.grid = {1}, .cta = {warp_size}}, run.context.upload(begin), result);
    std::uint32_t at = 0;
    for (unsigned k = 0; k < 2 * (s.few + s.many); ++k) at = next[at];
    result.compare<std::uint32_t>(s.name, std::vector<std::uint32_t>(warp_size, base + at * scale),
                                  times.results);
    result.figures.push_back({s.name, "cycles", times.each(s)});
  };
  const auto next = ring(random);
  const Module::Variable in_bank = run.module.variable("ring");
  const auto base = static_cast<std::uint32_t>(in_bank.address);
  std::vector<std::uint32_t> addresses;
  for (const std::uint32_t n : next) addresses.push_back(base + n * 4);
  run.context.copy_to_device(in_bank.address, std::as_bytes(std::span(addresses)));
  chased(chase("chase_constant", ""), next, base, 4);
  texture("ring_texture", next);
  chased(chase("chase_texture", ""), next, 0, 1);

  const std::uint32_t threads = sizes.warps * warp_size;
  std::vector<std::uint32_t> words(threads), table(table_words), image(warp_size * line_words);
  for (auto* v : {&words, &table, &image})
    for (std::uint32_t& word : *v) word = static_cast<std::uint32_t>(random());
  const DevicePointer input = run.context.upload(words);
  run.context.copy_to_device(run.module.variable("table").address, std::as_bytes(std::span(table)));
  texture("image", image);
  const auto rate = [&](const Stretch& s, unsigned n, const std::vector<std::uint32_t>& of, unsigned step) {
    const auto times = micro::measure(run, s, {.grid = {1}, .cta = {threads}}, input, result);
    std::vector<std::uint32_t> expected(threads);
    for (std::uint32_t t = 0; t < threads; ++t) expected[t] = words[t] ^ of[t % n * step];
    result.compare<std::uint32_t>(s.name, expected, times.results);
    result.figures.push_back({s.name, "cycles a load of the SM", times.each(s) / sizes.warps});
  };
  for (const unsigned n : spreads) rate(constants(n), n, table, 1);
  for (const unsigned n : spreads) rate(texels(n), n, image, line_words);
  return result;
}

const Registration<Workload> registration{make_workload<ReadOnlySizes>(
    {.name = "micro_read_only",
     .description =
         "constants and textures: latency of a hit, constants or texture lines that a load touches",
     .stands_for = "no benchmark: held against hand calculation",
     .values = "rings in random order; random words",
     .character = "memory bound, no divergence",
     .small = {"warps=2"}},
    run, write_ptx)};

}  // namespace
}  // namespace heddle::micro_read_only
