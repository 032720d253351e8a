// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/sparse_memory.hpp"

#include <algorithm>

namespace heddle {
namespace {

/// Calls `use(page, offset in page, offset in range, count)` for the piece of the range in each page.
template <class Use>
void for_each_piece(std::uint64_t address, std::size_t length, Use use) {
  for (std::size_t done = 0; done < length;) {
    const std::uint64_t offset = (address + done) % SparseMemory::page_bytes;
    const std::size_t count = std::min<std::uint64_t>(length - done, SparseMemory::page_bytes - offset);
    use((address + done) / SparseMemory::page_bytes, offset, done, count);
    done += count;
  }
}

}  // namespace

const SparseMemory::Page* SparseMemory::find(std::uint64_t number) const {
  const auto it = pages_.find(number);
  return it == pages_.end() ? nullptr : it->second.get();
}

SparseMemory::Page& SparseMemory::touch(std::uint64_t number) {
  std::unique_ptr<Page>& page = pages_[number];
  if (!page) page = std::make_unique<Page>();
  return *page;
}

void SparseMemory::read(std::uint64_t address, std::span<unsigned char> to) const {
  for_each_piece(address, to.size(), [&](auto number, auto offset, auto done, auto count) {
    if (const Page* page = find(number))
      std::copy_n(page->data() + offset, count, to.data() + done);
    else
      std::fill_n(to.data() + done, count, 0);
  });
}

void SparseMemory::write(std::uint64_t address, std::span<const unsigned char> from) {
  for_each_piece(address, from.size(), [&](auto number, auto offset, auto done, auto count) {
    std::copy_n(from.data() + done, count, touch(number).data() + offset);
  });
}

void SparseMemory::write(std::uint64_t address, std::span<const unsigned char> from,
                         std::span<const unsigned char> enables) {
  for_each_piece(address, from.size(), [&](auto number, auto offset, auto done, auto count) {
    unsigned char* const target = touch(number).data() + offset;
    const unsigned char* const source = from.data() + done;
    if (enables.size() >= from.size()) {  // the usual case, without a division a byte
      const unsigned char* const enable = enables.data() + done;
      for (std::size_t i = 0; i < count; ++i) target[i] = enable[i] ? source[i] : target[i];
    } else {
      for (std::size_t i = 0; i < count; ++i)
        if (enables[(done + i) % enables.size()]) target[i] = source[i];
    }
  });
}

}  // namespace heddle
