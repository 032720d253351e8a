// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/module/link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::ptx {
namespace {

/// What a declaration says of one value.
struct ValueForm {
  Type type = Type::b8;
  bool is_array = false;
  std::uint32_t size = 0, alignment = 1;

  std::string text() const {
    const std::uint32_t element = std::max(1u, bits_of(type) / 8);
    const std::string extent = !is_array ? "" : size == 0 ? "[]" : fmt::format("[{}]", size / element);
    return fmt::format(".align {} .{}{}", alignment, name_of(type), extent);
  }
};

ValueForm form_of(const Symbol& s) { return {s.type, s.is_array, s.size, s.alignment}; }
ValueForm form_of(const Function& f, const Formal& formal) {
  if (formal.reg == no_register) return form_of(*formal.symbol);
  const Type type = f.registers[formal.reg].type;
  return {type, false, std::max(1u, bits_of(type) / 8), 1};
}

/// Integers, floats, predicates; .b types are what the other one is.
bool same_kind(Type a, Type b) {
  if ((a == Type::pred) != (b == Type::pred)) return false;
  return is_float(a) == is_float(b) || is_untyped(a) || is_untyped(b);
}

bool same_value(const ValueForm& definition, const ValueForm& other) {
  return definition.is_array == other.is_array && same_kind(definition.type, other.type) &&
         (definition.size == other.size || definition.size == 0 || other.size == 0) &&
         definition.alignment >= (other.is_array ? other.alignment : 1);
}

std::string list_of(const Function& f, const std::vector<Formal>& formals) {
  std::vector<std::string> all;
  for (const Formal& formal : formals) all.push_back(form_of(f, formal).text());
  return fmt::format("({})", fmt::join(all, ", "));
}

std::string signature(const Function& f) {
  const std::string results = f.results.empty() ? "" : list_of(f, f.results) + " ";
  return fmt::format("{} {}{}{}", f.entry ? ".entry" : ".func", results, f.name, list_of(f, f.parameters));
}

std::string declared(const Symbol& s) {
  return s.space == SymbolSpace::texture ? fmt::format(".texref {}", s.name)
                                         : fmt::format(".{} {}", directive_of(s.space), form_of(s).text());
}

[[noreturn]] void refuse_other(const SourceText& source, std::string_view name, Place other,
                               std::string value, Place definition, std::string legal) {
  source.fail(other, {.what = fmt::format("'{}' is declared here as something else than at {}", name,
                                          source.place(definition)),
                      .value = std::move(value),
                      .legal = std::move(legal)});
}

bool is_defined(const Symbol& s) { return s.linkage != Linkage::external; }
bool is_defined(const Function& f) { return f.body_at != 0 || !f.aliased.empty(); }

/// The one of `all` that counts; null when none is a definition.
template <class T>
T* definition_of(const SourceText& source, const std::vector<T*>& all, std::uint32_t (*size)(const T&)) {
  T *strong = nullptr, *common = nullptr, *weak = nullptr;
  for (T* t : all) {
    if (!is_defined(*t)) continue;
    if (t->linkage == Linkage::weak) {
      if (weak == nullptr) weak = t;
    } else if (t->linkage == Linkage::common) {
      if (common == nullptr || size(*t) > size(*common)) common = t;
    } else if (strong != nullptr) {
      refuse_twice(source, t->name, strong->place, t->place);
    } else {
      strong = t;
    }
  }
  return strong != nullptr ? strong : common != nullptr ? common : weak;
}

/// All that has one name.
struct Named {
  std::vector<Symbol*> variables{};
  std::vector<Function*> functions{};
};

void link_variables(const SourceText& source, const std::vector<Symbol*>& all) {
  const Symbol* definition = definition_of<Symbol>(source, all, [](const Symbol& s) { return s.size; });
  for (Symbol* s : all) {
    s->definition = definition;
    // Dynamic shared memory has no definition. A file that is alone takes .extern as if it were not there.
    if (definition == nullptr && s->space == SymbolSpace::shared &&
        (s->size == 0 || source.files.parts().size() == 1))
      s->definition = s;
    const bool smaller_common = definition != nullptr && s != definition && s->size < definition->size &&
                                (definition->linkage == Linkage::common || s->linkage == Linkage::common);
    if (definition != nullptr && !smaller_common) require_same(source, *definition, *s);
  }
}

void link_functions(const SourceText& source, const std::vector<Function*>& all) {
  const Function* definition = definition_of<Function>(source, all, [](const Function&) { return 0u; });
  for (Function* f : all) {
    f->definition = definition;
    if (definition != nullptr) require_same(source, *definition, *f);
  }
}

/// Lets what means an alias mean the function that it stands for.
void follow_aliases(const SourceText& source, Module& module) {
  for (const auto& f : module.functions)
    for (std::size_t steps = 0; f->definition != nullptr && !f->definition->aliased.empty(); ++steps) {
      const Function& alias = *f->definition;
      const auto meant = std::ranges::find_if(module.functions, [&](const auto& other) {
        return other->name == alias.aliased && other->file == alias.file;
      });
      const Function* target = meant == module.functions.end() ? nullptr : (*meant)->definition;
      if (target == nullptr || target->entry || steps > module.functions.size())
        source.fail(alias.place, {.what = fmt::format("alias '{}' of what is not defined", alias.name),
                                  .value = std::string(alias.aliased),
                                  .legal = "a function that the files define"});
      require_same(source, *target, alias);
      f->definition = target;
    }
}

}  // namespace

void refuse_twice(const SourceText& source, std::string_view name, Place first, Place second) {
  source.fail(second, {.what = "defined twice",
                       .value = std::string(name),
                       .legal = fmt::format("one definition; the other is at {}", source.place(first))});
}

void refuse_undefined(const SourceText& source, const Module& module, std::string_view what,
                      std::string_view name, Place place) {
  const std::string files = source.files.names();
  const bool several = files.find(", ") != files.npos;
  std::string legal;
  if (several) legal = fmt::format("a definition with .visible or .weak in one of {}", files);
  const auto hidden = [&](Place at) {
    legal += fmt::format("; what {} defines is for its own file", source.place(at));
  };
  for (const Symbol* s : module.variables)
    if (s->name == name && s->linkage == Linkage::local) hidden(s->place);
  for (const auto& f : module.functions)
    if (f->name == name && f->linkage == Linkage::local && f->body_at != 0) hidden(f->place);
  source.fail(place, {.what = fmt::format("{} and not defined in {}", what,
                                          several ? "any of the files that are linked" : "this file"),
                      .value = std::string(name),
                      .legal = std::move(legal)});
}

void require_same(const SourceText& source, const Symbol& definition, const Symbol& other) {
  const bool same = definition.space == other.space &&
                    (definition.size == other.size || definition.size == 0 || other.size == 0) &&
                    definition.alignment >= other.alignment && same_kind(definition.type, other.type);
  if (!same)
    refuse_other(source, other.name, other.place, declared(other), definition.place, declared(definition));
}

void require_same(const SourceText& source, const Function& definition, const Function& other) {
  const auto same = [&](const std::vector<Formal>& a, const std::vector<Formal>& b) {
    return std::ranges::equal(a, b, [&](const Formal& x, const Formal& y) {
      return same_value(form_of(definition, x), form_of(other, y));
    });
  };
  if (definition.entry != other.entry || !same(definition.parameters, other.parameters) ||
      !same(definition.results, other.results))
    refuse_other(source, other.name, other.place, signature(other), definition.place, signature(definition));
}

void link(const SourceText& source, Module& module) {
  std::unordered_map<std::string_view, std::size_t> index;
  std::vector<Named> all;  // in the order of the files, so that the first error is the same in every run
  const auto named = [&](std::string_view name) -> Named& {
    const auto [at, is_new] = index.emplace(name, all.size());
    if (is_new) all.emplace_back();
    return all[at->second];
  };
  for (const auto& s : module.symbols) {
    s->definition = s.get();
    if (s->linkage != Linkage::local) named(s->name).variables.push_back(s.get());
  }
  for (const auto& f : module.functions) {
    f->definition = f.get();
    if (f->linkage != Linkage::local || f->entry || f->body_at == 0)
      named(f->name).functions.push_back(f.get());
  }
  for (const Named& n : all) {
    if (!n.variables.empty() && !n.functions.empty()) {
      const Place variable = n.variables.front()->place, function = n.functions.front()->place;
      source.fail(std::max(variable.line, function.line) == variable.line ? variable : function,
                  {.what = "a variable and a function have one name",
                   .value = std::string(n.variables.front()->name),
                   .legal = fmt::format("names of their own: the variable's is at {}, the function's at {}",
                                        source.place(variable), source.place(function))});
    }
    link_variables(source, n.variables);
    link_functions(source, n.functions);
  }
  follow_aliases(source, module);
}

}  // namespace heddle::ptx
