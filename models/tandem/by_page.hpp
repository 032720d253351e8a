#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace heddle {

/// Calls f(page number, offset in the page, offset in the access, count) for the pages of an access.
template <std::size_t page_bytes, class F>
void by_page(std::uint64_t address, std::size_t bytes, F&& f) {
  for (std::size_t done = 0; done < bytes;) {
    const std::uint64_t at = address + done;
    const std::size_t within = at % page_bytes;
    const std::size_t count = std::min(bytes - done, page_bytes - within);
    f(at / page_bytes, within, done, count);
    done += count;
  }
}

}  // namespace heddle
