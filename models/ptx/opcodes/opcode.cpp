// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/opcode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "models/ptx/opcodes/not_supported.hpp"

namespace heddle::ptx {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> classes{{
    {"#i", "u16|u32|u64|s16|s32|s64"},
    {"#b", "b16|b32|b64"},
    {"#f", "f32|f64"},
    {"#h", "f16|f16x2|bf16|bf16x2"},
    {"#rnd", "rn|rz|rm|rp"},
    {"#cmp", "eq|ne|lt|le|gt|ge|lo|ls|hi|hs"},
    {"#scmp", "eq|ne|lt|le|gt|ge"},
    {"#fcmp", "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan"},
}};

Words split(std::string_view text, char separator) {
  Words parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// One suffix of a row's syntax.
struct Segment {
  Words choices;
  bool optional = false;

  Segment(std::string_view text) : optional(text.ends_with('?')) {
    if (optional) text.remove_suffix(1);
    for (const auto& [name, meaning] : classes)
      if (text == name) text = meaning;
    choices = split(text, '|');
  }
  bool accepts(std::string_view word) const {
    return std::find(choices.begin(), choices.end(), word) != choices.end();
  }
};

Words types_in(const Words& suffixes) {
  Words types;
  for (const std::string_view word : suffixes)
    if (type_named(word)) types.push_back(word);
  return types;
}

/// A row with its syntax parsed, once for all statements.
struct Row {
  const Opcode* opcode;
  std::vector<Segment> segments{};

  explicit Row(const Opcode& row) : opcode(&row) {
    const Words pattern = split(row.syntax, '.');
    segments.assign(pattern.begin() + 1, pattern.end());
  }
  /// An optional suffix shares no word with those that may follow it, so the first match is the only one.
  bool matches(const Words& suffixes) const {
    std::size_t next = 0;
    for (const Segment& segment : segments) {
      if (next < suffixes.size() && segment.accepts(suffixes[next]))
        ++next;
      else if (!segment.optional)
        return false;
    }
    return next == suffixes.size();
  }
  /// Returns the suffixes in the row's order; nothing when they are not this row's. They may be written in
  /// any order, as ptxas takes them, except that types keep theirs: cvt.f32.s32 is not cvt.s32.f32.
  std::optional<Words> arranged(const Words& suffixes) const {
    Words rest = suffixes, result;
    for (const Segment& segment : segments) {
      const auto word = std::ranges::find_if(rest, [&](std::string_view w) { return segment.accepts(w); });
      if (word == rest.end() && !segment.optional) return std::nullopt;
      if (word == rest.end()) continue;
      result.push_back(*word);
      rest.erase(word);
    }
    return rest.empty() && types_in(result) == types_in(suffixes) ? std::optional(result) : std::nullopt;
  }
  /// Returns the mnemonic with the suffixes that are not optional.
  std::string form_of(const Words& suffixes) const {
    std::string form(opcode->mnemonic());
    std::size_t next = 0;
    for (const Segment& segment : segments) {
      if (next == suffixes.size() || !segment.accepts(suffixes[next])) continue;
      if (!segment.optional) form += fmt::format(".{}", suffixes[next]);
      ++next;
    }
    return form;
  }
  void add_forms(std::vector<std::string>& all) const {
    std::vector<std::string> forms{std::string(opcode->mnemonic())};
    for (const Segment& segment : segments) {
      if (segment.optional) continue;
      std::vector<std::string> longer;
      for (const std::string& form : forms)
        for (const std::string_view word : segment.choices)
          longer.push_back(fmt::format("{}.{}", form, word));
      forms = std::move(longer);
    }
    all.insert(all.end(), forms.begin(), forms.end());
  }
};

using Table = std::map<std::string, std::vector<Row>, std::less<>>;

Table& table() {
  static Table rows;
  return rows;
}

struct Match {
  const Row* row = nullptr;
  Words suffixes{};  ///< in the row's order
};

/// The row that has the suffixes as they are written; if there is none, one that has them in another order.
Match match(const std::vector<Row>& rows, const Words& suffixes) {
  for (const Row& row : rows)
    if (row.matches(suffixes)) return {&row, suffixes};
  for (const Row& row : rows)
    if (auto arranged = row.arranged(suffixes)) return {&row, std::move(*arranged)};
  return {};
}

/// Returns the syntax with its classes of suffixes spelled out.
std::string readable(std::string_view syntax) {
  Words segments = split(syntax, '.');
  std::string text(segments[0]);
  for (std::size_t i = 1; i < segments.size(); ++i) {
    const Segment segment(segments[i]);
    const std::string choices = fmt::format("{}", fmt::join(segment.choices, "|"));
    text += segment.choices.size() > 1 ? fmt::format(".({})", choices) : "." + choices;
    if (segment.optional) text += "?";
  }
  return text;
}

void fail_not_supported(const SourceText& source, Place place, std::string_view mnemonic,
                        const Words& suffixes) {
  const auto found = not_supported(mnemonic, suffixes);
  if (!found) return;
  source.fail(place, {.what = fmt::format("'{}' is not supported", found->name),
                      .value = suffixes.empty() ? std::string(mnemonic)
                                                : fmt::format("{}.{}", mnemonic, fmt::join(suffixes, ".")),
                      .legal = fmt::format("anything but {}", found->group)});
}

[[noreturn]] void fail_unknown(const SourceText& source, Place place, std::string_view mnemonic) {
  std::vector<std::string> known;
  for (const auto& [name, rows] : table()) known.push_back(name);
  source.fail(place, {.what = "unknown opcode",
                      .value = std::string(mnemonic),
                      .legal = fmt::format("{}", fmt::join(known, " ")),
                      .nearest = nearest_name(mnemonic, known)});
}

}  // namespace

bool Spelling::has(std::string_view word) const {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view Spelling::among(std::initializer_list<std::string_view> choices) const {
  for (std::string_view word : words)
    if (std::find(choices.begin(), choices.end(), word) != choices.end()) return word;
  return {};
}

bool add_opcodes(std::span<const Opcode> rows) {
  for (const Opcode& row : rows) table()[std::string(row.mnemonic())].emplace_back(row);
  return true;
}

std::vector<std::string> opcode_forms() {
  std::vector<std::string> all;
  for (const auto& [name, rows] : table())
    for (const Row& row : rows) row.add_forms(all);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::string opcode_form_of(std::string_view spelling) {
  Words words = split(spelling, '.');
  const std::string_view mnemonic = words.front();
  words.erase(words.begin());
  const auto found = table().find(mnemonic);
  if (found == table().end()) return {};
  const Match known = match(found->second, words);
  return known.row == nullptr ? std::string() : known.row->form_of(known.suffixes);
}

Spelling match_opcode(const SourceText& source, Place place, std::string_view mnemonic,
                      const Words& suffixes) {
  const auto found = table().find(mnemonic);
  if (found == table().end()) {
    fail_not_supported(source, place, mnemonic, suffixes);
    fail_unknown(source, place, mnemonic);
  }
  Spelling spelling;
  for (std::string_view word : suffixes)
    if (const auto type = type_named(word)) spelling.types.push_back(*type);
  if (Match known = match(found->second, suffixes); known.row != nullptr) {
    spelling.opcode = known.row->opcode;
    spelling.words = std::move(known.suffixes);
    return spelling;
  }
  fail_not_supported(source, place, mnemonic, suffixes);
  std::vector<std::string> forms;
  for (const Row& row : found->second) forms.push_back(readable(row.opcode->syntax));
  source.fail(place, {.what = fmt::format("opcode '{}' does not have this form here", mnemonic),
                      .value = fmt::format("{}.{}", mnemonic, fmt::join(suffixes, ".")),
                      .legal = fmt::format("{}", fmt::join(forms, "  "))});
}

Modifiers modifiers_of(const Spelling& s) {
  Modifiers m;
  const std::string_view rounding = s.among({"rz", "rm", "rp"});
  if (rounding == "rz") m.rounding = Rounding::zero;
  if (rounding == "rm") m.rounding = Rounding::down;
  if (rounding == "rp") m.rounding = Rounding::up;
  const std::string_view combine = s.among({"and", "or", "xor"});
  if (combine == "and") m.combine = Combine::conjunction;
  if (combine == "or") m.combine = Combine::disjunction;
  if (combine == "xor") m.combine = Combine::exclusive;
  m.flush = s.has("ftz");
  m.saturate = s.has("sat");
  m.relu = s.has("relu");
  m.propagate = s.has("NaN");
  m.exclusive_sign = s.has("xorsign");
  m.magnitude = s.has("abs");
  m.finite = s.has("satfinite");
  return m;
}

bool packs_result(const Spelling& s) {
  if (s.has("pack")) return true;
  if (s.types.empty()) return false;
  const Type result = s.types[0];
  return is_packed(result) || result == Type::e4m3x2 || result == Type::e5m2x2;
}

}  // namespace heddle::ptx
