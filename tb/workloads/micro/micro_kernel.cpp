// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/micro/micro_kernel.hpp"

#include <algorithm>

namespace heddle::micro {
namespace {

constexpr unsigned words_each = 4;  // for each thread and length: begin, end, duration, result

std::string timed(const Stretch& s, unsigned length, unsigned index) {
  std::string text = fmt::format(
      "  mov.u32 %pass, 0;\n"
      "PASS{0}:\n"
      "  mov.u32 %x, %kept;\n"
      "{1}"
      "  bar.sync 0;\n"
      "  mov.u32 %begin, %clock;\n",
      index, s.prepare);
  for (unsigned k = 0; k < length; ++k) text += "  " + s.step(k) + "\n";
  text += fmt::format(
      "{1}"
      "  @%done mov.u32 %end, %clock;\n"
      "{2}"
      "  add.u32 %pass, %pass, 1;\n"
      "  setp.lt.u32 %done, %pass, 2;\n"
      "  @%done bra PASS{0};\n"
      "  sub.u32 %duration, %end, %begin;\n"
      "  st.global.v4.u32 [%rd_out+{3}], {{%begin, %end, %duration, %result}};\n",
      index, s.wait, s.finish, index * words_each * sizeof(std::uint32_t));
  return text;
}

std::string kernel(const Stretch& s) {
  return fmt::format(
             "{1}"
             ".visible .entry {0}(.param .u64 in, .param .u64 out)\n{{\n{4}"
             "  .reg .b32 %t, %kept, %x, %result, %pass, %begin, %end, %duration, %thread, %r<32>;\n"
             "  .reg .b64 %rd_in, %rd_out, %rd_x, %rd_at, %rd<16>;\n"
             "  .reg .f32 %f<16>;\n  .reg .f64 %d<16>;\n  .reg .pred %done, %p<8>;\n"
             "  ld.param.u64 %rd_in, [in];\n  ld.param.u64 %rd_out, [out];\n"
             "  mov.u32 %t, %tid.x;\n  mov.u32 %thread, %ctaid.x;\n  mov.u32 %x, %ntid.x;\n"
             "  mad.lo.u32 %thread, %thread, %x, %t;\n"
             "  mul.wide.u32 %rd_at, %thread, {2};\n  add.u64 %rd_out, %rd_out, %rd_at;\n"
             "  mul.wide.u32 %rd_x, %thread, 4;\n  add.u64 %rd_x, %rd_x, %rd_in;\n"
             "  ld.global.u32 %kept, [%rd_x];\n  mov.u32 %result, 0;\n{3}",
             s.name, s.outside, 2 * words_each * sizeof(std::uint32_t), s.once, s.shared) +
         timed(s, s.few, 0) + timed(s, s.many, 1) + "  ret;\n}\n";
}

}  // namespace

std::string write_module(const std::vector<Stretch>& stretches) {
  std::string text = ".version 6.0\n.target sm_50\n.address_size 64\n";
  for (const Stretch& s : stretches) text += kernel(s);
  return text;
}

Times measure(const WorkloadRun& run, const Stretch& s, LaunchShape shape, DevicePointer input,
              WorkloadResult& result) {
  const std::size_t per_cta = shape.cta.count(), threads = shape.grid.count() * per_cta;
  const std::size_t words = threads * 2 * words_each;
  const DevicePointer out = run.context.allocate(words * sizeof(std::uint32_t));
  run.module.function(s.name).launch(shape, input, out);
  const auto got = run.context.download<std::uint32_t>(out, words);
  run.context.free(out);

  Times times;
  for (const unsigned length : {0u, 1u}) {
    std::uint32_t begin = ~0u, end = 0;
    std::vector<std::uint32_t> expected, durations;
    for (std::size_t t = 0; t < threads; ++t) {
      const std::uint32_t* w = got.data() + (2 * t + length) * words_each;
      expected.push_back(w[1] - w[0]);
      durations.push_back(w[2]);
      if (length == 1) times.results.push_back(w[3]);
      if (t >= per_cta) continue;
      begin = std::min(begin, w[0]);
      end = std::max(end, w[1]);
    }
    (length == 0 ? times.few : times.many) = end - begin;
    result.compare<std::uint32_t>(s.name + " duration", expected, durations);
  }
  return times;
}

}  // namespace heddle::micro
