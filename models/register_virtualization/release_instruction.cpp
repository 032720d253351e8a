// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/release_instruction.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle {
namespace {

constexpr unsigned payload_at = pir_flags_at, payload_bits = 54, upper_at = payload_at + payload_bits;
constexpr unsigned flag_bits = 3, number_bits = 6;
static_assert(flags_of_pir * flag_bits == payload_bits && registers_of_pbr * number_bits == payload_bits);

constexpr std::uint64_t with_opcode(unsigned opcode, std::uint64_t payload) {
  return std::uint64_t{opcode >> 4} << upper_at | payload << payload_at | (opcode & 15);
}

constexpr unsigned opcode_of(std::uint64_t word) {
  return static_cast<unsigned>(word >> upper_at << 4 | (word & 15));
}

std::uint8_t field(std::uint64_t word, unsigned k, unsigned bits) {
  return static_cast<std::uint8_t>(word >> (payload_at + k * bits) & ((1u << bits) - 1));
}

void require(std::uint64_t word, Metadata kind, std::string_view name, unsigned opcode) {
  if (metadata_of(word) == kind) return;
  throw Error({.place = "release flags",
               .what = fmt::format("word is no {}", name),
               .value = fmt::format("{:#018x}, opcode {:#05x}", word, opcode_of(word)),
               .legal = fmt::format("opcode {:#05x}", opcode)});
}

}  // namespace

Metadata metadata_of(std::uint64_t word) {
  const unsigned opcode = opcode_of(word);
  return opcode == pir_opcode ? Metadata::pir : opcode == pbr_opcode ? Metadata::pbr : Metadata::none;
}

std::uint64_t encode_pir(std::span<const std::uint8_t> flags) {
  if (flags.size() > flags_of_pir)
    throw Error({.place = "pir",
                 .what = "too many instructions",
                 .value = fmt::format("{}", flags.size()),
                 .legal = fmt::format("up to {}", flags_of_pir)});
  std::uint64_t payload = 0;
  for (std::size_t k = 0; k < flags.size(); ++k) {
    if (flags[k] >> flag_bits != 0)
      throw Error({.place = fmt::format("pir, instruction {}", k),
                   .what = "flags do not fit",
                   .value = fmt::format("{:#b}", flags[k]),
                   .legal = fmt::format("{} bits", flag_bits)});
    payload |= std::uint64_t{flags[k]} << k * flag_bits;
  }
  return with_opcode(pir_opcode, payload);
}

std::uint64_t encode_pbr(RegisterSet registers) {
  const auto count = static_cast<unsigned>(std::popcount(registers));
  if (count == 0 || count > registers_of_pbr || (registers & only(no_released_register)) != 0)
    throw Error({.place = "pbr",
                 .what = "registers do not fit",
                 .value = fmt::format("{} registers, the set {:#x}", count, registers),
                 .legal = fmt::format("1 to {} of the registers 0 to 62", registers_of_pbr)});
  std::uint64_t payload = 0;
  unsigned k = 0;
  for_each_register(registers, [&](std::uint8_t r) { payload |= std::uint64_t{r} << number_bits * k++; });
  for (; k < registers_of_pbr; ++k) payload |= std::uint64_t{no_released_register} << number_bits * k;
  return with_opcode(pbr_opcode, payload);
}

PirFlags decode_pir(std::uint64_t word) {
  require(word, Metadata::pir, "pir", pir_opcode);
  PirFlags flags{};
  for (unsigned k = 0; k < flags_of_pir; ++k) flags[k] = field(word, k, flag_bits);
  return flags;
}

RegisterSet decode_pbr(std::uint64_t word) {
  require(word, Metadata::pbr, "pbr", pbr_opcode);
  RegisterSet registers = 0;
  for (unsigned k = 0; k < registers_of_pbr; ++k) registers |= only(field(word, k, number_bits));
  return registers & ~only(no_released_register);
}

}  // namespace heddle
