// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tb/fuzz/forms/forms.hpp"

namespace heddle::fuzz {

/// A form in C++: an expression a result, in which {0}, {1}, ... stand for its sources. Its value is the
/// form's for all sources, and none of them is undefined behaviour. Null when the form is not written in C++
/// (approximations, halves, carries, rounding modes other than to nearest).
const std::vector<std::string>* cpp_expressions(const Form& form);

}  // namespace heddle::fuzz
