// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/lower/tree.hpp"

namespace heddle::lower {

/// What the user's RTL has just in front of a node, in the same line: Verilator's XML does not tell of
/// "pkg::f(x)" which package it is, nor whether a case is unique. Empty when the file or line is not there.
std::string text_before(const Place& place);
/// The first word at the node itself.
std::string word_at(const Place& place);

}  // namespace heddle::lower
