// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/module/module.hpp"
#include "models/ptx/text/token_stream.hpp"

namespace heddle::ptx {

/// Reads a function's { } into it. Variables that it declares are added to the module; names are looked up in
/// the function first, then among the module's variables that stand before it.
void parse_body(TokenStream&, Module&, Function&);

}  // namespace heddle::ptx
