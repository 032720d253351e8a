// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/types/in_flight.hpp"
#include "hw/sm/types/register_write.hpp"

namespace heddle {

/// How an encoding whose registers may be compressed handles a write of some lanes only.
enum class PartialWrites : std::uint8_t {
  in_place,    ///< single lanes can always be written
  after_move,  ///< a MOV rewrites the register uncompressed before (Lee2015 section 5.2)
  encoded,     ///< single lanes are encoded as whole registers are, and written beside the others
  merged       ///< the instruction reads the register and writes all of it (Lee2015 section 5.2)
};

/// How the bytes of a register lie in its banks. One holder; without one every register is uncompressed. An
/// EncodingLayer may lie around it. The pipeline calls it in this order in each cycle; a read that is started
/// in a cycle is not done before the next one: that is the register at the end of the bank, which the
/// baseline has, too.
class RegisterEncoding {
 public:
  virtual ~RegisterEncoding() = default;

  /// The next decoded register of cluster c, or null. In the order of start_read; taken when not null.
  virtual const WarpRegister* read_done(unsigned cluster) = 0;
  /// `bytes` of the banks have been read in cluster c for source k of an instruction; at most one a cluster
  /// and cycle.
  virtual void start_read(unsigned cluster, const InFlight& f, unsigned k, const WarpRegister& bytes) = 0;

  /// The banks of its cluster that hold register r at present.
  virtual BankSet banks(RegisterId r) const = 0;
  /// Does lane i of r lie in bits 32i+31..32i of the banks, so that an access may be one of some lanes only?
  virtual bool by_lane(RegisterId) const { return false; }
  /// The lanes whose slices of the banks a read of source k accesses, where it is `by_lane`.
  virtual LaneMask read_lanes(const InFlight& f, unsigned /*k*/) const { return f.lanes.read; }
  virtual PartialWrites partial_writes() const = 0;
  // For MoveInjection, where a technique wants it (SmHooks::inject_moves).
  /// May the instruction, which does not execute in place, have to wait for a MOV?
  virtual bool may_need_move(const InFlight&) const { return true; }
  /// Does the instruction write only some of the lanes that a register holds together?
  virtual bool partial(const InFlight& f) const { return !f.whole; }
  /// Must a MOV rewrite destination k before only some lanes of it may be written?
  virtual bool needs_move(const InFlight& f, unsigned k) const = 0;
  /// Does it no longer need that MOV, once another one has rewritten the register before it is issued?
  virtual bool moves_before_issue(const InFlight&, unsigned /*k*/) const { return true; }
  /// The lanes that the MOV of destination k writes.
  virtual LaneMask move_lanes(const InFlight&, unsigned /*k*/) const { return all_lanes; }
  /// The encoding of a partial write, or one `in_place`.
  virtual std::uint8_t uncompressed_encoding() const = 0;
  /// From this cycle on, entry `requester` of the write-back asks for the banks of this write. Nobody reads
  /// the register before it is written, which is two cycles later or more.
  virtual void writing(unsigned requester, const RegisterWrite&) = 0;
  /// Puts a granted write into its banks.
  virtual void store(RegisterBanks& banks, const RegisterWrite& w) = 0;
  /// The value of register r, for checkers: reads the banks as a read granted now would, and decodes them by
  /// the model. Changes nothing.
  virtual WarpRegister peek(const RegisterBanks& banks, RegisterId r) const = 0;
  /// The registers' contents are no longer needed. At most one call a cycle, unless partial writes are
  /// `in_place`. No CTA begins in this cycle.
  virtual void clear(RegisterRange) = 0;
};

/// An encoding around another one: it gets the operands that the inner encoding has decoded, and the results
/// before that encodes them. One holder.
class EncodingLayer : public RegisterEncoding {
 public:
  /// `inner`: the encoding of another technique, or the baseline's. Called once, when all techniques have
  /// attached their hooks. Throws Error for an encoding that the layer cannot enclose.
  virtual void enclose(RegisterEncoding& inner) = 0;
};

/// Writes into the banks without encoding: the whole register, or lanes of an uncompressed one.
inline void store_as_it_is(RegisterBanks& banks, const RegisterWrite& w) {
  if (w.partial)
    banks.write_lanes(w.reg, w.lanes, w.data);
  else
    banks.write(w.reg, w.banks, w.data);
}

}  // namespace heddle
