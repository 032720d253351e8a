// SPDX-License-Identifier: Apache-2.0
// Shared memory, the constant cache and the L1: chains of loads, each of which gives the address of the next
// one, in one warp; and loads of many warps.
#include <fmt/format.h>

#include "tb/microbench/core/core_kernel.hpp"

namespace heddle {
namespace core_memory {
namespace {

constexpr unsigned ways[] = {1, 2, 4, 8, 16, 32};

/// Each load waits for the address that the one before it has loaded, which is at first in %r0.
void chase(CoreKernel& k, const char* space) {
  k.unit = "cycles";
  k.stretch.step = [space](unsigned) { return fmt::format("ld.{}.u32 %r0, [%r0];", space); };
  wait_for(k.stretch, "u32", {"%r0"});
}

/// Loads of `words` words from the address in %r0, none of which waits for another one: to eight vectors of
/// registers in turn, or four of four words.
unsigned first_loaded(unsigned words, unsigned i) { return 2 + i % (words == 4 ? 4 : 8) * words; }
std::string load(const char* space, unsigned words, unsigned i) {
  const unsigned r = first_loaded(words, i);
  if (words == 1) return fmt::format("ld.{}.u32 %r{}, [%r0];", space, r);
  if (words == 2) return fmt::format("ld.{}.v2.u32 {{%r{}, %r{}}}, [%r0];", space, r, r + 1);
  return fmt::format("ld.{}.v4.u32 {{%r{}, %r{}, %r{}, %r{}}}, [%r0];", space, r, r + 1, r + 2, r + 3);
}
std::vector<std::string> loaded(unsigned words) {
  std::vector<std::string> all;
  for (unsigned i = 0; i < (words == 4 ? 4 : 8); ++i)
    for (unsigned w = 0; w < words; ++w) all.push_back(fmt::format("%r{}", first_loaded(words, i) + w));
  return all;
}
void stream(CoreKernel& k, const char* space, unsigned words) {
  k.run = CoreWarps::most;
  k.stretch.step = [space, words](unsigned i) { return load(space, words, i); };
  wait_for(k.stretch, "u32", loaded(words));
}

std::string bits(unsigned words) { return fmt::format("{} bits", 32 * words); }

/// Lane l uses the word, or the vector, number l * stride. Each word holds its address.
CoreKernel shared(const std::string& name, unsigned bytes_apart) {
  CoreKernel k{.group = CoreGroup::shared, .name = name, .unit = "cycles/access"};
  k.stretch.shared = ".shared .align 16 .b8 sh[4096];\n";
  k.stretch.prepare = fmt::format(
      "  and.b32 %r1, %t, 31;\n  mul.lo.u32 %r1, %r1, {};\n  mov.u32 %r0, sh;\n  add.u32 %r0, %r0, %r1;\n"
      "  st.shared.u32 [%r0], %r0;\n",
      bytes_apart);
  return k;
}

/// Lane l has the address of the word, or the vector, number l of the zeros.
std::string place_in_line(unsigned words) {
  return fmt::format("  and.b32 %r1, %t, 31;\n  mad.lo.u32 %r0, %r1, {}, %x;\n", 4 * words);
}

CoreKernel l1(const std::string& name, CoreInput input) {
  return {.group = CoreGroup::l1, .name = name, .unit = "lines/cycle", .input = input};
}

}  // namespace
}  // namespace core_memory

std::vector<CoreKernel> shared_kernels() {
  using namespace core_memory;
  std::vector<CoreKernel> all;
  for (const unsigned n : ways)
    chase(all.emplace_back(
              shared(fmt::format("shared {} latency", n == 1 ? "load" : fmt::format("{}-way", n)), 4 * n)),
          "shared");
  for (const unsigned n : ways)
    stream(
        all.emplace_back(shared(n == 1 ? "shared 32 bits" : fmt::format("shared {}-way conflict", n), 4 * n)),
        "shared", 1);
  for (const unsigned words : {2u, 4u})
    stream(all.emplace_back(shared("shared " + bits(words), 4 * words)), "shared", words);
  return all;
}

std::vector<CoreKernel> constant_kernels(unsigned constant_line) {
  using namespace core_memory;
  CoreKernel hit{.group = CoreGroup::constant, .name = "constant hit latency", .input = CoreInput::constant};
  CoreKernel miss{.group = CoreGroup::constant,
                  .name = "constant miss latency",
                  .input = CoreInput::constant_ring,
                  .launches = 2};
  hit.stretch.prepare = "  mov.u32 %r0, %kept;\n";
  hit.stretch.outside = fmt::format(".const .align 128 .b32 own[32];\n.const .align 128 .b8 ring[{}];\n",
                                    constant_ring_lines * constant_line);
  miss.stretch.once = "  mov.u32 %r0, %kept;\n";  // the walk goes on from pass to pass
  for (CoreKernel* k : {&hit, &miss}) chase(*k, "const");
  std::vector<CoreKernel> all{hit, miss};
  for (const unsigned words : {1u, 2u, 4u}) {
    CoreKernel& k = all.emplace_back(CoreKernel{.group = CoreGroup::constant,
                                                .name = "constant " + bits(words),
                                                .unit = "cycles/access",
                                                .input = CoreInput::constant});
    k.stretch.prepare = "  mov.u32 %r0, %kept;\n";
    stream(k, "const", words);
  }
  return all;
}

std::vector<CoreKernel> l1_kernels() {
  using namespace core_memory;
  std::vector<CoreKernel> all{l1("L1 hit latency", CoreInput::own_address)};
  all[0].stretch.once = "  mov.u32 %r0, %kept;\n";
  chase(all[0], "global");
  for (const unsigned words : {1u, 2u, 4u}) {
    CoreKernel& k = all.emplace_back(l1("L1 " + bits(words), CoreInput::zeros));
    k.stretch.prepare = place_in_line(words);
    k.each = words;
    stream(k, "global", words);
  }
  for (const unsigned words : {1u, 2u, 4u}) {
    CoreKernel& k = all.emplace_back(l1("L1 " + bits(words) + ", in turn with xor", CoreInput::zeros));
    k.stretch.prepare = place_in_line(words);
    k.stretch.step = [words](unsigned) { return load("global", words, 0) + "\n  xor.b32 %r0, %r0, %r2;"; };
    k.run = CoreWarps::ctas;
    k.each = words;
  }
  return all;
}

}  // namespace heddle
