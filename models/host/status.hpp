// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "models/base/error.hpp"

namespace heddle {

/// The status of a call of the host API, with the numbers of the CUDA driver API's CUresult.
enum class Status : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  invalid_image = 200,
  invalid_ptx = 218,
  file_not_found = 301,
  invalid_handle = 400,
  not_found = 500,
  illegal_address = 700,
  launch_out_of_resources = 701,
  launch_timeout = 702,
  assertion = 710,
  misaligned_address = 716,
  launch_failed = 719,
  not_supported = 801,
};

/// "illegal_address"
std::string_view name_of(Status);
/// One line that says what the status means.
std::string_view text_of(Status);

/// An Error of the host API or of a running kernel, with its status.
class ApiError : public Error {
 public:
  ApiError(Status status, Problem problem) : Error(std::move(problem)), status_(status) {}
  Status status() const { return status_; }

 private:
  Status status_;
};

}  // namespace heddle
