// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hw/gpu/cta_dispatcher.hpp"
#include "hw/sm/warps/sm_observer.hpp"
#include "models/base/digest.hpp"
#include "models/host/livelock_watch.hpp"

namespace heddle {

/// Looks now and then, when no CTA has ended for long, whether the warps of the GPU only repeat themselves
/// (LivelockWatch), and throws Error then. It watches for a sixteenth of the time at most, mostly far less,
/// and changes nothing in the run.
class LivelockSearch final : public Clocked, private SmObserver {
 public:
  explicit LivelockSearch(const CtaDispatcher& dispatcher) : dispatcher_(dispatcher) {}
  void attach(ClockDomain& clock) { clock.attach(*this); }
  void add(StreamingMultiprocessor& sm);

  void begin(const Launch& launch);
  void end();
  Cycle tick(Cycle now) override;

 private:
  /// An instruction of a warp, kept until those before it have come to their end.
  struct Record {
    std::uint32_t pc = 0;
    std::uint64_t control = 0, sequence = 0;
    LaneMask mask = 0;
    Cycle issued = 0;
    bool done = false;
    Poll poll{};
    std::array<WarpRegister, ptx::max_destinations> results{};
    std::array<LaneMask, 2> predicates{};
  };
  /// A byte of global memory, of the shared memory of a CTA, or of the local memory of a lane.
  struct Byte {
    std::uint64_t of = 0, address = 0;
    bool operator==(const Byte&) const = default;
  };
  struct HashOfByte {
    std::size_t operator()(const Byte& b) const { return digest(b.of, b.address); }
  };

  void issued(unsigned sm, const IssuedInstruction& i, Cycle now) override;
  void finished(unsigned sm, const InFlight& f, Cycle now) override;
  void jumped(unsigned sm, unsigned warp, std::uint32_t pc, LaneMask active, Cycle now) override;
  void warp_begins(unsigned sm, unsigned warp, unsigned cta_slot, unsigned index, Cycle now) override;
  void warp_ends(unsigned sm, unsigned warp, Cycle now) override;

  std::size_t number(unsigned sm, unsigned warp) const { return std::size_t{sm} * 64 + warp; }
  void watch(Cycle now);
  void stop();
  void give_up();
  void changed(Cycle now);
  void settle(Cycle now);
  void access(unsigned sm, const InFlight& f, Record& r, Cycle now);
  void store(unsigned sm, const InFlight& f, const ptx::LaneAddresses& addresses, Cycle now);
  bool changes(const InFlight& f) const;
  Byte place(unsigned sm, const InFlight& f, unsigned lane, std::uint64_t address) const;
  void take(unsigned sm, unsigned w, Cycle now);
  void judge(Cycle now) const;

  const CtaDispatcher& dispatcher_;
  std::vector<StreamingMultiprocessor*> sms_;
  const Launch* launch_ = nullptr;
  bool started_ = false, watching_ = false, gives_up_ = false;
  Cycle from_ = 0, until_ = 0;               ///< when it watches next; until when it does
  unsigned searches_ = 0;                    ///< that came to no result
  std::uint64_t ctas_done_ = 0;              ///< when it looked last
  std::optional<LivelockWatch> watch_;       ///< while it watches
  std::vector<std::deque<Record>> records_;  ///< by warp
  Cycle changed_ = 0;                        ///< when memory did last
  std::vector<WarpMask> unsettled_;          ///< by SM: warps with stores under way that may change memory
  bool any_unsettled_ = false, any_recurs_ = false;
  std::unordered_map<Byte, std::byte, HashOfByte> stored_;  ///< while it watches
  unsigned first_stores_ = 0;
};

}  // namespace heddle
