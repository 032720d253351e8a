#include "hw/sm/code_image.hpp"

#include <string_view>

namespace heddle {

CodeImage::CodeImage(const ptx::Kernel& kernel)
    : instructions_(static_cast<std::uint32_t>(kernel.code.size())) {
  signature_ = 0x811c9dc5u;
  for (const std::string_view text : {std::string_view(kernel.file), std::string_view(kernel.name)})
    for (const char c : text) signature_ = (signature_ ^ static_cast<unsigned char>(c)) * 0x01000193u;
  for (std::uint32_t index = 0; index < kernel.code.size(); ++index) words_.push_back(word_of(index));
}

CodeImage::CodeImage(const ptx::Kernel& kernel, const ReleaseProgram& program) : CodeImage(kernel) {
  for (const ReleaseProgram::Word& w : program.words())
    if (w.metadata)
      signature_ = (signature_ ^ static_cast<std::uint32_t>(w.bits ^ w.bits >> 32)) * 0x01000193u;
  words_.clear();
  for (const ReleaseProgram::Word& w : program.words())
    words_.push_back(w.metadata ? w.bits : word_of(w.instruction));
  for (std::uint32_t pc = 0; pc < instructions_; ++pc) first_words_.push_back(program.first_word(pc));
}

}  // namespace heddle
