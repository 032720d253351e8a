#include <algorithm>
#include <string>

#include "models/ptx/body_parser.hpp"
#include "models/ptx/module.hpp"
#include "models/ptx/token_stream.hpp"
#include "models/ptx/variable.hpp"

namespace heddle::ptx {
namespace {

/// Directives of the module; the bodies of kernels are read by parse_body.
class ModuleParser {
 public:
  ModuleParser(const SourceText& source, std::string_view only)
      : in_(source, tokenize(source)), only_(only) {}

  Module run() {
    while (!in_.at_end()) parse_item();
    return std::move(module_);
  }

 private:
  void parse_item() {
    const Token& token = in_.next();
    if (token.is(';')) return;
    if (token.kind != Token::Kind::dotted) in_.syntax_error(token, "a directive such as .version or .entry");
    const std::string_view name = token.text;
    if (name == "version" || name == "file" || name == "loc" || name == "target") {
      if (in_.peek().place.line == token.place.line) in_.skip_line();
    } else if (name == "address_size") {
      parse_address_size();
    } else if (name == "visible" || name == "extern" || name == "weak" || name == "common") {
      return;  // linkage of what follows
    } else if (name == "pragma" || name == "alias") {
      while (!in_.at_end() && !in_.accept(';')) in_.next();
    } else if (name == "section") {
      while (!in_.at_end() && !in_.peek().is('{')) in_.next();
      in_.skip_balanced('{', '}');
    } else if (name == "shared") {
      parse_module_variable(SymbolSpace::shared);
    } else if (name == "global") {
      parse_module_variable(SymbolSpace::global);
    } else if (name == "const") {
      parse_module_variable(SymbolSpace::constant);
    } else if (name == "entry") {
      parse_entry();
    } else if (name == "func") {
      skip_function();
    } else {
      in_.syntax_error(
          token, ".version .target .address_size .visible .weak .extern .entry .func .shared .global .const");
    }
  }

  void parse_address_size() {
    const Token& token = in_.peek();
    const std::int64_t bits = in_.expect_integer("32 or 64");
    if (bits != 32 && bits != 64) in_.syntax_error(token, "32 or 64");
    module_.address_bits = static_cast<unsigned>(bits);
  }

  void parse_module_variable(SymbolSpace space) {
    module_.symbols.push_back(parse_variable(in_, space));
    visible_.push_back(module_.symbols.back().get());
    in_.expect(';', "behind a declaration");
  }

  void parse_entry() {
    Function function;
    const Token& name = in_.expect_word("the name of a kernel");
    function.name = name.text;
    function.place = name.place;
    if (in_.accept('(')) parse_parameters(function);
    parse_performance_directives(function);
    if (in_.accept(';')) return;  // a declaration only
    if (only_.empty() || only_ == function.name)
      parse_body(in_, module_, visible_, function);
    else
      in_.skip_balanced('{', '}');
    module_.functions.push_back(std::move(function));
  }

  void parse_parameters(Function& function) {
    while (!in_.accept(')')) {
      if (!in_.accept_dotted("param")) in_.syntax_error(in_.peek(), ".param or ')'");
      module_.symbols.push_back(parse_variable(in_, SymbolSpace::parameter));
      function.parameters.push_back(module_.symbols.back().get());
      if (!in_.peek().is(')')) in_.expect(',', "between parameters");
    }
  }

  void parse_performance_directives(Function& function) {
    while (in_.peek().kind == Token::Kind::dotted) {
      const Token& token = in_.next();
      if (token.text == "maxntid" || token.text == "reqntid") {
        std::int64_t threads = 1;
        do threads *= std::clamp<std::int64_t>(in_.expect_integer("a number of threads"), 1, 1 << 20);
        while (in_.accept(','));
        function.max_threads = static_cast<std::uint32_t>(std::min<std::int64_t>(threads, 1 << 20));
      } else if (token.text == "minnctapersm" || token.text == "maxnreg" || token.text == "maxnctapersm") {
        in_.expect_integer("a number");
      } else if (token.text == "pragma") {
        while (!in_.at_end() && !in_.accept(';')) in_.next();
      } else {
        in_.syntax_error(token, ".maxntid .reqntid .minnctapersm .maxnreg .pragma or '{'");
      }
    }
  }

  /// Device functions are not called from here (`call` is refused), so theirs is passed over.
  void skip_function() {
    while (!in_.at_end() && !in_.peek().is('{') && !in_.peek().is(';')) in_.next();
    if (!in_.accept(';')) in_.skip_balanced('{', '}');
  }

  TokenStream in_;
  std::string_view only_;
  Module module_;
  std::vector<const Symbol*> visible_;
};

}  // namespace

Module parse_module(const SourceText& source, std::string_view only) {
  return ModuleParser(source, only).run();
}

}  // namespace heddle::ptx
