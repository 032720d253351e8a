// SPDX-License-Identifier: Apache-2.0
// Arithmetic: a chain in one warp, in which each instruction waits for the one before it; and many warps with
// eight chains each.
#include <fmt/format.h>

#include "tb/microbench/core/core_kernel.hpp"

namespace heddle {
namespace core_arithmetic {
namespace {

/// An operation on the registers of one type.
struct Operation {
  const char* name;
  char file;         ///< of its registers: r (32 bits), f or d (floats of 32 and 64 bits)
  const char* text;  ///< of register {0}
};

/// Their values neither overflow nor vanish: comparisons of floats with themselves stay true.
constexpr Operation operations[] = {
    {"int add", 'r', "add.u32 {0}, {0}, 12345;"},
    {"int logic", 'r', "xor.b32 {0}, {0}, 12345;"},
    {"int shift", 'r', "shl.b32 {0}, {0}, 1;"},
    {"int max", 'r', "max.u32 {0}, {0}, 12345;"},
    {"int mul", 'r', "mul.lo.u32 {0}, {0}, 77777;"},
    {"int mad", 'r', "mad.lo.u32 {0}, {0}, 77777, 3;"},
    {"int convert", 'r', "cvt.s32.s8 {0}, {0};"},
    {"fp add", 'f', "add.f32 {0}, {0}, 0f3F4CCCCD;"},  // 0.8
    {"fp mul", 'f', "mul.f32 {0}, {0}, 0f3F733333;"},  // 0.95
    {"fp fma", 'f', "fma.rn.f32 {0}, {0}, 0f3F733333, 0f3F4CCCCD;"},
    {"special", 'f', "rcp.approx.f32 {0}, {0};"},
    {"dp add", 'd', "add.f64 {0}, {0}, 0d3FE999999999999A;"},  // 0.8
    {"dp mul", 'd', "mul.f64 {0}, {0}, 0d3FEE666666666666;"},  // 0.95
    {"dp fma", 'd', "fma.rn.f64 {0}, {0}, 0d3FEE666666666666, 0d3FE999999999999A;"}};

constexpr unsigned chains = 8;  ///< of a warp

CoreKernel kernel_of(const Operation& op, bool rate) {
  CoreKernel k;
  k.name = fmt::format("{} {}", op.name, rate ? "rate" : "latency");
  k.unit = rate ? "operations/cycle" : "cycles";
  if (rate) {
    k.run = CoreWarps::most;
    k.each = warp_size;
  }
  micro::Stretch& s = k.stretch;
  const unsigned n = rate ? chains : 1;
  std::vector<std::string> registers;
  for (unsigned i = 0; i < n; ++i) {
    const std::string& r = registers.emplace_back(fmt::format("%{}{}", op.file, i));
    s.prepare += op.file == 'r'   ? fmt::format("  mov.u32 {}, %x;\n", r)
                 : op.file == 'f' ? fmt::format("  mov.b32 {}, %x;\n", r)
                                  : fmt::format("  mov.b32 %f0, %x;\n  cvt.f64.f32 {}, %f0;\n", r);
  }
  s.step = [text = op.text, registers](unsigned i) {
    return fmt::format(fmt::runtime(text), registers[i % registers.size()]);
  };
  wait_for(s, op.file == 'r' ? "u32" : op.file == 'f' ? "f32" : "f64", registers);
  s.few = 16;
  s.many = 144;
  return k;
}

}  // namespace
}  // namespace core_arithmetic

std::vector<CoreKernel> arithmetic_kernels() {
  std::vector<CoreKernel> all;
  for (const auto& op : core_arithmetic::operations)
    for (const bool rate : {false, true}) all.push_back(core_arithmetic::kernel_of(op, rate));
  return all;
}

}  // namespace heddle
