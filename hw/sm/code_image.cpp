#include "hw/sm/code_image.hpp"

#include <string_view>

namespace heddle {

CodeImage::CodeImage(const ptx::Kernel& kernel) {
  signature_ = 0x811c9dc5u;
  for (const std::string_view text : {std::string_view(kernel.file), std::string_view(kernel.name)})
    for (const char c : text) signature_ = (signature_ ^ static_cast<unsigned char>(c)) * 0x01000193u;
  for (std::uint32_t index = 0; index < kernel.code.size(); ++index)
    words_.push_back(std::uint64_t{check_bits(index)} << 32 | index);
}

}  // namespace heddle
