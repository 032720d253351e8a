#include "tb/fuzz/forms.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "models/base/random.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/load.hpp"

namespace heddle::fuzz::forms_test {
namespace {

constexpr std::uint32_t rows = 512, slots = 4;
constexpr const char* type_of[] = {"pred", "b16", "b32", "b64", "b16", "f32", "f64"};

std::string reg(char name, unsigned k) { return fmt::format("%{}{}", name, k); }

/// A kernel that computes the form on rows of operands, 8 bytes each.
std::string kernel_of(const Form& form, std::size_t number) {
  const FormOperands o = operands_of(form);
  std::string opcode(form.text), operands;
  std::vector<std::string> sources;
  const bool pair = opcode.ends_with('|');
  if (pair) opcode.pop_back();
  std::string text = fmt::format(
      ".visible .entry k{}(.param .u64 in, .param .u64 out) {{\n.reg .b64 %at, %base; .reg .b32 %i, %n, %t;\n"
      "mov.u32 %i, %ctaid.x;\nmov.u32 %n, %ntid.x;\nmov.u32 %t, %tid.x;\nmad.lo.u32 %i, %i, %n, %t;\n"
      "ld.param.u64 %base, [in];\nmad.wide.u32 %at, %i, {}, %base;\n",
      number, 8 * slots);
  for (unsigned k = 0; k < o.results; ++k) {
    const char* type = type_of[static_cast<unsigned>(o.result[k])];
    operands += fmt::format("{}{}", k == 0 ? "" : pair ? "|" : ", ", reg('d', k));
    text += fmt::format(".reg .{} {};\n", type, reg('d', k));
  }
  for (unsigned k = 0; k < o.sources; ++k) {
    const char* type = type_of[static_cast<unsigned>(o.source[k])];
    sources.push_back(reg('s', k));
    text += fmt::format(".reg .{} {};\n", type, reg('s', k));
    if (o.source[k] == Kind::pred)
      text += fmt::format("ld.global.u32 %t, [%at+{}];\nsetp.ne.u32 {}, %t, 0;\n", 8 * k, reg('s', k));
    else
      text += fmt::format("ld.global.{} {}, [%at+{}];\n", type, reg('s', k), 8 * k);
  }
  text += fmt::format("{} {}{};\nld.param.u64 %base, [out];\nmad.wide.u32 %at, %i, 16, %base;\n", opcode,
                      operands, source_list(form, sources));
  for (unsigned k = 0; k < o.results; ++k) {
    if (o.result[k] == Kind::pred)
      text += fmt::format("selp.u32 %t, 1, 0, {};\nst.global.u32 [%at+{}], %t;\n", reg('d', k), 8 * k);
    else
      text += fmt::format("st.global.{} [%at+{}], {};\n", type_of[static_cast<unsigned>(o.result[k])], 8 * k,
                          reg('d', k));
  }
  return text + "ret;\n}\n";
}

/// Draws bits at which operations tend to go wrong, ordinary values, or any bits.
std::uint64_t draw(Random& random, Kind kind) {
  static constexpr std::uint16_t halves[] = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x0080, 0x007f,
                                             0x3c00, 0xbc00, 0x3f80, 0xbf80, 0x3800, 0x4200, 0x7bff, 0xfbff,
                                             0x7c00, 0xfc00, 0x7f80, 0xff80, 0x7f7f, 0x7fff, 0x7e01, 0xffff,
                                             0x001f, 0x0020, 0x0021, 0x6400, 0x3c01, 0x4a00};
  static constexpr std::uint32_t singles[] = {
      0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x7f800000,
      0xff800000, 0x7fffffff, 0x3f800000, 0xbf800000, 0x3f000000, 0x40200000, 0xc0200000, 0x4b000000,
      0x4f000000, 0xcf000000, 0x5f800000, 0x437f8000, 0x477fe000, 0x477ff000, 0x33000000, 0x33000001,
      0x38800000, 0x387fe000, 0x3f808000, 0x3f818000, 0x43e00000, 0x43e80000, 0x3b000000, 0x3a800000};
  static constexpr std::uint64_t reals[] = {0,
                                            0x8000000000000000,
                                            1,
                                            0x000fffffffffffff,
                                            0x0010000000000000,
                                            0x7fefffffffffffff,
                                            0x7ff0000000000000,
                                            0xfff0000000000000,
                                            0x7ff8000000000000,
                                            0x3ff0000000000000,
                                            0xbfe0000000000000,
                                            0x4004000000000000,
                                            0x41e0000000000000,
                                            0xc1e0000000200000,
                                            0x43f0000000000000,
                                            0x40effc0000000000,
                                            0x3ff0000010000000,
                                            0x36a0000000000000,
                                            0x3810000000000000,
                                            0x3ff0080000000001};
  const auto ordinary = [&] {
    return (static_cast<double>(random() >> 40) - (1 << 23)) / (1 << random.below(24));
  };
  const std::uint64_t any = random();
  const bool corner = random.one_in(2), usual = random.one_in(2);
  const auto half = [&] {
    return random.one_in(2) ? halves[random.below(std::size(halves))] : static_cast<std::uint16_t>(random());
  };
  switch (kind) {
    case Kind::pred:
      return any & 1;
    case Kind::b16:
    case Kind::f16:
      return half();
    case Kind::b32:
      return corner  ? std::uint32_t{half()} << 16 | half()
             : usual ? any >> (32 + random.below(32))
                     : any >> 32;
    case Kind::b64:
      return corner ? std::uint64_t{half()} << 48 | half() : usual ? any >> random.below(64) : any;
    case Kind::f32:
      return corner  ? singles[random.below(std::size(singles))]
             : usual ? std::bit_cast<std::uint32_t>(static_cast<float>(ordinary()))
                     : static_cast<std::uint32_t>(any);
    case Kind::f64:
      return corner  ? reals[random.below(std::size(reals))]
             : usual ? std::bit_cast<std::uint64_t>(ordinary())
                     : any;
  }
  return any;
}

bool is_nan(Kind k, std::uint64_t bits) {
  return k == Kind::f32 ? (bits & 0x7fffffff) > 0x7f800000
                        : k == Kind::f64 && (bits & ~std::uint64_t{0} >> 1) > 0x7ff0000000000000;
}

/// Compares the front end's results with the form's on many operands; returns the first difference, or
/// nothing.
std::string difference(FunctionalDevice& device, const ptx::Kernel& kernel, const Form& form) {
  const FormOperands o = operands_of(form);
  Random random(std::hash<std::string_view>{}(form.text));
  std::vector<std::uint64_t> in(rows * slots);
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i % slots >= o.sources) continue;
    in[i] = draw(random, o.source[i % slots]);
    if (o.canonical[i % slots] && is_nan(o.source[i % slots], in[i]))
      in[i] = o.source[i % slots] == Kind::f32 ? 0x7fffffff : 0x7ff8000000000000;
  }
  const DevicePointer from = device.upload(in), to = device.upload(std::vector<std::uint64_t>(rows * 2));
  device.launch_with(kernel, {rows / 64}, {64}, from, to);
  const auto got = device.download<std::uint64_t>(to, rows * 2);
  device.release(from), device.release(to);
  for (std::uint32_t row = 0; row < rows; ++row) {
    std::uint64_t want[4]{};
    form.compute(&in[row * slots], want);
    for (unsigned k = 0; k < o.results; ++k) {
      const unsigned bits = bits_of(o.result[k]);
      const std::uint64_t w = bits == 64 ? want[k] : want[k] & ((std::uint64_t{1} << bits) - 1);
      const std::uint64_t g = got[row * 2 + k];
      if (w == g || (is_nan(o.result[k], w) && is_nan(o.result[k], g))) continue;
      return fmt::format(
          "{} of {:#x} {:#x} {:#x} {:#x}, result {}: the front end computes {:#x}, the form {:#x}\n",
          form.text, in[row * slots], in[row * slots + 1], in[row * slots + 2], in[row * slots + 3], k, g, w);
    }
  }
  return {};
}

TEST(Forms, EachComputesWhatTheFrontEndDoes) {
  constexpr std::size_t at_once = 100;
  std::vector<const Form*> forms;
  for (const Form* f : all_forms())
    if (f->family != Family::carry) forms.push_back(f);
  std::string wrong;
  for (std::size_t begin = 0; begin < forms.size(); begin += at_once) {
    const std::size_t end = std::min(begin + at_once, forms.size());
    std::string text = ".version 8.8\n.target sm_100\n.address_size 64\n";
    for (std::size_t i = begin; i < end; ++i) text += kernel_of(*forms[i], i);
    FunctionalDevice device;
    const std::vector<ptx::Kernel> kernels = ptx::load_module(text, "forms.ptx");
    for (std::size_t i = begin; i < end; ++i) wrong += difference(device, kernels[i - begin], *forms[i]);
  }
  EXPECT_EQ(wrong, "");
}

}  // namespace
}  // namespace heddle::fuzz::forms_test
