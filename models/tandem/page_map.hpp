// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace heddle {

inline constexpr std::size_t tandem_page_bytes = 4096;

/// What is known of each page of a memory, by number; a page is made when it is first asked for.
template <class Page>
class PageMap {
 public:
  Page& operator[](std::uint64_t number) {
    if (number != last_number_) {
      last_ = &pages_[number];
      last_number_ = number;
    }
    return *last_;
  }
  /// Null when the page has not been made.
  const Page* find(std::uint64_t number) const {
    if (number == last_number_) return last_;
    const auto it = pages_.find(number);
    if (it == pages_.end()) return nullptr;
    last_number_ = number;
    last_ = const_cast<Page*>(&it->second);
    return last_;
  }
  auto begin() { return pages_.begin(); }
  auto end() { return pages_.end(); }
  auto begin() const { return pages_.begin(); }
  auto end() const { return pages_.end(); }

 private:
  std::unordered_map<std::uint64_t, Page> pages_;
  mutable std::uint64_t last_number_ = ~std::uint64_t{0};
  mutable Page* last_ = nullptr;  ///< most accesses go where the one before went
};

/// Calls f(page number, offset in the page, offset in the access, count) for the pages of an access.
template <class F>
void by_page(std::uint64_t address, std::size_t bytes, F&& f) {
  for (std::size_t done = 0; done < bytes;) {
    const std::uint64_t at = address + done;
    const std::size_t within = at % tandem_page_bytes;
    const std::size_t count = std::min(bytes - done, tandem_page_bytes - within);
    f(at / tandem_page_bytes, within, done, count);
    done += count;
  }
}

}  // namespace heddle
