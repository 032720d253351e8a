// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/release_decoder/release_decoder.hpp"

#include "models/base/random.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_virtualization/release_decoder/release_decoder_coverage.hpp"

namespace heddle {
namespace {

/// Instructions and pbr as the compiler makes them, at the ends of the registers, with opcodes that are
/// nearly right, or without a rule.
class ReleaseDecoderBench final : public BlockBench {
 public:
  using Block = ReleaseDecoder;
  ReleaseDecoderBench(const ReleaseDecoderConfig&, std::uint64_t seed) : random_(seed) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood { lawful, ends, near, lawless, idle, count };
  std::uint16_t draw_operand();
  std::uint64_t draw_word();

  Random random_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
};

std::uint16_t ReleaseDecoderBench::draw_operand() {
  switch (mood_) {
    case Mood::lawless:
      return static_cast<std::uint16_t>(random_());
    case Mood::ends:
      return operand_pins({static_cast<std::uint8_t>((60 + random_.below(7)) % 64),
                           static_cast<std::uint8_t>(random_.below(5))});
    default: {
      // A register, or an aligned pair or row of them.
      const unsigned sizes[] = {0, 1, 1, 2, 4};
      const unsigned size = sizes[random_.below(5)];
      const unsigned first = size == 0 ? 0 : random_.below(no_released_register / size) * size;
      return operand_pins({static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(size)});
    }
  }
}

std::uint64_t ReleaseDecoderBench::draw_word() {
  if (mood_ == Mood::lawless && random_.one_in(2)) return random_();
  if (mood_ == Mood::ends && random_.one_in(4)) {
    // The same register in all places: the first, the last, none, or any.
    constexpr std::uint64_t ones = 0x41'0410'4104'1041;
    const std::uint64_t all[] = {0, no_released_register - 1, no_released_register, random_.below(64)};
    return std::uint64_t{pbr_opcode >> 4} << 58 | ones * all[random_.below(4)] << 4 | (pbr_opcode & 15);
  }
  const unsigned opcode = random_.one_in(8) ? pir_opcode : pbr_opcode;
  std::uint64_t word = std::uint64_t{opcode >> 4} << 58 | (opcode & 15);
  if (mood_ == Mood::near && random_.one_in(2)) {
    const unsigned bit = random_.below(10);
    word ^= std::uint64_t{1} << (bit < 4 ? bit : 54 + bit);
  }
  const unsigned registers = random_.below(registers_of_pbr + 1);
  for (unsigned k = 0; k < registers_of_pbr; ++k) {
    // Few or many, the first places or any; at the ends some twice.
    const bool full = mood_ == Mood::near || mood_ == Mood::lawless ? random_.one_in(2) : k < registers;
    const std::uint64_t r = !full                 ? no_released_register
                            : mood_ == Mood::ends ? (60 + random_.below(7)) % 64
                                                  : random_.below(64);
    word |= r << (4 + 6 * k);
  }
  return word;
}

bool ReleaseDecoderBench::stimulate(DrivenPins in, PinValues) {
  ReadInstructions& read = reinterpret_cast<Level<ReadInstructions>*>(in[0])->payload;
  auto& branch = *reinterpret_cast<Beat<BranchRelease>*>(in[1]);
  if (left_ == 0) {
    mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
    left_ = mood_ == Mood::idle ? 1 + random_.below(10) : 20 + random_.below(100);
  }
  --left_;
  const bool idle = mood_ == Mood::idle;
  // What is on the pins without being valid means nothing.
  read.valid.value = static_cast<std::uint8_t>(idle ? 0 : random_.below(1u << release_reads));
  for (unsigned i = 0; i < release_reads; ++i) {
    read.warps[i] = static_cast<std::uint8_t>(random_());
    const auto flags = random_();
    read.flags[i] = static_cast<std::uint8_t>(mood_ == Mood::lawless ? flags : flags & 7);
  }
  for (std::uint16_t& operand : read.operands) operand = draw_operand();
  branch.valid = !idle && random_.one_in(2);
  branch.payload = {draw_word(), static_cast<std::uint8_t>(random_())};
  return read.valid.value != 0 || branch.valid;
}

const Registration<CosimEntry> registration{cosim_entry<ReleaseDecoderBench, ReleaseDecoderCoverage>()};

}  // namespace
}  // namespace heddle
