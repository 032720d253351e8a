// SPDX-License-Identifier: Apache-2.0
#include "models/host/status.hpp"

#include <array>

namespace heddle {
namespace {

struct Entry {
  Status status;
  std::string_view name, text;
};

constexpr std::array entries{
    Entry{Status::success, "success", "no error"},
    Entry{Status::invalid_value, "invalid_value", "an argument of the call is out of range"},
    Entry{Status::out_of_memory, "out_of_memory", "the device's memory is used up"},
    Entry{Status::invalid_image, "invalid_image", "the file is no module"},
    Entry{Status::invalid_ptx, "invalid_ptx", "the PTX is wrong or not supported"},
    Entry{Status::file_not_found, "file_not_found", "the file cannot be read"},
    Entry{Status::invalid_handle, "invalid_handle", "the handle belongs to nothing"},
    Entry{Status::not_found, "not_found", "nothing has that name"},
    Entry{Status::illegal_address, "illegal_address", "a kernel's access hit no memory"},
    Entry{Status::launch_out_of_resources, "launch_out_of_resources", "a CTA needs more than an SM has"},
    Entry{Status::launch_timeout, "launch_timeout", "the kernel does not end"},
    Entry{Status::assertion, "assertion", "the kernel trapped"},
    Entry{Status::misaligned_address, "misaligned_address", "a kernel's access is not aligned to its size"},
    Entry{Status::launch_failed, "launch_failed", "the kernel failed"},
    Entry{Status::not_supported, "not_supported", "not modelled"},
};

const Entry& entry_of(Status status) {
  for (const Entry& e : entries)
    if (e.status == status) return e;
  return entries.front();
}

}  // namespace

std::string_view name_of(Status status) { return entry_of(status).name; }
std::string_view text_of(Status status) { return entry_of(status).text; }

}  // namespace heddle
