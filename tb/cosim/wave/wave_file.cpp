// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/wave/wave_file.hpp"

#include <fmt/format.h>
#include <fstapi.h>

#include <sstream>

#include "models/base/error.hpp"

namespace heddle {
namespace {

std::vector<std::string> steps_of(const std::string& scope) {
  std::vector<std::string> steps;
  std::istringstream path(scope);
  for (std::string step; std::getline(path, step, '.');) steps.push_back(step);
  return steps;
}

/// Returns bits of a value as '0' and '1', the most significant one first.
std::string bits_of(const std::byte* value, unsigned low, unsigned bits) {
  std::string text(bits, 'x');
  for (unsigned i = 0; value != nullptr && i < bits; ++i) {
    const unsigned at = low + i;
    text[bits - 1 - i] = (std::to_integer<unsigned>(value[at / 8]) >> at % 8 & 1) != 0 ? '1' : '0';
  }
  return text;
}

}  // namespace

void WaveFile::Close::operator()(void* wave) const { fstWriterClose(wave); }

WaveFile::WaveFile(const std::string& file) : wave_(fstWriterCreate(file.c_str(), 1)) {
  if (!wave_) throw Error({.what = "the wave cannot be written", .value = file});
  fstWriterSetTimescale(wave_.get(), -12);
}

WaveFile::~WaveFile() = default;

void WaveFile::enter(const std::string& scope) {
  const auto from = steps_of(scope_), to = steps_of(scope);
  std::size_t same = 0;
  while (same < from.size() && same < to.size() && from[same] == to[same]) ++same;
  for (std::size_t i = same; i < from.size(); ++i) fstWriterSetUpscope(wave_.get());
  for (std::size_t i = same; i < to.size(); ++i)
    fstWriterSetScope(wave_.get(), FST_ST_VCD_MODULE, to[i].c_str(), nullptr);
  scope_ = scope;
}

void WaveFile::add(Signal& to, const WavePart& part, bool input, const ValueNames& names, bool folded) {
  if (!names.empty()) {
    std::vector<std::string> values;
    std::vector<const char*> texts, bits;
    for (const auto& [value, name] : names) {
      std::string digits;
      for (unsigned bit = part.bits; bit-- > 0;) digits += bit < 64 && (value >> bit & 1) != 0 ? '1' : '0';
      values.push_back(std::move(digits));
      texts.push_back(name.c_str());
    }
    for (const std::string& value : values) bits.push_back(value.c_str());
    const fstEnumHandle table =
        fstWriterCreateEnumTable(wave_.get(), part.name.c_str(), static_cast<std::uint32_t>(names.size()),
                                 part.bits, texts.data(), bits.data());
    fstWriterEmitEnumTableRef(wave_.get(), table);
  }
  // As Verilator's waves have it: a vector's name ends in its range.
  const std::string name = part.bits == 1 ? part.name : fmt::format("{} [{}:0]", part.name, part.bits - 1);
  to.pieces.push_back({fstWriterCreateVar(wave_.get(), FST_VT_VCD_WIRE, input ? FST_VD_INPUT : FST_VD_OUTPUT,
                                          part.bits, name.c_str(), 0),
                       part.low, part.bits});
  if (!quiet_) shown_.push_back({scope_, part.name, part.bits, !names.empty(), folded});
}

std::size_t WaveFile::declare(const WaveShape& shape, bool input, bool quiet) {
  quiet_ = quiet;
  Signal signal;
  if (shape.whole) add(signal, {shape.name, 0, shape.bits}, input, shape.names, false);
  if (!shape.parts.empty()) {
    const std::string outer = scope_;
    enter(outer.empty() ? shape.name : outer + "." + shape.name);
    for (const WavePart& part : shape.parts) add(signal, part, input, {}, true);
    enter(outer);
  }
  signals_.push_back(std::move(signal));
  return signals_.size() - 1;
}

std::size_t WaveFile::declare_text(const std::string& name) {
  signals_.push_back(
      {{{fstWriterCreateVar(wave_.get(), FST_VT_GEN_STRING, FST_VD_OUTPUT, 0, name.c_str(), 0), 0, 0}}});
  shown_.push_back({scope_, name, 0, false, false});
  return signals_.size() - 1;
}

void WaveFile::time(std::uint64_t ps) { fstWriterEmitTimeChange(wave_.get(), ps); }

void WaveFile::put(std::size_t signal, const std::byte* value) {
  for (const Signal::Piece& p : signals_[signal].pieces)
    fstWriterEmitValueChange(wave_.get(), p.handle, bits_of(value, p.low, p.bits).c_str());
}

void WaveFile::put(std::size_t signal, bool value) {
  fstWriterEmitValueChange(wave_.get(), signals_[signal].pieces[0].handle, value ? "1" : "0");
}

void WaveFile::put_text(std::size_t signal, const std::string& text) {
  fstWriterEmitVariableLengthValueChange(wave_.get(), signals_[signal].pieces[0].handle, text.c_str(),
                                         static_cast<std::uint32_t>(text.size()));
}

}  // namespace heddle
