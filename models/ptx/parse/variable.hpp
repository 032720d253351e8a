// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/ptx/module/module.hpp"
#include "models/ptx/text/token_stream.hpp"

namespace heddle::ptx {

/// Reads `.align 4 .b8 name[16][4] = {...}` after the directive that gives the space. `alignment`: bytes,
/// where
/// `.align` stood before that directive; 0 = it did not.
std::unique_ptr<Symbol> parse_variable(TokenStream&, SymbolSpace, std::uint64_t alignment = 0);
/// Reads a list of such variables up to its `;`. They may share what stands before the first name:
/// `.align 4 .b8 a[16], b;`.
std::vector<std::unique_ptr<Symbol>> parse_variables(TokenStream&, SymbolSpace, std::uint64_t alignment = 0);
/// Throws Error for an array without a size, which only an .extern variable may be.
void require_size(const TokenStream&, const Symbol&);
/// Reads the number behind `.align`.
std::uint64_t parse_alignment(TokenStream&);

/// Passes over the bank behind `.const`, `[3]`, which PTX before 2.2 has, if there is one. All banks are one
/// space here.
void skip_bank(TokenStream&);

/// A suffix that must be a type, as in `.reg .b32`.
Type parse_type(TokenStream&);

}  // namespace heddle::ptx
