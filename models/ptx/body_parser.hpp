#pragma once

#include "models/ptx/module.hpp"
#include "models/ptx/token_stream.hpp"

namespace heddle::ptx {

/// Reads a kernel's { } into `function`. Variables that it declares are added to the module; names are looked
/// up in the function first, then in `visible` (the module's own variables).
void parse_body(TokenStream&, Module&, std::span<const Symbol* const> visible, Function&);

}  // namespace heddle::ptx
