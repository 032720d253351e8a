// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "models/ptx/module/module.hpp"

namespace heddle::ptx {

/// CUDA's functions for kernels that a compiler leaves to the driver, in PTX: those of `vprintf`, `malloc`
/// and `free` that its files declare and do not define, and what `__assertfail` says. To be linked as another
/// file; its functions are weak, so that a file's own count. Empty when it needs none.
std::string device_library_for(const Module& module);

/// Could a file with this text need any?
bool may_need_device_library(std::string_view text);

/// `text` with `$` as the bits of an address and each name as its number.
std::string library_text(std::string_view text, unsigned address_bits,
                         std::initializer_list<std::pair<std::string_view, std::uint64_t>> names);

/// The texts, for addresses of 32 or 64 bits.
std::string print_library(unsigned address_bits);      // device_print.cpp
std::string assertion_library(unsigned address_bits);  // device_print.cpp; it calls vprintf
std::string heap_library(unsigned address_bits);       // device_heap.cpp

}  // namespace heddle::ptx
