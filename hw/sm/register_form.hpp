#pragma once

#include <cstdint>

#include "models/register_file/register_banks.hpp"

namespace heddle {

class Clocked;

/// A result on its way into the register file.
struct RegisterWrite {
  RegisterId reg = 0;
  std::uint64_t sequence = 0;    ///< of the instruction (InFlight)
  bool injected = false;         ///< by an instruction that is not the program's
  std::uint8_t warp = 0;         ///< whose scoreboard waits
  std::uint8_t architected = 0;  ///< register number in the program
  std::uint8_t operand = 0;      ///< which of the instruction's destinations
  bool partial = false;          ///< only `lanes` are written
  bool merged = false;           ///< the whole register, of which the instruction wrote only `lanes`
  bool changed = false;          ///< on purpose; whoever does it says so (see ValueModel)
  std::int8_t move = -1;         ///< of an injected MOV: which one of the mov_injector
  LaneMask lanes = all_lanes;
  BankSet banks = all_banks;  ///< that the write touches
  std::uint8_t form = 0;      ///< encoding, of the RegisterForm that made it
  std::uint64_t beside = 0;   ///< what the form keeps beside the bytes
  WarpRegister data{};        ///< lanes before, bank bytes after encoding
};

/// What becomes of a write of some lanes only, in a form whose registers may be held compressed.
enum class PartialWrites : std::uint8_t {
  in_place,    ///< single lanes can always be written
  after_move,  ///< a MOV rewrites the register plain before (Lee2015 section 5.2)
  encoded,     ///< single lanes are encoded as whole registers are, and written beside the others
  merged       ///< the instruction reads the register and writes all of it (Lee2015 section 5.2)
};

/// The seam "in what form is a register held". The pipeline calls it in this order in each cycle; whatever is
/// started in a cycle is not done before the next one (that is the register at the end of the bank and of the
/// execution unit, which every form has). The default holds every register plain; a technique puts its blocks
/// here.
class RegisterForm {
 public:
  virtual ~RegisterForm() = default;

  /// The module to wake when a result becomes ready.
  virtual void attach(Clocked& pipeline) = 0;

  /// First call of each cycle of the pipeline.
  virtual void begin_cycle() {}

  /// The next decoded register of cluster c, or null. In the order of start_read; taken when not null.
  virtual const WarpRegister* read_done(unsigned cluster) = 0;
  /// Bank bytes of register r have been read in cluster c; at most one a cluster and cycle.
  virtual void start_read(unsigned cluster, RegisterId r, const WarpRegister& bytes) = 0;

  /// Moves one finished write to `out`; false when there is none (any more) in this cycle.
  virtual bool write_done(RegisterWrite& out) = 0;
  /// Takes a whole-register result; false when no encoder is free in this cycle.
  virtual bool start_write(const RegisterWrite&) = 0;
  /// Writes started and not done.
  virtual unsigned writes_in_flight() const = 0;

  /// The banks of its cluster that hold register r at present.
  virtual BankSet banks(RegisterId r) const = 0;
  /// May single lanes of r be written?
  virtual bool plain(RegisterId r) const = 0;
  virtual PartialWrites partial_writes() const = 0;
  /// The form of a partial or injected write.
  virtual std::uint8_t plain_form() const = 0;
  /// From this cycle on, entry `requester` of the write-back asks for the banks of this write. Nobody reads
  /// the register before it is written, which is two cycles later or more.
  virtual void writing(unsigned requester, const RegisterWrite&) = 0;
  /// Puts a granted write into its banks.
  virtual void store(RegisterBanks& banks, const RegisterWrite& w) = 0;
  /// What register r holds, for those who check: reads the banks as a read that is granted now would, and
  /// decodes them by the model. Changes nothing.
  virtual WarpRegister peek(const RegisterBanks& banks, RegisterId r) const = 0;
  /// The registers hold nothing any more: at most one call a cycle. No CTA begins in this cycle.
  virtual void clear(RegisterRange) = 0;

  /// True when the pipeline must be ticked in the next cycle for this form's sake.
  virtual bool busy() const = 0;
};

/// A write into the banks as it stands: the whole register, or lanes of one that is plain.
inline void store_as_it_is(RegisterBanks& banks, const RegisterWrite& w) {
  if (w.partial)
    banks.write_lanes(w.reg, w.lanes, w.data);
  else
    banks.write(w.reg, w.banks, w.data);
}

}  // namespace heddle
