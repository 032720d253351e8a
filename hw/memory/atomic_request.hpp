// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <tlm>

namespace heddle {

/// What an atomic transaction does at the memory: a read-modify-write of single words, one after the other in
/// the order of `operations`. It travels with TLM_IGNORE_COMMAND, because to whoever does not know this
/// extension the payload is neither a read nor a write; the old values come back in the operations.
class AtomicRequest : public tlm::tlm_extension<AtomicRequest> {
 public:
  /// The new bits of a word from its old ones and the operands b and c, all zero-extended.
  using Update = std::uint64_t (*)(std::uint64_t old, std::uint64_t b, std::uint64_t c);
  struct Operation {
    std::uint8_t offset = 0;  ///< bytes from the payload's address, a multiple of `width`
    std::uint64_t b = 0, c = 0;
    std::uint64_t old = 0;  ///< set by perform()
  };
  static constexpr unsigned most = 32;  ///< one a lane

  Update update = nullptr;
  std::uint8_t width = 0;  ///< bytes of a word: 2, 4 or 8
  std::uint8_t count = 0;
  std::array<Operation, most> operations{};

  void add(unsigned offset, std::uint64_t b, std::uint64_t c) {
    operations[count++] = {static_cast<std::uint8_t>(offset), b, c, 0};
  }
  /// Is there something to do, and does it all lie within `length` bytes?
  bool fits(std::size_t length) const;
  /// Works on the payload's bytes.
  void perform(std::span<unsigned char> bytes);

  tlm::tlm_extension_base* clone() const override { return new AtomicRequest(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const AtomicRequest&>(other);
  }
};

}  // namespace heddle
