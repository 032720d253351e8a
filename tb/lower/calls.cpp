// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/base/error.hpp"
#include "tb/lower/process.hpp"

namespace heddle::lower {

const Net& Process::make_local(const std::string& name, unsigned width) {
  const Net& net = design_.make_net(frame().scope->path + frame().path + name, width);
  locals_.insert(&net);
  return net;
}

/// A variable of a block. In a routine, each call has its own; what a process declares is there once.
void Process::declare(const Node& var) {
  if (frame().routine) {
    Variable& fresh = design_.declare(var, frame().scope->path + frame().path);
    for (const Net* net : fresh.nets) locals_.insert(net);
    frame().blocks.back()[var.name()] = &fresh;
    if (trigger_ != Trigger::change)  // it must not remember what it was at another edge
      for (const Net* net : fresh.nets)
        emit_assign(*net, net->text(), Bits(std::string(net->width, 'x')).text(), false);
    return;
  }
  Variable*& kept = declared_[&var];
  if (kept == nullptr) {
    kept = &design_.declare(var, frame().scope->path + frame().path);
    if (trigger_ == Trigger::change)
      for (const Net* net : kept->nets) locals_.insert(net);
  }
  frame().blocks.back()[var.name()] = kept;
}

Variable& Process::result_of_call(const Node& reference) {
  const Variable* kept = nullptr;
  call(reference, [&](const Variable& result) { kept = &result; });
  if (kept == nullptr) refuse(reference, "it returns nothing");
  return const_cast<Variable&>(*kept);
}

void Process::call(const Node& reference, const std::function<void(const Variable&)>& result) {
  const Design::Routine routine = design_.find_routine(*frame().scope, reference);
  if (routine.node == nullptr) refuse(reference, "there is no such function or task");
  constexpr std::size_t deepest = 200;
  if (frames_.size() > deepest)
    throw Error({.place = reference.place.text(),
                 .what = "calls of functions are nested too deeply for synthesis",
                 .value = reference.name(),
                 .legal = fmt::format("up to {}", deepest)});
  const Node& body = *routine.node;
  std::vector<const Node*> formals, statements;
  for (const Node& c : body.children) {
    const bool is_result = c.is("var") && body.is("func") && formals.empty() && c.name() == body.name() &&
                           c.attribute("dir") == "output" && statements.empty();
    if (c.is("var") && !c.attribute("dir").empty() && !is_result)
      formals.push_back(&c);
    else
      statements.push_back(&c);
  }
  const auto arguments = reference.all("arg");
  if (arguments.size() != formals.size()) refuse(reference, "the arguments do not fit the function");

  Frame callee{.scope = routine.scope, .path = frame().path + body.name() + ".", .routine = true};
  const Place place = place_;
  const auto input = [](const Node& formal) { return formal.attribute("dir") != "output"; };
  // The arguments are evaluated where the call stands.
  std::vector<std::vector<Value>> values(formals.size());
  for (std::size_t i = 0; i < formals.size(); ++i) {
    if (!input(*formals[i])) continue;
    const Node& argument = arguments[i]->child(0);
    const Shape shape = design_.types().shape(*formals[i]);
    values[i] = shape.is_array() ? evaluate_array(argument, shape)
                                 : std::vector<Value>{sized(evaluate(argument), shape.width)};
  }
  frames_.push_back(std::move(callee));
  std::vector<Variable*> variables;
  for (std::size_t i = 0; i < formals.size(); ++i) {
    declare(*formals[i]);
    Variable& v = *frame().blocks.back().at(formals[i]->name());
    variables.push_back(&v);
    if (input(*formals[i])) write_all(v, values[i]);
  }
  execute_all(statements);
  const Variable* returned = nullptr;
  if (body.is("func"))
    if (const auto found = frame().blocks.front().find(body.name()); found != frame().blocks.front().end())
      returned = found->second;
  frames_.pop_back();
  place_ = place;
  for (std::size_t i = 0; i < formals.size(); ++i) {
    if (formals[i]->attribute("dir") == "input") continue;
    const Node& target = arguments[i]->child(0);
    if (variables[i]->shape.is_array())
      assign_array(target, elements_of(*variables[i], target), false);
    else
      assign_value(target, read({.variable = variables[i], .width = variables[i]->shape.width}, target),
                   false);
  }
  if (returned != nullptr) result(*returned);
}

}  // namespace heddle::lower
