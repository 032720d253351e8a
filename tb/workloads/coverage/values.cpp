// SPDX-License-Identifier: Apache-2.0
// Registers of all classes of values, and registers at the limits of a compressor's encodings. They are
// copied in memory: each passes a compressor when it is loaded, and a decompressor when it is stored.
#include <array>
#include <bit>

#include "tb/warped_compression/edge_values.hpp"
#include "tb/warped_compression/value_generator.hpp"
#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::coverage_values {
namespace {

struct ValueSizes {
  std::uint32_t copies = 4;
  static constexpr auto parameters() {
    return std::tuple{parameter(&ValueSizes::copies, "copies", "", 1, 1000, "a few SMs have some",
                                "How often each register is moved")};
  }
};

/// Makes all chunks equal except one, which differs from the first by `delta`.
template <class Chunk>
void add_register(std::vector<std::uint32_t>& words, Chunk base, Chunk delta) {
  std::array<Chunk, sizeof(WarpRegister) / sizeof(Chunk)> chunks;
  chunks.fill(base);
  chunks[5] = static_cast<Chunk>(base + delta);
  const auto lanes = std::bit_cast<std::array<std::uint32_t, warp_size>>(chunks);
  words.insert(words.end(), lanes.begin(), lanes.end());
}

/// Adds some registers of each class.
void add_classes(std::vector<std::uint32_t>& words, std::uint64_t seed) {
  constexpr unsigned of_each = 8;  // a few registers made for a class belong to another one
  ValueGenerator generator(seed);
  WarpRegister made;
  for (unsigned n = 0; n < of_each * value_class_count; ++n) {
    generator.make(ValueClass{static_cast<std::uint8_t>(n % value_class_count)}, made);
    words.insert(words.end(), made.lane.begin(), made.lane.end());
  }
}

/// Returns registers with bases from which differences wrap, and with any base; and values of all widths, in
/// all lanes and in one.
std::vector<std::uint32_t> registers(Random& random) {
  std::vector<std::uint32_t> words;
  for (const std::int32_t value : thread_boundaries) {
    add_register(words, static_cast<std::uint32_t>(value), 0u);
    add_register(words, 0u, static_cast<std::uint32_t>(value));
  }
  for (const std::uint64_t base : {std::uint64_t{0}, ~std::uint64_t{0}, random()}) {
    for (const std::int32_t d : boundary_deltas)
      add_register(words, static_cast<std::uint32_t>(base), static_cast<std::uint32_t>(d));
    add_register(words, base, std::uint64_t{0});
    for (const std::int64_t d : pair_boundary_deltas)
      add_register(words, base, static_cast<std::uint64_t>(d));
  }
  add_classes(words, random());
  return words;
}

constexpr std::uint32_t threads = 4 * warp_size;

std::string write_ptx(const ValueSizes&) {
  return ".version 6.0\n.target sm_50\n.address_size 64\n"
         ".visible .entry move(.param .u64 in, .param .u64 out)\n{\n"
         "  .reg .b32 %r<4>;\n  .reg .b64 %rd<4>;\n"
         "  ld.param.u64 %rd0, [in];\n  ld.param.u64 %rd1, [out];\n"
         "  mov.u32 %r0, %tid.x;\n  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %ntid.x;\n"
         "  mad.lo.u32 %r0, %r1, %r2, %r0;\n  mul.wide.u32 %rd2, %r0, 4;\n"
         "  add.u64 %rd0, %rd0, %rd2;\n  add.u64 %rd1, %rd1, %rd2;\n"
         "  ld.global.u32 %r3, [%rd0];\n  st.global.u32 [%rd1], %r3;\n  ret;\n}\n";
}

WorkloadResult run(const WorkloadRun& run, const ValueSizes& sizes) {
  Random random(run.seed);
  std::vector<std::uint32_t> words;
  for (std::uint32_t k = 0; k < sizes.copies; ++k) {
    const auto more = registers(random);
    words.insert(words.end(), more.begin(), more.end());
  }
  words.resize(std::size_t{blocks_for(static_cast<std::uint32_t>(words.size()), threads)} * threads);
  const DevicePointer in = run.context.upload(words);
  const DevicePointer out = run.context.allocate(words.size() * sizeof words[0]);
  run.module.function("move").launch(
      {.grid = {static_cast<std::uint32_t>(words.size()) / threads}, .cta = {threads}}, in, out);
  WorkloadResult result;
  result.compare<std::uint32_t>("out", words, run.context.download<std::uint32_t>(out, words.size()));
  return result;
}

const Registration<Workload> registration{make_workload<ValueSizes>(
    {.name = "cover_values",
     .description = "moves registers of all classes of values, and with what decides the encoding",
     .stands_for = "no benchmark: coverage points of the BDI blocks",
     .values =
         "each class of tb/warped_compression/value_class.hpp; lanes at the edge of an encoding's range",
     .character = "memory bound, no divergence",
     .small = {"copies=1"}},
    run, write_ptx)};

}  // namespace
}  // namespace heddle::coverage_values
