#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "hw/sm/hooks/sm_observer.hpp"

namespace heddle {

/// Keeps the results of one SM in the order in which they go to its encoders: vectors for a block's energy.
class RegisterRecorder final : public SmObserver {
 public:
  /// Records at most `limit` results of the first SM.
  explicit RegisterRecorder(std::size_t limit) : limit_(limit) {}

  void encoded(unsigned sm, const RegisterWrite& w, Cycle) override {
    if (sm == 0 && registers_.size() < limit_) registers_.push_back(w.data);
  }
  /// Writes them, 128 bytes each, lane 0 first, little-endian. Throws Error when the file cannot be written.
  void write(const std::filesystem::path& file) const;

 private:
  const std::size_t limit_;
  std::vector<WarpRegister> registers_;
};

}  // namespace heddle
