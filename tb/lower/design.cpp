// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <regex>

#include "models/base/error.hpp"
#include "tb/lower/bits.hpp"
#include "tb/lower/memories.hpp"
#include "tb/lower/source_text.hpp"

namespace heddle::lower {
namespace {

constexpr std::string_view interface_suffix = "__Viftop";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// Verilator writes "gen[0].x" as "gen__BRA__0__KET__.x", and "a+b" as "a__02bb".
std::string plain_path(std::string_view mangled) {
  std::string text(mangled);
  replace_all(text, "__BRA__", "[");
  replace_all(text, "__KET__", "]");
  replace_all(text, "__DOT__", ".");
  // Any other letter that identifiers of C++ may not have is "__0" and its two hexadecimal digits.
  for (std::size_t at = 0; (at = text.find("__0", at)) != std::string::npos; ++at) {
    unsigned code = 0;
    if (at + 5 <= text.size() &&
        std::from_chars(&text[at + 3], &text[at + 3] + 2, code, 16).ptr == &text[at + 3] + 2)
      text.replace(at, 5, 1, static_cast<char>(code));
  }
  return text;
}

std::string without_suffix(const std::string& name) {
  return name.ends_with(interface_suffix) ? name.substr(0, name.size() - interface_suffix.size()) : name;
}

bool is_parameter(const Node& var) {
  return var.attribute("param") == "true" || var.attribute("localparam") == "true" ||
         var.name().starts_with("__Venumtab");
}

Range instance_range(const Node& range) {
  int bounds[2];
  for (unsigned i = 0; i < 2; ++i) {
    const auto bits = Bits::parse(range.child(i).name());
    if (!bits || !bits->signed_value()) refuse(range, "a bound of an array of instances is no number");
    bounds[i] = static_cast<int>(*bits->signed_value());
  }
  return {bounds[0], bounds[1]};
}

}  // namespace

std::string Net::text() const {
  static const std::set<std::string, std::less<>> words{
      "input", "output", "inout",  "logic", "reg",     "wire",   "bit",    "assign", "always", "initial",
      "begin", "end",    "module", "case",  "default", "if",     "else",   "table",  "buf",    "not",
      "and",   "or",     "xor",    "nand",  "nor",     "signed", "string", "int",    "byte",   "var"};
  const bool plain = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
                     !words.contains(name) && std::all_of(name.begin(), name.end(), [](char c) {
                       return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
                     });
  return plain ? name : "\\" + name + " ";
}

std::vector<Net*> from_left(const Variable& variable) {
  std::vector<Net*> nets;
  const auto& dimensions = variable.shape.dimensions;
  const auto add = [&](const auto& self, std::size_t d, unsigned at) -> void {
    if (d == dimensions.size()) {
      nets.push_back(variable.nets.at(at));
      return;
    }
    for (unsigned i = 0; i < dimensions[d].size(); ++i)
      self(self, d + 1, at * dimensions[d].size() + dimensions[d].offset(i));
  };
  add(add, 0, 0);
  return nets;
}

Design::Design(const Node& netlist, std::vector<std::filesystem::path> folders)
    : netlist_(netlist), folders_(std::move(folders)), types_(netlist) {
  const Node* top = nullptr;
  for (const Node& c : netlist.children) {
    if (c.is("module") || c.is("iface")) modules_[c.name()] = &c;
    if (c.is("module") && c.attribute("topModule") == "1") top = &c;
  }
  if (top == nullptr) refuse(netlist, "there is no top module");
  for (const Node* package : netlist.all("package")) {
    scopes_.push_back({.node = package, .path = package->name() + ".", .instance = true});
    packages_.push_back(&scopes_.back());
    fill(scopes_.back(), *package, {});
  }
  scopes_.push_back({.node = top, .instance = true});
  top_ = &scopes_.back();
  fill(*top_, *top, {});
}

const Node* Design::Outside::pin(const Node& module, const Node& port) const {
  if (instance == nullptr) return nullptr;
  std::string place = port.attribute("pinIndex");
  if (place.empty()) {  // of an interface, whose place the tree does not tell
    unsigned before = 0;
    for (const Node& c : module.children) {
      if (&c == &port) break;
      const bool interface = c.attribute("vartype") == "ifaceref" && !c.name().ends_with(interface_suffix);
      before += c.is("var") && (interface || !c.attribute("dir").empty());
    }
    place = fmt::format("{}", before + 1);
  }
  const std::string by_place = "__pinNumber" + place;
  for (const Node& c : instance->children)
    if (c.is("port") && (c.name() == port.name() || c.name() == by_place))
      return c.children.empty() ? nullptr : &c.children[0];
  return nullptr;
}

void Design::fill(Scope& scope, const Node& node, const Outside& outside) {
  if (!memories_.contains(scope.node) && scope.instance)
    memories_[scope.node] = memories_of(*scope.node, netlist_, types_);
  for (const Node& c : node.children)
    if (c.is("var")) declare_in(scope, c, outside);
  open_classes(scope, node);
  // Ports that refer to interfaces need these to be there.
  const auto instances = [&](bool interfaces) {
    for (const Node& c : node.children) {
      if (!c.is("instance")) continue;
      const Node* module = module_of(c);
      if (module != nullptr && module->is("iface") == interfaces) instantiate(scope, c);
    }
  };
  instances(true);
  for (const Node& c : node.children) {
    if (c.is("begin") && !c.name().empty())
      fill(open(scope, c.name(), c, false), c, outside);
    else if (c.is("begin"))
      fill(scope, c, outside);
  }
  instances(false);
}

/// A class may hold functions that need no object. Those are called as a package's are.
void Design::open_classes(Scope& scope, const Node& node) {
  for (const Node* c : node.all("class")) {
    Scope& inside = open(scope, c->name(), *c, true);
    packages_.push_back(&inside);
    fill(inside, *c, {});
  }
}

Scope& Design::open(Scope& parent, const std::string& name, const Node& node, bool instance) {
  scopes_.push_back({.node = instance ? &node : parent.node,
                     .block = instance ? nullptr : &node,
                     .path = parent.path + name + ".",
                     .parent = &parent,
                     .instance = instance});
  parent.inner[name] = &scopes_.back();
  return scopes_.back();
}

/// The module or interface of an instance, which the tree names as the text does, or mangled; null when there
/// is none.
const Node* Design::module_of(const Node& instance) const {
  const std::string& name = instance.attribute("defName");
  auto module = modules_.find(name);
  if (module == modules_.end()) module = modules_.find(plain_path(name));
  return module == modules_.end() ? nullptr : module->second;
}

void Design::instantiate(Scope& scope, const Node& instance) {
  const Node& module = *module_of(instance);
  const Node* range = instance.first("range");
  if (range == nullptr) return fill(open(scope, instance.name(), module, true), module, {&scope, &instance});
  const Range r = instance_range(*range);
  for (unsigned i = 0; i < r.size(); ++i) {
    const int index = r.low() + static_cast<int>(i);
    // The rightmost of the array has the lowest bits of its connections.
    const unsigned copy = r.left <= r.right ? r.size() - 1 - i : i;
    fill(open(scope, fmt::format("{}[{}]", instance.name(), index), module, true), module,
         {&scope, &instance, copy, r.size()});
  }
}

std::string Design::unused(const std::string& wanted) {
  const std::string name = wanted.starts_with('$') ? wanted.substr(1) : wanted;
  const unsigned before = names_[name]++;
  return before == 0 ? name : unused(fmt::format("{}__{}", name, before));
}

Net& Design::make_net(const std::string& name, unsigned width) {
  nets_.push_back({.name = unused(name), .width = width});
  return nets_.back();
}

void Design::make_nets(Variable& variable, const std::string& path) {
  const Shape& shape = variable.shape;
  if (variable.memory || !shape.is_array()) {
    Net& net = make_net(path, shape.width);
    if (variable.memory) net.rows = shape.elements();
    variable.nets = {&net};
    return;
  }
  const auto add = [&](const auto& self, const std::string& name, std::size_t dimension) -> void {
    if (dimension == shape.dimensions.size()) {
      variable.nets.push_back(&make_net(name, shape.width));
      return;
    }
    const Range& r = shape.dimensions[dimension];
    for (unsigned i = 0; i < r.size(); ++i)
      self(self, fmt::format("{}[{}]", name, r.low() + static_cast<int>(i)), dimension + 1);
  };
  constexpr unsigned most = 1u << 16;
  if (shape.elements() > most) refuse(*variable.declaration, "an array of this use may have 65536 elements");
  add(add, path, 0);
}

Variable& Design::declare(const Node& declaration, const std::string& path) {
  variables_.push_back({.declaration = &declaration, .shape = types_.shape(declaration)});
  make_nets(variables_.back(), path + declaration.name());
  return variables_.back();
}

void Design::declare_in(Scope& scope, const Node& var, const Outside& outside) {
  const std::string& name = var.name();
  variables_.push_back({.declaration = &var});
  Variable& variable = variables_.back();
  scope.variables[name] = &variable;
  try {
    variable.shape = types_.shape(var);
  } catch (const Error&) {
    variable.usable = false;  // an error only where it is used
    return;
  }
  if (variable.shape.interface) return refer(scope, var, outside);
  if (is_parameter(var)) return;  // it has a value, and no net
  // A net that a constant drives has the constant at its declaration.
  if (!var.children.empty()) constants_.push_back({&scope, &var});
  const bool port = !var.attribute("dir").empty();
  if (port && outside.instance != nullptr) return connect(scope, variable, var, outside);
  variable.memory = !port && memories_.contains(scope.node) && memories_.at(scope.node).contains(name);
  if (!port) return make_nets(variable, scope.path + name);
  const std::string& direction = var.attribute("dir");
  if (direction != "input" && direction != "output") refuse(var, "a port must be an input or an output");
  const Net::Pin pin = direction == "input" ? Net::Pin::input : Net::Pin::output;
  if (!variable.shape.is_array()) {
    make_nets(variable, name);
    variable.nets[0]->pin = pin;
    return;
  }
  Net& flat = make_net(name, variable.shape.width * variable.shape.elements());
  flat.pin = pin;
  make_nets(variable, name);
  array_pins_.push_back({&flat, &variable});
}

void Design::connect(Scope& scope, Variable& port, const Node& var, const Outside& outside) {
  const std::string& direction = var.attribute("dir");
  const bool input = direction == "input";
  if (!input && direction != "output") refuse(var, "a port must be an input or an output");
  const Node* expression = outside.pin(*scope.node, var);
  if (expression != nullptr && expression->is("varref") && (input || outside.copies == 0)) {
    Variable* other = find(*outside.scope, expression->name());
    if (other != nullptr && other->usable && !other->nets.empty() && !other->memory &&
        other->shape.width == port.shape.width && other->shape.dimensions == port.shape.dimensions) {
      scope.variables[var.name()] = other;
      return;
    }
  }
  make_nets(port, scope.path + var.name());
  if (expression != nullptr)
    connections_.push_back({outside.scope, expression, &scope, &port, input, outside.copy, outside.copies});
}

void Design::refer(Scope& scope, const Node& var, const Outside& outside) {
  if (var.name().ends_with(interface_suffix)) return;  // stands for the instance, which has its name
  const Node* pin = outside.pin(*scope.node, var);
  if (pin == nullptr) refuse(var, "an interface on a port of the top module");
  std::string name;
  if (pin->is("arraysel") && pin->child(0).is("varref")) {
    const auto bits = Bits::parse(pin->child(1).name());
    if (!bits || !bits->value()) refuse(*pin, "which interface it is must be a constant");
    name = fmt::format("{}[{}]", without_suffix(pin->child(0).name()), *bits->value());
  } else {
    name = without_suffix(pin->name());
  }
  if (pin->is("varxref")) name = plain_path(pin->attribute("dotted")) + "." + name;
  const Shape shape = types_.shape(var);
  const auto one = [&](const std::string& path, const std::string& inside) {
    Scope* found = find_scope(*outside.scope, path);
    if (found == nullptr) refuse(*pin, "there is no such interface");
    scope.inner[inside] = found;
  };
  if (find_scope(*outside.scope, name) != nullptr && !shape.is_array()) return one(name, var.name());
  if (shape.is_array()) {
    for (unsigned i = 0; i < shape.dimensions[0].size(); ++i) {
      const int index = shape.dimensions[0].low() + static_cast<int>(i);
      one(fmt::format("{}[{}]", name, index), fmt::format("{}[{}]", var.name(), index));
    }
    return;
  }
  one(fmt::format("{}[{}]", name, outside.copy), var.name());  // of an array of instances
}

Variable* Design::find(Scope& scope, std::string_view name) const {
  for (Scope* s = &scope; s != nullptr; s = s->instance ? nullptr : s->parent)
    if (const auto found = s->variables.find(name); found != s->variables.end()) return found->second;
  for (Scope* package : packages_)
    if (const auto found = package->variables.find(name); found != package->variables.end())
      return found->second;
  return nullptr;
}

Scope* Design::find_scope(Scope& scope, std::string_view dotted) const {
  const std::string path = plain_path(dotted);
  const auto descend = [&](Scope* from) -> Scope* {
    for (std::size_t at = 0; from != nullptr && at < path.size();) {
      const std::size_t end = std::min(path.find('.', at), path.size());
      const auto found = from->inner.find(path.substr(at, end - at));
      from = found == from->inner.end() ? nullptr : found->second;
      at = end + 1;
    }
    return from;
  };
  for (Scope* s = &scope; s != nullptr; s = s->parent)
    if (Scope* found = descend(s)) return found;
  const std::string top = top_ != nullptr && top_->node != nullptr ? top_->node->name() + "." : "";
  if (!top.empty() && path.starts_with(top)) return find_scope(*top_, path.substr(top.size()));
  return nullptr;
}

Variable* Design::find(Scope& scope, std::string_view dotted, std::string_view name) const {
  Scope* at = find_scope(scope, dotted);
  if (at == nullptr) {  // a scope that encloses this one, by its name
    for (Scope* s = &scope; s != nullptr; s = s->parent)
      if (s->path.ends_with(plain_path(dotted) + ".") || (s == top_ && s->node->name() == dotted)) at = s;
  }
  return at == nullptr ? nullptr : find(*at, name);
}

Design::Routine Design::find_routine(Scope& scope, const Node& reference) const {
  const std::string& name = reference.name();
  const auto in = [&](Scope& s) -> Routine {
    const auto look = [&](const auto& self, const Node& node) -> const Node* {
      for (const Node& c : node.children) {
        if ((c.is("func") || c.is("task")) && c.name() == name) return &c;
        if (c.is("begin"))
          if (const Node* found = self(self, c)) return found;
      }
      return nullptr;
    };
    return {look(look, *s.node), &s};
  };
  static const std::regex qualifier("([\\w$\\[\\].]+)(::|\\.)\\s*$");
  std::smatch m;
  const std::string before = text_before(reference.place);
  if (std::regex_search(before, m, qualifier)) {
    for (Scope* package : packages_)
      if (m[2] == "::" && package->node->name() == m[1])
        if (const Routine found = in(*package); found.node != nullptr) return found;
    if (m[2] == ".")
      if (Scope* at = find_scope(scope, m[1].str()))
        if (const Routine found = in(*at); found.node != nullptr) return found;
  }
  for (Scope* s = &scope; s != nullptr; s = s->instance ? nullptr : s->parent)
    if (const Routine found = in(*s); found.node != nullptr) return found;
  std::vector<Routine> candidates;
  for (Scope* package : packages_)
    if (const Routine found = in(*package); found.node != nullptr) candidates.push_back(found);
  if (candidates.empty())
    for (const auto& [inner, s] : scope.inner)
      if (const Routine found = in(*s); found.node != nullptr) candidates.push_back(found);
  if (candidates.size() > 1)
    refuse(reference, "several packages have a function of this name; write PACKAGE::name");
  return candidates.empty() ? Routine{} : candidates[0];
}

}  // namespace heddle::lower
