// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/form_case.hpp"

#include <fmt/format.h>

#include <bit>
#include <functional>
#include <iterator>

#include "models/base/random.hpp"
#include "tb/fuzz/tree/buffer_files.hpp"

namespace heddle::fuzz {
namespace {

constexpr const char* type_of[] = {"pred", "b16", "b32", "b64", "b16", "f32", "f64"};
constexpr std::uint64_t canonical(Kind k) { return k == Kind::f32 ? 0x7fffffff : 0x7ff8000000000000; }

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
      0x38800000, 0x387fe000, 0x3f808000, 0x3f818000, 0x43e00000, 0x43e80000, 0x3b000000, 0x3a800000,
      0x7fc00000, 0xffc00001, 0x7f800001, 0xffa00000};
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

std::string reg(char name, unsigned k) { return fmt::format("%{}{}", name, k); }

}  // namespace

std::string form_kernel(const Form& form, const std::string& name) {
  const FormOperands o = operands_of(form);
  std::string opcode(form.text), operands;
  std::vector<std::string> sources;
  const bool pair = opcode.ends_with('|');
  if (pair) opcode.pop_back();
  std::string text = fmt::format(
      ".visible .entry {}(.param .u64 in, .param .u64 out) {{\n.reg .b64 %at, %base; .reg .b32 %i, %n, %t;\n"
      "mov.u32 %i, %ctaid.x;\nmov.u32 %n, %ntid.x;\nmov.u32 %t, %tid.x;\nmad.lo.u32 %i, %i, %n, %t;\n"
      "ld.param.u64 %base, [in];\nmad.wide.u32 %at, %i, {}, %base;\n",
      name, 8 * FormCase::sources);
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
  text += fmt::format("{} {}{};\nld.param.u64 %base, [out];\nmad.wide.u32 %at, %i, {}, %base;\n", opcode,
                      operands, source_list(form, sources), 8 * FormCase::results);
  for (unsigned k = 0; k < o.results; ++k) {
    if (o.result[k] == Kind::pred) {
      text += fmt::format("selp.u32 %t, 1, 0, {};\nst.global.u32 [%at+{}], %t;\n", reg('d', k), 8 * k);
    } else {
      if (o.result[k] == Kind::f32 || o.result[k] == Kind::f64)
        text += fmt::format(".reg .pred %nan;\nsetp.nan.{1} %nan, {0}, {0};\nselp.{1} {0}, {2}, {0}, %nan;\n",
                            reg('d', k), type_of[static_cast<unsigned>(o.result[k])],
                            o.result[k] == Kind::f32 ? "0f7FFFFFFF" : "0d7FF8000000000000");
      text += fmt::format("st.global.{} [%at+{}], {};\n", type_of[static_cast<unsigned>(o.result[k])], 8 * k,
                          reg('d', k));
    }
  }
  return text + "ret;\n}\n";
}

FormCase form_case(const Form& form) {
  const FormOperands o = operands_of(form);
  Random random(std::hash<std::string_view>{}(form.text));
  FormCase c{.operands = std::vector<std::uint64_t>(FormCase::rows * FormCase::sources),
             .expected = std::vector<std::uint64_t>(FormCase::rows * FormCase::results)};
  for (std::uint32_t row = 0; row < FormCase::rows; ++row) {
    std::uint64_t* const in = &c.operands[row * FormCase::sources];
    for (unsigned i = 0; i < o.sources; ++i) {
      in[i] = draw(random, o.source[i]);
      if (o.canonical[i] && is_nan(o.source[i], in[i])) in[i] = canonical(o.source[i]);
      if (o.byte[i]) in[i] &= 0xff;
    }
    std::uint64_t out[FormCase::sources]{};
    form.compute(in, out);
    for (unsigned i = 0; i < o.results; ++i) {
      const unsigned bits = bits_of(o.result[i]);
      if (bits < 64) out[i] &= (std::uint64_t{1} << bits) - 1;
      c.expected[row * FormCase::results + i] = is_nan(o.result[i], out[i]) ? canonical(o.result[i]) : out[i];
    }
  }
  return c;
}

void write_form(const Form& form, const std::filesystem::path& folder, const std::string& name) {
  const FormCase c = form_case(form);
  const BufferWriter buffers(folder, name);
  const auto in = std::as_bytes(std::span(c.operands)), out = std::as_bytes(std::span(c.expected));
  write_file(folder / (name + ".ptx"),
             ".version 8.8\n.target sm_90\n.address_size 64\n" + form_kernel(form, "form"));
  write_file(folder / (name + ".yaml"),
             fmt::format("kernel: form\ngrid: [{}]\ncta: [{}]\narguments:\n",
                         FormCase::rows / FormCase::threads_per_cta, FormCase::threads_per_cta) +
                 buffers.begin("in", in.size()) + buffers.fill("in", in) + buffers.begin("out", out.size()) +
                 buffers.expect("out", out));
}

}  // namespace heddle::fuzz
