// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/runtime/memory_files.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>

// The linker lets Verilator's runtime call __wrap_fopen for fopen: $readmemh and $readmemb name files without
// a folder, and mean one beside the RTL.

HeddleMemoryFiles heddle_memory_files;

extern "C" std::FILE* __real_fopen(const char* name, const char* mode);

namespace {

bool is_file(const char* name) {
  struct stat found;
  return stat(name, &found) == 0 && (S_ISREG(found.st_mode) || heddle_memory_files.devices);
}

}  // namespace

extern "C" std::FILE* __wrap_fopen(const char* name, const char* mode) {
  if (mode[0] != 'r') return __real_fopen(name, mode);
  if (name[0] != '/')
    for (const std::string& folder : heddle_memory_files.folders)
      if (const std::string file = folder + "/" + name; is_file(file.c_str()))
        return __real_fopen(file.c_str(), mode);
  if (is_file(name)) return __real_fopen(name, mode);
  errno = ENOENT;
  return nullptr;
}
