// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "models/ptx/text/token_stream.hpp"

namespace heddle::ptx {

/// Reads a constant expression of PTX where an operand, an offset or an initial value stands: a number, or
/// numbers and WARP_SZ with C's operators, (.s64) and (.u64) and ?:. Integers have 64 bits, signed or not,
/// and mix as the manual's "Constant Expression Evaluation Rules" say. Throws Error at what is none (`what`
/// names it), at a division by zero, and at an operator that reals do not have.
Literal parse_constant(TokenStream&, std::string_view what);

/// The same where an integer must come out.
std::int64_t parse_constant_integer(TokenStream&, std::string_view what);

/// Whether a constant expression begins here.
bool begins_constant(const TokenStream&);

}  // namespace heddle::ptx
