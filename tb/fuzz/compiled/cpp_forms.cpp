// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/compiled/cpp_forms.hpp"

#include <fmt/format.h>

#include <array>
#include <map>

#include "models/base/error.hpp"

/// The C++ variables are unsigned words, floats and bool. Signed operations cast their operands; sums and
/// products are formed in unsigned types, in which they wrap.
namespace heddle::fuzz {
namespace {

/// Replaces each $X in a template by the text for X.
using Names = std::map<char, std::string>;
std::string with(std::string_view text, const Names& names) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$')
      out += names.at(text[++i]);
    else
      out += text[i];
  }
  return out;
}

class CppForms {
 public:
  CppForms() {
    for (const char* bits : {"16", "32", "64"}) integers(bits);
    conversions();
    for (const char* bits : {"32", "64"}) floats(bits);
    rest();
  }
  const std::vector<std::string>* find(const Form& f) const {
    const auto it = all_.find({f.text, f.signature});
    return it == all_.end() ? nullptr : &it->second;
  }

 private:
  /// Adds the expressions of a form; a spelling that the table does not have is an error here.
  void add(const std::string& text, const std::string& signature, std::vector<std::string> expressions) {
    const Form& f = form_named(text, signature);
    all_.emplace(std::pair{f.text, f.signature}, std::move(expressions));
  }

  void integers(const std::string& bits) {
    const std::string k = bits == "16" ? "h" : bits == "32" ? "r" : "d";
    for (const bool sign : {false, true}) {
      const std::string s = (sign ? "s" : "u") + bits;
      // U is the type of the register, T of the operation, S the signed type; B are the bits of the word.
      const Names n{{'U', "u" + bits}, {'T', s}, {'S', "s" + bits}, {'B', bits}};
      const auto row = [&](const char* op, const std::string& signature, const char* text) {
        add(op + s, signature, {with(text, n)});
      };
      row("add.", k + ":" + k + k, "($U)({0} + {1})");
      row("sub.", k + ":" + k + k, "($U)({0} - {1})");
      // 16-bit factors are multiplied as unsigned, since int, to which they promote, may overflow.
      row("mul.lo.", k + ":" + k + k, "($U)(1u * {0} * {1})");
      row("mad.lo.", k + ":" + k + k + k, "($U)(1u * {0} * {1} + {2})");
      if (bits != "64") {
        const Names wide{{'U', "u" + bits},
                         {'B', bits},
                         {'W', (sign ? "s" : "u") + std::string(bits == "16" ? "32" : "64")},
                         {'V', bits == "16" ? "u32" : "u64"},
                         {'T', s}};
        const std::string w = bits == "16" ? "r" : "d";
        add("mul.hi." + s, k + ":" + k + k, {with("($U)(($W)($T){0} * ($W)($T){1} >> $B)", wide)});
        add("mad.hi." + s, k + ":" + k + k + k,
            {with("($U)(($U)(($W)($T){0} * ($W)($T){1} >> $B) + {2})", wide)});
        add("mul.wide." + s, w + ":" + k + k, {with("($V)(($W)($T){0} * ($W)($T){1})", wide)});
        add("mad.wide." + s, w + ":" + k + k + w,
            {with("($V)(($V)(($W)($T){0} * ($W)($T){1}) + {2})", wide)});
      }
      row("div.", k + ":" + k + k,
          sign ? "({1} == 0 ? ($U)-1 : ($S){1} == -1 ? ($U)(0 - {0}) : ($U)(($S){0} / ($S){1}))"
               : "({1} == 0 ? ($U)-1 : ($U)({0} / {1}))");
      row("rem.", k + ":" + k + k,
          sign ? "({1} == 0 ? ($U)-1 : ($S){1} == -1 ? ($U)0 : ($U)(($S){0} % ($S){1}))"
               : "({1} == 0 ? ($U)-1 : ($U)({0} % {1}))");
      row("min.", k + ":" + k + k, "(($T){1} < ($T){0} ? {1} : {0})");
      row("max.", k + ":" + k + k, "(($T){1} > ($T){0} ? {1} : {0})");
      row("shr.", k + ":" + k + "r",
          sign ? "($U)(($S){0} >> ({1} < $B ? {1} : $B - 1))" : "({1} < $B ? ($U)({0} >> {1}) : ($U)0)");
      if (sign) {
        row("neg.", k + ":" + k, "($U)(0 - {0})");
        row("abs.", k + ":" + k, "(($S){0} < 0 ? ($U)(0 - {0}) : {0})");
      }
      comparisons(s, k, "(" + s + ")", false);
    }
    const Names n{{'U', "u" + bits}, {'B', bits}, {'L', bits == "64" ? "ll" : ""}};
    const auto row = [&](const char* op, const std::string& signature, const char* text) {
      add(op + bits, signature, {with(text, n)});
    };
    row("and.b", k + ":" + k + k, "($U)({0} & {1})");
    row("or.b", k + ":" + k + k, "($U)({0} | {1})");
    row("xor.b", k + ":" + k + k, "($U)({0} ^ {1})");
    row("not.b", k + ":" + k, "($U)~{0}");
    row("cnot.b", k + ":" + k, "($U)({0} == 0)");
    row("shl.b", k + ":" + k + "r", "({1} < $B ? ($U)({0} << {1}) : ($U)0)");
    row("shr.b", k + ":" + k + "r", "({1} < $B ? ($U)({0} >> {1}) : ($U)0)");
    row("selp.b", k + ":" + k + k + "p", "({2} ? {0} : {1})");
    row("mov.b", k + ":" + k, "{0}");
    if (bits == "16") return;
    row("popc.b", "r:" + k, "(u32)__builtin_popcount$L({0})");
    row("clz.b", "r:" + k, "({0} == 0 ? $Bu : (u32)__builtin_clz$L({0}))");
    row("brev.b", k + ":" + k, "__builtin_bitreverse$B({0})");
  }

  /// Comparisons into predicates; `cast` stands before each operand.
  void comparisons(const std::string& type, const std::string& k, const std::string& cast, bool is_float) {
    struct Comparison {
      const char *name, *condition;
    };
    static constexpr std::array<Comparison, 6> ordered{{{"eq", "$C{0} == $C{1}"},
                                                        {"ne", "$C{0} != $C{1}"},
                                                        {"lt", "$C{0} < $C{1}"},
                                                        {"le", "$C{0} <= $C{1}"},
                                                        {"gt", "$C{0} > $C{1}"},
                                                        {"ge", "$C{0} >= $C{1}"}}};
    static constexpr std::array<Comparison, 6> unordered{{{"ltu", "!({0} >= {1})"},
                                                          {"leu", "!({0} > {1})"},
                                                          {"gtu", "!({0} <= {1})"},
                                                          {"neu", "{0} != {1}"},
                                                          {"num", "{0} == {0} && {1} == {1}"},
                                                          {"nan", "{0} != {0} || {1} != {1}"}}};
    const auto rows = [&](const Comparison& c) {
      std::string is = "(" + with(c.condition, {{'C', cast}}) + ")";
      if (is_float && std::string_view(c.name) == "ne") is = "({0} < {1} || {0} > {1})";
      const std::string op = std::string("setp.") + c.name;
      add(op + "." + type, "p:" + k + k, {is});
      add(op + "." + type + "|", "pp:" + k + k, {is, "!" + is});
      add(op + ".and." + type, "p:" + k + k + "p", {is + " && {2}"});
      add(op + ".or." + type, "p:" + k + k + "p", {is + " || {2}"});
      add(op + ".xor." + type, "p:" + k + k + "p", {is + " != {2}"});
      add(op + ".and." + type + "|", "pp:" + k + k + "p", {is + " && {2}", "!" + is + " && {2}"});
      const std::string set = std::string("set.") + c.name;
      add(set + ".u32." + type, "r:" + k + k, {"(" + is + " ? ~0u : 0u)"});
      add(set + ".and.s32." + type, "r:" + k + k + "p", {"(" + is + " && {2} ? ~0u : 0u)"});
    };
    for (const Comparison& c : ordered) rows(c);
    if (is_float)
      for (const Comparison& c : unordered) rows(c);
  }

  void conversions() {
    struct Integer {
      const char *name, *kind;
    };
    static constexpr std::array<Integer, 6> sources{
        {{"u16", "h"}, {"s16", "h"}, {"u32", "r"}, {"s32", "r"}, {"u64", "d"}, {"s64", "d"}}};
    // A narrow result is extended to its register: the type of the result, and the same with its sign.
    static constexpr std::array<std::array<const char*, 4>, 8> results{{{"u8", "r", "u32", "u32"},
                                                                        {"s8", "r", "u32", "s32"},
                                                                        {"u16", "h", "u16", "u16"},
                                                                        {"s16", "h", "u16", "s16"},
                                                                        {"u32", "r", "u32", "u32"},
                                                                        {"s32", "r", "u32", "s32"},
                                                                        {"u64", "d", "u64", "u64"},
                                                                        {"s64", "d", "u64", "s64"}}};
    for (const auto& [to, k, whole, extended] : results) {
      for (const Integer& from : sources)
        add(fmt::format("cvt.{}.{}", to, from.name), fmt::format("{}:{}", k, from.kind),
            {fmt::format("({})({})({})({}){{0}}", whole, extended, to, from.name)});
    }
    for (const Integer& from : sources) {
      const std::string value = fmt::format("opaque(({}){{0}})", from.name);
      add(fmt::format("cvt.rn.f32.{}", from.name), fmt::format("f:{}", from.kind), {"(float)" + value});
      add(fmt::format("cvt.rn.f64.{}", from.name), fmt::format("g:{}", from.kind), {"(double)" + value});
    }
    // C++ converts only a value that is in range; others are clamped first.
    add("cvt.rzi.s32.f32", "r:f",
        {"({0} != {0} ? 0u : {0} >= 0x1p31f ? 0x7fffffffu : {0} < -0x1p31f ? 0x80000000u : "
         "(u32)(s32){0})"});
    add("cvt.rzi.u32.f32", "r:f",
        {"({0} != {0} ? 0u : {0} >= 0x1p32f ? ~0u : {0} <= -1.0f ? 0u : (u32){0})"});
    add("cvt.rzi.s32.f64", "r:g",
        {"({0} != {0} || {0} <= -0x1.00000002p31 ? 0x80000000u : {0} >= 0x1p31 ? 0x7fffffffu : "
         "(u32)(s32){0})"});
    add("cvt.rzi.s64.f64", "d:g",
        {"({0} != {0} || {0} < -0x1p63 ? 1ull << 63 : {0} >= 0x1p63 ? ~0ull >> 1 : (u64)(s64){0})"});
    add("cvt.f64.f32", "g:f", {"(double){0}"});
    add("cvt.rn.f32.f64", "f:G", {"(float){0}"});
    add("cvt.rni.f32.f32", "f:f", {"__builtin_rintf({0})"});
    add("cvt.rzi.f32.f32", "f:f", {"__builtin_truncf({0})"});
    add("cvt.rmi.f32.f32", "f:f", {"__builtin_floorf({0})"});
    add("cvt.rpi.f32.f32", "f:f", {"__builtin_ceilf({0})"});
    add("cvt.rmi.f64.f64", "g:g", {"__builtin_floor({0})"});
  }

  void floats(const std::string& bits) {
    const bool single = bits == "32";
    const std::string k = single ? "f" : "g", f = single ? "f" : "", type = "f" + bits;
    add("add.rn." + type, k + ":" + k + k, {"({0} + {1})"});
    add("sub.rn." + type, k + ":" + k + k, {"({0} - {1})"});
    add("mul.rn." + type, k + ":" + k + k, {"({0} * {1})"});
    add("fma.rn." + type, k + ":" + k + k + k, {"__builtin_fma" + f + "({0}, {1}, {2})"});
    add("div.rn." + type, k + ":" + k + k, {"({0} / {1})"});
    add("rcp.rn." + type, k + ":" + k, {"(1 / {0})"});
    add("sqrt.rn." + type, k + ":" + k, {"__builtin_sqrt" + f + "({0})"});
    add("neg." + type, k + ":" + k, {"(-{0})"});
    add("abs." + type, k + ":" + k, {"__builtin_fabs" + f + "({0})"});
    add("mov." + type, k + ":" + k, {"{0}"});
    add("selp." + type, k + ":" + k + k + "p", {"({2} ? {0} : {1})"});
    comparisons(type, k, "", true);
  }

  void rest() {
    add("max.NaN.f32", "f:ff",
        {"({0} != {0} || {1} != {1} ? float_of(0x7fffffffu) : {0} > {1} ? {0} : {1} > {0} ? {1} : "
         "float_of(bits_of({0}) & bits_of({1})))"});
    add("and.pred", "p:pp", {"({0} & {1})"});
    add("or.pred", "p:pp", {"({0} | {1})"});
    add("xor.pred", "p:pp", {"({0} != {1})"});
    add("not.pred", "p:p", {"!{0}"});
    add("mov.pred", "p:p", {"{0}"});
    add("mov.b32", "r:F", {"bits_of({0})"});
    add("mov.b64", "d:G", {"bits_of({0})"});
    add("mov.b32", "f:r", {"float_of({0})"});
    add("mov.b64", "g:d", {"float_of({0})"});
    add("slct.b32.s32", "r:rrr", {"((s32){2} >= 0 ? {0} : {1})"});
    add("shf.l.wrap.b32", "r:rrr",
        {"(({2} & 31) == 0 ? {1} : {1} << ({2} & 31) | {0} >> (32 - ({2} & 31)))"});
    add("shf.r.wrap.b32", "r:rrr",
        {"(({2} & 31) == 0 ? {0} : {0} >> ({2} & 31) | {1} << (32 - ({2} & 31)))"});
  }

  std::map<std::pair<std::string_view, std::string_view>, std::vector<std::string>> all_;
};

}  // namespace

const std::vector<std::string>* cpp_expressions(const Form& form) {
  static const CppForms table;
  return table.find(form);
}

}  // namespace heddle::fuzz
