// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "tb/lower/process.hpp"
#include "tb/lower/source_text.hpp"

// case, casez, and what stands in front of them.
namespace heddle::lower {
namespace {

/// What a word in front of `case` promises to synthesis.
std::string promise_of(const Node& node) {
  std::string before = text_before(node.place);
  while (!before.empty() && before.back() == ' ') before.pop_back();
  if (before.ends_with("unique0")) return "parallel_case";
  if (before.ends_with("unique")) return "full_case, parallel_case";
  return before.ends_with("priority") ? "full_case" : "";
}

}  // namespace

/// Does the selector equal the label, which may be a range, or have digits that are anything? A bit.
Value Process::hit(const Value& selector, const Node& label) {
  const auto compare = [&](const char* op, const Value& v) {
    const unsigned width = std::max(selector.width(), v.width());
    const Value a = extended(selector, width, false), b = extended(v, width, false);
    if (a.number() && b.number())
      return Value::constant(Bits(1, std::string_view(op) == "=="   ? *a.number() == *b.number()
                                     : std::string_view(op) == ">=" ? *a.number() >= *b.number()
                                                                    : *a.number() <= *b.number()));
    return Value::expression(1, fmt::format("({} {} {})", a.text(), op, b.text()));
  };
  if (label.is("insiderange")) {
    const Value low = compare(">=", evaluate(label.child(0))), high = compare("<=", evaluate(label.child(1)));
    if (low.is_zero() || high.is_zero()) return Value::constant(Bits(1, 0));
    return low.is_ones() && high.is_ones()
               ? low
               : Value::expression(1, fmt::format("({} && {})", low.text(), high.text()));
  }
  const Value v = label.is("const") ? constant(label) : evaluate(label);
  if (!v.bits() || !v.bits()->has_unknown()) return compare("==", v);
  std::string mask = v.bits()->digits(), value = mask;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    const bool wild = mask[i] == 'x' || mask[i] == 'z';
    mask[i] = wild ? '0' : '1';
    value[i] = wild ? '0' : value[i];
  }
  return Value::expression(
      1, fmt::format("(({} & {}) == {})", selector.text(), Bits(mask).text(), Bits(value).text()));
}

/// The items from this one on, as a chain of conditions.
void Process::execute_items(const Value& selector, const Node& node, std::size_t item) {
  const auto items = node.all("caseitem");
  if (item == items.size()) return;
  std::vector<const Node*> labels, body;
  for (const Node& c : items[item]->children) (is_statement(c) ? body : labels).push_back(&c);
  std::string any;
  bool certain = labels.empty();
  for (const Node* label : labels) {
    const Value found = hit(selector, *label);
    certain = certain || found.is_ones();
    if (!found.is_zero()) any += (any.empty() ? "" : " || ") + found.text();
  }
  const Value condition = certain       ? Value::constant(Bits(1, 1))
                          : any.empty() ? Value::constant(Bits(1, 0))
                                        : Value::expression(1, "(" + any + ")");
  branch(
      condition, [&] { execute_all(body); }, [&] { execute_items(selector, node, item + 1); });
}

/// A case of constants stays one; others become a chain of conditions.
void Process::execute_case(const Node& given) {
  Node node = given;
  // The default is what remains, wherever it stands.
  std::stable_partition(node.children.begin() + 1, node.children.end(), [](const Node& item) {
    return std::any_of(item.children.begin(), item.children.end(),
                       [](const Node& c) { return !is_statement(c); });
  });
  const Value selector = evaluate(node.child(0));
  const auto items = node.all("caseitem");
  bool plain = !selector.bits();
  for (const Node* item : items)
    for (const Node& c : item->children) plain = plain && (is_statement(c) || c.is("const"));
  if (!plain) return execute_items(selector, node, 0);
  Statement choice{.kind = Statement::Kind::choice,
                   .place = node.place,
                   .value = selector.text(),
                   .promise = promise_of(node)};
  std::vector<Statement>* outer = to_;
  const auto before = known_;
  std::optional<std::unordered_map<const Net*, Bits>> after;
  const auto merge = [&] {
    if (!after)
      after = known_;
    else
      std::erase_if(*after, [&](const auto& entry) {
        const auto other = known_.find(entry.first);
        return other == known_.end() || !(other->second == entry.second);
      });
  };
  ++depth_;
  for (const Node* item : items) {
    std::vector<const Node*> body;
    std::string labels;
    for (const Node& c : item->children) {
      if (is_statement(c)) {
        body.push_back(&c);
        continue;
      }
      const Value label = extended(constant(c), selector.width(), false);
      choice.wild = choice.wild || label.bits()->has_unknown();
      labels += (labels.empty() ? "" : ", ") + label.bits()->text(true);
    }
    known_ = before;
    std::vector<Statement> statements;
    to_ = &statements;
    execute_all(body);
    merge();
    if (labels.empty()) {
      choice.defaults = true;
      choice.otherwise = std::move(statements);
    } else {
      choice.items.push_back({labels, std::move(statements)});
    }
  }
  --depth_;
  to_ = outer;
  known_ = before;
  if (!choice.defaults) merge();
  if (after) known_ = std::move(*after);
  if (choice.items.empty()) {
    for (Statement& s : choice.otherwise) emit(std::move(s));
    return;
  }
  emit(std::move(choice));
}

}  // namespace heddle::lower
