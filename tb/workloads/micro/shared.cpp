// SPDX-License-Identifier: Apache-2.0
// Shared memory: the latency of a load, and the cycles of an access whose lanes meet in a bank. Every word
// that a lane visits holds an address, so that the data decide where the next load goes.
#include "tb/workloads/input.hpp"
#include "tb/workloads/micro/micro_kernel.hpp"

namespace heddle::micro_shared {
namespace {

using micro::Stretch;

struct SharedSizes {
  std::uint32_t warps = 8;
  static constexpr auto parameters() {
    return std::tuple{parameter(&SharedSizes::warps, "warps", "warps", 1, 32, "enough to hide the latency",
                                "Of the kernels that measure rates")};
  }
};

/// Lane l uses word l * words of shared memory.
constexpr unsigned strides[] = {0, 1, 2, 3, 4, 8, 16, 32};

constexpr const char* array = ".shared .align 16 .b8 sh[4224];\n";  // 33 words for each of 32 lanes

/// Makes the lane's own word hold its own address.
std::string own_word(unsigned stride) {
  return fmt::format(
      "  and.b32 %r1, %t, 31;\n  mul.lo.u32 %r1, %r1, {};\n  mov.u32 %r0, sh;\n  add.u32 %r0, %r0, %r1;\n"
      "  st.shared.u32 [%r0], %r0;\n  bar.sync 0;\n",
      4 * stride);
}

Stretch stretch_of(const std::string& name) {
  Stretch s;
  s.name = name;
  s.shared = array;
  s.wait = "  setp.eq.u32 %done, %r0, %r0;\n";
  s.finish = "  mov.u32 %r1, sh;\n  sub.u32 %r0, %r0, %r1;\n  xor.b32 %result, %r0, %x;\n";
  return s;
}

/// Each load waits for the address that the one before it has loaded.
Stretch latency(unsigned stride) {
  Stretch s = stretch_of(fmt::format("latency_stride_{}", stride));
  s.prepare = own_word(stride);
  s.step = [](unsigned) { return "ld.shared.u32 %r0, [%r0];"; };
  return s;
}

/// No load waits for another one.
Stretch rate(unsigned stride) {
  Stretch s = stretch_of(fmt::format("rate_stride_{}", stride));
  s.prepare = own_word(stride);
  s.step = [](unsigned k) { return fmt::format("ld.shared.u32 %r{}, [%r0];", 2 + k % 8); };
  s.wait = "";
  for (unsigned k = 0; k < 8; ++k)
    s.wait += fmt::format("  setp.eq{0}.u32 %done, %r0, %r{1}{2};\n", k == 0 ? "" : ".and", 2 + k,
                          k == 0 ? "" : ", %done");
  return s;
}

/// Neighbouring lanes load 8 or 16 bytes each.
Stretch vector_rate(unsigned words) {
  Stretch s = rate(1);
  s.name = fmt::format("rate_{}_words", words);
  s.prepare =
      own_word(1) + fmt::format("  and.b32 %r1, %t, 31;\n  mad.lo.u32 %r1, %r1, {}, %r0;\n", 4 * words - 4);
  s.step = [words](unsigned k) {
    const unsigned first = 2 + words * (k % (8 / words));
    return words == 2 ? fmt::format("ld.shared.v2.u32 {{%r{}, %r{}}}, [%r1];", first, first + 1)
                      : fmt::format("ld.shared.v4.u32 {{%r{}, %r{}, %r{}, %r{}}}, [%r1];", first, first + 1,
                                    first + 2, first + 3);
  };
  s.wait = "";
  for (unsigned k = 0; k < 8; ++k)  // always true, whatever the words hold
    s.wait += fmt::format("  setp.eq{0}.u32 %done, %r{1}, %r{1}{2};\n", k == 0 ? "" : ".and", 2 + k,
                          k == 0 ? "" : ", %done");
  return s;
}

/// All lanes atomically add to one word, which its bank does one after another.
Stretch atomic_rate() {
  Stretch s = rate(0);
  s.name = "rate_atomic";
  s.shared = ".shared .align 4 .b8 sh[4];\n";
  s.prepare = "  mov.u32 %r1, sh;\n  mov.u32 %r0, 0;\n  st.shared.u32 [%r1], %r0;\n  bar.sync 0;\n";
  s.step = [](unsigned k) { return fmt::format("atom.shared.add.u32 %r{}, [%r1], 1;", 2 + k % 8); };
  s.wait = "";
  for (unsigned k = 0; k < 8; ++k)
    s.wait += fmt::format("  setp.eq{0}.u32 %done, %r{1}, %r{1}{2};\n", k == 0 ? "" : ".and", 2 + k,
                          k == 0 ? "" : ", %done");
  // The sum is complete when all warps have passed a barrier.
  s.finish = "  bar.sync 0;\n  ld.shared.u32 %r0, [%r1];\n  xor.b32 %result, %r0, %x;\n";
  return s;
}

struct Part {
  Stretch stretch;
  bool rate;
  std::uint32_t (*reference)(const Stretch&, std::uint32_t lane, std::uint32_t threads);
  unsigned stride;
};

std::vector<Part> parts() {
  std::vector<Part> all;
  for (const unsigned stride : strides) {
    all.push_back({latency(stride), false, nullptr, stride});
    all.push_back({rate(stride), true, nullptr, stride});
  }
  for (const unsigned words : {2u, 4u}) all.push_back({vector_rate(words), true, nullptr, 1});
  all.push_back({atomic_rate(), true,
                 [](const Stretch& s, std::uint32_t, std::uint32_t threads) { return s.many * threads; }, 0});
  return all;
}

std::string write_ptx(const SharedSizes&) {
  std::vector<Stretch> all;
  for (const Part& p : parts()) all.push_back(p.stretch);
  return micro::write_module(all);
}

WorkloadResult run(const WorkloadRun& run, const SharedSizes& sizes) {
  Random random(run.seed);
  const std::uint32_t most = sizes.warps * warp_size;
  std::vector<std::uint32_t> input(most);
  for (std::uint32_t& word : input) word = static_cast<std::uint32_t>(random());
  const DevicePointer device = run.context.upload(input);
  WorkloadResult result;
  for (const Part& p : parts()) {
    const std::uint32_t threads = p.rate ? most : warp_size;
    const micro::Times times =
        micro::measure(run, p.stretch, {.grid = {1}, .cta = {threads}}, device, result);
    std::vector<std::uint32_t> expected(threads);
    for (std::uint32_t t = 0; t < threads; ++t)
      expected[t] = input[t] ^ (p.reference != nullptr ? p.reference(p.stretch, t % warp_size, threads)
                                                       : 4 * p.stride * (t % warp_size));
    result.compare<std::uint32_t>(p.stretch.name, expected, times.results);
    result.figures.push_back({p.stretch.name, p.rate ? "cycles an access of the SM" : "cycles",
                              times.each(p.stretch) / (p.rate ? sizes.warps : 1)});
  }
  return result;
}

const Registration<Workload> registration{make_workload<SharedSizes>(
    {.name = "micro_shared",
     .description = "shared memory: latency of a load and cycles of an access, by the stride between lanes",
     .stands_for = "no benchmark: held against hand calculation",
     .values = "addresses within shared memory; random words beside them",
     .character = "shared memory, bank conflicts of every degree, no divergence",
     .small = {"warps=2"}},
    run, write_ptx)};

}  // namespace
}  // namespace heddle::micro_shared
