// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "tb/cosim/pins/pin_layout.hpp"
#include "tb/cosim/wave/inner_signals.hpp"
#include "tb/cosim/wave/wave_file.hpp"

namespace heddle {

/// One channel whose values are recorded, and the name that its pins get in a wave: "model.", "rtl." or "".
struct RecordedChannel {
  std::string prefix;
  const PinLayout* layout;
  const std::byte* value;                ///< where the present value stands
  std::optional<std::size_t> twin = {};  ///< index of an earlier channel that mostly has the same value
};

/// What a wave tells beside the pins.
struct WaveExtras {
  std::map<std::string, ValueNames, std::less<>> names{};  ///< of pins' values
  const InnerSignals* inner = nullptr;                     ///< of the RTL; null: not recorded
  std::uint64_t first_edge = 0;                            ///< number that `inner` gives cycle 1
  std::uint64_t mismatch = 0;                              ///< first cycle that differs; 0: none
  std::string message{};                                   ///< what differs there
};

/// The pins of the last cycles.
class Recorder {
 public:
  static constexpr std::size_t depth = 64;  ///< cycles that are held
  explicit Recorder(std::vector<RecordedChannel> channels);

  /// Keeps the present values as those of `cycle`; cycles are seen in order and without gaps. Where
  /// `twins_equal`, a channel with a twin has the twin's value and needs no copy.
  void record(std::uint64_t cycle, bool rst_n, bool twins_equal) {
    std::byte* row = rows_.data() + cycle % depth * stride_;
    notes_[cycle % depth] = static_cast<std::uint8_t>(rst_n * out_of_reset | twins_equal * twins_are_equal);
    for (std::size_t i = 0; i < channels_.size(); ++i)
      if (const RecordedChannel& c = channels_[i]; !c.twin || !twins_equal)
        c.layout->copy(row + offsets_[i], c.value);
    last_ = cycle;
    if (seen_++ == 0) first_time_ = sc_core::sc_time_stamp().value();
  }

  const std::vector<RecordedChannel>& channels() const { return channels_; }
  std::uint64_t first() const { return last_ + 1 - std::min<std::uint64_t>(seen_, depth); }
  std::uint64_t last() const { return last_; }
  bool any() const { return seen_ != 0; }
  /// When the first cycle was recorded, in SystemC's unit of time.
  std::uint64_t first_time() const { return first_time_; }
  bool rst_n(std::uint64_t cycle) const { return (notes_[cycle % depth] & out_of_reset) != 0; }
  /// Value of channel `i` in a cycle from first() to last().
  const std::byte* value(std::uint64_t cycle, std::size_t i) const {
    if (channels_[i].twin && (notes_[cycle % depth] & twins_are_equal) != 0) i = *channels_[i].twin;
    return rows_.data() + cycle % depth * stride_ + offsets_[i];
  }

  bool equal(std::uint64_t cycle) const { return (notes_[cycle % depth] & twins_are_equal) != 0; }

  /// Writes everything that is held as an FST wave: clk, rst_ni, the pins by their RTL names with their
  /// lanes, signals inside of the RTL, and where model and RTL differ; and beside it what GTKWave (.gtkw) and
  /// Surfer (.sucl) show of it, unless somebody has changed those. `period_ps` is the clock's. Returns a note
  /// for each file that stays as it was. Throws Error when a file cannot be written.
  std::vector<std::string> write_wave(const std::string& file, unsigned period_ps,
                                      const WaveExtras& extras) const;

 private:
  std::vector<WaveFile::Shown> write_fst(const std::string& file, unsigned period_ps,
                                         const WaveExtras& extras) const;

  std::vector<RecordedChannel> channels_;
  std::vector<std::size_t> offsets_;
  std::size_t stride_ = 0;
  std::vector<std::byte> rows_;
  static constexpr std::uint8_t out_of_reset = 1, twins_are_equal = 2;
  std::array<std::uint8_t, depth> notes_{};
  std::uint64_t last_ = 0, seen_ = 0, first_time_ = 0;
};

}  // namespace heddle
