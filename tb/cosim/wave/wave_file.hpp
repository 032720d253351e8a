// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tb/cosim/wave/wave_shape.hpp"

namespace heddle {

/// Writes an FST wave. Declare all signals, then give values time by time.
class WaveFile {
 public:
  /// `file` must be a plain file that can be written. Throws Error when it cannot. Times are in ps.
  explicit WaveFile(const std::string& file);
  ~WaveFile();

  /// Enters the scope "rtl.bank_arbiter.u_grants", and leaves the one before.
  void enter(const std::string& scope);
  /// Declares a signal and its parts, and returns its number. Those declared `quiet` are in no view.
  std::size_t declare(const WaveShape& shape, bool input, bool quiet = false);
  /// A text that changes in time.
  std::size_t declare_text(const std::string& name);

  void time(std::uint64_t ps);
  /// `value` as Verilator stores it; null: unknown.
  void put(std::size_t signal, const std::byte* value);
  void put(std::size_t signal, bool value);
  void put_text(std::size_t signal, const std::string& text);

  /// A signal that a viewer is to show.
  struct Shown {
    std::string scope, name;
    unsigned bits;
    bool named;   ///< its values have names
    bool folded;  ///< a part of the signal before it
  };
  const std::vector<Shown>& shown() const { return shown_; }

 private:
  struct Signal {
    struct Piece {
      unsigned handle, low, bits;
    };
    std::vector<Piece> pieces;
  };
  void add(Signal& to, const WavePart& part, bool input, const ValueNames& names, bool folded);

  struct Close {
    void operator()(void* wave) const;
  };
  std::unique_ptr<void, Close> wave_;
  std::string scope_;
  bool quiet_ = false;
  std::vector<Signal> signals_;
  std::vector<Shown> shown_;
};

/// The state of GTKWave (.gtkw) that shows these signals of a wave, with `marker` (ps) marked.
std::string gtkwave_view(const std::string& wave, const std::vector<WaveFile::Shown>& shown,
                         const std::uint64_t* marker);
/// The commands of Surfer (.sucl) for the same.
std::string surfer_view(const std::string& wave, const std::vector<WaveFile::Shown>& shown,
                        const std::uint64_t* marker);

/// Writes a view to a file, below a comment with its hash. A file there that has no such comment, or whose
/// text does not have the hash, is somebody's own, and stays: then returns false. `comment` begins a comment.
bool write_view(const std::filesystem::path& file, const std::string& comment, const std::string& view);

}  // namespace heddle
