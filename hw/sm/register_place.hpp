#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "hw/sim/balance.hpp"
#include "hw/sim/block_maker.hpp"
#include "hw/sim/clock_domain.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/in_flight.hpp"
#include "hw/sm/warp_scheduler/warp_scheduler.hpp"
#include "models/base/statistics.hpp"
#include "models/register_file/power_gating.hpp"
#include "models/register_virtualization/release_plan.hpp"

namespace heddle {

struct Launch;

/// What a register place of one SM is made with.
struct PlaceParts {
  ClockDomain& clock;
  Wire<bool>& rst_n;
  BlockMaker blocks{};
  StatGroup& stats;
  unsigned rows_per_domain = 0;  ///< of a bank that are gated together
};

/// The seam "where is a register". With none, architected register r of warp w stands at w * registers + r. A
/// place gives registers to a warp as they are written, and takes them back when the code says that they have
/// been read for the last time. The SM calls it as its stages run: `begin_cycle` first, `end_cycle` last.
class RegisterPlace {
 public:
  /// A source that was never written: it reads as zero.
  static constexpr RegisterId nowhere = 0xffff;

  virtual ~RegisterPlace() = default;

  /// If set: told when architected register r of warp w gets a register, and when it has none any more.
  std::function<void(unsigned w, unsigned r, bool live)> on_lifetime;

  /// `warps` are the SM's; `changed(w)`: what warp w waits for may have come. Before anything else.
  virtual void attach(Clocked& sm, std::vector<Warp>& warps, std::function<void(unsigned)> changed) = 0;
  /// The SM is idle.
  virtual void begin(const Launch&) = 0;
  virtual void start_cta(unsigned slot) = 0;
  virtual void end_cta(unsigned slot) = 0;  ///< all its warps have given everything back

  /// Domains of register banks that are switched off; ahead of begin_cycle.
  virtual void powered(const DomainSet& gated) = 0;
  virtual void begin_cycle() = 0;
  virtual void end_cycle() = 0;
  /// Must the SM be ticked in the next cycle?
  virtual bool busy() const = 0;
  /// Cycles that have passed as the last one was.
  virtual void credit(Cycle elapsed) = 0;
  /// A launch has ended.
  virtual void check_balance(const Balance&) const = 0;

  // Fetch: pir instructions are found in a cache or decoded anew, each time a warp comes by.

  struct Probe {
    unsigned hits = 0;  ///< bit k: word k is a pir whose flags are known
    std::array<std::uint64_t, 2> flags{};
  };
  /// Words `word` and, if `count` is 2, the next one are being fetched; at most once a cycle.
  virtual void probe(std::uint32_t word, unsigned count) = 0;
  /// Of the oldest probe that has not been asked for; it comes two cycles behind it.
  virtual Probe probed() = 0;
  /// Warp w has come to a pir, whose flags the cache had.
  virtual void latch(unsigned w, std::uint64_t flags) = 0;
  /// Warp w has come to a metadata instruction, which was decoded. True for one that has to wait for its
  /// turn.
  virtual bool decoded(unsigned w, std::uint32_t word, std::uint64_t bits) = 0;
  /// The release flags of the next instruction of warp w.
  virtual std::uint8_t next_flags(unsigned w) = 0;

  // Issue.

  /// CTA slots whose warps may issue.
  virtual std::uint32_t allowed() const = 0;
  /// May an instruction with registers be issued?
  virtual bool room() const = 0;
  /// Can it be that an instruction finds no register? Then ask for each.
  virtual bool scarce() const = 0;
  /// Are there registers for what instruction i of warp w will write?
  virtual bool finds_registers(unsigned w, const ptx::Instruction& i) const = 0;
  /// An instruction has been issued; its registers are to be found.
  virtual void enter(InFlight& f) = 0;
  /// An instruction whose sources and destinations are known now, the oldest of those with room(f); or null.
  virtual InFlight* renamed(const std::function<bool(const InFlight&)>& room) = 0;

  // Release.

  /// An instruction has been issued, behind `enter` if it has registers to read: its `flags` say which of
  /// them leave. If no lane executes it the warp issues nothing until they are decoded.
  virtual void flagged(unsigned w, const ptx::Instruction& i, std::uint8_t flags, bool executes) = 0;
  /// An instruction that was entered has read its operands.
  virtual void read(const InFlight& f) = 0;
  /// The turn of a pbr has come in its warp, which issues nothing until it is decoded. Once a cycle.
  virtual void branch(unsigned w, std::uint64_t bits) = 0;
  /// Warp w has done everything. Returns true when it has given back all; else `changed` tells.
  virtual bool ended(unsigned w) = 0;

  // Spilling, of warps' registers to local memory: when one CTA can claim more than there are.

  virtual bool spills() const = 0;
  /// What there is to be seen of the warps at the end of a cycle.
  struct WarpsNow {
    bool quiet = false;    ///< nothing is under way, and none can issue
    WarpMask starved = 0;  ///< could issue, but for a register
    WarpMask waiting = 0;  ///< at a barrier
    WarpMask settled = 0;  ///< nothing of them is under way
  };
  virtual void see(const WarpsNow&) = 0;
  /// Warps that must not issue.
  virtual WarpMask held() const = 0;
  struct Injected {
    const ptx::Instruction* instruction = nullptr;
    const Hazards* hazards = nullptr;
    unsigned warp = 0;
  };
  /// A store or load that is to be issued now; without an instruction: none.
  virtual Injected injected() = 0;

  /// The next register that is free again, or nowhere. Whoever asks sees to it that the register holds
  /// nothing.
  virtual RegisterId freed() = 0;
};

/// What a technique makes places with, and plans kernels by.
class RegisterPlacing {
 public:
  virtual ~RegisterPlacing() = default;
  virtual unsigned registers() const = 0;  ///< physical warp registers of an SM
  virtual std::unique_ptr<RegisterPlace> make(const PlaceParts&) const = 0;
  /// `warps` can be resident on an SM. Throws ApiError when the registers do not suffice.
  virtual std::shared_ptr<const ReleasePlan> plan(const ptx::Kernel&, unsigned warps,
                                                  unsigned warps_per_cta) const = 0;
};

}  // namespace heddle
