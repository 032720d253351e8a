// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/types/code_image.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace heddle {

CodeImage::CodeImage(const ptx::Kernel& kernel)
    : instructions_(static_cast<std::uint32_t>(kernel.code.size())) {
  // Of the file no more than its name, so that the bits are the same wherever it lies.
  const std::string file = std::filesystem::path(kernel.file).filename().string();
  signature_ = 0x811c9dc5u;
  for (const std::string_view text : {std::string_view(file), std::string_view(kernel.name)})
    for (const char c : text) signature_ = (signature_ ^ static_cast<unsigned char>(c)) * 0x01000193u;
  for (std::uint32_t index = 0; index < kernel.code.size(); ++index) words_.push_back(word_of(index));
}

CodeImage::CodeImage(const ptx::Kernel& kernel, const std::vector<CodeWord>& words,
                     std::vector<std::uint32_t> first_words)
    : CodeImage(kernel) {
  for (const CodeWord& w : words)
    if (w.metadata)
      signature_ = (signature_ ^ static_cast<std::uint32_t>(w.bits ^ w.bits >> 32)) * 0x01000193u;
  words_.clear();
  for (const CodeWord& w : words) words_.push_back(w.metadata ? w.bits : word_of(w.instruction));
  first_words_ = std::move(first_words);
}

}  // namespace heddle
