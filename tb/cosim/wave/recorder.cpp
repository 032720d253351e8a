// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/wave/recorder.hpp"

#include <fmt/format.h>
#include <fstapi.h>

#include <filesystem>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

bool is_complete(const std::string& file) {
  void* const wave = fstReaderOpen(file.c_str());
  if (wave == nullptr) return false;
  const bool complete = fstReaderGetValueChangeSectionCount(wave) != 0;
  fstReaderClose(wave);
  return complete;
}

}  // namespace

Recorder::Recorder(std::vector<RecordedChannel> channels) : channels_(std::move(channels)) {
  for (const RecordedChannel& c : channels_) {
    offsets_.push_back(stride_);
    stride_ += (c.layout->bytes() + 15) / 16 * 16;
  }
  rows_.resize(stride_ * depth);
}

std::vector<std::string> Recorder::write_wave(const std::string& file, unsigned period_ps,
                                              const WaveExtras& extras) const {
  // The FST library needs a seekable file and does not report when it cannot write.
  WholeFile target(file);
  const ScratchFolder folder;
  const std::string made = (folder.path() / "wave.fst").string();
  const auto shown = write_fst(made, period_ps, extras);
  const std::string bytes = read_text_file(made, "wave", FileRole::made);
  if (seen_ != 0 && !is_complete(made)) throw Error({.what = "the wave cannot be written", .value = made});
  target.write(bytes);
  std::error_code none;
  if (!fs::is_regular_file(file, none)) return {};
  const std::uint64_t marker = (extras.mismatch - 1) * period_ps;
  const std::uint64_t* const at = extras.mismatch != 0 ? &marker : nullptr;
  const std::string wave = fs::absolute(file).string();
  std::vector<std::string> notes;
  const auto view = [&](const char* extension, const char* comment, const std::string& text) {
    const fs::path beside = fs::path(file).replace_extension(extension);
    if (!write_view(beside, comment, text))
      notes.push_back(fmt::format("{} is left as it is: it is not, or no longer, what Heddle has written",
                                  beside.string()));
  };
  view(".gtkw", "[*]", gtkwave_view(wave, shown, at));
  view(".sucl", "#", surfer_view(wave, shown, at));
  return notes;
}

std::vector<WaveFile::Shown> Recorder::write_fst(const std::string& file, unsigned period_ps,
                                                 const WaveExtras& extras) const {
  WaveFile wave(file);
  const std::size_t clock = wave.declare({.name = "clk", .bits = 1}, true),
                    reset = wave.declare({.name = "rst_ni", .bits = 1}, true),
                    differs = wave.declare({.name = "mismatch", .bits = 1}, false),
                    message = wave.declare_text("first_mismatch");
  std::vector<std::vector<std::size_t>> pins(channels_.size());
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    wave.enter(channels_[i].prefix);
    for (const Field& f : channels_[i].layout->fields()) {
      const auto names = extras.names.find(f.name);
      pins[i].push_back(wave.declare(shape_of(f, names == extras.names.end() ? ValueNames{} : names->second),
                                     channels_[i].prefix.empty()));
    }
  }
  std::vector<std::size_t> inner;
  if (extras.inner != nullptr)
    for (const InnerSignals::Signal& s : extras.inner->signals()) {
      wave.enter("rtl." + s.scope);
      inner.push_back(wave.declare(s.shape, false));
    }
  wave.enter("");

  for (std::uint64_t cycle = first(); seen_ != 0 && cycle <= last_; ++cycle) {
    // The values that an edge at cycle c samples were set by the edge before it.
    const std::uint64_t edge = (cycle - 1) * period_ps;
    wave.time(edge);
    wave.put(clock, true);
    wave.put(reset, rst_n(cycle));
    wave.put(differs, cycle > 1 && !equal(cycle));
    if (cycle == first()) wave.put_text(message, "");
    if (cycle == extras.mismatch) {
      wave.put(differs, true);
      wave.put_text(message, extras.message);
    }
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      const PinLayout& layout = *channels_[i].layout;
      const std::byte* v = value(cycle, i);
      for (std::size_t f = 0; f < pins[i].size(); ++f) {
        const bool means = layout.valid(v) || f + 1 == pins[i].size();
        wave.put(pins[i][f], means ? v + layout.fields()[f].offset : nullptr);
      }
    }
    for (std::size_t i = 0; i < inner.size(); ++i)
      wave.put(inner[i], extras.inner->value(cycle - 1 + extras.first_edge, extras.inner->signals()[i]));
    wave.time(edge + period_ps / 2);
    wave.put(clock, false);
  }
  return wave.shown();
}

}  // namespace heddle
