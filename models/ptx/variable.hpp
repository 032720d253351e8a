#pragma once

#include <memory>

#include "models/ptx/module.hpp"
#include "models/ptx/token_stream.hpp"

namespace heddle::ptx {

/// Reads `.align 4 .b8 name[16][4] = {...}` after the directive that gives the space.
std::unique_ptr<Symbol> parse_variable(TokenStream&, SymbolSpace);

/// A suffix that must be a type, as in `.reg .b32`.
Type parse_type(TokenStream&);

}  // namespace heddle::ptx
