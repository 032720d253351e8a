// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"

namespace heddle::fuzz {

/// Has the input read as a file of that name. Whatever is wrong with it must be reported as a heddle::Error.
template <class Read>
int read_outside(const std::uint8_t* data, std::size_t size, const char* name, Read&& read) {
  static const ScratchFolder folder;
  const std::string file = (folder.path() / name).string();
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    read(file);
  } catch (const Error&) {
  }
  return 0;
}

}  // namespace heddle::fuzz
