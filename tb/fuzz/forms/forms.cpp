// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/forms.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <tuple>
#include <vector>

#include "models/base/error.hpp"

namespace heddle::fuzz {
namespace {

std::vector<const Form*>& collected() {
  static std::vector<const Form*> all;
  return all;
}

/// The forms, sorted by their spelling, so that a seed depends as little as possible on the linker and on new
/// files.
struct Table {
  Table() : all(collected()) {
    std::sort(all.begin(), all.end(), [](const Form* a, const Form* b) {
      return std::tie(a->text, a->signature, a->immediate) < std::tie(b->text, b->signature, b->immediate);
    });
    for (const Form* f : all) of[static_cast<unsigned>(f->family)].push_back(f);
  }
  std::vector<const Form*> all;
  std::array<std::vector<const Form*>, families> of;
};

const Table& table() {
  static const Table t;
  return t;
}

}  // namespace

bool add_forms(std::span<const Form> rows) {
  for (const Form& f : rows) collected().push_back(&f);
  return true;
}

std::span<const Form* const> all_forms() { return table().all; }
std::span<const Form* const> forms_of(Family family) { return table().of[static_cast<unsigned>(family)]; }

const Form& form_named(std::string_view text, std::string_view signature) {
  for (const Form* f : table().all)
    if (f->text == text && (signature.empty() || f->signature == signature)) return *f;
  throw Error({.what = "no such form of an instruction", .value = std::string(text)});
}

std::string source_list(const Form& form, std::span<const std::string> sources) {
  constexpr std::size_t ahead_of_immediate = 3;
  std::string text;
  for (std::size_t i = 0; i <= sources.size(); ++i) {
    if (i == ahead_of_immediate && !form.immediate.empty()) text += ", " + std::string(form.immediate);
    if (i < sources.size()) text += ", " + sources[i];
  }
  return text;
}

Kind kind_of(char signature) {
  switch (std::tolower(static_cast<unsigned char>(signature))) {
    case 'p':
      return Kind::pred;
    case 'h':
      return Kind::b16;
    case 'b':
    case 'r':
      return Kind::b32;
    case 'd':
      return Kind::b64;
    case 'x':
      return Kind::f16;
    case 'f':
      return Kind::f32;
    default:
      return Kind::f64;
  }
}

FormOperands operands_of(const Form& form) {
  FormOperands o;
  bool sources = false;
  for (const char c : form.signature) {
    if (c == ':')
      sources = true;
    else if (c == 'c')
      (sources ? o.reads_carry : o.sets_carry) = true;
    else if (!sources)
      o.result[o.results++] = kind_of(c);
    else {
      o.canonical[o.sources] = std::isupper(static_cast<unsigned char>(c)) != 0;
      o.byte[o.sources] = c == 'b';
      o.source[o.sources++] = kind_of(c);
    }
  }
  return o;
}

bool takes_literal(const Form& form) {
  const std::string_view type = form.text.substr(form.text.rfind('.') + 1);
  return type.find("f16") == type.npos && type.find("16x2") == type.npos &&
         !form.text.starts_with("vabsdiff");
}

bool on_sm_90(const Form& form) {
  const bool of_three = form.signature == "f:fff";
  return !of_three || !(form.text.starts_with("min.") || form.text.starts_with("max."));
}

}  // namespace heddle::fuzz
