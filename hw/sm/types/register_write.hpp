// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/register_file/register_banks.hpp"

namespace heddle {

class InstructionSource;
struct ExecutionContext;

/// A result on its way into the register file.
struct RegisterWrite {
  RegisterId reg = 0;
  std::uint64_t sequence = 0;           ///< of the instruction (InFlight)
  InstructionSource* source = nullptr;  ///< of that instruction; null: it is the program's
  std::int8_t tag = 0;                  ///< as in InFlight
  bool in_place = false;                ///< the same
  ExecutionContext* context = nullptr;  ///< whose scoreboard waits
  std::uint8_t warp = 0;
  std::uint8_t architected = 0;  ///< register number in the context's code
  std::uint8_t operand = 0;      ///< which of the instruction's destinations
  bool of_program = true;        ///< of the program's context
  bool live_out = false;         ///< of that, with a value from another context
  bool partial = false;          ///< only `lanes` are written
  bool merged = false;           ///< the whole register, of which the instruction wrote only `lanes`
  bool of_memory = false;        ///< of an instruction of the load/store unit
  LaneMask lanes = all_lanes;
  BankSet banks = all_banks;   ///< that the write touches; none: the RegisterEncoding keeps it elsewhere
  std::uint8_t form = 0;       ///< encoding, of the RegisterEncoding that made it
  std::uint64_t metadata = 0;  ///< encoding metadata that the banks do not hold
  WarpRegister data{};         ///< lanes before, bank bytes after encoding

  bool injected() const { return source != nullptr; }
};

}  // namespace heddle
