// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "hw/sm/warps/sm_observer.hpp"

namespace heddle::fuzz {

/// Dependences between instructions of a warp on a machine: how often the later one was issued within
/// `window` cycles of the event that it waited for, by the stage in which the earlier one had been held up.
struct CloseHazards {
  static constexpr unsigned window = 8;  ///< cycles; also from when on a stage counts as having held up
  enum Order { read_after_write, write_after_read, write_after_write };
  enum File { registers, predicates };
  enum Held { anywhere, collector, unit, execution, write_back };
  static constexpr unsigned orders = 3, files = 2, places = 5;

  std::array<std::array<std::array<std::uint64_t, places>, files>, orders> counts{};

  void add(const CloseHazards& other);
};

/// A table of them.
std::string text_of(const CloseHazards& hazards);

/// Fills CloseHazards from what the SMs of a machine do.
class HazardWatch final : public SmObserver {
 public:
  explicit HazardWatch(CloseHazards& to) : to_(to) {}

  void warp_begins(unsigned sm, unsigned warp, unsigned cta_slot, unsigned index, Cycle now) override;
  void issued(unsigned sm, const IssuedInstruction& i, Cycle now) override;
  void collected(unsigned sm, const InFlight& f, Cycle now) override;
  void dispatched(unsigned sm, const char* kind, unsigned number, const InFlight& f, Cycle now,
                  Cycle cycles) override;
  void memory_queued(unsigned sm, const InFlight& f, Cycle now) override;
  void finished(unsigned sm, const InFlight& f, Cycle now) override;
  void committed(unsigned sm, const RegisterWrite& w, const Peek& peek, Cycle now) override;

 private:
  using Places = std::uint8_t;  ///< bit h: Held h
  /// When a register or predicate was last read or written, and where that instruction had been held up.
  struct Use {
    Cycle at = 0;
    Places held = 0;
  };
  /// An instruction on its way.
  struct Progress {
    Cycle since = 0;  ///< in the stage where it is
    Places held = 0;
    unsigned results = 0;  ///< registers that are not in the banks yet
    bool finished = false;
  };
  struct Warp {
    std::array<std::array<Use, 256>, CloseHazards::files> read{}, written{};
    std::map<std::uint64_t, Progress> under_way{};  ///< by sequence number
  };
  Warp& warp(unsigned sm, unsigned number) { return warps_[{sm, number}]; }
  static void leave(Progress& p, CloseHazards::Held stage, Cycle now);
  void meet(CloseHazards::Order order, CloseHazards::File file, const Use& earlier, Cycle now);

  CloseHazards& to_;
  std::map<std::pair<unsigned, unsigned>, Warp> warps_{};
};

}  // namespace heddle::fuzz
