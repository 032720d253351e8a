#include "tb/cosim/recorder.hpp"

#include <fstapi.h>

#include <memory>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"

namespace heddle {
namespace {

struct CloseWave {
  void operator()(void* wave) const { fstWriterClose(wave); }
};

/// Returns the bits of a field as '0' and '1', the most significant one first.
std::string bits_of(const Field& field, const std::byte* value) {
  std::string text;
  text.reserve(field.bits);
  for (unsigned i = elements_of(field); i-- > 0;) {
    const std::uint64_t element = element_of(field, value, i);
    for (unsigned bit = field.element; bit-- > 0;) text += (element >> bit & 1) != 0 ? '1' : '0';
  }
  return text;
}

bool is_complete(const std::string& file) {
  void* const wave = fstReaderOpen(file.c_str());
  if (wave == nullptr) return false;
  const bool complete = fstReaderGetValueChangeSectionCount(wave) != 0;
  fstReaderClose(wave);
  return complete;
}

fstHandle declare(void* wave, bool input, unsigned bits, const std::string& name) {
  return fstWriterCreateVar(wave, FST_VT_VCD_WIRE, input ? FST_VD_INPUT : FST_VD_OUTPUT, bits, name.c_str(),
                            0);
}

}  // namespace

Recorder::Recorder(std::vector<RecordedChannel> channels) : channels_(std::move(channels)) {
  for (const RecordedChannel& c : channels_) {
    offsets_.push_back(stride_);
    stride_ += (c.layout->bytes() + 15) / 16 * 16;
  }
  rows_.resize(stride_ * depth);
}

void Recorder::write_wave(const std::string& file, unsigned period_ps) const {
  // The FST library needs a seekable file and does not report when it cannot write.
  WholeFile target(file);
  const ScratchFolder folder;
  const std::string made = (folder.path() / "wave.fst").string();
  write_fst(made, period_ps);
  const std::string bytes = read_text_file(made, "wave", FileRole::made);
  if (seen_ != 0 && !is_complete(made)) throw Error({.what = "the wave cannot be written", .value = made});
  target.write(bytes);
}

void Recorder::write_fst(const std::string& file, unsigned period_ps) const {
  const std::unique_ptr<void, CloseWave> wave(fstWriterCreate(file.c_str(), 1));
  if (!wave) throw Error({.what = "the wave cannot be written", .value = file});
  fstWriterSetTimescale(wave.get(), -12);

  const fstHandle clock = declare(wave.get(), true, 1, "clk");
  const fstHandle reset = declare(wave.get(), true, 1, "rst_ni");
  std::vector<std::vector<fstHandle>> handles(channels_.size());
  std::string scope;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (channels_[i].prefix != scope) {
      if (!scope.empty()) fstWriterSetUpscope(wave.get());
      scope = channels_[i].prefix;
      if (!scope.empty()) fstWriterSetScope(wave.get(), FST_ST_VCD_MODULE, scope.c_str(), nullptr);
    }
    for (const Field& f : channels_[i].layout->fields())
      handles[i].push_back(declare(wave.get(), scope.empty(), f.bits, f.name));
  }
  if (!scope.empty()) fstWriterSetUpscope(wave.get());

  for (std::uint64_t cycle = first(); seen_ != 0 && cycle <= last_; ++cycle) {
    // The values that an edge at cycle c samples were set by the edge before it.
    const std::uint64_t edge = (cycle - 1) * period_ps;
    fstWriterEmitTimeChange(wave.get(), edge);
    fstWriterEmitValueChange(wave.get(), clock, "1");
    fstWriterEmitValueChange(wave.get(), reset, rst_n(cycle) ? "1" : "0");
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      const PinLayout& layout = *channels_[i].layout;
      const std::byte* v = value(cycle, i);
      for (std::size_t f = 0; f < handles[i].size(); ++f) {
        const bool means = layout.valid(v) || f + 1 == handles[i].size();
        const Field& field = layout.fields()[f];
        fstWriterEmitValueChange(wave.get(), handles[i][f],
                                 (means ? bits_of(field, v) : std::string(field.bits, 'x')).c_str());
      }
    }
    fstWriterEmitTimeChange(wave.get(), edge + period_ps / 2);
    fstWriterEmitValueChange(wave.get(), clock, "0");
  }
}

}  // namespace heddle
