// SPDX-License-Identifier: Apache-2.0
// Latency and rate of arithmetic: chains of one operation, a single one in one warp, in which each
// instruction waits for the one before, and many, in which none waits. The CPU reference repeats each chain.
#include <bit>
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/micro/micro_kernel.hpp"

namespace heddle::micro_arithmetic {
namespace {

using micro::Stretch;

struct ArithmeticSizes {
  std::uint32_t warps = 8;
  static constexpr auto parameters() {
    return std::tuple{parameter(&ArithmeticSizes::warps, "warps", "warps", 1, 32,
                                "enough to fill every pipeline", "Of the kernels that measure rates")};
  }
};

/// One operation on the type of its register.
struct Operation {
  const char* name;
  char type;         ///< register: r, f (single precision) or d (double precision)
  const char* text;  ///< of register {0}
  double (*reference)(double);
};

template <class F>
constexpr float in_float(double x, F&& f) {
  return f(static_cast<float>(x));
}
double on_u32(double x, std::uint32_t (*f)(std::uint32_t)) { return f(static_cast<std::uint32_t>(x)); }

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all{
      {"int_add", 'r', "add.u32 %{0}, %{0}, 12345;",
       [](double x) { return on_u32(x, [](std::uint32_t v) { return v + 12345u; }); }},
      {"int_max", 'r', "max.u32 %{0}, %{0}, 12345;",
       [](double x) { return on_u32(x, [](std::uint32_t v) { return v > 12345u ? v : 12345u; }); }},
      {"int_mul", 'r', "mul.lo.u32 %{0}, %{0}, 77777;",
       [](double x) { return on_u32(x, [](std::uint32_t v) { return v * 77777u; }); }},
      {"int_mad", 'r', "mad.lo.u32 %{0}, %{0}, 77777, 3;",
       [](double x) { return on_u32(x, [](std::uint32_t v) { return v * 77777u + 3u; }); }},
      {"int_div", 'r', "div.u32 %{0}, %{0}, 3;",
       [](double x) { return on_u32(x, [](std::uint32_t v) { return v / 3u; }); }},
      {"fp_add", 'f', "add.f32 %{0}, %{0}, 0f3F4CCCCD;",
       [](double x) { return double{static_cast<float>(x) + 0.8f}; }},
      {"fp_mul", 'f', "mul.f32 %{0}, %{0}, 0f3F733333;",
       [](double x) { return double{static_cast<float>(x) * 0.95f}; }},
      {"fp_mad", 'f', "fma.rn.f32 %{0}, %{0}, 0f3F733333, 0f3F4CCCCD;",
       [](double x) { return double{std::fma(static_cast<float>(x), 0.95f, 0.8f)}; }},
      {"fp_div", 'f', "div.rn.f32 %{0}, %{0}, 0f3F733333;",
       [](double x) { return double{static_cast<float>(x) / 0.95f}; }},
      {"special", 'f', "rcp.approx.f32 %{0}, %{0};",
       [](double x) { return double{1.0f / static_cast<float>(x)}; }},
      {"dp_add", 'd', "add.f64 %{0}, %{0}, 0d3FE999999999999A;", [](double x) { return x + 0.8; }},
      {"dp_mul", 'd', "mul.f64 %{0}, %{0}, 0d3FEE666666666666;", [](double x) { return x * 0.95; }},
      {"dp_mad", 'd', "fma.rn.f64 %{0}, %{0}, 0d3FEE666666666666, 0d3FE999999999999A;",
       [](double x) { return std::fma(x, 0.95, 0.8); }}};
  return all;
}

/// The chains of a warp in a rate stretch. The first begins with the warp's own word, and so do the others.
constexpr unsigned chains = 8;

std::string on(const char* text, char type, unsigned n) {
  return fmt::format(fmt::runtime(text), fmt::format("{}{}", type, n));
}

Stretch stretch_of(const Operation& op, bool rate) {
  Stretch s;
  s.name = fmt::format("{}_{}", op.name, rate ? "rate" : "latency");
  const unsigned n = rate ? chains : 1;
  for (unsigned k = 0; k < n; ++k)
    s.prepare += op.type == 'r'   ? fmt::format("  mov.u32 %r{}, %x;\n", k)
                 : op.type == 'f' ? fmt::format("  mov.b32 %f{}, %x;\n", k)
                                  : fmt::format("  mov.b32 %f0, %x;\n  cvt.f64.f32 %d{}, %f0;\n", k);
  s.step = [op, n](unsigned k) { return on(op.text, op.type, k % n); };
  const char* types[] = {"u32", "f32", "f64"};
  const char* type = types[op.type == 'r' ? 0 : op.type == 'f' ? 1 : 2];
  for (unsigned k = 0; k < n; ++k) {
    const std::string r = fmt::format("%{}{}", op.type, k);
    s.wait += k == 0 ? fmt::format("  setp.eq.{} %done, {}, {};\n", type, r, r)
                     : fmt::format("  setp.eq.and.{} %done, {}, {}, %done;\n", type, r, r);
  }
  s.finish = op.type == 'r'   ? "  mov.u32 %result, %r0;\n"
             : op.type == 'f' ? "  mov.b32 %result, %f0;\n"
                              : "  cvt.rn.f32.f64 %f0, %d0;\n  mov.b32 %result, %f0;\n";
  return s;
}

std::vector<Stretch> stretches() {
  std::vector<Stretch> all;
  for (const Operation& op : operations())
    for (const bool rate : {false, true}) all.push_back(stretch_of(op, rate));
  return all;
}

std::string write_ptx(const ArithmeticSizes&) { return micro::write_module(stretches()); }

std::vector<float> expected(const Operation& op, unsigned steps, const std::vector<std::uint32_t>& input,
                            std::size_t threads) {
  std::vector<float> all(threads);
  for (std::size_t t = 0; t < threads; ++t) {
    double x =
        op.type == 'r' ? double{static_cast<double>(input[t])} : double{std::bit_cast<float>(input[t])};
    for (unsigned k = 0; k < steps; ++k) x = op.reference(x);
    all[t] = op.type == 'r' ? std::bit_cast<float>(static_cast<std::uint32_t>(x)) : static_cast<float>(x);
  }
  return all;
}

WorkloadResult run(const WorkloadRun& run, const ArithmeticSizes& sizes) {
  Random random(run.seed);
  const std::size_t most = std::size_t{sizes.warps} * warp_size;
  std::vector<std::uint32_t> input;
  for (const float f : uniform_floats(random, most, 1.0f, 2.0f))
    input.push_back(std::bit_cast<std::uint32_t>(f));
  const DevicePointer device = run.context.upload(input);
  WorkloadResult result;
  for (const Operation& op : operations())
    for (const bool rate : {false, true}) {
      const Stretch s = stretch_of(op, rate);
      const auto threads = static_cast<std::uint32_t>(rate ? most : warp_size);
      const micro::Times times = micro::measure(run, s, {.grid = {1}, .cta = {threads}}, device, result);
      const auto want = expected(op, rate ? s.many / chains : s.many, input, threads);
      std::vector<std::uint32_t> bits;
      for (const float f : want) bits.push_back(std::bit_cast<std::uint32_t>(f));
      result.compare<std::uint32_t>(s.name, bits, times.results);
      const double warps = rate ? sizes.warps : 1;
      result.figures.push_back(
          {s.name, rate ? "cycles an instruction of the SM" : "cycles", times.each(s) / warps});
    }
  return result;
}

const Registration<Workload> registration{make_workload<ArithmeticSizes>(
    {.name = "micro_arithmetic",
     .description =
         "latency (dependent chain, one warp) and rate (independent chains) of each kind of arithmetic",
     .stands_for = "no benchmark: held against hand calculation",
     .values = "floats uniform in [1, 2), as integers their bit patterns",
     .character = "compute bound, no divergence",
     .small = {"warps=2"}},
    run, write_ptx)};

}  // namespace
}  // namespace heddle::micro_arithmetic
