// SPDX-License-Identifier: Apache-2.0
// What stands between the name of a kernel or function and its body: parameters, results, launch bounds.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "models/ptx/parse/module_reader.hpp"
#include "models/ptx/parse/variable.hpp"

namespace heddle::ptx {

/// Parses `.v2 .u32 name`, a parameter in a register.
void ModuleReader::parse_register_formal(Function& function, std::vector<Formal>& formals) {
  if (in_.accept_dotted("align")) parse_alignment(in_);
  const unsigned lanes = in_.accept_dotted("v2") ? 2 : in_.accept_dotted("v4") ? 4 : 1;
  const Type type = parse_type(in_);
  if (in_.accept_dotted("align")) parse_alignment(in_);
  const Token& name = in_.expect_word("the name of a register");
  VectorRegister vector{.name = name.text, .parts = {}};
  for (unsigned k = 0; k < lanes; ++k) {
    std::string_view own = name.text;
    if (lanes > 1) own = module_.names.emplace_back(fmt::format("{}.{}", name.text, "xyzw"[k]));
    const auto reg = static_cast<RegisterId>(function.registers.size());
    function.registers.push_back({own, type});
    vector.parts.push_back(reg);
    auto symbol = std::make_unique<Symbol>();  // the place in the frame through which the value is passed
    symbol->space = SymbolSpace::parameter;
    symbol->size = symbol->alignment = std::max(4u, bits_of(type) / 8);
    symbol->place = name.place;
    module_.symbols.push_back(std::move(symbol));
    formals.push_back({module_.symbols.back().get(), reg});
  }
  if (lanes > 1) function.vectors.push_back(std::move(vector));
}

/// Throws Error when the last of them has the name of another one.
void ModuleReader::refuse_second_name(const std::vector<Formal>& formals, Place place) const {
  const std::string_view name = formals.empty() ? "" : formals.back().symbol->name;
  const auto same = [&](const Formal& f) { return f.symbol->name == name; };
  if (!name.empty() && name != "_" && std::ranges::count_if(formals, same) > 1)
    in_.fail(place, {.what = "two parameters have one name", .value = std::string(name)});
}

void ModuleReader::parse_formals(Function& function, std::vector<Formal>& formals) {
  while (!in_.accept(')')) {
    const Place place = in_.peek().place;
    if (in_.accept_dotted("reg")) {
      parse_register_formal(function, formals);
    } else if (in_.accept_dotted("param")) {
      module_.symbols.push_back(parse_variable(in_, SymbolSpace::parameter));
      formals.push_back({.symbol = module_.symbols.back().get()});
    } else {
      in_.syntax_error(in_.peek(), ".param or ')'");
    }
    refuse_second_name(formals, place);
    if (!in_.peek().is(')')) in_.expect(',', "between parameters");
  }
}

void ModuleReader::refuse_clusters(const Token& directive) const {
  in_.fail(directive.place, {.what = "clusters of CTAs are not supported",
                             .value = fmt::format(".{}", directive.text),
                             .legal = "kernels without clusters, or .reqnctapercluster 1"});
}

void ModuleReader::parse_performance_directives(Function& function) {
  while (in_.peek().kind == Token::Kind::dotted && !begins_item(in_.peek())) {
    const Token& token = in_.next();
    const std::string_view name = token.text;
    CtaExtents said{1, 1, 1};
    const auto extents = [&](unsigned at_most) {
      constexpr std::int64_t most = 1 << 20;
      std::int64_t product = 1;
      unsigned count = 0;
      do {
        const Token& number = in_.peek();
        const std::int64_t n = in_.expect_integer("a number");
        if (n < 1 || ++count > at_most)
          in_.fail(number.place,
                   {.what = fmt::format("malformed .{}", name),
                    .value = std::string(number.text),
                    .legal = at_most == 1 ? "one number, 1 or more" : "up to three numbers, 1 or more"});
        said[count - 1] = static_cast<std::uint32_t>(std::min(n, most));
        product = std::min(product * std::min(n, most), most);
      } while (in_.accept(','));
      return static_cast<std::uint32_t>(product);
    };
    if (name == "maxntid" || name == "reqntid") {
      function.max_threads = extents(3);
      if (name == "reqntid") function.required_cta = said;
    } else if (name == "maxnreg") {
      function.max_registers = extents(1);
    } else if (name == "minnctapersm" || name == "maxnctapersm" || name == "maxclusterrank") {
      extents(1);
    } else if (name == "reqnctapercluster") {
      if (extents(3) != 1) refuse_clusters(token);
    } else if (name == "explicitcluster" || name == "blocksareclusters") {
      refuse_clusters(token);
    } else if (name == "pragma") {
      while (!in_.at_end() && !in_.accept(';')) in_.next();
    } else if (name != "noreturn" && name != "abi_preserve" && name != "abi_preserve_control") {
      in_.syntax_error(token, ".maxntid .reqntid .minnctapersm .maxnreg .noreturn .pragma or '{'");
    } else if (name.starts_with("abi_preserve")) {
      in_.expect_integer("a number");
    }
  }
}

}  // namespace heddle::ptx
