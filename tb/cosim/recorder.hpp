#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tb/cosim/pin_layout.hpp"

namespace heddle {

/// One channel whose values are recorded, and the name that its pins get in a wave: "model.", "rtl." or "".
struct RecordedChannel {
  std::string prefix;
  const PinLayout* layout;
  const std::byte* value;  ///< where the present value stands
};

/// The pins of the last `depth` cycles.
class Recorder {
 public:
  Recorder(std::vector<RecordedChannel> channels, std::size_t depth);

  /// Keeps the present values as those of `cycle`; cycles are seen in order and without gaps.
  void record(std::uint64_t cycle, bool rst_n) {
    std::byte* row = rows_.data() + cycle % depth_ * stride_;
    resets_[cycle % depth_] = rst_n;
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      const RecordedChannel& c = channels_[i];
      // Of an idle beat only its valid bit means something.
      if (c.layout->valid(c.value))
        std::memcpy(row + offsets_[i], c.value, c.layout->bytes());
      else
        row[offsets_[i] + c.layout->fields().back().offset] = std::byte{0};
    }
    last_ = cycle;
    ++seen_;
  }

  const std::vector<RecordedChannel>& channels() const { return channels_; }
  std::uint64_t first() const { return last_ + 1 - std::min<std::uint64_t>(seen_, depth_); }
  std::uint64_t last() const { return last_; }
  bool rst_n(std::uint64_t cycle) const { return resets_[cycle % depth_]; }
  /// Value of channel `i` in a cycle from first() to last().
  const std::byte* value(std::uint64_t cycle, std::size_t i) const {
    return rows_.data() + cycle % depth_ * stride_ + offsets_[i];
  }

  /// Writes everything that is held as an FST wave: clk, rst_ni and the pins by their RTL names, vectors as one
  /// signal. `period_ps` is the clock's. Throws Error when the file cannot be written.
  void write_wave(const std::string& file, unsigned period_ps) const;

 private:
  std::vector<RecordedChannel> channels_;
  std::vector<std::size_t> offsets_;
  std::size_t depth_, stride_ = 0;
  std::vector<std::byte> rows_;
  std::vector<char> resets_;
  std::uint64_t last_ = 0, seen_ = 0;
};

}  // namespace heddle
