// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>

namespace heddle {

/// Bytes that are zero at first; the host gives memory to those that are touched only, so that there may be
/// many times as many as it has.
class ZeroPages {
 public:
  /// Throws std::bad_alloc when the host refuses so many addresses.
  explicit ZeroPages(std::size_t bytes) : bytes_(bytes) {
    if (bytes == 0) return;
    void* const at =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<std::byte*>(at);
  }
  ZeroPages(ZeroPages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  ZeroPages& operator=(ZeroPages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~ZeroPages() {
    if (data_ != nullptr) munmap(data_, bytes_);
  }

  std::byte* data() const { return data_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_;
};

}  // namespace heddle
